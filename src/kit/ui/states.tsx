import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EmptyDrawing, type DrawingName } from './drawing.tsx';

const widths = [62, 74, 48, 56, 68];

/** Lines in columns, as high as the content, so that nothing moves when it has loaded. */
export function Skeletons({ rows, height = 36 }: { rows: number; height?: number }) {
  return (
    <Stack role="status" aria-label="Loading" spacing={0.5}>
      {Array.from({ length: rows }, (_, row) => (
        <Box
          key={row}
          sx={{ display: 'grid', gridTemplateColumns: '2fr 1fr 1fr', gap: 3, alignItems: 'center', height: height - 4 }}
        >
          {[0, 2, 4].map((column) => (
            <Skeleton key={column} height={10} width={`${widths[(row + column) % widths.length]}%`} />
          ))}
        </Box>
      ))}
    </Stack>
  );
}

/** Figures with their labels and notes. */
export const FigureSkeletons = ({ height }: { height: number }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 3, alignItems: 'center', height }}>
    {[0, 1, 2, 3].map((figure) => (
      <Stack key={figure} spacing={1.5}>
        <Skeleton height={10} width="34%" />
        <Skeleton height={24} width={`${widths[figure]}%`} />
        <Skeleton height={10} width="62%" />
      </Stack>
    ))}
  </Box>
);

export const PageSkeleton = () => (
  <Stack spacing={2}>
    <Skeleton width={200} height={24} />
    <FigureSkeletons height={64} />
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
