import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CallError, explain, isAwaiting, nothingFound } from '#console/api/errors.ts';
import { DetailsButton } from '#console/kit/outcome/details-button.tsx';
import { faultText } from '#console/kit/outcome/fault-text.ts';
import { useReadAgain } from './answer-notices.tsx';
import { EmptyDrawing, type DrawingName } from './drawing.tsx';
import { Notice } from './notice.tsx';

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

/** For a list or report answered 404. */
export const NothingFound = () => <EmptyState title={nothingFound.title}>{nothingFound.next}</EmptyState>;

export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const readAgain = useReadAgain(error);
  if (readAgain) return readAgain === 'missing' ? <Skeletons rows={3} /> : null;
  const failed = error instanceof CallError ? error : undefined;
  const { title, next } = failed?.kind === 'notFound' ? nothingFound : explain(error);
  // Its faults name the permission as the service does, and trying again can't help.
  const isForbidden = failed?.kind === 'notPermitted';
  const isAsked = isAwaiting(error);
  const isAbsent = failed?.kind === 'notOffered';
  return (
    <Notice
      tone={failed?.kind === 'notFound' || isForbidden || isAsked || isAbsent ? 'info' : 'error'}
      title={title}
      action={
        retry &&
        !isForbidden &&
        !isAbsent && (
          <Button size="small" onClick={retry} sx={{ alignSelf: 'flex-start' }}>
            Try again
          </Button>
        )
      }
    >
      <div>{next}</div>
      {(isForbidden || isAsked ? [] : failed?.faults)?.map((fault, index) => (
        <Typography key={index} sx={{ mt: 0.5 }}>
          {faultText(fault)}
        </Typography>
      ))}
      {failed && !isAbsent && (
        <DetailsButton
          operation={failed.operation}
          api={failed.api}
          at={failed.at}
          answer={isForbidden ? failed.faults.map(faultText).join('\n') : undefined}
        />
      )}
    </Notice>
  );
}

const seen = keyframes({ to: { visibility: 'visible' } });

/** Hides content below a table that is loading, since it would move. After 6 s, longer than a slow line takes, it appears anyway. */
export const belowRows = { visibility: 'hidden', animation: `${seen} 0s 6s forwards` };
