import type pg from 'pg';
import type { FaultCode } from '#contract/fault-codes.ts';
import { addDays, addMonths, dateOf, daysBetween, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import { fromCents } from '#rules/money.ts';
import type { Clock } from '#service/base/clock.ts';
import { refusedField } from '#service/base/errors.ts';
import { inTransaction } from '#service/database/transaction.ts';
import type { Within } from '#service/http/extension.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';

/** Maximum for one call, and for a clock in total. */
const maxMonths = 60;
const maxDays = 36_525;

/** Number and sum of debits or payouts. */
interface Summary {
  Count: number;
  Amount: number;
}

/** What banks reported between two times. */
interface Reported {
  Collected: Summary;
  Unpaid: Summary;
  PaidOut: Summary;
  NotPaidOut: Summary;
}

/** The latest move of a clock, and its events so far. */
interface Move extends Reported {
  From: DateTimeText;
  To: DateTimeText;
  IsFinished: boolean;
  /** Debits and payouts due that have not gone out. */
  Left: number;
}

/**
 * Moves a clock forward; clearing catches up separately. Extends a move in progress.
 * @throws HttpError 400 for a day before the clock's, or too far ahead.
 */
export async function setForward(
  { query, begun: { daysAhead } }: Within,
  clock: Clock,
  merchant: string,
  to: DateText,
): Promise<void> {
  const refused = (Code: FaultCode, Message: string) => refusedField(Code, 'Today', Message);
  await mustBeFree({ query }, merchant, Lock.testClock);
  const wall = dateOf(clock.now());
  const today = clock.today(daysAhead);
  const days = daysBetween(wall, to);
  if (to > addMonths(today, maxMonths) || days > maxDays)
    throw refused('TOO_FAR', 'The clock moves at most five years at a time, and a century in all.');
  const moved = await query(
    `insert into test_clock as it (merchant, days_ahead, moved_from, moved_to)
        select $1, $2::int, $4::timestamp, $5::timestamp where $2::int >= $3::int
        on conflict (merchant) do update set days_ahead = excluded.days_ahead, moved_to = excluded.moved_to,
          moved_from = case when it.caught_up_days = it.days_ahead then excluded.moved_from
            else coalesce(it.moved_from, excluded.moved_from) end,
          caught_up_days = null
          where it.days_ahead <= excluded.days_ahead
        returning 1`,
    [merchant, days, daysAhead, clock.now(daysAhead), clock.now(days)],
  );
  if (moved.length === 0) throw refused('IN_THE_PAST', `The clock only moves forward; it is ${today} there.`);
}

/** The first day whose debits and payouts go out on `today` or later: on a Monday, the Sunday. */
function firstOpenDay(today: DateText): DateText {
  let day = today;
  while (clearingDay(addDays(day, -1)) >= today) day = addDays(day, -1);
  return day;
}

/** The latest move of a merchant's clock; undefined if it was never moved. */
export async function latestMove(pool: pg.Pool, clock: Clock, merchant: string): Promise<Move | undefined> {
  const found = await inTransaction(pool, { merchant, isSandbox: true }, async (client, { daysAhead }) => {
    const { rows } = await client.query<{ From: DateTimeText; To: DateTimeText; IsFinished: boolean; Left: number }>(
      `select moved_from as "From", moved_to as "To", caught_up_days is not distinct from days_ahead as "IsFinished",
          (select count(*) from instalment i join contract c using (merchant, contract_sequence)
            where merchant = $1 and instalment_status = 'SCHEDULED' and instalment_action_date < $2::date::timestamp
              and mandate_status_code <> 'PENDING')
          + (select count(*) from payment
            where merchant = $1 and payment_status = 'SCHEDULED' and payment_date < $2::date::timestamp
              and (held_until is null or held_until < $2::date::timestamp)) as "Left"
        from test_clock where merchant = $1 and moved_from is not null`,
      [merchant, firstOpenDay(clock.today(daysAhead))],
    );
    return rows[0];
  });
  return found && { ...found, ...(await reportedOutcomes(pool, merchant, found.From, found.To)) };
}

/** What banks reported after `from` and up to `to`. */
export async function reportedOutcomes(
  pool: pg.Pool,
  merchant: string,
  from: DateTimeText,
  to: DateTimeText,
): Promise<Reported> {
  const found = await inTransaction(pool, { merchant }, async (client) => {
    const { rows } = await client.query<{ status: string; isPayout: boolean; count: number; cents: number }>(
      `select status, payment_sequence is not null as "isPayout", count(*), sum(amount)::bigint as cents
        from transaction
        where merchant = $1 and transaction_date > $2::timestamp and transaction_date <= $3::timestamp
        group by 1, 2`,
      [merchant, from, to],
    );
    return rows;
  });
  const of = (status: string, isPayout: boolean): Summary => {
    const row = found.find((it) => it.status === status && it.isPayout === isPayout);
    return { Count: row?.count ?? 0, Amount: fromCents(row?.cents ?? 0) };
  };
  return {
    Collected: of('PAID', false),
    Unpaid: of('UNPAID', false),
    PaidOut: of('PAID', true),
    NotPaidOut: of('UNPAID', true),
  };
}
