import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { PageSteps } from '#console/kit/ui/step.tsx';
import { columns } from './prepare-row.tsx';
import type { Row } from './prepared.ts';

/** Rows of inputs rendered at once. */
const pageSize = 100;

export function PrepareTable({ rows, cellsOf }: { rows: readonly Row[]; cellsOf: (row: Row) => readonly ReactNode[] }) {
  const [page, setPage] = useState(0);
  const current = Math.min(page, Math.max(0, Math.ceil(rows.length / pageSize) - 1));
  const shown = rows.slice(current * pageSize, (current + 1) * pageSize);
  return (
    <>
      <Box sx={{ px: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
        <PlainTable
          label="New instalments"
          maxHeight="none"
          columns={columns}
          rows={shown.map((row) => ({ key: row.unpaid.key, cells: cellsOf(row) }))}
          sx={{
            minWidth: 860,
            tableLayout: 'fixed',
            '& thead th:last-child': { width: 64 },
            '& tbody > tr > *': { py: 1, verticalAlign: 'top' },
          }}
        />
      </Box>
      <PageSteps page={current} pageSize={pageSize} count={rows.length} onPage={setPage} />
    </>
  );
}
