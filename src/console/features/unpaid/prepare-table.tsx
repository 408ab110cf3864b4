import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { PageSteps } from '#console/kit/ui/step.tsx';
import { columns } from './prepare-row.tsx';
import type { Row } from './prepared.ts';

/** Rows of inputs rendered at once. */
const pageSize = 100;

const frame = {
  px: { sm: 2 },
  border: { sm: 1 },
  borderColor: { sm: 'divider' },
  borderRadius: 1,
  bgcolor: { sm: 'background.paper' },
};

/** On a phone a card: the client, what was returned, then the date and the amount side by side. */
const card = {
  position: 'relative',
  bgcolor: 'background.paper',
  '& > th': { pr: '44px !important' },
  '& > td:nth-of-type(1)': { flex: '1 0 100%', '&::before': { content: '"Returned "', color: 'text.secondary' } },
  '& > td:nth-of-type(1) > div': { display: 'inline', ml: 1 },
  '& > td:nth-of-type(2)': { flex: '1 1 156px' },
  '& > td:nth-of-type(3)': { flex: '1 1 100px', '& > input': { height: '44px !important' } },
  '& > td:nth-of-type(4)': { flex: '1 0 100%' },
  '& > td:last-of-type': { position: 'absolute', top: 4, right: 4 },
};

export function PrepareTable({ rows, cellsOf }: { rows: readonly Row[]; cellsOf: (row: Row) => readonly ReactNode[] }) {
  const [page, setPage] = useState(0);
  const current = Math.min(page, Math.max(0, Math.ceil(rows.length / pageSize) - 1));
  const shown = rows.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <>
      <Box sx={frame}>
        <PlainTable
          label="New instalments"
          hasCards
          maxHeight="none"
          columns={columns}
          rows={shown.map((row) => ({ key: row.unpaid.key, cells: cellsOf(row) }))}
          sx={(theme) => ({
            minWidth: { sm: 860 },
            tableLayout: 'fixed',
            '& thead th:last-child': { width: 64 },
            '& tbody > tr > *': { py: 1, verticalAlign: 'top' },
            '& tbody > tr': { [theme.breakpoints.down('sm')]: card },
          })}
        />
      </Box>
      <PageSteps page={current} pageSize={pageSize} count={rows.length} onPage={setPage} />
    </>
  );
}
