import { createHash } from 'node:crypto';
import { figuresOf, lateReturnsOf, maxLateReturns, type DaySum, type MonthFigures } from '#answers/month/figures.ts';
import { returnedSince } from '#answers/month/returned.ts';
import { isLateReturn } from '#answers/transaction-kind.ts';
import { monthLine, rowOfLine, type MonthDay, type MonthDifference, type MonthRow } from '#contract/month-end.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { fromCents } from '#rules/money.ts';
import type { Extension } from '#service/http/extension.ts';
import { firstDay, lastDayOf, type Book } from '../figures.ts';
import { beginLines, dropLines, LineWriter, sortedLines, type KeptLines } from './kept-lines.ts';
import { contractsOf, isPaid, laterRowsOf, rowsOfContracts } from './later.ts';
import { transactionsOf, unclearMonth, type Asking } from './transactions.ts';

/** A month as it was read for a close; its lines are a draft until the close keeps them. */
export interface MonthRead {
  kept: KeptLines;
  days: MonthDay[];
  figures: MonthFigures;
  /** The late returns that are there already (`returnText`). */
  returned: string[];
}

/** More are no statuses and types, but something else. */
const mostSums = 50_000;

/** Names a late return, so that a later look can leave it out. */
export const returnText = ({ Row, At }: MonthDifference): string => `${At ?? ''} ${monthLine(Row)}`;

/** Adds up days, statuses and types. */
class Sums {
  private readonly sums = new Map<string, DaySum & { cents: number }>();

  add({ TransactionDate, Status, TransactionType, Cents }: MonthRow): void {
    const [day, status, type] = [dateOf(TransactionDate ?? ''), Status ?? '', TransactionType ?? ''];
    const key = `${day}\n${status}\n${type}`;
    const sum = this.sums.get(key);
    if (sum) {
      sum.count += 1;
      sum.cents += Cents;
      return;
    }
    this.sums.set(key, { day, status, type, count: 1, cents: Cents });
    if (this.sums.size > mostSums) throw unclearMonth('The transactions have too many statuses and types.');
  }

  list(): DaySum[] {
    return [...this.sums.values()];
  }
}

/**
 * Reads a month from its provider as a stream and keeps its lines as a draft.
 * @throws HttpError 503 if the provider does not answer or breaks off, 400 if no close could sign the month. Nothing is kept then.
 */
export async function readMonth(extension: Extension, asking: Asking, book: Book, today: DateText): Promise<MonthRead> {
  const later = await laterRowsOf(asking, book, today);
  const kept = await beginLines(extension, book, asking.response);
  try {
    const { sums, returns } = await keepMonth(kept, asking, book);
    const contracts = contractsOf([...returns, ...later]);
    const { days, rows } = await daysOf(kept, contracts);
    const asRecord = (row: MonthRow) => ({ ...row, Amount: fromCents(row.Cents) });
    const figures = figuresOf(sums, lateReturnsOf(returns.map(asRecord), rows.filter(isPaid).map(asRecord)));
    mustBeClear(figures);
    return { kept, days, figures, returned: returnedSince(rows, later).map(returnText) };
  } catch (error) {
    await dropLines(kept);
    throw error;
  }
}

async function keepMonth(kept: KeptLines, asking: Asking, { month }: Book) {
  const sums = new Sums();
  const returns: MonthRow[] = [];
  const writer = new LineWriter(kept, asking.response);
  for await (const rows of transactionsOf(asking, firstDay(month), lastDayOf(month)))
    for (const row of rows) {
      if (row.Cents < 0) throw unclearMonth('The amount of a transaction is negative.');
      sums.add(row);
      if (isLateReturn(row)) returns.push(row);
      if (returns.length > maxLateReturns) throw unclearMonth(`More than ${maxLateReturns} late returns.`);
      await writer.add(monthLine(row));
    }
  await writer.end();
  return { sums: sums.list(), returns };
}

function mustBeClear({ undatedCount, unknownTypeCount }: MonthFigures): void {
  if (undatedCount > 0) throw unclearMonth(`${undatedCount} transactions have no day.`);
  if (unknownTypeCount > 0) throw unclearMonth(`${unknownTypeCount} transactions have a type that is not known.`);
}

/** Each day with the hash of its lines, and the rows of some contracts. */
async function daysOf(
  kept: KeptLines,
  contracts: ReadonlySet<string>,
): Promise<{ days: MonthDay[]; rows: MonthRow[] }> {
  const days: MonthDay[] = [];
  const rows: MonthRow[] = [];
  let open: { Day: DateText; Count: number; hash: ReturnType<typeof createHash> } | undefined;
  const close = () => {
    if (open) days.push({ Day: open.Day, Count: open.Count, Hash: open.hash.digest('hex') });
  };
  for await (const lines of sortedLines(kept)) {
    for (const line of lines) {
      // Each begins with its time, `["2026-10-25 18:30", …`.
      const Day = line.slice(2, 12);
      if (open?.Day !== Day) {
        close();
        open = { Day, Count: 0, hash: createHash('sha256') };
      }
      open.hash.update(open.Count === 0 ? line : `\n${line}`);
      open.Count += 1;
    }
    if (contracts.size > 0) rows.push(...rowsOfContracts(lines.map(rowOfLine), contracts));
  }
  close();
  return { days, rows };
}
