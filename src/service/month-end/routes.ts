import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  MonthCloseRequest,
  MonthClosings,
  MonthReopenRequest,
  MonthState,
  MonthText,
  type MonthManifest,
} from '#contract/month-end.ts';
import { formatCents } from '#rules/money.ts';
import { appending, type Happened } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';
import {
  changing,
  enteredBy,
  happenedBy,
  serveExtension,
  viewing,
  type Extension,
  type Within,
} from '#service/http/extension.ts';
import { serveBankAccounts } from './bank-accounts.ts';
import { closeMonth, closedOf, closingsOf, mustBeOpen, reopenMonth } from './close.ts';
import { differencesOf } from './differences.ts';
import type { Book } from './figures.ts';
import { propertyTexts as texts } from './property-texts.ts';
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
const bytes = 64 * 1024;

interface EnteredBook extends Book {
  caller: Caller;
}

/** The close of a month, an extension of this service (docs/decisions.md, 52). */
export function serveMonthEnd(app: FastifyInstance, parts: Parts): void {
  const { clock, products, isSandbox, signing, shares, elsewhere } = parts;
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

  const listed = {
    summary: 'Closed months',
    answer: MonthClosings,
    about: 'Every close, the newest month first.',
    texts,
  };
  serveExtension(app, parts, 'monthClosings', listed, async ({ request, reply }) => {
    const book = bookOf(request);
    return { Closings: await viewing(parts, request, reply, ({ query }) => closingsOf(query, book)) };
  });

  const viewed = {
    summary: 'A closed month',
    answer: MonthState,
    about: 'Its manifest, the signature, and what has changed since the close. Without a close, no differences.',
    texts,
  };
  serveExtension(app, parts, 'monthState', viewed, ({ request, reply }) => stateOf(request, reply));

  const closed = {
    summary: 'Close a month',
    body: MonthCloseRequest,
    answer: MonthState,
    about:
      'The month closes if the service computes every figure and every day of the manifest from its own transactions, or from ' +
      'those of the provider that it is in front of, and `Matched` from the matches of the accounts in `BankAccounts`. Without ' +
      'these it takes `Matched` as stated. The signature is a compact JWS (ES256) over the manifest; its public keys are at ' +
      '`/month-end/keys`.',
    texts,
    bytes,
  };
  serveExtension(app, parts, 'monthClose', closed, async ({ body: { Manifest }, request, reply }) => {
    const book = monthOf(request);
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
    return stateOf(request, reply, true);
  });

  const reopened = {
    summary: 'Reopen a month',
    body: MonthReopenRequest,
    answer: MonthState,
    about: 'The last closed month reopens; close and reason are kept.',
    texts,
    bytes,
  };
  serveExtension(app, parts, 'monthReopen', reopened, async ({ body: { Reason }, request, reply }) => {
    const book = monthOf(request);
    const work = async ({ query, begun: { daysAhead, last } }: Within) => {
      await reopenMonth(query, book, { name: book.caller.name, now: clock.now(daysAhead), reason: Reason });
      last.push(...appending(book.merchant, happenedTo(request, { Reason })));
    };
    await changing(parts, request, reply, work, { isSandbox });
    return stateOf(request, reply);
  });
}
