import Button from '@mui/material/Button';
import { useForbidden } from '#console/api/permission.ts';
import { standingOf, useTakeBack } from '#console/api/sent-messages.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { announce } from '#console/domain/write/done.ts';
import type { SentMessageRecord } from '#contract/sent-messages.ts';

/** Of a message that waits until it may go. */
export function TakeBack({ message }: { message: SentMessageRecord }) {
  const isForbidden = useForbidden('templateSend') !== undefined;
  const { mutate, isPending, error } = useTakeBack();
  if (isForbidden || standingOf(message) !== 'waiting') return null;
  const takeBack = () =>
    mutate([message.MessageId], {
      onSuccess: ({ TakenBack }) =>
        announce({ text: TakenBack.length > 0 ? 'The message won’t be sent' : 'The message has gone already' }),
    });
  return (
    <div>
      <Button size="small" color="inherit" disabled={isPending} onClick={takeBack} sx={{ ml: -1 }}>
        Don’t send
      </Button>
      {error && <ErrorState error={error} />}
    </div>
  );
}
