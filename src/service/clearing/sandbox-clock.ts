import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { dateText } from '#contract/times.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import type { Guard } from '#service/auth/guard.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { enterExtension } from '#service/http/extension.ts';
import { parsed } from '#service/http/parsed.ts';
import type { Bank } from './bank.ts';
import { catchUp } from './clearing.ts';
import { latestMove, reported, setForward } from './clock-moves.ts';
import type { Clock } from './clock.ts';

const path = '/sandbox/clock/:merchant';
const Move = z.strictObject({ Today: dateText() });

/** Milliseconds that a call waits for a move to finish before it answers with the progress. */
const usualWait = 4000;

interface Parts {
  pool: pg.Pool;
  guard: Guard;
  clock: Clock;
  bank: Bank;
  waitMilliseconds?: number;
}

/**
 * The sandbox's test clock: a merchant's own date, ahead of the real one, to watch the collections of months in a minute. Not
 * part of the interface. POST `{ Today }` moves the clock forward and processes everything due by then; it answers the result,
 * or 202 with the progress if that takes longer. Then it continues in the background, and after a restart by the clearing job.
 * GET answers `{ Now, Move }`.
 */
export function serveSandboxClock(app: FastifyInstance, parts: Parts): void {
  const { pool, guard, clock, bank, waitMilliseconds = usualWait } = parts;
  const now = (merchant: string): Promise<DateTimeText> =>
    inTransaction(pool, { merchant, isSandbox: true }, async (_, { daysAhead }) => clock.now(daysAhead));

  const ending = new AbortController();
  const running = new Set<Promise<boolean>>();
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.allSettled(running);
  });
  const carryOn = (merchant: string): Promise<boolean> => {
    const run = catchUp(pool, clock, merchant, { bank, signal: ending.signal }).finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  app.get(path, async (request, reply) => {
    const { merchant } = await enterExtension(request, { pool, guard }, 'sandbox:read');
    const Latest = await latestMove(pool, clock, merchant);
    return reply
      .header('cache-control', 'no-store')
      .send({ Now: await now(merchant), ...(Latest && { Move: Latest }) });
  });

  app.post(path, async (request, reply) => {
    const { merchant } = await enterExtension(request, { pool, guard }, 'sandbox:write');
    const { Today } = parsed(Move, request.body);
    const before = await now(merchant);
    await setForward(pool, clock, merchant, Today);
    const run = carryOn(merchant);
    const timer = new AbortController();
    const isDone = await Promise.race([
      run,
      pause(waitMilliseconds, false, { signal: timer.signal }).catch(() => false),
    ]).finally(() => timer.abort());
    reply.header('cache-control', 'no-store');
    const after = await now(merchant);
    if (isDone) return reply.send({ Now: after, ...(await reported(pool, merchant, before, after)) });
    // No call waits for it any more; the clearing job does the rest within a minute.
    run.catch((error: unknown) => app.log.warn({ err: error }, 'the test clock was not caught up with'));
    return reply.status(202).send({ Now: after, Move: await latestMove(pool, clock, merchant) });
  });
}
