import { createHmac } from 'node:crypto';
import { messageErrors, messageStatuses, type MessageStatusName } from './statuses.ts';

interface Reported {
  messageId: string;
  to: string;
  status: MessageStatusName;
  /** Wall-clock text, like all times of the interface. */
  sentAt: string;
  doneAt: string | null;
  callbackData: string | null;
}

/**
 * The body of a delivery report. The interface does not define it (docs/interface.md, Events 1), so it follows the
 * widely used gateways: a list of results, here always one, each with the fields of the send answer and the outcome.
 */
export const deliveryReport = ({ messageId, to, status, sentAt, doneAt, callbackData }: Reported): string =>
  JSON.stringify({
    results: [
      {
        bulkId: null,
        messageId,
        to,
        sentAt,
        doneAt,
        messageCount: 1,
        status: messageStatuses[status],
        error: messageErrors[status],
        callbackData,
      },
    ],
  });

/**
 * The `X-Signature` of a body: `t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`, with a `v1` for each secret. The
 * time is signed too, so that a receiver can refuse a replayed report.
 * @param secrets the organisation's, one of which the receiver knows too: two after a change, for a week.
 * @param seconds since 1970, of this attempt.
 */
export const signatureOf = (secrets: readonly string[], seconds: number, body: string | Buffer): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`),
  ].join(',');
