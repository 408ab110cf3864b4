import type { Recipient } from './draft.ts';

/** More would exceed what browsers store for a page. */
export const maxRecipients = 2000;

const separators = ['\t', ';', ','];

/** Quoted cells may contain the separator, and doubled quotes. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell].map((it) => it.trim());
}

/**
 * Recipients of a pasted list or a CSV file: number, then values. A first line whose first cell has no digit is a
 * heading.
 */
export function recipientsOf(text: string): Recipient[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const separator = separators.find((it) => lines.some((line) => line.includes(it))) ?? ',';
  const rows = lines.map((line) => cellsOf(line, separator));
  const isHeading = rows.length > 1 && !/\d/.test(rows[0]?.[0] ?? '');
  return rows.slice(isHeading ? 1 : 0).map(([to = '', ...values]) => ({
    id: crypto.randomUUID(),
    to,
    ...(values.some(Boolean) ? { values } : {}),
  }));
}
