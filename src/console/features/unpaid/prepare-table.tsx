import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Fragment, useState, type ReactNode } from 'react';
import { TableFrame } from '#console/kit/ui/plain-table.tsx';
import { Step } from '#console/kit/ui/step.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import type { Row } from './prepared.ts';

/** Rows of inputs rendered at once. */
const pageSize = 100;

export function PrepareTable({ rows, children }: { rows: readonly Row[]; children: (row: Row) => ReactNode }) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const current = Math.min(page, pages - 1);
  const shown = rows.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <>
      <TableFrame
        label="New instalments"
        maxHeight={560}
        sx={{ minWidth: 900, tableLayout: 'fixed', '& tbody > tr > *': { py: 1, verticalAlign: 'top' } }}
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
            <Fragment key={row.unpaid.key}>{children(row)}</Fragment>
          ))}
        </tbody>
      </TableFrame>
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
