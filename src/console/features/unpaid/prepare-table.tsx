import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { Step } from '#console/kit/ui/step.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { columns } from './prepare-row.tsx';
import type { Row } from './prepared.ts';

/** Rows of inputs rendered at once. */
const pageSize = 100;

export function PrepareTable({ rows, cellsOf }: { rows: readonly Row[]; cellsOf: (row: Row) => readonly ReactNode[] }) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const current = Math.min(page, pages - 1);
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
