import { createHash, randomUUID } from 'node:crypto';
import { unsettledStatus } from '#answers/messages.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { Message, type MessageStatus } from '#contract/messages.ts';
import type { Fault } from '#contract/operation.ts';
import { Refusal } from '#service/base/errors.ts';
import { fitting } from '#service/base/parsed.ts';
import { problemsOf } from '#service/base/zod-errors.ts';
import type { Query } from '#service/database/query.ts';
import type { Item } from '#service/http/items.ts';
import { Slices } from '#service/http/limits/slices.ts';
import { mustBeEmpty } from '#service/http/request.ts';
import { heldStatus, messageStatuses, rejectedMessage } from '#service/messages/statuses.ts';
import type { InTheWay, RecordNames } from './claims.ts';
import { notStoredFault } from './outcomes.ts';
import type { CallShape } from './shape.ts';

/** Of messages, which leave with the messageId by which they are known when they come again. */
export const messageShape: CallShape = {
  async read({ request, entry: { operation }, query }, hash) {
    mustBeEmpty(query);
    const { messages } = fitting(operation.input, request.body) as { messages: unknown[] };
    const slices = new Slices();
    const ids = new Set<string>();
    const items: Item[] = [];
    for (const value of messages) {
      hash.add(JSON.stringify(value));
      items.push(itemOf(value, ids));
      if (slices.isOver) await slices.next();
    }
    return items;
  },
  /** The content is a name of it, too, so that another one under the same messageId is told apart. */
  names(_, message, numbers) {
    const digest = createHash('sha256').update(JSON.stringify(message)).digest();
    return {
      sequence: numbers.hash(digest).toString('base64url'),
      numbers: JSON.stringify([message['messageId']]),
    };
  },
  record: () => ({}),
  isNamedByItems: (items) => items.every(({ submitted }) => textIn(submitted(), 'messageId') !== undefined),
  inTheWay: messagesInTheWay,
  refusedTexts(_, items, refused) {
    const codes: Record<string, number> = {};
    const texts = [...refused]
      .toSorted(([one], [other]) => one - other)
      .map(([place, refusal]) => {
        const [{ Code } = { Code: 'INVALID' }] = refusal.faults;
        codes[Code] = (codes[Code] ?? 0) + 1;
        return answeredText(sentOf(items[place]), refusal === sentBefore ? accepted : statusOf(refusal.faults));
      });
    return { texts, codes };
  },
  body: (_, messages) => `{"messages":[${messages.join(',')}]}`,
  answer(_, { sent, refused }, outcomes) {
    const texts = new Map<number, string>();
    for (const [index, { state, result, note }] of outcomes.entries()) {
      const { place, fields } = sent[index] ?? { place: index, fields: {} };
      const whyNot = state === 'refused' ? { Code: '', Message: note ?? 'The provider refused it.' } : notStoredFault;
      const status = state === 'accepted' ? accepted : statusOf([whyNot]);
      texts.set(place, (state === 'not stored' ? undefined : result) ?? answeredText(fields, status));
    }
    const others = [...refused];
    const list = Array.from(
      { length: sent.length + refused.length },
      (_it, place) => texts.get(place) ?? others.shift(),
    );
    return `{"messages":[${list.join(',')}],"bulkId":null}`;
  },
  /** Each is in its place among the others. */
  withRefused: () => undefined,
  keepsClaim: ({ state }) => state === 'accepted',
};

const { PENDING_ACCEPTED: accepted } = messageStatuses;

/** @param ids of the messages before it in the call. */
function itemOf(value: unknown, ids: Set<string>): Item {
  const read = Message.safeParse(value);
  if (!read.success) {
    const { faults, more } = problemsOf(read.error, value);
    return { read: Object.assign(new Refusal(...faults), { more }), submitted: () => value, bytes: 0 };
  }
  const messageId = read.data.messageId || randomUUID();
  if (ids.has(messageId)) return { read: sentTwice, submitted: () => value, bytes: 0 };
  ids.add(messageId);
  return { read: { data: { ...read.data, messageId } }, submitted: () => value, bytes: 0 };
}

const sentTwice = new Refusal({ Code: 'DUPLICATE', Message: 'Another message of this call has this messageId.' });
const otherMessage = new Refusal({ Code: 'DUPLICATE', Message: 'messageId was used before, for another message.' });
/** The recipient must not get it twice; its answer says that it was accepted. */
const sentBefore = new Refusal({ Code: 'DUPLICATE', Message: 'It was sent before.' });

/** A message that was accepted keeps its claim, by which it is known when it comes again. */
async function messagesInTheWay(
  query: Query,
  { merchant, product }: { merchant: string; product: string },
  names: ReadonlyMap<number, RecordNames>,
): Promise<InTheWay> {
  const claims = await query<RecordNames & { isSettled: boolean }>(
    `select it.sequence, it.numbers, made.state = 'SETTLED' as "isSettled"
      from outgoing_claim it join outgoing_call made on made.merchant = it.merchant and made.call = it.call
      where it.merchant = $1 and it.product = $2 and it.numbers = any($3)`,
    [merchant, product, [...names.values()].map(({ numbers }) => numbers)],
  );
  const byNumbers = new Map(claims.map((it) => [it.numbers, it]));
  const claimed = new Set<number>();
  const repeated = new Map<number, Refusal>();
  for (const [place, { sequence, numbers }] of names) {
    const claim = byNumbers.get(numbers);
    if (claim?.isSettled) repeated.set(place, claim.sequence === sequence ? sentBefore : otherMessage);
    else if (claim) claimed.add(place);
  }
  return { claimed, repeated, alien: { claims: [], items: [] } };
}

/** As the interface answers a message that was not taken. */
function statusOf(faults: readonly Pick<Fault, 'Code' | 'Message'>[]): MessageStatus {
  const text = faults.map(({ Message: it }) => it).join(' ');
  switch (faults[0]?.Code) {
    case 'UNSETTLED':
      return rejectedMessage(
        unsettledStatus,
        'This messageId was sent before, and the outcome is not known yet. It was not sent again.',
      );
    case 'DUPLICATE':
      return rejectedMessage('REJECTED_DUPLICATE_MESSAGE_ID', text);
    case 'NOT_STORED':
      return rejectedMessage('REJECTED_NOT_STORED', text);
    case 'PROMISED':
    case 'OPTED_OUT':
    case 'WAITS':
      return heldStatus({ Code: faults[0].Code, Message: text });
    case '':
      return rejectedMessage('REJECTED_BY_PROVIDER', text);
    default:
      return rejectedMessage('REJECTED_MALFORMED', text);
  }
}

const textIn = (value: unknown, name: string): string | undefined => {
  const found: unknown = typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** With the messageId that it has got here. */
const sentOf = (item: Item | undefined): Fields => {
  const read = item?.read;
  return ((read && 'data' in read ? read.data : item?.submitted()) ?? {}) as Fields;
};

const answeredText = (message: Fields, status: Partial<MessageStatus>): string =>
  JSON.stringify({
    to: textIn(message, 'to') ?? '',
    messageCount: 1,
    messageId: textIn(message, 'messageId') ?? randomUUID(),
    status,
  });
