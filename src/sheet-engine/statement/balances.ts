import { dayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import { refusal, type StatementLine } from './statement.ts';

/** A row of a table with its entry, before the fee in its own column is an entry. */
export interface TableRow {
  line: StatementLine;
  /** Cents, as what it costs. */
  fee: number;
  balance: number | undefined;
}

/** A fee is taken from the balance of its row, or with others at another time. */
const followsFrom = (before: number, { line, fee, balance }: TableRow): boolean =>
  balance === undefined || before + line.cents === balance || before + line.cents - fee === balance;

/** The index of the first row whose balance does not follow from the row before. */
function breakAt(rows: readonly TableRow[], opening: number | undefined): number {
  let before = opening;
  for (const [at, row] of rows.entries()) {
    if (before !== undefined && !followsFrom(before, row)) return at;
    before = row.balance ?? (before === undefined ? undefined : before + row.line.cents);
  }
  return -1;
}

/**
 * The rows in order of their days, oldest first: many banks print the newest first.
 * @throws UnreadableFile naming the first row that breaks the running balance
 */
export function rowsInOrder(rows: readonly TableRow[], opening: number | undefined): readonly TableRow[] {
  const [first, last] = [rows[0]?.line.date ?? '', rows.at(-1)?.line.date ?? ''];
  const forwards = first <= last ? rows : rows.toReversed();
  const at = breakAt(forwards, opening);
  if (at < 0) return forwards;
  const backwards = forwards.toReversed();
  // All of one day: only the balances say which is first.
  if (first === last && breakAt(backwards, opening) < 0) return backwards;
  const row = forwards[at];
  const before = forwards[at - 1]?.balance ?? opening ?? 0;
  if (!row) return forwards;
  throw refusal(
    `Row ${row.line.row} (${dayText(row.line.date)}, ${formatCents(row.line.cents)}) breaks the balance: ${formatCents(before)} before it ` +
      `makes ${formatCents(before + row.line.cents)}, but the row says ${formatCents(row.balance ?? 0)}. Nothing was taken.`,
  );
}

/**
 * Fees as entries of their own, where the running balance says that they were taken in that row, or says nothing.
 * @param rows in order
 */
export function withFees(
  rows: readonly TableRow[],
  opening: number | undefined,
): { lines: StatementLine[]; notTaken: number } {
  const lines: StatementLine[] = [];
  let notTaken = 0;
  let before = opening;
  for (const { line, fee, balance } of rows) {
    lines.push(line);
    const isTaken = balance === undefined || before === undefined || before + line.cents - fee === balance;
    if (fee !== 0 && isTaken) lines.push({ ...line, cents: -fee, text: `Fee: ${line.text}`, isFee: true });
    else if (fee !== 0) notTaken += 1;
    before = balance ?? (before === undefined ? undefined : before + line.cents - (isTaken ? fee : 0));
  }
  return { lines, notTaken };
}
