import type { MessageStatus } from '#contract/messages.ts';
import { isObject, listOf, textOf } from './error-body.ts';
import { reasonsOf } from './send/reasons.ts';

/** Another service may omit any of it. */
export interface Answered {
  to?: string;
  /** May differ from the one that was sent. */
  messageId?: string;
  messageCount?: number;
  bulkId?: string;
  status: Partial<MessageStatus>;
}

const textIn = (value: unknown): string | undefined => textOf(value) || undefined;

function numberIn(value: unknown): number | undefined {
  const number = Number(textOf(value) || Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A status object, or a single text as one. */
function statusIn(answer: Record<string, unknown>): Partial<MessageStatus> {
  const { status } = answer;
  const given = isObject(status) ? status : { name: status };
  const fields: Partial<MessageStatus> = {
    groupId: numberIn(given['groupId']),
    groupName: textIn(given['groupName']),
    id: numberIn(given['id']),
    name: textIn(given['name']),
    // Without its own text, any other reason in the answer.
    description: textIn(given['description']) ?? textIn(isObject(status) ? undefined : reasonsOf(answer)[0]?.Message),
    action: given['action'] ?? undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Undefined without messages. */
export function answersIn(body: unknown): Answered[] | undefined {
  const list = Array.isArray(body) ? body : isObject(body) ? listOf(body['messages']) : [];
  const bulkId = isObject(body) ? textIn(body['bulkId']) : undefined;
  if (list.length === 0) return undefined;
  return list.map((entry: unknown) => {
    const given = isObject(entry) ? entry : {};
    return {
      to: textIn(given['to']),
      messageId: textIn(given['messageId']),
      messageCount: numberIn(given['messageCount']),
      bulkId,
      status: statusIn(given),
    };
  });
}

/** The name of the status in which our own server has not sent a message, since the outcome of the same one is not known yet. */
export const unsettledStatus = 'REJECTED_UNSETTLED';

/** The name of the status in which our own server keeps a message until it may go. */
export const scheduledStatus = 'PENDING_SCHEDULED';

export type AnsweredState = 'accepted' | 'waiting' | 'delivered' | 'undelivered' | 'rejected' | 'unknown';

const groups: Readonly<Record<string, AnsweredState>> = {
  '1': 'accepted',
  PENDING: 'accepted',
  '2': 'undelivered',
  UNDELIVERABLE: 'undelivered',
  '3': 'delivered',
  DELIVERED: 'delivered',
  '4': 'undelivered',
  EXPIRED: 'undelivered',
  '5': 'rejected',
  REJECTED: 'rejected',
};

/**
 * By the gateways' group number (contract, MessageStatus) or the group's name. Any other group counts as accepted; a status
 * without a group is unknown.
 */
export function deliveryStatusOf({ groupId, groupName, name }: Partial<MessageStatus>): AnsweredState {
  if (name === unsettledStatus) return 'unknown';
  if (name === scheduledStatus) return 'waiting';
  const byName = groups[(groupName ?? name ?? '').toUpperCase()];
  return groupId === undefined ? (byName ?? 'unknown') : (groups[groupId] ?? byName ?? 'accepted');
}

interface Sent {
  to: string;
  messageId: string;
}

/** Without prefix and spaces. */
const numberKey = (to: string): string => to.replace(/\D/g, '').slice(-9);

/**
 * By the messageId sent; for services with IDs of their own by recipient, several to one recipient in order; without
 * recipients by position. The rest are strays.
 */
export function answersTo(sent: readonly Sent[], answers: readonly Answered[]) {
  const free = new Set(answers);
  const of: (Answered | undefined)[] = sent.map(() => undefined);
  const take = (position: number, answer: Answered | undefined) => {
    if (answer && of[position] === undefined && free.delete(answer)) of[position] = answer;
  };
  const byId = new Map([...answers].toReversed().map((it) => [it.messageId, it]));
  sent.forEach(({ messageId }, position) => take(position, byId.get(messageId)));

  const isWhole = answers.length === sent.length;
  const isInPlace = ({ to }: Sent, answer: Answered) =>
    answer.to === undefined || numberKey(answer.to) === numberKey(to);
  sent.forEach((message, position) => {
    const answer = answers[position];
    if (isWhole && answer && isInPlace(message, answer)) take(position, answer);
  });

  const places = new Map<string, number[]>();
  sent.forEach(({ to }, position) => {
    if (of[position] === undefined) places.set(numberKey(to), [...(places.get(numberKey(to)) ?? []), position]);
  });
  for (const [key, open] of places) {
    const answersOfNumber = [...free].filter(({ to }) => to !== undefined && numberKey(to) === key);
    // With another number of answers than messages the match is unknown.
    if (answersOfNumber.length === open.length) open.forEach((position, at) => take(position, answersOfNumber[at]));
  }
  return { of, strays: [...free] };
}
