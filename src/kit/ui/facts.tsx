import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { host, labelFor } from '#kit/host.ts';
import { foreignCurrency } from '#rules/money.ts';
import { FieldValue } from './format.tsx';

/**
 * "Not available" differs from "empty": retrieves return subsets (docs/interface.md, Mandates), and an edit would clear
 * a field if the two were confused.
 */
export function Facts(props: {
  record: object;
  fieldNames: readonly string[];
  /** One below the other, the label next to its value, without codes. */
  isNarrow?: boolean;
  /** For a letter: only fields with a value. */
  isLetter?: boolean;
}) {
  const { record, fieldNames, isNarrow = false, isLetter = false } = props;
  const { labelOf } = host.useLabels(fieldNames);
  const fields = record as Record<string, unknown>;
  const shown = isLetter ? fieldNames.filter((it) => (fields[it] ?? '') !== '') : fieldNames;

  const valueOf = (fieldName: string): ReactNode => {
    const value = fields[fieldName];
    if (value === undefined) return <Muted>Not available</Muted>;
    if (value === null || value === '') return <Muted label="empty">—</Muted>;
    const currency = foreignCurrency(fields.Currency);
    return (
      <FieldValue
        fieldName={fieldName}
        value={value}
        label={labelOf(fieldName, value, fields)}
        currency={currency}
        isShort={isLetter || isNarrow}
      />
    );
  };

  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: isNarrow ? undefined : 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
        columnGap: 3,
        rowGap: isLetter ? 0 : isNarrow ? 0.5 : 2,
        '& > div': isNarrow
          ? {
              display: 'grid',
              gridTemplateColumns: { xs: '124px minmax(0, 1fr)', sm: `${isLetter ? 168 : 124}px minmax(0, 1fr)` },
              gap: 1,
            }
          : undefined,
      }}
    >
      {shown.map((fieldName) => (
        <div key={fieldName}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {labelFor(fieldName)}
          </Typography>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {valueOf(fieldName)}
          </Box>
        </div>
      ))}
    </Box>
  );
}

const Muted = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box component="span" role={label && 'img'} aria-label={label} sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);
