import Typography from '@mui/material/Typography';
import { useLabels } from '#console/api/lookups.ts';
import { fieldOf } from '#contract/fields.ts';
import { formatField } from '#kit/ui/format.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { fieldLabel, touchedValues, type ChangedField } from './difference.ts';

/** Sensitive values are masked; the last digits are enough to check the input. */
const shown = (fieldName: string, value: unknown, label: string | undefined): string =>
  fieldOf(fieldName)?.sensitive ? maskedNumber(String(value)) : (label ?? formatField(fieldName, value));

const muted = (text: string) => (
  <Typography component="span" color="textSecondary">
    {text}
  </Typography>
);

function Old({ change, label }: { change: ChangedField; label: string | undefined }) {
  if (change.isUnknown) return muted('not available');
  if (change.old === null || change.old === '') return muted('empty');
  return <del>{shown(change.fieldName, change.old, label)}</del>;
}

/**
 * Old and new values of an edit. `record` has the fields that lookups depend on, such as the frequency of a collection
 * day.
 */
export function DifferenceList(props: { changes: readonly ChangedField[]; record?: Record<string, unknown> }) {
  const { changes, record = {} } = props;
  const labelOf = useLabels(changes.map(({ fieldName }) => fieldName));
  const next = { ...record, ...touchedValues(changes) };
  return (
    <PlainTable
      label="What changes"
      columns={[{ label: 'Field', isHead: true }, { label: 'Before' }, { label: 'After' }]}
      rows={changes.map((change) => ({
        key: change.fieldName,
        cells: [
          fieldLabel(change.fieldName),
          <Old key="old" change={change} label={labelOf(change.fieldName, change.old, record)} />,
          change.next === null ? (
            muted('cleared')
          ) : (
            <strong key="next">
              {shown(change.fieldName, change.next, labelOf(change.fieldName, change.next, next))}
            </strong>
          ),
        ],
      }))}
    />
  );
}
