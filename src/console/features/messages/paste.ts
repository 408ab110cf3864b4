import type { Recipient } from './draft.ts';

/** Most recipients of one draft: more would not fit into what a browser keeps for a page. */
export const maxRecipients = 2000;

const separators = ['\t', ';', ','];

/** The cells of a line; one in quotes may hold the separator, and a quote twice. */
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
 * Recipients of a pasted list or a CSV file: the number first, then the values in their order. A first line without a
 * figure in its first cell is a heading.
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
