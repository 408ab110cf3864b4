import type { MessageStatus } from '#contract/messages.ts';
import { isObject, listOf, textOf } from './error-body.ts';
import { reasonsOf } from './send/reasons.ts';

/** What the service says of one message; another service may leave out any of it. */
export interface Answered {
  to?: string;
  /** The service's own, which need not be the one that the message went out with. */
  messageId?: string;
  messageCount?: number;
  bulkId?: string;
  status: Partial<MessageStatus>;
}

const textIn = (value: unknown): string | undefined => textOf(value) || undefined;

/** A whole number, as a number or as text. */
function numberIn(value: unknown): number | undefined {
  const number = Number(textOf(value) || Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A status as an object of words, or as the only word there is. */
function statusIn(answer: Record<string, unknown>): Partial<MessageStatus> {
  const { status } = answer;
  const given = isObject(status) ? status : { name: status };
  const fields: Partial<MessageStatus> = {
    groupId: numberIn(given['groupId']),
    groupName: textIn(given['groupName']),
    id: numberIn(given['id']),
    name: textIn(given['name']),
    // Without words of its own, whatever else the answer says.
    description: textIn(given['description']) ?? textIn(isObject(status) ? undefined : reasonsOf(answer)[0]?.Message),
    action: given['action'] ?? undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The answers of a body, in their order; undefined where it tells of no messages. */
export function answersIn(body: unknown): Answered[] | undefined {
  const list = Array.isArray(body) ? body : isObject(body) ? listOf(body['messages']) : [];
  const bulkId = isObject(body) ? textIn(body['bulkId']) : undefined;
  if (list.length === 0) return undefined;
  return list.map((it: unknown) => {
    const given = isObject(it) ? it : {};
    return {
      to: textIn(given['to']),
      messageId: textIn(given['messageId']),
      messageCount: numberIn(given['messageCount']),
      bulkId,
      status: statusIn(given),
    };
  });
}

interface Sent {
  to: string;
  messageId: string;
}

/** The same number with and without its prefix and its spaces. */
const numberKey = (to: string): string => to.replace(/\D/g, '').slice(-9);

/**
 * Each message with its answer: by the messageId that it went out with; of a service with IDs of its own by recipient, and of
 * several to one recipient in their order; of one that names nobody by its place. What fits no message is a stray.
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
    const theirs = [...free].filter(({ to }) => to !== undefined && numberKey(to) === key);
    // Fewer or more answers than messages to one recipient: nobody can tell which is whose.
    if (theirs.length === open.length) open.forEach((position, at) => take(position, theirs[at]));
  }
  return { of, strays: [...free] };
}
