import { byBytes } from '#answers/month/lines.ts';
import { returnedSince } from '#answers/month/returned.ts';
import { maxDifferences, monthLine, rowOfLine, type MonthDifference, type MonthRow } from '#contract/month-end.ts';
import type { DateText } from '#rules/calendar.ts';
import { firstDay, lastDayOf, type Book } from '../figures.ts';
import { digestsOf, linesLeft, type KeptLines } from './kept-lines.ts';
import { contractsOf, laterRowsOf, rowsOfContracts } from './later.ts';
import { lineDigest } from './packed-lines.ts';
import { returnText } from './read-month.ts';
import { transactionsOf, type Asking } from './transactions.ts';

type Kind = Exclude<MonthDifference['Kind'], 'returned'>;

/** Counts all, and has the first by their bytes: a report has no promised order. */
class FirstLines {
  count = 0;
  private lines: { line: string; kind: Kind }[] = [];

  add(line: string, kind: Kind): void {
    this.count += 1;
    this.lines.push({ line, kind });
    if (this.lines.length === 2 * maxDifferences) this.lines = this.first();
  }

  first(): { line: string; kind: Kind }[] {
    return this.lines
      .toSorted((one, other) => byBytes(one.line, other.line) || (one.kind < other.kind ? -1 : 1))
      .slice(0, maxDifferences);
  }
}

/**
 * What a provider reports otherwise than at the close. Of the kept lines their digests are in memory, as a multiset, because
 * rows have no identifier; the report is read as a stream against them.
 * @throws HttpError 503 if the provider does not answer or breaks off
 */
export async function changedAtProvider(
  kept: KeptLines,
  returnedThen: readonly string[],
  asking: Asking,
  book: Book,
  today: DateText,
): Promise<{ Differences: MonthDifference[]; DifferenceCount: number }> {
  const later = await laterRowsOf(asking, book, today);
  const contracts = contractsOf(later);
  const digests = await digestsOf(kept);
  const changed = new FirstLines();
  const ofReturned: MonthRow[] = [];
  for await (const rows of transactionsOf(asking, firstDay(book.month), lastDayOf(book.month))) {
    for (const row of rows) {
      const line = monthLine(row);
      if (!digests.take(lineDigest(line))) changed.add(line, 'new');
    }
    ofReturned.push(...rowsOfContracts(rows, contracts));
  }
  await linesLeft(kept, digests, (line) => changed.add(line, 'gone'));
  const known = new Map<string, number>();
  for (const text of returnedThen) known.set(text, (known.get(text) ?? 0) + 1);
  const returned = returnedSince(ofReturned, later).filter((row) => {
    const left = known.get(returnText(row)) ?? 0;
    if (left > 0) known.set(returnText(row), left - 1);
    return left === 0;
  });
  return {
    Differences: [
      ...changed.first().map(({ line, kind }): MonthDifference => ({ Kind: kind, Row: rowOfLine(line) })),
      ...returned,
    ].slice(0, maxDifferences),
    DifferenceCount: changed.count + returned.length,
  };
}
