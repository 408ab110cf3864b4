import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import { fieldOf } from '#contract/fields.ts';
import type { OutgoingItem } from '#contract/outgoing-calls.ts';
import { FieldValue } from '#kit/ui/format.tsx';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { comparedFields, valueText } from './texts.ts';

/** What was sent and what the provider shows, field by field. */
export function SentAndFound({ item }: { item: OutgoingItem }) {
  const { Sent, Found } = item;
  const fields = comparedFields(item);
  const labelOf = useLabels(fields.map((it) => it.fieldName));
  const valueOf = (fieldName: string, value: unknown, record: Record<string, unknown>): ReactNode => {
    if (value === undefined) return <Muted component="span">Not available</Muted>;
    if (value === null || value === '') return <Muted component="span">empty</Muted>;
    // Numbers come covered; there is nothing to show.
    if (fieldOf(fieldName)?.sensitive || Array.isArray(value)) return valueText(fieldName, value);
    return <FieldValue fieldName={fieldName} value={value} label={labelOf(fieldName, value, record)} isShort />;
  };
  return (
    <PlainTable
      label="Sent, and what is there"
      columns={[
        { label: 'Field', isHead: true },
        { label: 'Sent' },
        ...(Found ? [{ label: 'Provider shows now' }] : []),
      ]}
      rows={fields.map(({ fieldName, label, sent, found, isDifferent }) => ({
        key: fieldName,
        cells: [
          isDifferent ? <b key="label">{label}</b> : label,
          valueOf(fieldName, sent, Sent),
          isDifferent ? (
            <Box key="found" component="b" sx={{ display: 'flex', gap: 0.5, color: 'warning.main' }}>
              <Icon name="warning" size={16} style={{ flex: 'none', marginTop: 2 }} />
              <Hidden>Different: </Hidden>
              <span>{valueOf(fieldName, found, Found ?? {})}</span>
            </Box>
          ) : (
            // Equal values look equal, however the provider writes them.
            valueOf(fieldName, found === undefined ? found : sent, Sent)
          ),
        ],
      }))}
    />
  );
}
