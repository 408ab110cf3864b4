import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CallError, explain, nothingFound } from '#console/api/errors.ts';
import { DetailsButton } from '#console/kit/outcome/details-button.tsx';
import { faultText } from '#console/kit/outcome/fault-text.ts';
import { Notice } from './notice.tsx';

/** The shape of what is on its way, as high as it will be: nothing jumps when it comes. */
export function Skeletons({ rows, height = 36 }: { rows: number; height?: number }) {
  return (
    <Stack role="status" aria-label="Loading" spacing={0.5}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={height - 4} sx={{ opacity: Math.max(0.3, 1 - row * 0.07) }} />
      ))}
    </Stack>
  );
}

/** The shape of a page whose code is on its way: its heading, what narrows it, and rows. */
export const PageSkeleton = () => (
  <Stack spacing={2}>
    <Skeleton variant="rounded" width={200} height={28} />
    <Skeleton variant="rounded" height={60} sx={{ maxWidth: 640 }} />
    <Skeletons rows={10} />
  </Stack>
);

/** Nothing to show: why, and what can be done about it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack spacing={1} sx={{ py: 5, px: 2, alignItems: 'center', textAlign: 'center' }}>
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

/** A list or report of which nothing was found (404). */
export const NothingFound = () => <EmptyState title={nothingFound.title}>{nothingFound.next}</EmptyState>;

/**
 * A list or report that could not be read: what happened, what the service said, what to do next, and the reference that support
 * asks for.
 */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const failed = error instanceof CallError ? error : undefined;
  const { title, next } = failed?.kind === 'notFound' ? nothingFound : explain(error);
  return (
    <Notice
      tone={failed?.kind === 'notFound' || failed?.kind === 'notPermitted' ? 'info' : 'error'}
      title={title}
      action={
        retry && (
          <Button size="small" onClick={retry} sx={{ alignSelf: 'flex-start' }}>
            Try again
          </Button>
        )
      }
    >
      <div>{next}</div>
      {failed?.faults.map((fault, index) => (
        <Typography key={index} sx={{ mt: 0.5 }}>
          {faultText(fault)}
        </Typography>
      ))}
      {failed && <DetailsButton operation={failed.operation} api={failed.api} at={failed.at} />}
    </Notice>
  );
}

const seen = keyframes({ to: { visibility: 'visible' } });

/**
 * How many rows a table gets is known when they are here. Until then what stands below is unseen, so that nobody sees it
 * move; but where that takes long, what has come is worth more than that nothing moves.
 */
export const belowRows = { visibility: 'hidden', animation: `${seen} 0s 1.5s forwards` };
