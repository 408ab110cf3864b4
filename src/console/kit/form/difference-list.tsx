import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useLabels } from '#console/api/lookups.ts';
import { show } from '#console/kit/ui/format.tsx';
import { masked } from '#console/kit/ui/masked.tsx';
import { fieldOf } from '#contract/fields.ts';
import { fieldLabel, touched, type Changed } from './difference.ts';

/** Sensitive fields by their end only: enough to see that the right one was typed. */
const shown = (fieldName: string, value: unknown, label: string | undefined): string =>
  fieldOf(fieldName)?.sensitive ? masked(String(value)) : (label ?? show(fieldName, value));

const muted = (text: string) => (
  <Typography component="span" color="textSecondary">
    {text}
  </Typography>
);

function Old({ change, label }: { change: Changed; label: string | undefined }) {
  if (change.isUnknown) return muted('not available');
  if (change.old === null || change.old === '') return muted('empty');
  return <del>{shown(change.fieldName, change.old, label)}</del>;
}

/** What an edit changes, old beside new. `record` holds what its lookups go by, such as the frequency of a day. */
export function DifferenceList({
  changes,
  record = {},
}: {
  changes: readonly Changed[];
  record?: Record<string, unknown>;
}) {
  const labelOf = useLabels(changes.map(({ fieldName }) => fieldName));
  const next = { ...record, ...touched(changes) };
  return (
    <Table size="small" aria-label="What changes">
      <TableHead>
        <TableRow>
          <TableCell>Field</TableCell>
          <TableCell>Before</TableCell>
          <TableCell>After</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map((change) => (
          <TableRow key={change.fieldName}>
            <TableCell component="th" scope="row">
              {fieldLabel(change.fieldName)}
            </TableCell>
            <TableCell>
              <Old change={change} label={labelOf(change.fieldName, change.old, record)} />
            </TableCell>
            <TableCell>
              {change.next === null ? (
                muted('cleared')
              ) : (
                <strong>{shown(change.fieldName, change.next, labelOf(change.fieldName, change.next, next))}</strong>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
