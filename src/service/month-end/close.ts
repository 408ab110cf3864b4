import { balanceOf, manifestFigures } from '#answers/month/figures.ts';
import type { FaultCode } from '#contract/fault-codes.ts';
import type { MonthClosing, MonthDay, SignedFigures, MonthManifest } from '#contract/month-end.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { HttpError, unavailable, type CodedFault } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import { writeEvents } from '#service/events/write.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { days, bookFigures, lastDayOf, lateReturns, openingCents, bookValues, withTime, type Book } from './figures.ts';
import { matchedBy } from './matched.ts';
import type { MonthRead } from './provider/read-month.ts';

/** More are not listed. */
const maxFaults = 20;

const refused = (...faults: CodedFault[]) => new HttpError(400, faults.slice(0, maxFaults));
const fault = (Code: FaultCode, Message: string, Field?: string): CodedFault => ({
  ...(Field && { Field }),
  Code,
  Message,
});

const closings = `
  select month as "Month", version as "Version", to_char(closed_date, 'YYYY-MM-DD HH24:MI') as "ClosedAt",
    closed_by as "ClosedBy", closing as "Closing", to_char(reopened_date, 'YYYY-MM-DD HH24:MI') as "ReopenedAt",
    reopened_by as "ReopenedBy", reopened_reason as "ReopenedReason"
  from month_close where merchant = $1 and product = $2`;

/** Without the fields that have no value. */
const sparse = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

/** Every close, the newest month and version first. */
export const closingsOf = async (query: Query, { merchant, product }: Omit<Book, 'month'>): Promise<MonthClosing[]> =>
  (await query<MonthClosing>(`${closings} order by month desc, version desc`, [merchant, product])).map(sparse);

interface Stored {
  closing: MonthClosing;
  manifest: string;
  signature: string;
  /** Of a close whose transactions are at a provider. */
  read?: { readId: string; returned: string[] };
}

/** The close that holds; undefined if the month is not closed. */
export async function closedOf(query: Query, { merchant, product, month }: Book): Promise<Stored | undefined> {
  const values = [merchant, product, month];
  const [closing] = await query<MonthClosing>(`${closings} and month = $3 and reopened_date is null`, values);
  const [kept] = await query<{ manifest: string; signature: string }>(
    `select manifest, signature from month_close
      where merchant = $1 and product = $2 and month = $3 and reopened_date is null`,
    values,
  );
  if (!closing || !kept) return undefined;
  const [read] = await query<{ readId: string; returned: string[] }>(
    `select read_id as "readId", returned from month_read
      where merchant = $1 and product = $2 and month = $3 and version = $4`,
    [...values, closing.Version],
  );
  return { closing: sparse(closing), ...kept, ...(read && { read }) };
}

/** Of two closes at once the second runs again after the first, and then sees it. */
const lockMonths = (query: Query, { merchant, product }: Book) =>
  mustBeFree({ query }, `${merchant}/${product}`, Lock.months);

async function mustBeLast(query: Query, { merchant, product, month }: Book): Promise<void> {
  const [later] = await query<{ month: string }>(
    `select month from month_close
      where merchant = $1 and product = $2 and month > $3 and reopened_date is null order by month limit 1`,
    [merchant, product, month],
  );
  if (later)
    throw refused(
      fault('MONTH_CLOSED', `${later.month} is closed and begins with the closing of ${month}. Reopen it first.`),
    );
}

function differing(figures: SignedFigures, counted: readonly MonthDay[], manifest: MonthManifest): CodedFault[] {
  const differs = (Field: string, there: unknown, here: unknown) =>
    fault('FIGURES_DIFFER', `${Field} is ${String(there)} in the manifest and ${String(here)} here.`, Field);
  const flat = (value: object, path = ''): [string, unknown][] =>
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null ? flat(inner, `${path}${name}.`) : [[`${path}${name}`, inner]],
    );
  const here = new Map(flat(figures));
  const wrong = flat(manifest.Figures).filter(([name, value]) => here.get(name) !== value);
  const byDay = (list: readonly MonthDay[]) => new Map(list.map((it) => [it.Day, `${it.Count}/${it.Hash}`]));
  const [sent, found] = [byDay(manifest.Days), byDay(counted)];
  const wrongDays = [...new Set([...sent.keys(), ...found.keys()])].filter((day) => sent.get(day) !== found.get(day));
  const rows = counted.reduce((sum, it) => sum + it.Count, 0);
  return [
    ...wrong.map(([name, value]) => differs(`Figures.${name}`, value, here.get(name))),
    ...(rows === manifest.Rows ? [] : [differs('Rows', manifest.Rows, rows)]),
    ...wrongDays
      .toSorted()
      .map((day) => fault('FIGURES_DIFFER', `The transactions of ${day} are not those of the manifest.`, 'Days')),
  ];
}

interface Closer {
  name: string;
  now: DateTimeText;
  sign(manifest: string): Promise<string>;
}

/** @throws HttpError 400 if the manifest is another month's, or the month is not over, closed, or not the next one */
export async function mustBeOpen(query: Query, book: Book, manifest: MonthManifest, now: DateTimeText): Promise<void> {
  const { merchant, product, month } = book;
  const expected = { Merchant: merchant, Product: product, Month: month, From: `${month}-01`, To: lastDayOf(month) };
  for (const [name, value] of Object.entries(expected))
    if (manifest[name as keyof typeof expected] !== value)
      throw refused(fault('INVALID', `${name} must be ${value}.`, `Manifest.${name}`));
  if (now.slice(0, 10) <= expected.To)
    throw refused(fault('MONTH_NOT_OVER', `${month} is not over: it is ${now.slice(0, 10)}.`));
  if (await closedOf(query, book)) throw refused(fault('MONTH_CLOSED', `${month} is closed already.`));
  await mustBeLast(query, book);
}

/**
 * Closes a month if the service computes the figures of the manifest, all of them and every day, from its own rows or from
 * those that it has read from a provider, and the matches that it keeps. Without bank accounts in the manifest, `Matched` is
 * what its author states.
 * @throws HttpError 400 naming what differs
 */
export async function closeMonth(
  brief: Query,
  book: Book,
  manifest: MonthManifest,
  closer: Closer,
  read?: MonthRead,
): Promise<void> {
  const { merchant, product, month } = book;
  await lockMonths(brief, book);
  const query = read ? brief : await withTime(brief);
  await mustBeOpen(query, book, manifest, closer.now);
  const [last] = await query<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from month_close where merchant = $1 and product = $2 and month = $3`,
    [merchant, product, month],
  );
  const version = (last?.version ?? 0) + 1;
  const text = JSON.stringify(manifest);
  await query(
    `insert into month_close (merchant, product, month, version, closed_date, closed_by, closing, manifest, signature,
        returns_known)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning 1`,
    [
      merchant,
      product,
      month,
      version,
      closer.now,
      closer.name,
      manifest.Figures.Closing,
      text,
      await closer.sign(text),
      read ? null : await returnsOf(query, book),
    ],
  );
  // The rows are stored first and the figures read afterwards: what arrives in between makes them differ.
  const counted = read ? await keepRead(query, read, version) : await keepOwn(query, book, version);
  const { BankAccounts } = manifest;
  const matched = BankAccounts ? await matchedBy(query, book, BankAccounts) : manifest.Figures.Matched;
  if (matched === undefined)
    throw refused(fault('NOT_FOUND', 'A bank account does not exist.', 'Manifest.BankAccounts'));
  const { Unknown, ...figures } = read
    ? await figuresOfRead(query, book, read, matched)
    : await bookFigures(query, book, matched);
  if (Unknown > 0) throw refused(fault('UNKNOWN_STATUS', `${Unknown} transactions have a status that is not known.`));
  const faults = differing(figures, counted, manifest);
  if (faults.length > 0) throw refused(...faults);
  await writeEvents(brief, merchant, [{ Type: 'month.closed', At: closer.now, Product: product, Month: month }]);
}

async function figuresOfRead(query: Query, book: Book, { figures }: MonthRead, matched: number) {
  const balance = balanceOf(figures, await openingCents(query, book), matched);
  return { ...manifestFigures(figures, balance, matched), Unknown: figures.unknownCount };
}

/** The late returns that our own book has. */
async function returnsOf(query: Query, book: Book): Promise<string[]> {
  const found = await query<{ sequence: string }>(
    `select late.transaction_sequence as sequence from ${lateReturns}`,
    bookValues(book),
  );
  return found.map((it) => it.sequence);
}

/** The transactions of our own book. */
const keepOwn = (query: Query, book: Book, version: number): Promise<MonthDay[]> =>
  query<MonthDay>(
    `insert into month_close_day (merchant, product, month, version, day, hash, lines)
      select $1, $2, $5, $6, day, hash, lines from (${days}) as days
      returning to_char(day, 'YYYY-MM-DD') as "Day", hash as "Hash",
        array_length(string_to_array(lines, E'\n'), 1) as "Count"`,
    [...bookValues(book), book.month, version],
  );

/** What was read becomes this close's, unless it was taken for that of a process that was killed. */
async function keepRead(query: Query, { kept, days: counted, returned }: MonthRead, version: number) {
  const became = await query(
    `update month_read set version = $3, returned = $4 where merchant = $1 and read_id = $2 and version is null returning 1`,
    [kept.merchant, kept.readId, version, returned],
  );
  if (became.length === 0) throw unavailable();
  return counted;
}

/** @throws HttpError 400 if the month is not closed, or a later one is */
export async function reopenMonth(query: Query, book: Book, by: { name: string; now: DateTimeText; reason: string }) {
  await lockMonths(query, book);
  await mustBeLast(query, book);
  const reopened = await query(
    `update month_close set reopened_date = $4, reopened_by = $5, reopened_reason = $6
      where merchant = $1 and product = $2 and month = $3 and reopened_date is null returning 1`,
    [book.merchant, book.product, book.month, by.now, by.name, by.reason],
  );
  if (reopened.length === 0) throw refused(fault('MONTH_NOT_CLOSED', `${book.month} is not closed.`));
}
