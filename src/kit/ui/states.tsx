import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EmptyDrawing, type DrawingName } from './drawing.tsx';

/** As high as the content, so that nothing moves when it has loaded. */
export function Skeletons({ rows, height = 36 }: { rows: number; height?: number }) {
  return (
    <Stack role="status" aria-label="Loading" spacing={0.5}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={height - 4} sx={{ opacity: Math.max(0.3, 1 - row * 0.07) }} />
      ))}
    </Stack>
  );
}

export const PageSkeleton = () => (
  <Stack spacing={2}>
    <Skeleton variant="rounded" width={200} height={28} />
    <Skeleton variant="rounded" height={60} sx={{ maxWidth: 640 }} />
    <Skeletons rows={10} />
  </Stack>
);

export function EmptyState(props: {
  title: string;
  /** For a page that is empty as a whole. */
  drawing?: DrawingName;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { title, drawing, children, action } = props;
  return (
    <Stack spacing={1} sx={{ py: 5, px: 2, alignItems: 'center', textAlign: 'center' }}>
      {drawing && <EmptyDrawing name={drawing} />}
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children && (
        <Typography component="div" color="textSecondary" sx={{ maxWidth: 520 }}>
          {children}
        </Typography>
      )}
      {action}
    </Stack>
  );
}

const seen = keyframes({ to: { visibility: 'visible' } });

/** Hides content below a table that is loading, since it would move. After 6 s, longer than a slow line takes, it appears anyway. */
export const belowRows = { visibility: 'hidden', animation: `${seen} 0s 6s forwards` };
