import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dateText } from '#contract/times.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import type { Bank } from '#service/clearing/bank.ts';
import { catchUp } from '#service/clearing/clearing.ts';
import { latestMove, reportedOutcomes, setForward } from '#service/clearing/clock-moves.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { changing, happenedBy, serveExtension, type Extension, type Within } from '#service/http/extension.ts';

const Move = z.strictObject({ Today: dateText().check(z.describe('The day that the clock shows then.')) });

/** How long a call waits for a move to finish before it answers with the progress. */
const usualWaitMs = 4000;

interface Parts extends Extension {
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
  const { pool, clock, bank, shares, waitMilliseconds = usualWaitMs } = parts;
  const now = (merchant: string): Promise<DateTimeText> =>
    inTransaction(pool, { merchant, isSandbox: true }, async (_, { daysAhead }) => clock.now(daysAhead));

  const ending = new AbortController();
  const running = new Map<string, Promise<boolean>>();
  app.addHook('onClose', async () => {
    ending.abort();
    await Promise.allSettled(running.values());
  });
  /** One at a time for a merchant: each waits for its batches, with a connection. */
  const carryOn = (merchant: string): Promise<boolean> => {
    const before = running.get(merchant) ?? Promise.resolve(true);
    const run = before
      .catch(() => false)
      .then(() => catchUp(pool, clock, merchant, { bank, signal: ending.signal }))
      .finally(() => running.get(merchant) === run && running.delete(merchant));
    running.set(merchant, run);
    return run;
  };

  serveExtension(
    app,
    parts,
    'sandboxClock',
    { summary: 'Retrieve the time of the merchant’s test clock' },
    ({ merchant, reply }) =>
      shares.views.within(merchant, reply.raw, async () => {
        const Latest = await latestMove(pool, clock, merchant);
        return { Now: await now(merchant), ...(Latest && { Move: Latest }) };
      }),
  );

  serveExtension(
    app,
    parts,
    'sandboxClockMove',
    { summary: 'Move the test clock forward, and process what is due by then', body: Move },
    async ({ merchant, body, request, reply }) => {
      const { Today } = body;
      const move = async (within: Within) => {
        await setForward(within, clock, merchant, Today);
        within.begun.last.push(...appending(merchant, happenedBy(request, { Details: { Today } })));
        return clock.now(within.begun.daysAhead);
      };
      const before = await changing(parts, request, reply, move, { isSandbox: true });
      const run = carryOn(merchant);
      const timer = new AbortController();
      const isDone = await Promise.race([
        run,
        pause(waitMilliseconds, false, { signal: timer.signal }).catch(() => false),
      ]).finally(() => timer.abort());
      // No call waits for it any more; the clearing job does the rest within a minute.
      if (!isDone) run.catch((error: unknown) => app.log.warn({ err: error }, 'the test clock was not caught up with'));
      reply.status(isDone ? 200 : 202);
      return shares.views.within(merchant, reply.raw, async () => {
        const Now = await now(merchant);
        return isDone
          ? { Now, ...(await reportedOutcomes(pool, merchant, before, Now)) }
          : { Now, Move: await latestMove(pool, clock, merchant) };
      });
    },
  );
}
