import { byBytes, rowReader } from '#answers/month/lines.ts';
import type { ReportColumns } from '#answers/report/columns.ts';
import { monthLine, type MonthDay } from '#contract/month-end.ts';
import { isDue, pause } from '#report-engine/work.ts';

const encoder = new TextEncoder();

/** In lower-case hexadecimal. */
export async function sha256Text(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((it) => it.toString(16).padStart(2, '0')).join('');
}

/**
 * Each day's number of transactions and the hash of their lines, in the order of the days: as the service computes them when it
 * closes a month, so that a changed transaction is found by its day.
 * @param rows of the month, in any order
 */
export async function monthDays(columns: ReportColumns, rows: Uint32Array): Promise<MonthDay[]> {
  const readRow = rowReader(columns);
  const byDay = new Map<string, string[]>();
  for (const row of rows) {
    const transaction = readRow(row);
    const day = (transaction.TransactionDate ?? '').slice(0, 10);
    const lines = byDay.get(day);
    if (lines) lines.push(monthLine(transaction));
    else byDay.set(day, [monthLine(transaction)]);
    if (isDue()) await pause();
  }
  const days: MonthDay[] = [];
  for (const [Day, lines] of [...byDay].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    lines.sort(byBytes);
    days.push({ Day, Count: lines.length, Hash: await sha256Text(encoder.encode(lines.join('\n'))) });
    if (isDue()) await pause();
  }
  return days;
}
