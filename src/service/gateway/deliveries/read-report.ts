import { bodyOfText } from '#answers/decode.ts';
import { isObject } from '#answers/error-body.ts';
import { answersIn, deliveryStatusOf } from '#answers/messages.ts';
import type { MessageStatus } from '#contract/messages.ts';

/** What a report says of its message. */
export interface DeliveryState {
  /** Undefined if this server cannot read the report. */
  status?: Partial<MessageStatus>;
  /** The report itself, or its beginning, in such a shape. */
  text?: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

/** Characters that are shown of a report which this server cannot read. */
const mostText = 500;

/**
 * Reads a delivery report. The interface does not state its payload (docs/interface.md, Events 1): lists of results or messages are
 * read as answers to messages are, one of them alone as well, and anything else is kept as text.
 */
export function readReport(bytes: Buffer, messageId: string): Omit<DeliveryState, 'receivedAt'> {
  const text = bytes.toString();
  const body = bodyOfText(text);
  const list = isObject(body) ? (body['results'] ?? body['messages'] ?? [body]) : body;
  const answers = answersIn(list) ?? [];
  const found = answers.find((it) => it.messageId === messageId) ?? (answers.length === 1 ? answers[0] : undefined);
  if (found && deliveryStatusOf(found.status) !== 'unknown') return { status: found.status };
  return { text: [...text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, mostText).join('') };
}

const ranks = { unknown: 0, waiting: 1, accepted: 1, undelivered: 2, rejected: 2, delivered: 2 };
const rankOf = ({ status }: Pick<DeliveryState, 'status'>): number =>
  ranks[status ? deliveryStatusOf(status) : 'unknown'];

/** Reports may overtake one another: one that says less than an earlier one changes nothing. */
export const saysMore = (next: DeliveryState, before: DeliveryState | undefined): boolean =>
  before === undefined || rankOf(next) >= rankOf(before);
