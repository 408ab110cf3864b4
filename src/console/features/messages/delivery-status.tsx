import Box from '@mui/material/Box';
import type { DeliveryStatus } from '#console/domain/status/delivery.tsx';
import type { SentMessageRecord } from '#contract/sent-messages.ts';
import type { SendAttempt, Recipient } from './draft.ts';

/** The service's reason, else the status's name. */
export const deliveryReason = ({ status }: Pick<SendAttempt, 'status'>): string =>
  [status?.description ?? status?.name, status?.action].filter((it) => typeof it === 'string' && it !== '').join(' ');

export const deliveryStatusOfRow = ({ attempt }: Recipient): DeliveryStatus | 'open' =>
  attempt?.deliveryStatus ?? 'open';

type Facts = Pick<SendAttempt, 'status' | 'answer'> & Partial<Pick<SentMessageRecord, 'ReportedAt' | 'Text'>>;

const factsOf = ({ status, answer, ReportedAt, Text }: Facts): (readonly [string, string])[] =>
  (
    [
      ['Message ID', answer?.messageId],
      ['Bulk ID', answer?.bulkId],
      ['Parts', answer?.messageCount],
      ['Group', [status?.groupId, status?.groupName].filter((it) => it !== undefined).join(' ')],
      ['Status', [status?.id, status?.name].filter((it) => it !== undefined).join(' ')],
      ['Description', status?.description],
      ['Action', status?.action],
      ['Delivery reported', ReportedAt],
      ['Report', Text],
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
