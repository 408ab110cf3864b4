import Box from '@mui/material/Box';
import type { MessageDelivery } from '#contract/message-deliveries.ts';
import { StatusMark } from '#kit/ui/status.tsx';
import type { SendAttempt, DeliveryStatus, Recipient } from './draft.ts';

export const deliveryStatuses: Record<DeliveryStatus, { label: string; mark: string }> = {
  sending: { label: 'Being sent', mark: 'SUBMITTED' },
  accepted: { label: 'Accepted, not yet delivered', mark: 'PENDING' },
  delivered: { label: 'Delivered', mark: 'PAID' },
  undelivered: { label: 'Not delivered', mark: 'FAILED' },
  rejected: { label: 'Rejected', mark: 'REJECTED' },
  unknown: { label: 'Unknown', mark: 'TRACKING' },
};

/** The service's reason, else the status's name. */
export const deliveryReason = ({ status }: Pick<SendAttempt, 'status'>): string =>
  [status?.description ?? status?.name, status?.action].filter((it) => typeof it === 'string' && it !== '').join(' ');

export const deliveryStatusOfRow = ({ attempt }: Recipient): DeliveryStatus | 'open' =>
  attempt?.deliveryStatus ?? 'open';

export const DeliveryStatusMark = ({ deliveryStatus }: { deliveryStatus: DeliveryStatus }) => (
  <StatusMark value={deliveryStatuses[deliveryStatus].mark} label={deliveryStatuses[deliveryStatus].label} />
);

type Facts = Pick<SendAttempt, 'status' | 'answer'> & { delivery?: MessageDelivery };

const factsOf = ({ status, answer, delivery }: Facts): (readonly [string, string])[] =>
  (
    [
      ['Message ID', answer?.messageId],
      ['Bulk ID', answer?.bulkId],
      ['Parts', answer?.messageCount],
      ['Group', [status?.groupId, status?.groupName].filter((it) => it !== undefined).join(' ')],
      ['Status', [status?.id, status?.name].filter((it) => it !== undefined).join(' ')],
      ['Description', status?.description],
      ['Action', status?.action],
      ['Delivery reported', delivery?.ReportedAt],
      ['Report', delivery?.Text],
    ] as const
  ).flatMap(([label, value]) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
    return text === '' ? [] : [[label, text] as const];
  });

/** Unchanged from the service. */
export function MessageDetails(known: Facts) {
  const facts = factsOf(known);
  if (facts.length === 0) return null;
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', minHeight: 24 }, overflowWrap: 'anywhere' }}>
      <summary>Details</summary>
      {facts.map(([label, text]) => (
        <div key={label}>
          {label}: {text}
        </div>
      ))}
    </Box>
  );
}
