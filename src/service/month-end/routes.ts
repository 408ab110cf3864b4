import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit-actions.ts';
import { MonthCloseRequest, MonthReopenRequest, monthText, type MonthManifest } from '#contract/month-end.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { formatCents } from '#rules/money.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf, appending, type Happened } from '#service/audit/entry.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Caller } from '#service/auth/permissions.ts';
import type { Clock } from '#service/clearing/clock.ts';
import { inTransaction } from '#service/database/transaction.ts';
import type { Call } from '#service/http/call.ts';
import { notFound } from '#service/http/errors.ts';
import { enterExtension } from '#service/http/extension.ts';
import { parsed } from '#service/http/parsed.ts';
import { serveBankAccounts } from './bank-accounts.ts';
import { close, closedOf, closingsOf, reopen } from './close.ts';
import { differencesOf } from './differences.ts';
import type { Book } from './figures.ts';
import type { Signing } from './sign.ts';

interface Parts {
  pool: pg.Pool;
  guard: Guard;
  clock: Clock;
  products: readonly string[];
  isSandbox: boolean;
  signing: Signing;
}

const matchedText = ({ Figures, BankAccounts }: MonthManifest) =>
  `${formatCents(Figures.Matched)}, ${BankAccounts ? 'computed from the bank lines that are kept' : 'as stated'}`;

/** A manifest lists at most 31 days and 50 files. */
const bodyLimit = 64 * 1024;

interface Entered extends Book {
  caller: Caller;
}

/**
 * The close of a month, an extension of this service (docs/decisions.md, 52): `GET /month-end/{merchant}/{product}` lists
 * the closes, `GET …/{month}` answers one with what has changed since, `POST …/{month}/close` closes and
 * `POST …/{month}/reopen` reopens. `GET /month-end/keys` has the public keys for the signatures.
 */
export function serveMonthEnd(app: FastifyInstance, parts: Parts): void {
  const { pool, clock, products, isSandbox, signing } = parts;
  const path = '/month-end/:merchant/:product';
  serveBankAccounts(app, parts);

  async function enter(request: FastifyRequest, permission: string): Promise<Entered> {
    const { merchant, caller, names } = await enterExtension(request, parts, permission);
    const { product = '', month = '' } = names;
    if (!products.includes(product)) throw notFound();
    return { merchant, product, month, caller };
  }
  async function enterMonth(request: FastifyRequest, permission: string): Promise<Entered> {
    const entered = await enter(request, permission);
    if (!monthText().safeParse(entered.month).success) throw notFound();
    return entered;
  }
  type Work<T> = (query: Call['query'], now: DateTimeText) => Promise<T>;
  /** @param happened for the audit */
  const run = <T>({ merchant }: Book, work: Work<T>, happened?: Happened): Promise<T> =>
    inTransaction(pool, { merchant, isSandbox }, async (client, { daysAhead, last }) => {
      const query: Call['query'] = async <Row>(text: string, values?: unknown[]) =>
        (await client.query(text, values)).rows as Row[];
      const done = await work(query, clock.now(daysAhead));
      if (happened) last.push(...appending(merchant, happened));
      return done;
    });
  const happenedTo = ({ caller, product, month }: Entered, Action: AuditAction, Details = {}): Happened => ({
    Action,
    Actor: actorOf(caller),
    Context: contextOf(caller),
    Product: product,
    Outcome: 'done',
    Details: { Month: month, ...Details },
  });
  const stateOf = (book: Book) =>
    run(book, async (query) => {
      const found = await closedOf(query, book);
      if (!found) return { Differences: [], DifferenceCount: 0 };
      return {
        Closing: found.closing,
        Manifest: JSON.parse(found.manifest) as MonthManifest,
        Signature: found.signature,
        ...(await differencesOf(query, book, found.closing.Version)),
      };
    });

  app.get('/month-end/keys', async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(await signing.publicKeys()),
  );

  app.get(path, async (request, reply) => {
    const book = await enter(request, 'reports:read');
    const Closings = await run(book, (query) => closingsOf(query, book));
    return reply.header('cache-control', 'no-store').send({ Closings });
  });

  app.get(`${path}/:month`, async (request, reply) => {
    const book = await enterMonth(request, 'reports:read');
    return reply.header('cache-control', 'no-store').send(await stateOf(book));
  });

  app.post(`${path}/:month/close`, { bodyLimit }, async (request, reply) => {
    const book = await enterMonth(request, 'close');
    const { Manifest } = parsed(MonthCloseRequest, request.body);
    await run(
      book,
      (query, now) => close(query, book, Manifest, { name: book.caller.name, now, sign: (text) => signing.sign(text) }),
      happenedTo(book, 'month.close', { Matched: matchedText(Manifest) }),
    );
    return reply.header('cache-control', 'no-store').send(await stateOf(book));
  });

  app.post(`${path}/:month/reopen`, { bodyLimit }, async (request, reply) => {
    const book = await enterMonth(request, 'close');
    const { Reason } = parsed(MonthReopenRequest, request.body);
    await run(
      book,
      (query, now) => reopen(query, book, { name: book.caller.name, now, reason: Reason }),
      happenedTo(book, 'month.reopen', { Reason }),
    );
    return reply.header('cache-control', 'no-store').send(await stateOf(book));
  });
}
