import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CallError, explain, isAwaiting, nothingFound } from '#console/api/errors.ts';
import { faultText } from '#kit/form/fault-text.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { useReadAgain } from './answer-notices.tsx';
import { DetailsButton } from './details-button.tsx';

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
