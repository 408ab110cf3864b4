import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  bankAccountId,
  BankAccountBook,
  BankAccounts,
  BankAccountVersion,
  maxBankAccounts,
  maxAccountLines,
  maxAccountStatements,
} from '#contract/bank-accounts.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { appending, sha256 } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound, refusedField } from '#service/base/errors.ts';
import { changing, happenedBy, serveExtension, type Extension, type Within } from '#service/http/extension.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { sendStreamed } from '#service/http/retrieve.ts';
import { whatChanged } from './account-changes.ts';
import { propertyTexts as texts } from './property-texts.ts';

/** As it is stored: everything but the version. */
type Book = Omit<BankAccountBook, 'Version'>;
type Match = Book['Matches'][number];

interface Parts extends Extension {
  streams: pg.Pool;
  readerTimeoutMs: number;
  clock: Clock;
  isSandbox: boolean;
}

/** 10,000 lines and matches have about five. */
const bytes = 8 * 1024 * 1024;
const mostItems = 2 * maxAccountLines + maxAccountStatements;

const changed = () => refusedField('CHANGED', 'Version', 'The account was changed since this version was read.');

/** Who matched a line and when is the service's own word; a match that is kept as it is keeps them. */
function signed(book: Book, stored: Book | undefined, by: string, at: DateTimeText): Book {
  const known = new Map(stored?.Matches.map((it) => [it.line, it]));
  return {
    ...book,
    Matches: book.Matches.map((match) => {
      const before = known.get(match.line);
      return before && isSameMatch(match, before) ? before : { ...match, by, at };
    }),
  };
}

const isSameMatch = (one: Match, other: Match) =>
  isDeepStrictEqual({ ...one, by: '', at: '' }, { ...other, by: '', at: '' });

/** A matched line keeps its amount and text. */
function mustKeepWhatIsKept(sent: Book, stored: Book | undefined): void {
  for (const part of ['Lines', 'Statements'] as const) {
    const kept = new Map<string, object>(stored?.[part].map((it) => [it.id, it]));
    const other = sent[part].find((it) => kept.has(it.id) && !isDeepStrictEqual(kept.get(it.id), it));
    if (other)
      throw refusedField(
        'READ_ONLY',
        part,
        `${other.id} is kept with another content. Remove it, or give the new one another id.`,
      );
  }
}

function mustAddUp({ Lines, Matches }: Book): void {
  const cents = new Map(Lines.map((it) => [it.id, it.cents]));
  const wrong = Matches.find(
    ({ line, terms, difference }) =>
      terms.reduce((sum, it) => sum + it.sign * it.cents, -difference) !== cents.get(line),
  );
  if (wrong)
    throw refusedField('INVALID', 'Matches', `The terms of a match are not the amount of its line, ${wrong.line}.`);
}

function mustBeWhole({ Account, Lines, Statements, Matches }: Book, id: string): void {
  if (Account.id !== id) throw refusedField('INVALID', 'Account.id', `Account.id must be ${id}.`);
  const [ids, files] = [new Set(Lines.map((it) => it.id)), new Set(Statements.map((it) => it.id))];
  if (ids.size < Lines.length) throw refusedField('DUPLICATE', 'Lines', 'Two lines have the same id.');
  if (Lines.some((it) => !files.has(it.statement)))
    throw refusedField('NOT_FOUND', 'Lines', 'A line names a statement that the account does not have.');
  const matched = new Set(Matches.map((it) => it.line));
  if (matched.size < Matches.length) throw refusedField('DUPLICATE', 'Matches', 'Two matches have the same line.');
  if (Matches.some((it) => !ids.has(it.line)))
    throw refusedField('NOT_FOUND', 'Matches', 'A match names a line that the account does not have.');
}

/** Bank accounts with their lines and matches, an extension of this service (docs/decisions.md, 59). */
export function serveBankAccounts(app: FastifyInstance, parts: Parts): void {
  function accountOf(names: Readonly<Record<string, string>>): string {
    const { account = '' } = names;
    if (!bankAccountId().safeParse(account).success) throw notFound();
    return account;
  }

  // As it is stored and as fast as the reader reads: to parse and write megabytes would keep everybody else waiting.
  const asStored = {
    text: `select '{"Version":' || version || ',' || substr(book, 2) as json from bank_account where merchant = $1 order by account`,
    isJson: true,
  };
  const listed = {
    summary: 'Bank accounts with their lines and matches',
    answer: BankAccounts,
    about: 'Names inside an account are those of the console.',
    texts,
  };
  serveExtension(app, parts, 'monthBankAccounts', listed, async ({ merchant, request, reply }) => {
    const around = (): [string, string] => ['{"Accounts":[', ']}'];
    const records = { ...asStored, values: [merchant] };
    // Slow readers keep their places, so these are not those of other reads.
    const to = {
      share: parts.shares.views,
      tenant: `${merchant} ${request.operationName}`,
      begin: { merchant },
      around,
    };
    reply.type('application/json; charset=utf-8');
    return sendStreamed(reply, to, records, parts);
  });

  const kept = {
    summary: 'Keep a bank account',
    body: BankAccountBook,
    answer: BankAccountVersion,
    about:
      'The whole account, made of the version that was read: if another was kept meanwhile, the call is refused with `CHANGED`. ' +
      'Kept lines and statements do not change, and a match is its line’s amount to the cent. `by` and `at` of a new or changed ' +
      'match are those of the call, whatever is sent.',
    texts,
    bytes,
    mostItems,
  };
  serveExtension(
    app,
    parts,
    'monthBankAccountKeep',
    kept,
    async ({ caller, merchant, names, body, request, reply }) => {
      const account = accountOf(names);
      const { Version, ...sent } = body;
      mustBeWhole(sent, account);
      const work = async ({ query, begun: { daysAhead, last } }: Within) => {
        await mustBeFree({ query }, merchant, Lock.bankAccounts);
        const rows = await query<{ account: string; version: number; book: string }>(
          `select account, version, case account when $2 then book end as book from bank_account
          where merchant = $1 order by account`,
          [merchant, account],
        );
        const stored = rows.find((it) => it.account === account);
        if ((stored?.version ?? 0) !== Version) throw changed();
        if (!stored && rows.length >= maxBankAccounts)
          throw refusedField('TOO_MANY', 'Account', `A merchant has at most ${maxBankAccounts} bank accounts.`);
        const before = stored && (JSON.parse(stored.book) as Book);
        mustKeepWhatIsKept(sent, before);
        mustAddUp(sent);
        const after = signed(sent, before, caller.name, parts.clock.now(daysAhead));
        const book = JSON.stringify(after);
        const stores = await query(
          `insert into bank_account as kept (merchant, account, version, book) values ($1, $2, $3 + 1, $4)
          on conflict (merchant, account) do update set version = excluded.version, book = excluded.book
          where kept.version = $3 returning 1`,
          [merchant, account, Version, book],
        );
        // A process of the previous version takes no lock.
        if (stores.length === 0) throw changed();
        const Details = { ...whatChanged(before, after), Digest: sha256(book).toString('base64url') };
        last.push(...appending(merchant, happenedBy(request, { Details })));
      };
      await changing(parts, request, reply, work, { isSandbox: parts.isSandbox });
      return { Version: Version + 1 };
    },
  );

  const deleted = {
    summary: 'Delete a bank account',
    body: BankAccountVersion,
    answer: BankAccountVersion,
    about: 'With its lines and matches, if no other version was kept meanwhile.',
    texts,
    bytes: 1024,
  };
  serveExtension(app, parts, 'monthBankAccountDelete', deleted, async ({ merchant, names, body, request, reply }) => {
    const account = accountOf(names);
    const { Version } = body;
    await changing(parts, request, reply, async ({ query, begun: { last } }) => {
      await mustBeFree({ query }, merchant, Lock.bankAccounts);
      const rows = await query<{ version: number; book: string }>(
        'select version, book from bank_account where merchant = $1 and account = $2',
        [merchant, account],
      );
      const [stored] = rows;
      if (!stored) throw notFound();
      if (stored.version !== Version) throw changed();
      await query('delete from bank_account where merchant = $1 and account = $2', [merchant, account]);
      const Details = whatChanged(JSON.parse(stored.book) as Book, undefined);
      last.push(...appending(merchant, happenedBy(request, { Details })));
    });
    return { Version: 0 };
  });
}
