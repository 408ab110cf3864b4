import { readCsv } from '#sheet-engine/csv.ts';

const nameOf = (cell: string) => cell.replace(/[\s_]/g, '').toLowerCase();

/**
 * The client numbers of a pasted list or a CSV file: of its column ClientNumber, otherwise of its first column, and of one line all.
 * Each once.
 * @throws UnreadableFile
 */
export function clientNumbersIn(text: string): string[] {
  const { rows } = readCsv(text.trim());
  const [head = []] = rows;
  const column = head.findIndex((it) => nameOf(it) === 'clientnumber');
  const cells =
    column < 0 && rows.length === 1 ? head : rows.slice(column < 0 ? 0 : 1).map((row) => row[Math.max(0, column)]);
  return [...new Set(cells.flatMap((it) => it?.trim() || []))];
}
