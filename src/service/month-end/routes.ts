import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  MonthCloseRequest,
  MonthReopenRequest,
  MonthText,
  type MonthManifest,
  type MonthState,
} from '#contract/month-end.ts';
import { formatCents } from '#rules/money.ts';
import { appending, type Happened } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import type { Caller } from '#service/base/permissions.ts';
import {
  changing,
  enteredBy,
  entering,
  happenedBy,
  viewing,
  type Extension,
  type Within,
} from '#service/http/extension.ts';
import { serveBankAccounts } from './bank-accounts.ts';
import { closeMonth, closedOf, closingsOf, mustBeOpen, reopenMonth } from './close.ts';
import { differencesOf } from './differences.ts';
import type { Book } from './figures.ts';
import type { ProviderMonths } from './provider/months.ts';
import type { MonthRead } from './provider/read-month.ts';
import type { Signing } from './sign.ts';

interface Parts extends Extension {
  streams: pg.Pool;
  readerTimeoutMs: number;
  clock: Clock;
  products: readonly string[];
  isSandbox: boolean;
  signing: Signing;
  /** Where transactions are at a provider. */
  elsewhere?: ProviderMonths | undefined;
}

const matchedText = ({ Figures, BankAccounts }: MonthManifest) =>
  `${formatCents(Figures.Matched)}, ${BankAccounts ? 'computed from the bank lines that are kept' : 'as stated'}`;

/** A manifest lists at most 31 days and 50 files. */
const bodyLimit = 64 * 1024;

interface EnteredBook extends Book {
  caller: Caller;
}

/**
 * The close of a month, an extension of this service (docs/decisions.md, 52): `GET /month-end/{merchant}/{product}` lists
 * the closes, `GET …/{month}` answers one with what has changed since, `POST …/{month}/close` closes and
 * `POST …/{month}/reopen` reopens. `GET /month-end/keys` has the public keys for the signatures.
 */
export function serveMonthEnd(app: FastifyInstance, parts: Parts): void {
  const { clock, products, isSandbox, signing, shares, elsewhere } = parts;
  const path = '/month-end/:merchant/:product';
  serveBankAccounts(app, parts);

  function bookOf(request: FastifyRequest): EnteredBook {
    const { merchant, caller, names } = enteredBy(request);
    const { product = '', month = '' } = names;
    if (!products.includes(product)) throw notFound();
    return { merchant, product, month, caller };
  }
  function monthOf(request: FastifyRequest): EnteredBook {
    const book = bookOf(request);
    if (!MonthText().safeParse(book.month).success) throw notFound();
    return book;
  }
  const reading = entering(parts, 'month', 'reports:read');
  const happenedTo = (request: FastifyRequest, Details = {}): Happened => {
    const { product, month } = monthOf(request);
    return happenedBy(request, { Product: product, Details: { Month: month, ...Details } });
  };
  const nothing: Pick<MonthState, 'Differences' | 'DifferenceCount'> = { Differences: [], DifferenceCount: 0 };
  /** @param isJustClosed what a provider reports was read a moment ago, and is not read again */
  const stateOf = async (request: FastifyRequest, reply: FastifyReply, isJustClosed = false): Promise<MonthState> => {
    const book = monthOf(request);
    const { found, changed } = await viewing(parts, request, reply, async ({ query }) => {
      const closed = await closedOf(query, book);
      const isOurs = closed !== undefined && !elsewhere;
      return { found: closed, changed: isOurs ? await differencesOf(query, book, closed.closing.Version) : nothing };
    });
    if (!found) return nothing;
    const { read } = found;
    return {
      Closing: found.closing,
      Manifest: JSON.parse(found.manifest) as MonthManifest,
      Signature: found.signature,
      ...(elsewhere && read && !isJustClosed ? await elsewhere.changedSince(request, reply, book, read) : changed),
    };
  };

  app.get('/month-end/keys', async (_, reply) => {
    const keys = await shares.views.within('/month-end/keys', reply.raw, () => signing.publicKeys());
    return reply.header('cache-control', 'no-cache').send(keys);
  });

  app.get(path, reading, async (request, reply) => {
    const book = bookOf(request);
    const Closings = await viewing(parts, request, reply, ({ query }) => closingsOf(query, book));
    return reply.header('cache-control', 'no-store').send({ Closings });
  });

  app.get(`${path}/:month`, reading, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await stateOf(request, reply)),
  );

  app.post(
    `${path}/:month/close`,
    { ...entering(parts, 'month.close', 'close'), bodyLimit },
    async (request, reply) => {
      const book = monthOf(request);
      const { Manifest } = parsedInput(MonthCloseRequest, request.body);
      const sign = await signing.signer();
      const closing = (read?: MonthRead) => {
        const work = async ({ query, begun: { daysAhead, last } }: Within) => {
          await closeMonth(query, book, Manifest, { name: book.caller.name, now: clock.now(daysAhead), sign }, read);
          last.push(...appending(book.merchant, happenedTo(request, { Matched: matchedText(Manifest) })));
        };
        return changing(parts, request, reply, work, { isSandbox });
      };
      const mayClose = () =>
        viewing(parts, request, reply, ({ query }) => mustBeOpen(query, book, Manifest, clock.now()));
      await (elsewhere ? elsewhere.forClose(request, reply, book, mayClose, closing) : closing());
      return reply.header('cache-control', 'no-store').send(await stateOf(request, reply, true));
    },
  );

  app.post(
    `${path}/:month/reopen`,
    { ...entering(parts, 'month.reopen', 'close'), bodyLimit },
    async (request, reply) => {
      const book = monthOf(request);
      const { Reason } = parsedInput(MonthReopenRequest, request.body);
      const work = async ({ query, begun: { daysAhead, last } }: Within) => {
        await reopenMonth(query, book, { name: book.caller.name, now: clock.now(daysAhead), reason: Reason });
        last.push(...appending(book.merchant, happenedTo(request, { Reason })));
      };
      await changing(parts, request, reply, work, { isSandbox });
      return reply.header('cache-control', 'no-store').send(await stateOf(request, reply));
    },
  );
}
