import type { AnsweredState } from '#answers/messages.ts';
import { StatusMark } from '#kit/ui/status.tsx';

/** The status of a message, and how it is shown. */
export type DeliveryStatus = AnsweredState | 'sending';

export const deliveryStatuses: Record<DeliveryStatus, { label: string; mark: string }> = {
  sending: { label: 'Being sent', mark: 'SUBMITTED' },
  accepted: { label: 'Accepted, not yet delivered', mark: 'PENDING' },
  waiting: { label: 'Waiting', mark: 'WAITING' },
  delivered: { label: 'Delivered', mark: 'PAID' },
  undelivered: { label: 'Not delivered', mark: 'FAILED' },
  rejected: { label: 'Rejected', mark: 'REJECTED' },
  unknown: { label: 'Unknown', mark: 'TRACKING' },
};

export const DeliveryStatusMark = ({ deliveryStatus }: { deliveryStatus: DeliveryStatus }) => (
  <StatusMark value={deliveryStatuses[deliveryStatus].mark} label={deliveryStatuses[deliveryStatus].label} />
);
