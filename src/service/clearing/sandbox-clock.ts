import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { dateText } from '#contract/times.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import type { Guard } from '#service/auth/guard.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { HttpError, notFound } from '#service/http/errors.ts';
import { faultsOf } from '#service/http/zod-errors.ts';
import { catchUp } from './clearing.ts';
import { latestMove, reported, setForward } from './clock-moves.ts';
import type { Clock } from './clock.ts';

const path = '/sandbox/clock/:merchant';
const Move = z.strictObject({ Today: dateText() });

/** How long a call that moves a clock waits for everything to have happened before it answers with how far it is. */
const usualWait = 4000;

interface Parts {
  pool: pg.Pool;
  guard: Guard;
  clock: Clock;
  waitMilliseconds?: number;
}

/**
 * The sandbox's test clock: a merchant's own date, ahead of the wall's, so that the collections of months can be watched
 * in a minute. Not a part of the interface. POST `{ Today }` moves the clock forward to that day and has everything happen
 * that is due by then; it answers what it was, or 202 and how far it is where that takes longer. It goes on by itself then,
 * page by page, and after the end of this process by the job that clears. GET answers `{ Now, Move }`.
 */
export function serveSandboxClock(app: FastifyInstance, parts: Parts): void {
  const { pool, guard, clock, waitMilliseconds = usualWait } = parts;
  const now = (merchant: string): Promise<DateTimeText> =>
    inTransaction(pool, { merchant, isSandbox: true }, async (_, { daysAhead }) => clock.now(daysAhead));

  const ending = new AbortController();
  const running = new Set<Promise<boolean>>();
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.allSettled(running);
  });
  const carryOn = (merchant: string): Promise<boolean> => {
    const run = catchUp(pool, clock, merchant, { signal: ending.signal }).finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  app.get(path, async (request, reply) => {
    const merchant = await enter(request, { pool, guard }, 'sandbox:read');
    const Latest = await latestMove(pool, clock, merchant);
    return reply
      .header('cache-control', 'no-store')
      .send({ Now: await now(merchant), ...(Latest && { Move: Latest }) });
  });

  app.post(path, async (request, reply) => {
    const merchant = await enter(request, { pool, guard }, 'sandbox:write');
    const read = Move.safeParse(request.body ?? {});
    if (!read.success) throw new HttpError(400, faultsOf(read.error, request.body ?? {}));
    const before = await now(merchant);
    await setForward(pool, clock, merchant, read.data.Today);
    const run = carryOn(merchant);
    const timer = new AbortController();
    const isDone = await Promise.race([
      run,
      pause(waitMilliseconds, false, { signal: timer.signal }).catch(() => false),
    ]).finally(() => timer.abort());
    reply.header('cache-control', 'no-store');
    const after = await now(merchant);
    if (isDone) return reply.send({ Now: after, ...(await reported(pool, merchant, before, after)) });
    // Nobody waits for it any more; what it could not do, the job that clears does within a minute.
    run.catch((error: unknown) => app.log.warn({ err: error }, 'the test clock was not caught up with'));
    return reply.status(202).send({ Now: after, Move: await latestMove(pool, clock, merchant) });
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
    async (client) =>
      (await client.query('select from merchant where merchant = $1 and not disabled', [merchant])).rowCount === 1,
  );
