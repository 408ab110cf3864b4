import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MonthDifference } from '#contract/month-end.ts';
import type { Clock } from '#service/base/clock.ts';
import type { ProviderLines } from '#service/gateway/lines.ts';
import type { Extension } from '#service/http/extension.ts';
import { leavingSignal } from '#service/http/leaving.ts';
import { Slots } from '#service/http/limits/slots.ts';
import type { Book } from '../figures.ts';
import { changedAtProvider } from './changed.ts';
import { dropLines } from './kept-lines.ts';
import { readMonth, type MonthRead } from './read-month.ts';
import type { Asking } from './transactions.ts';

/** Months whose transactions are at a provider (docs/gateway.md, Month end). */
export interface ProviderMonths {
  /** Reads a month for a close; what `close` does not keep is dropped. */
  forClose<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    book: Book,
    mayClose: () => Promise<unknown>,
    close: (read: MonthRead) => Promise<T>,
  ): Promise<T>;
  changedSince(
    request: FastifyRequest,
    reply: FastifyReply,
    book: Book,
    closed: { readId: string; returned: string[] },
  ): Promise<{ Differences: MonthDifference[]; DifferenceCount: number }>;
}

export function providerMonths(lines: ProviderLines, clock: Clock, extension: Extension): ProviderMonths {
  // A month is read whole, so those of a merchant are read one after the other.
  const turns = new Slots({ slots: 1, queue: 20, waitMs: 60_000 });
  const within = <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { merchant, product }: Book,
    work: (asking: Asking) => Promise<T>,
  ): Promise<T> =>
    turns.within(merchant, reply.raw, async () =>
      work({
        line: await lines.of(merchant),
        merchant,
        product,
        authorization: request.headers.authorization,
        response: reply.raw,
        signal: leavingSignal(reply.raw),
      }),
    );
  return {
    forClose: (request, reply, book, mayClose, close) =>
      within(request, reply, book, async (asking) => {
        // Nothing is read for what can't be closed.
        await mayClose();
        const read = await readMonth(extension, asking, book, clock.today());
        try {
          return await close(read);
        } catch (error) {
          await dropLines(read.kept);
          throw error;
        }
      }),
    changedSince: (request, reply, book, { readId, returned }) =>
      within(request, reply, book, (asking) =>
        changedAtProvider({ extension, merchant: book.merchant, readId }, returned, asking, book, clock.today()),
      ),
  };
}
