import { byBytes, rowReader } from '#answers/month/lines.ts';
import type { ReportColumns } from '#answers/report/columns.ts';
import { monthLine, type MonthDay } from '#contract/month-end.ts';
import { isDue, pause } from '#report-engine/work.ts';
import { sha256Text } from './sha256.ts';

/**
 * For each day of a month the number of its transactions and one hash of them all, in the order of the days. The service computes the
 * same when it closes a month: where both differ, a transaction of that day has changed since.
 * @param rows those of the month in `columns`, in any order
 */
export async function monthDays(columns: ReportColumns, rows: Uint32Array): Promise<MonthDay[]> {
  const days: MonthDay[] = [];
  for (const [Day, lines] of [...(await linesByDay(columns, rows))].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const text = lines.toSorted(byBytes).join('\n');
    days.push({ Day, Count: lines.length, Hash: await sha256Text(new TextEncoder().encode(text)) });
    if (isDue()) await pause();
  }
  return days;
}

/** Each transaction as a line of text, by its day. */
async function linesByDay(columns: ReportColumns, rows: Uint32Array): Promise<Map<string, string[]>> {
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
  return byDay;
}
