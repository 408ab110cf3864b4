import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { explain } from '#console/api/errors.ts';
import { useMayWriteNotes } from '#console/api/notes.ts';
import { useOptOut, useOptOutChange } from '#console/api/opt-outs.ts';
import { standingOf, useSentMessages } from '#console/api/sent-messages.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { announce } from '#console/domain/write/done.ts';
import { longestOptOutReason } from '#contract/opt-outs.ts';
import { ReasonDialog } from '#kit/form/reason-dialog.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { dayText } from '#rules/day-text.ts';

/** As many in a row that did not arrive say that the number is wrong, or out of use. */
const manyUndelivered = 2;

/** Why messages don't reach a client: they want none, or the last ones did not arrive. Nothing where they do. */
export function MessageReach({ client }: { client: string }) {
  const { href } = useTenant();
  const optOut = useOptOut(client);
  const mayWrite = useMayWriteNotes();
  const { mutate, isPending, error } = useOptOutChange();
  const sent = useSentMessages(client).data?.Messages ?? [];
  const ended = sent.map((it) => ({ end: it.ToEnd, standing: standingOf(it) })).filter(isEnded);
  const last = ended.slice(0, manyUndelivered);
  const isLost =
    last.length === manyUndelivered &&
    last.every(({ end, standing }) => standing === 'undelivered' && end === last[0]?.end);
  if (optOut)
    return (
      <div>
        Wants no messages, since {dayText(optOut.At)}
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          {optOut.By}
          {optOut.Reason && `: ${optOut.Reason}`}
        </Muted>
        {mayWrite && (
          <Button
            size="small"
            color="inherit"
            disabled={isPending}
            onClick={() =>
              mutate(
                { ClientNumber: client, IsOptedOut: false },
                { onSuccess: () => announce({ text: 'The client gets messages again' }) },
              )
            }
            sx={{ ml: -1 }}
          >
            Send messages again
          </Button>
        )}
        {error && <ErrorState error={error} />}
      </div>
    );
  if (!isLost) return null;
  return (
    <div>
      The last {manyUndelivered} messages to •••• {last[0]?.end} did not arrive.{' '}
      <Link component={RouterLink} to={href(links.clientEdit(client))}>
        Check the number
      </Link>
    </div>
  );
}

const isEnded = ({ standing }: { standing: ReturnType<typeof standingOf> }): boolean =>
  standing === 'delivered' || standing === 'undelivered';

export function NoMessagesDialog({ client, onClose }: { client: string; onClose(): void }) {
  const { mutateAsync } = useOptOutChange();
  return (
    <ReasonDialog
      title="No messages any more"
      text="No message goes to this client’s phone, from whatever page, file or program it comes."
      action="Stop messages"
      maxLength={longestOptOutReason}
      send={(Reason) =>
        mutateAsync({ ClientNumber: client, IsOptedOut: true, Reason }).then(
          () => announce({ text: 'The client gets no messages any more' }),
          (error: unknown) => {
            throw new Error(explain(error).title);
          },
        )
      }
      onClose={onClose}
    />
  );
}
