import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { MessageRule } from '#rules/message-hours.ts';
import type { Actor } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { phoneMark } from '#service/promises/held-back.ts';

/** Messages that were accepted and wait until they may go, and those that went, where a merchant limits them. */

/** What decides whether a message goes: of a call, or of the job that sends what waited. */
export type MessageCall = Pick<Call, 'query' | 'numbers' | 'organisation' | 'merchant' | 'now'>;

export interface DoorMessage {
  messageId: string;
  to: string;
  /** The whole message as JSON. */
  content: string;
}

export interface WaitingMessage extends DoorMessage {
  goesAt: DateTimeText;
  /** Who sent it. */
  actor: Actor;
}

/** A call of an organisation sees no rows of its merchants otherwise. */
export function enterMerchant({ query, organisation }: MessageCall, merchant: string): Promise<unknown> {
  const { values, ...statement } = enteringMerchant({ organisation }, merchant);
  return query(statement, values);
}

export const enteringMerchant = ({ organisation }: Pick<MessageCall, 'organisation'>, merchant: string) => ({
  name: 'enterMerchant',
  text: `select enter('collections_app', $1, $2)`,
  values: [merchant, organisation],
});

/** The rule is undefined where messages go at any time. */
export async function readMessageRule(
  query: Query,
  merchant: string,
): Promise<{ rule: MessageRule | undefined; daysAhead: number }> {
  const [row] = await query<{ rule: MessageRule | null; daysAhead: number }>(
    `select (select json_build_object('from', goes_from, 'to', goes_to, 'saturdays', saturdays, 'sundays', sundays,
            'holidays', holidays, 'mostWeekly', most_weekly) from message_rule where merchant = $1) as rule,
        coalesce((select days_ahead from test_clock where merchant = $1), 0) as "daysAhead"`,
    [merchant],
  );
  return { rule: row?.rule ?? undefined, daysAhead: row?.daysAhead ?? 0 };
}

/** Those of the messages that wait, by their ids. */
export async function waitingAmong(
  { query, numbers, organisation }: MessageCall,
  merchant: string,
  ids: readonly string[],
): Promise<Map<string, Pick<WaitingMessage, 'content' | 'goesAt'>>> {
  const rows = await query<{ id: string; content: string; goesAt: DateTimeText }>(
    `select message_id as id, content, to_char(goes_at, 'YYYY-MM-DD HH24:MI') as "goesAt"
      from waiting_message
      where merchant = $1 and organisation = $2 and message_id = any($3) and content is not null`,
    [merchant, organisation, ids],
  );
  return new Map(rows.map(({ id, content, goesAt }) => [id, { content: numbers.open(content), goesAt }]));
}

/** By the marks of telephone numbers: when messages went there in the last seven days or, if they count, are to go. */
export async function messagesInWeek(
  { query }: MessageCall,
  { merchant, now }: { merchant: string; now: DateTimeText },
  marks: readonly string[],
  countsWaiting: boolean,
): Promise<Map<string, DateTimeText[]>> {
  const since = `${addDays(dateOf(now), -7)}${now.slice(10)}`;
  // Older ones count no more.
  await query('delete from message_count where merchant = $1 and phone_mark = any($2) and gone_at <= $3', [
    merchant,
    marks,
    since,
  ]);
  const rows = await query<{ mark: string; at: DateTimeText }>(
    `select phone_mark as mark, to_char(gone_at, 'YYYY-MM-DD HH24:MI') as at from message_count
      where merchant = $1 and phone_mark = any($2)
    union all
    select phone_mark, to_char(goes_at, 'YYYY-MM-DD HH24:MI') from waiting_message
      where merchant = $1 and phone_mark = any($2) and content is not null and $3`,
    [merchant, marks, countsWaiting],
  );
  const byMark = new Map<string, DateTimeText[]>();
  for (const { mark, at } of rows) byMark.set(mark, [...(byMark.get(mark) ?? []), at]);
  return byMark;
}

/** @returns those that had not gone; the others go or are refused already */
export async function takeBackWaiting(
  query: Query,
  { merchant, product }: { merchant: string; product: string },
  ids: readonly string[],
  refusal: object,
): Promise<string[]> {
  await mustBeFree({ query }, merchant, Lock.messages);
  const rows = await query<{ id: string }>(
    `update waiting_message set content = null, refusal = $4
      where merchant = $1 and message_id = any($3) and content is not null
        and (message_id, organisation) in (
          select message_id, organisation from sent_message where merchant = $1 and product = $2 and message_id = any($3))
      returning message_id as id`,
    [merchant, product, ids, JSON.stringify(refusal)],
  );
  return rows.map(({ id }) => id);
}

interface TimedMessage {
  message: DoorMessage;
  goesAt: DateTimeText;
}

export async function insertWaiting(
  { query, numbers, organisation }: MessageCall,
  merchant: string,
  waiting: readonly TimedMessage[],
  actor: Actor,
): Promise<void> {
  if (waiting.length === 0) return;
  await query(
    `insert into waiting_message (merchant, message_id, organisation, phone_mark, content, goes_at, actor)
      select $1, id, $2, mark, content, at, $3
      from unnest($4::text[], $5::text[], $6::text[], $7::timestamp[]) as _ (id, mark, content, at)
      order by id on conflict (merchant, organisation, message_id) do nothing`,
    [
      merchant,
      organisation,
      JSON.stringify(actor),
      waiting.map(({ message }) => message.messageId),
      waiting.map(({ message }) => phoneMark(numbers, merchant, message.to)),
      waiting.map(({ message }) => numbers.seal(message.content)),
      waiting.map(({ goesAt }) => goesAt),
    ],
  );
}

export async function countMessages(
  { query, numbers, organisation }: MessageCall,
  merchant: string,
  gone: readonly TimedMessage[],
): Promise<void> {
  if (gone.length === 0) return;
  await query(
    `insert into message_count (merchant, organisation, message_id, phone_mark, gone_at)
      select $1, $2, id, mark, at from unnest($3::text[], $4::text[], $5::timestamp[]) as _ (mark, id, at)
      order by id on conflict (merchant, organisation, message_id) do nothing`,
    [
      merchant,
      organisation,
      gone.map(({ message }) => phoneMark(numbers, merchant, message.to)),
      gone.map(({ message }) => message.messageId),
      gone.map(({ goesAt }) => goesAt),
    ],
  );
}
