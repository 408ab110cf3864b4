import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useConfig } from '#console/api/config.ts';
import { Outcome } from '#console/domain/outcome/outcome.tsx';
import type { DeliveryStatus } from '#console/domain/status/delivery.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { RunProgress } from '#kit/ui/run-progress.tsx';
import { MessageDetails } from './delivery-status.tsx';
import type { Recipient } from './draft.ts';
import type { MessageSending } from './sending.ts';

const countOf = (recipients: readonly Recipient[], ...deliveryStatuses: DeliveryStatus[]) =>
  recipients.filter((it) => it.attempt && deliveryStatuses.includes(it.attempt.deliveryStatus)).length;

/**
 * The results of sending, as counts of all messages. Accepted is not delivered; only rejected messages can be sent
 * again, unknown ones are checked under their own messageId.
 */
export function MessageOutcome(props: {
  recipients: readonly Recipient[];
  sending: MessageSending;
  onAsk: () => void;
}) {
  const { recipients, sending, onAsk } = props;
  const { round, error, failed, strays } = sending;
  const isDeliveryShown = useConfig().messages.deliveries === 'shown';
  const accepted = countOf(recipients, 'accepted', 'delivered');
  const waiting = countOf(recipients, 'waiting');
  const refused = countOf(recipients, 'rejected', 'undelivered');
  const unknown = countOf(recipients, 'unknown');
  const sent = accepted + waiting + refused + unknown;
  return (
    <Stack spacing={1.5}>
      {round?.isRunning && (
        <RunProgress
          label="Messages answered"
          done={round.done}
          total={round.total}
          text="answered"
          stop={{ label: 'Stop after this batch', act: sending.stop }}
        />
      )}
      {error && <Outcome operation="templateSend" sent={failed} error={error} isOfMany />}
      {strays.length > 0 && (
        <Notice tone="warning">
          <Typography sx={{ fontWeight: 600 }}>
            {strays.length === 1 ? '1 answer is' : `${strays.length} answers are`} not clearly about any of these
            messages:
          </Typography>
          {strays.map((it, position) => (
            <div key={position}>
              {[it.to && maskedNumber(it.to), it.status.name, it.status.description].filter(Boolean).join(' · ') ||
                'No details'}
              <MessageDetails status={it.status} answer={it} />
            </div>
          ))}
        </Notice>
      )}
      {sent > 0 && !round?.isRunning && (
        <Notice
          tone={unknown + strays.length > 0 ? 'warning' : refused > 0 ? 'error' : 'success'}
          role={unknown + refused > 0 ? 'alert' : 'status'}
        >
          <Stack spacing={1} sx={{ alignItems: 'start' }}>
            <Typography sx={{ fontWeight: 600 }}>
              {accepted} accepted + {waiting > 0 && `${waiting} waiting + `}
              {refused} refused + {unknown} unknown = {sent} sent
            </Typography>
            {accepted > 0 && (
              <span>
                Accepted does not mean delivered.{' '}
                {isDeliveryShown
                  ? 'The list below shows the delivery as soon as it is reported.'
                  : 'Delivery is not shown here: reports can reach this page only if its address is open to the internet.'}
              </span>
            )}
            {waiting > 0 && (
              <span>
                {waiting === 1 ? 'One waits' : `${waiting} wait`} until messages of this merchant may go, and is judged
                again then. When that is, its row says.
              </span>
            )}
            {refused > 0 && (
              <span>Rejected messages can be corrected in their rows. Only these go out when you send again.</span>
            )}
            {unknown > 0 && (
              <>
                <span>
                  We couldn’t confirm {unknown}: {unknown === 1 ? 'it' : 'they'} may or may not be on the way, and will
                  not go out again with the others.
                </span>
                <Button size="small" variant="outlined" onClick={onAsk}>
                  Check {unknown === 1 ? 'its' : 'their'} status
                </Button>
              </>
            )}
          </Stack>
        </Notice>
      )}
    </Stack>
  );
}
