import type pg from 'pg';
import type { DateTimeText } from '#rules/calendar.ts';
import { appending, type Actor } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction, repeatedly, type Begun } from '#service/database/transaction.ts';
import { whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { judgeWaiting, type HeldMessage } from './held-messages.ts';
import { heldStatus } from './statuses.ts';
import type { MessageCall, WaitingMessage } from './waiting-messages.ts';

/** Of one merchant and organisation, in the transaction in which they stop waiting. */
export interface HandOver {
  call: MessageCall;
  begun: Begun;
  messages: readonly WaitingMessage[];
}

interface World {
  pool: pg.Pool;
  clock: Clock;
  numbers: Numbers;
  /**
   * Stores the messages as any others that go.
   * @returns what is to be done after the commit; `later` if none can go now
   */
  handOver(it: HandOver): Promise<'later' | (() => void) | undefined>;
}

/** In one transaction. */
const mostAtOnce = 500;

/** Sends what waited and may go now. What its client does not want any more is refused, with an entry in the audit. */
export async function sendWaiting(world: World): Promise<void> {
  const { pool, clock } = world;
  const due = await asMaintenance(pool, (query) =>
    query<Book>(
      `select distinct merchant, organisation from waiting_message left join test_clock using (merchant)
        where content is not null and goes_at <= $1::timestamp + coalesce(days_ahead, 0) * interval '1 day'`,
      [clock.now()],
    ),
  );
  for (const book of due) while ((await sendSome(world, book)) === mostAtOnce);
}

interface Book {
  merchant: string;
  organisation: string;
}

interface StoredWaiting {
  messageId: string;
  content: string;
  goesAt: DateTimeText;
  actor: Actor;
}

/** @returns how many no longer wait */
async function sendSome({ pool, clock, numbers, handOver }: World, book: Book): Promise<number> {
  const { merchant, organisation } = book;
  const work = (client: pg.PoolClient, begun: Begun) =>
    passOn({ query: queryOn(client), numbers, merchant, organisation, now: clock.now() }, begun, handOver);
  const done = await whenFree({ destroyed: false }, () => repeatedly(() => inTransaction(pool, book, work)));
  done.afterwards?.();
  return done.count;
}

async function passOn(
  call: MessageCall,
  begun: Begun,
  handOver: World['handOver'],
): Promise<{ count: number; afterwards?: () => void }> {
  const { query, numbers, merchant, organisation } = call;
  const rows = await query<StoredWaiting>(
    `select message_id as "messageId", content, to_char(goes_at, 'YYYY-MM-DD HH24:MI') as "goesAt", actor
      from waiting_message
      where merchant = $1 and organisation = $2 and content is not null and goes_at <= $3::timestamp
          + coalesce((select days_ahead from test_clock where merchant = $1), 0) * interval '1 day'
      order by goes_at, message_id limit ${mostAtOnce} for update skip locked`,
    [merchant, organisation, call.now],
  );
  const waiting = rows.map(({ content: sealed, ...row }): WaitingMessage => {
    const content = numbers.open(sealed);
    return { ...row, content, to: (JSON.parse(content) as { to: string }).to };
  });
  if (waiting.length === 0) return { count: 0 };
  const judged = await judgeWaiting(call, merchant, waiting);
  const going = waiting.filter((_, index) => !judged[index]);
  const handed = going.length > 0 ? await handOver({ call, begun, messages: going }) : undefined;
  if (handed === 'later') return { count: 0 };
  await query('delete from waiting_message where merchant = $1 and message_id = any($2)', [
    merchant,
    going.map(({ messageId }) => messageId),
  ]);
  const later = waiting.flatMap(({ messageId }, index) => {
    const it = judged[index];
    return it && 'waitsUntil' in it ? [{ messageId, goesAt: it.waitsUntil }] : [];
  });
  await query(
    `update waiting_message set goes_at = at from unnest($2::text[], $3::timestamp[]) as _ (id, at)
      where merchant = $1 and message_id = id`,
    [merchant, later.map(({ messageId }) => messageId), later.map(({ goesAt }) => goesAt)],
  );
  const refused = waiting.flatMap(({ messageId }, index) => {
    const it = judged[index];
    return it && 'held' in it ? [{ messageId, held: it.held }] : [];
  });
  await refuse(query, begun, merchant, refused);
  return { count: waiting.length, ...(handed && { afterwards: handed }) };
}

async function refuse(
  query: Query,
  begun: Begun,
  merchant: string,
  refused: readonly { messageId: string; held: HeldMessage }[],
): Promise<void> {
  if (refused.length === 0) return;
  await query(
    `update waiting_message set content = null, refusal = text from unnest($2::text[], $3::text[]) as _ (id, text)
      where merchant = $1 and message_id = id`,
    [merchant, refused.map(({ messageId }) => messageId), refused.map(({ held }) => JSON.stringify(heldStatus(held)))],
  );
  const Codes: Record<string, number> = {};
  for (const { held } of refused) Codes[held.Code] = (Codes[held.Code] ?? 0) + 1;
  begun.last.push(
    ...appending(merchant, {
      Action: 'templateSend',
      Actor: { Kind: 'service', Id: 'sending-waiting', Name: 'Sending what waited' },
      Outcome: 'refused',
      Items: refused.length,
      Refused: refused.length,
      Codes,
    }),
  );
}
