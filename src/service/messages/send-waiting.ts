import type pg from 'pg';
import type { DateTimeText } from '#rules/calendar.ts';
import { appending, type Actor } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction, repeatedly, type Begun } from '#service/database/transaction.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { announcedDebits, debitChanged, ownDebits, type AnnouncedDebit, type DebitsNow } from './announced-debits.ts';
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
  /** What a provider shows of debits, read without a connection; undefined where this service has the records. */
  debitsElsewhere?: (merchant: string, debits: readonly AnnouncedDebit[]) => Promise<DebitsNow>;
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
async function sendSome({ pool, clock, numbers, handOver, debitsElsewhere }: World, book: Book): Promise<number> {
  const within = <T>(work: (call: MessageCall, begun: Begun) => Promise<T>): Promise<T> =>
    whenFree({ destroyed: false }, () =>
      repeatedly(() =>
        inTransaction(pool, book, (client, begun) =>
          work({ query: queryOn(client), numbers, ...book, now: clock.now() }, begun),
        ),
      ),
    );
  let seen: DebitsNow | undefined;
  if (debitsElsewhere) {
    const announced = await within(async (call) => {
      const rows = await dueMessages(call, false);
      return announcedDebits(
        call.query,
        book.merchant,
        rows.map(({ messageId }) => messageId),
      );
    });
    seen = announced.length > 0 ? await debitsElsewhere(book.merchant, announced) : new Map();
  }
  const done = await within((call, begun) => passOn(call, begun, handOver, seen));
  done.afterwards?.();
  return done.count;
}

const dueMessages = ({ query, merchant, organisation, now }: MessageCall, areTaken: boolean) =>
  query<StoredWaiting>(
    `select message_id as "messageId", content, to_char(goes_at, 'YYYY-MM-DD HH24:MI') as "goesAt", actor
      from waiting_message
      where merchant = $1 and organisation = $2 and content is not null and goes_at <= $3::timestamp
          + coalesce((select days_ahead from test_clock where merchant = $1), 0) * interval '1 day'
      order by goes_at, message_id limit ${mostAtOnce} ${areTaken ? 'for update skip locked' : ''}`,
    [merchant, organisation, now],
  );

/** @param seen what a provider showed of announced debits: of one that is not among them the message waits on */
async function passOn(
  call: MessageCall,
  begun: Begun,
  handOver: World['handOver'],
  seen: DebitsNow | undefined,
): Promise<{ count: number; afterwards?: () => void }> {
  const { query, numbers, merchant, organisation } = call;
  // None is taken back meanwhile.
  await mustBeFree(call, merchant, Lock.messages);
  const rows = await dueMessages(call, true);
  const announced = await announcedDebits(
    query,
    merchant,
    rows.map(({ messageId }) => messageId),
  );
  const debits = seen ?? (announced.length > 0 ? await ownDebits(query, merchant, announced) : new Map());
  const saying = new Map(announced.map((it) => [it.messageId, it]));
  const waiting = rows
    .filter(({ messageId }) => !saying.has(messageId) || debits.has(messageId))
    .map(({ content: sealed, ...row }): WaitingMessage => {
      const content = numbers.open(sealed);
      return { ...row, content, to: (JSON.parse(content) as { to: string }).to };
    });
  if (waiting.length === 0) return { count: 0 };
  const judged = await judgeWaiting(call, merchant, waiting, ({ messageId }, today) => {
    const said = saying.get(messageId);
    return said && debitChanged(said, debits.get(messageId), today);
  });
  const going = waiting.filter((_, index) => !judged[index]);
  const handed = going.length > 0 ? await handOver({ call, begun, messages: going }) : undefined;
  if (handed === 'later') return { count: 0 };
  await query('delete from waiting_message where merchant = $1 and organisation = $2 and message_id = any($3)', [
    merchant,
    organisation,
    going.map(({ messageId }) => messageId),
  ]);
  const later = waiting.flatMap(({ messageId }, index) => {
    const it = judged[index];
    return it && 'waitsUntil' in it ? [{ messageId, goesAt: it.waitsUntil }] : [];
  });
  await query(
    `update waiting_message set goes_at = at from unnest($3::text[], $4::timestamp[]) as _ (id, at)
      where merchant = $1 and organisation = $2 and message_id = id`,
    [merchant, organisation, later.map(({ messageId }) => messageId), later.map(({ goesAt }) => goesAt)],
  );
  const refused = waiting.flatMap(({ messageId }, index) => {
    const it = judged[index];
    return it && 'held' in it ? [{ messageId, held: it.held }] : [];
  });
  await refuse(call, begun, refused);
  return { count: waiting.length, ...(handed && { afterwards: handed }) };
}

async function refuse(
  { query, merchant, organisation }: MessageCall,
  begun: Begun,
  refused: readonly { messageId: string; held: HeldMessage }[],
): Promise<void> {
  if (refused.length === 0) return;
  await query(
    `update waiting_message set content = null, refusal = text from unnest($3::text[], $4::text[]) as _ (id, text)
      where merchant = $1 and organisation = $2 and message_id = id`,
    [
      merchant,
      organisation,
      refused.map(({ messageId }) => messageId),
      refused.map(({ held }) => JSON.stringify(heldStatus(held))),
    ],
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
