import { addDays, dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { fullMinuteText, weekdayName } from '#rules/day-text.ts';
import { messageMayGoAt, type MessageRule } from '#rules/message-hours.ts';
import type { Actor } from '#service/audit/entry.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { phoneMark, promisedText } from '#service/promises/held-back.ts';
import {
  countMessages,
  enterMerchant,
  insertWaiting,
  messagesInWeek,
  readMessageRule,
  waitingAmong,
  type DoorMessage,
  type MessageCall,
  type WaitingMessage,
} from './waiting-messages.ts';

/** Why a message does not go now. */
export interface HeldMessage {
  Code: 'OPTED_OUT' | 'PROMISED' | 'WAITS' | 'DUPLICATE' | 'DEBIT_CHANGED';
  Message: string;
}

const optedOut: HeldMessage = {
  Code: 'OPTED_OUT',
  Message: 'The client wants no messages. On the client’s page it says since when, and it can be taken back there.',
};
const otherMessage: HeldMessage = {
  Code: 'DUPLICATE',
  Message: 'messageId was used before, for a message with other content, sender or recipient.',
};
export const waits = (at: DateTimeText): HeldMessage => ({
  Code: 'WAITS',
  Message: `Accepted. It goes on ${weekdayName(at)} ${fullMinuteText(at)}, when messages of this merchant may go.`,
});

/** A merchant of the organisation, as far as messages are concerned. */
interface SendingMerchant {
  merchant: string;
  rule: MessageRule | undefined;
  /** By its business time. */
  now: DateTimeText;
  /** Those of the messages that are about its clients. */
  named: ReadonlySet<string>;
  /** Those of the messages that wait already. */
  waiting: ReadonlyMap<string, Pick<WaitingMessage, 'content' | 'goesAt'>>;
  /** By telephone number: the day of a promise to pay, or null where no message is wanted. */
  held: ReadonlyMap<string, DateText | null>;
}

async function readMerchant(
  call: MessageCall,
  merchant: string,
  messages: readonly DoorMessage[],
): Promise<SendingMerchant> {
  const { query, numbers, now } = call;
  const phones = [...new Set(messages.map(({ to }) => to))];
  const phoneOf = new Map(phones.map((it) => [phoneMark(numbers, merchant, it), it]));
  const ids = messages.map(({ messageId }) => messageId);
  await enterMerchant(call, merchant);
  const { rule, daysAhead } = await readMessageRule(query, merchant);
  const today = addDays(dateOf(now), daysAhead);
  const found = await query<{ mark: string; day: DateText | null }>(
    `select phone_mark as mark, to_char(max(day), 'YYYY-MM-DD') as day from promise
      where merchant = $1 and phone_mark = any($2) and withdrawn_at is null and day >= $3 group by phone_mark
    union all
    select mark, null from opt_out, jsonb_array_elements_text(phone_marks) mark
      where merchant = $1 and phone_marks ?| $2 and mark = any($2)`,
    [merchant, [...phoneOf.keys()], today],
  );
  const named = await query<{ id: string }>(
    'select message_id as id from sent_message where merchant = $1 and message_id = any($2)',
    [merchant, ids],
  );
  return {
    merchant,
    rule,
    now: `${today}${now.slice(10)}`,
    named: new Set(named.map(({ id }) => id)),
    waiting: await waitingAmong(call, merchant, ids),
    // Those who want none are the last ones.
    held: new Map(
      found
        .toSorted((one, other) => Number(one.day === null) - Number(other.day === null))
        .map(({ mark, day }) => [phoneOf.get(mark) ?? '', day]),
    ),
  };
}

function heldAmong(merchants: readonly SendingMerchant[], phone: string): HeldMessage | undefined {
  const days = merchants.flatMap(({ held }) => (held.has(phone) ? [held.get(phone) ?? null] : []));
  if (days.includes(null)) return optedOut;
  const [last] = days.toSorted().toReversed();
  return last ? { Code: 'PROMISED', Message: promisedText(last) } : undefined;
}

/** When a message goes, or why it does not. */
type Judged = { held: HeldMessage } | { merchant: string | undefined; goesAt: DateTimeText; isNow: boolean };

interface Judging {
  merchants: readonly SendingMerchant[];
  messages: readonly DoorMessage[];
  /** Whose rule a message keeps to. */
  ruledBy(message: DoorMessage): SendingMerchant | undefined;
  /** Whether also those count that wait, in the order in which they came. */
  countsWaiting: boolean;
  /** Why a message may not go besides. */
  alsoHeld?: (message: DoorMessage, today: DateText) => HeldMessage | undefined;
}

async function judgeMessages(call: MessageCall, { merchants, messages, ruledBy, countsWaiting, alsoHeld }: Judging) {
  const open = messages.map((message) => {
    const by = ruledBy(message);
    const held = heldAmong(merchants, message.to) ?? alsoHeld?.(message, dateOf(by?.now ?? call.now));
    return { message, held, by };
  });
  const earlier = new Map<SendingMerchant, Map<string, DateTimeText[]>>();
  for (const by of new Set(open.flatMap((it) => (it.held ? [] : (it.by ?? []))))) {
    if (by.rule?.mostWeekly == null) continue;
    await enterMerchant(call, by.merchant);
    await mustBeFree(call, by.merchant, Lock.messages);
    const marks = open.flatMap((it) => (it.by === by ? [phoneMark(call.numbers, by.merchant, it.message.to)] : []));
    earlier.set(by, await messagesInWeek(call, by, marks, countsWaiting));
  }
  return open.map(({ message, held, by }): Judged => {
    if (held) return { held };
    if (!by?.rule) return { merchant: undefined, goesAt: call.now, isNow: true };
    const mark = phoneMark(call.numbers, by.merchant, message.to);
    const times = earlier.get(by)?.get(mark) ?? [];
    const goesAt = messageMayGoAt(by.rule, by.now, times);
    earlier.get(by)?.set(mark, [...times, goesAt]);
    return { merchant: by.merchant, goesAt, isNow: goesAt === by.now };
  });
}

async function readMerchants(call: MessageCall, messages: readonly DoorMessage[]): Promise<SendingMerchant[]> {
  const [row] = await call.query<{ merchants: string[] }>(
    'select merchants from organisation where organisation = $1',
    [call.organisation],
  );
  const merchants: SendingMerchant[] = [];
  for (const merchant of row?.merchants ?? []) merchants.push(await readMerchant(call, merchant, messages));
  return merchants;
}

/**
 * Takes new messages at the door. To a client who wants none, or has promised to pay, none goes; one that may not go yet is kept until it
 * may. A message that is about no client keeps to the rule of the first of the organisation's merchants that has one.
 * @returns in their order; undefined for one that goes now
 */
export async function takeMessages(
  call: MessageCall,
  messages: readonly DoorMessage[],
  actor: Actor,
): Promise<(HeldMessage | undefined)[]> {
  if (messages.length === 0) return [];
  const merchants = await readMerchants(call, messages);
  const first = merchants.find(({ rule }) => rule);
  const known = messages.map(({ messageId, content }): HeldMessage | undefined => {
    const waiting = merchants.flatMap((it) => it.waiting.get(messageId) ?? [])[0];
    return waiting && (waiting.content === content ? waits(waiting.goesAt) : otherMessage);
  });
  const fresh = messages.filter((_, index) => !known[index]);
  const judged = await judgeMessages(call, {
    merchants,
    messages: fresh,
    ruledBy: ({ messageId }) => merchants.find(({ named }) => named.has(messageId)) ?? first,
    countsWaiting: true,
  });
  const ruled = fresh.flatMap((message, index) => {
    const it = judged[index];
    return it && 'goesAt' in it && it.merchant !== undefined ? [{ ...it, merchant: it.merchant, message }] : [];
  });
  for (const { merchant, rule } of merchants) {
    const own = ruled.filter((it) => it.merchant === merchant);
    if (own.length === 0) continue;
    await enterMerchant(call, merchant);
    await insertWaiting(
      call,
      merchant,
      own.filter(({ isNow }) => !isNow),
      actor,
    );
    // Also if it is refused afterwards: one too few is better than one too many.
    if (rule?.mostWeekly != null)
      await countMessages(
        call,
        merchant,
        own.filter(({ isNow }) => isNow),
      );
  }
  await enterMerchant(call, call.merchant);
  const byMessage = new Map(fresh.map((message, index) => [message, judged[index]]));
  return messages.map((message, index) => {
    const it = byMessage.get(message);
    if (!it) return known[index];
    return 'held' in it ? it.held : it.isNow ? undefined : waits(it.goesAt);
  });
}

/**
 * Judges again what waited for this moment: its client may have promised to pay since, or the rule is another one.
 * @param alsoHeld why a message may not go besides
 * @returns in their order; undefined for one that goes now
 */
export async function judgeWaiting(
  call: MessageCall,
  merchant: string,
  messages: readonly DoorMessage[],
  alsoHeld: Judging['alsoHeld'],
): Promise<({ held: HeldMessage } | { waitsUntil: DateTimeText } | undefined)[]> {
  const merchants = await readMerchants(call, messages);
  const by = merchants.find((it) => it.merchant === merchant);
  const judged = await judgeMessages(call, { merchants, messages, ruledBy: () => by, countsWaiting: false, alsoHeld });
  await enterMerchant(call, merchant);
  const going = messages.filter((_, index) => {
    const it = judged[index];
    return it && 'isNow' in it && it.isNow;
  });
  if (by?.rule?.mostWeekly != null)
    await countMessages(
      call,
      merchant,
      going.map((message) => ({ message, goesAt: by.now })),
    );
  return judged.map((it) => ('held' in it ? it : it.isNow ? undefined : { waitsUntil: it.goesAt }));
}

/** What is written of clients may have a new telephone number: who wants no messages gets none there either. */
export async function keepOptedOut(
  { query, numbers, merchant, product }: Pick<Call, 'query' | 'numbers' | 'merchant' | 'product'>,
  clients: readonly { ClientNumber?: unknown; CellphoneNumber?: unknown }[],
): Promise<void> {
  const named = clients.flatMap(({ ClientNumber: client, CellphoneNumber: phone }) =>
    typeof client === 'string' && typeof phone === 'string'
      ? [{ client, mark: phoneMark(numbers, merchant, phone) }]
      : [],
  );
  if (named.length === 0) return;
  await query(
    `update opt_out set phone_marks = (phone_marks - mark) || to_jsonb(mark)
      from unnest($3::text[], $4::text[]) as _ (client, mark)
      where merchant = $1 and product = $2 and client_number = client`,
    [merchant, product, named.map(({ client }) => client), named.map(({ mark }) => mark)],
  );
}
