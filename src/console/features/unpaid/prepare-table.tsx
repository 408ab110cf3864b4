import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Step } from '#console/kit/ui/step.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { PrepareRow } from './prepare-row.tsx';
import type { Row } from './prepared.ts';

/** Rows of inputs on screen at once. */
const pageSize = 100;

/** The new instalments and their outcomes, a page at a time. */
export function PrepareTable({
  rows,
  nameOf,
  clientOf,
  comingOf,
  problemOf,
  sinceOf,
  onChange,
  onRemove,
}: {
  rows: readonly Row[];
  /** The end of the names of its inputs. */
  nameOf: (row: Row) => string;
  clientOf: (row: Row) => string;
  /** What is scheduled for the contract next, as text. */
  comingOf: (row: Row) => string;
  problemOf: (row: Row) => string | undefined;
  /** What was collected since the debit failed, as text; '' for nothing. */
  sinceOf: (row: Row) => string;
  onChange: (key: string, fields: Partial<Row>) => void;
  onRemove: (key: string) => void;
}) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const current = Math.min(page, pages - 1);
  const shown = rows.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <>
      <Box
        component="section"
        tabIndex={0}
        aria-label="New instalments, table"
        sx={{ overflow: 'auto', maxHeight: 560, border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box
          component="table"
          aria-label="New instalments"
          sx={{
            width: 1,
            minWidth: 900,
            borderCollapse: 'collapse',
            tableLayout: 'fixed',
            fontVariantNumeric: 'tabular-nums',
            '& th, & td': { p: 1, textAlign: 'left', verticalAlign: 'top', fontWeight: 400 },
            '& tr + tr > *, & tbody > tr > *': { borderTop: 1, borderColor: 'divider' },
            '& thead th': { color: 'text.secondary', fontSize: '0.8125rem' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Returned</th>
              <th scope="col">New date</th>
              <th scope="col">Amount</th>
              <th scope="col">Next scheduled</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <PrepareRow
                key={row.unpaid.key}
                row={row}
                name={nameOf(row)}
                client={clientOf(row)}
                coming={comingOf(row)}
                problem={problemOf(row)}
                since={sinceOf(row)}
                onChange={(fields) => onChange(row.unpaid.key, fields)}
                onRemove={() => onRemove(row.unpaid.key)}
              />
            ))}
          </tbody>
        </Box>
      </Box>
      {pages > 1 && (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Step isOff={current === 0} act={() => setPage(current - 1)}>
            Previous
          </Step>
          <Typography variant="body2" aria-live="polite">
            {whole(current * pageSize + 1)} to {whole(current * pageSize + shown.length)} of {whole(rows.length)}
          </Typography>
          <Step isOff={current >= pages - 1} act={() => setPage(current + 1)}>
            Next
          </Step>
        </Stack>
      )}
    </>
  );
}
