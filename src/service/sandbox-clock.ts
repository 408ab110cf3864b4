import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { dateText } from '../contract/times.ts';
import { addMonths, dateOf, daysBetween, type DateText, type DateTimeText } from '../rules/calendar.ts';
import { fromCents } from '../rules/money.ts';
import type { Guard } from './auth/guard.ts';
import { clear } from './clearing.ts';
import type { Clock } from './clock.ts';
import { inTransaction } from './database/transaction.ts';
import { HttpError, notFound } from './errors.ts';
import { faultsOf } from './faults.ts';

const path = '/sandbox/clock/:merchant';
const Move = z.strictObject({ Today: dateText() });

/** The furthest that one call moves, and that a clock gets altogether. */
const mostMonths = 60;
const mostDays = 36_525;

/** How much money moved, or did not: how many debits or payouts, and their sum. */
interface Tally {
  Count: number;
  Amount: number;
}

/** What the banks reported between the old time and the new one. */
interface Reported {
  Collected: Tally;
  Unpaid: Tally;
  PaidOut: Tally;
  NotPaidOut: Tally;
}

/**
 * The sandbox's test clock: a merchant's own date, ahead of the wall's, so that the collections of months can be watched
 * in a minute. Not a part of the interface. GET answers `{ Now }`; POST `{ Today }` moves the clock forward to that day,
 * has everything happen that is due by then, and answers what it was.
 */
export function serveSandboxClock(app: FastifyInstance, parts: { pool: pg.Pool; guard: Guard; clock: Clock }): void {
  const { pool, guard, clock } = parts;
  const now = (merchant: string): Promise<DateTimeText> =>
    inTransaction(pool, { merchant, isSandbox: true }, async (_, { daysAhead }) => clock.now(daysAhead));

  app.get(path, async (request, reply) => {
    const merchant = await enter(request, { pool, guard }, 'sandbox:read');
    return reply.header('cache-control', 'no-store').send({ Now: await now(merchant) });
  });

  app.post(path, async (request, reply) => {
    const merchant = await enter(request, { pool, guard }, 'sandbox:write');
    const read = Move.safeParse(request.body ?? {});
    if (!read.success) throw new HttpError(400, faultsOf(read.error, request.body ?? {}));
    const before = await now(merchant);
    await move(pool, clock, merchant, read.data.Today);
    await clear(pool, clock, merchant);
    const after = await now(merchant);
    return reply
      .header('cache-control', 'no-store')
      .send({ Now: after, ...(await reported(pool, merchant, before, after)) });
  });
}

/** @throws HttpError 401 without a good token or the permission, 404 beyond the token's merchants. */
async function enter(
  request: FastifyRequest,
  { pool, guard }: { pool: pg.Pool; guard: Guard },
  permission: string,
): Promise<string> {
  const caller = await guard(request.headers.authorization);
  const { merchant } = request.params as { merchant: string };
  if (!caller.merchants.has(merchant) && !(caller.merchants.has('*') && (await isThere(pool, merchant))))
    throw notFound();
  if (!caller.permissions.has(permission))
    throw new HttpError(401, [{ Code: 'NOT_PERMITTED', Message: `This sign-in lacks the permission ${permission}.` }], {
      'www-authenticate': 'Bearer error="insufficient_scope"',
    });
  return merchant;
}

const isThere = (pool: pg.Pool, merchant: string): Promise<boolean> =>
  inTransaction(
    pool,
    { merchant },
    async (client) => (await client.query('select from merchant where not disabled')).rowCount === 1,
  );

/** @throws HttpError 400 for a day before the clock's, or too far ahead. */
async function move(pool: pg.Pool, clock: Clock, merchant: string, to: DateText): Promise<void> {
  const refused = (Code: string, Message: string) => new HttpError(400, [{ Field: 'Today', Code, Message }]);
  await inTransaction(pool, { merchant, isSandbox: true }, async (client, { daysAhead }) => {
    const wall = dateOf(clock.now());
    const today = clock.today(daysAhead);
    const days = daysBetween(wall, to);
    if (to > addMonths(today, mostMonths) || days > mostDays)
      throw refused('TOO_FAR', 'The clock moves at most five years at a time, and a century in all.');
    const { rowCount } = await client.query(
      `insert into test_clock (merchant, days_ahead) select $1, $2::int where $2::int >= $3::int
        on conflict (merchant) do update set days_ahead = excluded.days_ahead
          where test_clock.days_ahead <= excluded.days_ahead`,
      [merchant, days, daysAhead],
    );
    if (rowCount === 0) throw refused('IN_THE_PAST', `The clock only moves forward; it is ${today} there.`);
  });
}

async function reported(pool: pg.Pool, merchant: string, from: DateTimeText, to: DateTimeText): Promise<Reported> {
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
  const of = (status: string, isPayout: boolean): Tally => {
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
