import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { guessedMapping } from '#sheet-engine/statement/guess.ts';
import {
  columnUse,
  columnUses,
  foldedHeading,
  headingRow,
  missingIn,
  withUse,
  type ColumnUse,
  type StatementDayOrder,
  type SuggestedMapping,
} from '#sheet-engine/statement/mapping.ts';
import { emptyMapping } from '#sheet-engine/statement/profiles.ts';
import type { UnmappedTable } from '#sheet-engine/statement/read.ts';

const uses = Object.entries(columnUses) as [ColumnUse, string][];
const dayOrders: Record<StatementDayOrder, string> = {
  day: 'Day first: 31/10/2026',
  month: 'Month first: 10/31/2026',
  year: 'Year first: 2026/10/31',
};

const [shownRows, headingRows] = [8, 20];

/** What each column of a bank's table holds: recognised or guessed, confirmed once by a person. */
export function StatementColumns({
  table: { mapping: suggested, isKnown, first, numbers },
  problem,
  onConfirm,
}: {
  table: UnmappedTable;
  problem: string;
  onConfirm(mapping: SuggestedMapping): void;
}) {
  const [mapping, setMapping] = useState(suggested);
  const headingAt = headingRow(first, mapping) ?? -1;
  const isHeaded = headingAt >= 0;
  // Titles above the entries have fewer cells.
  const from = isHeaded
    ? headingAt + 1
    : Math.max(
        0,
        first.findIndex((row) => row.length > 2),
      );
  const width = first.slice(from).reduce((most, row) => Math.max(most, row.length), mapping.headings.length);
  const columns = Array.from({ length: width }, (_, at) => at);
  const missing = missingIn(mapping);
  const headingsIn = (at: number) => {
    const headings = (first[at] ?? []).map(foldedHeading);
    setMapping({ ...(guessedMapping(first, at) ?? { ...emptyMapping, headings }), bank: mapping.bank });
  };
  return (
    <Stack spacing={2}>
      <Typography>
        {isKnown
          ? `This looks like a file of ${mapping.bank}. Check its columns once; they are remembered for the account.`
          : 'Check what each column holds, once; it is remembered for the account.'}
      </Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} useFlexGap sx={{ gap: 1.5, '& > *': { flex: 1 } }}>
        <PlainInput
          label="Bank"
          maxLength={30}
          value={mapping.bank}
          onChange={({ target }) => setMapping({ ...mapping, bank: target.value })}
        />
        <PlainSelect
          label="Dates"
          value={mapping.dayOrder}
          onChange={({ target }) => setMapping({ ...mapping, dayOrder: target.value as StatementDayOrder })}
        >
          {mapping.dayOrder === '' && <option value="">Choose…</option>}
          {Object.entries(dayOrders).map(([order, label]) => (
            <option key={order} value={order}>
              {label}
            </option>
          ))}
        </PlainSelect>
        <PlainSelect
          label="Headings are in"
          value={String(headingAt)}
          onChange={({ target }) => headingsIn(Number(target.value))}
        >
          <option value="-1">No row</option>
          {numbers.slice(0, headingRows).map((number, at) => (
            <option key={number} value={at}>
              {`Row ${number}: ${(first[at] ?? []).filter(Boolean).join(', ').slice(0, 40)}`}
            </option>
          ))}
        </PlainSelect>
      </Stack>
      <TableFrame label="Columns of the file" maxHeight={320}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <Box sx={{ minWidth: 152 }}>
                  <PlainSelect
                    label={`Column ${column + 1}${isHeaded && mapping.headings[column] ? `, ${mapping.headings[column]}` : ''}`}
                    isBare
                    value={columnUse(mapping, column)}
                    onChange={({ target }) => setMapping(withUse(mapping, column, target.value as ColumnUse | ''))}
                  >
                    <option value="">Not used</option>
                    {uses.map(([use, label]) => (
                      <option key={use} value={use}>
                        {label}
                      </option>
                    ))}
                  </PlainSelect>
                </Box>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.slice(isHeaded ? headingAt : from, from + shownRows).map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {(problem || missing) && <Notice tone={problem ? 'error' : 'info'}>{problem || missing}</Notice>}
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        <Button variant="contained" autoFocus disabled={missing !== undefined} onClick={() => onConfirm(mapping)}>
          These columns are right
        </Button>
      </Stack>
    </Stack>
  );
}
