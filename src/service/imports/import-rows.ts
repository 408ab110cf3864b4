import { HttpError } from '#service/base/errors.ts';

/**
 * Reads the `Import-Id` header of a maintain call (docs/decisions.md, 57).
 * @throws HttpError 400 for what is not a UUID.
 */
export function importIdOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(header))
    throw new HttpError(400, [{ Code: 'IMPORT_ID', Message: 'Import-Id must be a UUID, given once.' }]);
  return header.toLowerCase();
}

/** Which rows of an import the items of a call are, in their order. */
export interface ImportRows {
  importId: string;
  rows: readonly number[];
  /** How many rows the import has. */
  of: number;
  fileName: string;
}

const mostRows = 10_000_000;
const longestName = 200;

const wrong = (Message: string) => new HttpError(400, [{ Code: 'IMPORT_ROWS', Message }]);

/**
 * Reads the headers by which an import is kept here (docs/decisions.md, 47): `Import-Rows: 2-501,503/1200`, the rows of the call and
 * how many the import has, and `Import-File`, its name, percent-encoded.
 * @throws HttpError 400 for what cannot be read, or other rows than items
 */
export function importRowsOf(headers: NodeJS.Dict<string | string[]>, items: number): ImportRows | undefined {
  const importId = importIdOf(headers['import-id']);
  const { 'import-rows': given, 'import-file': file = '' } = headers;
  if (given === undefined) return undefined;
  if (importId === undefined) throw wrong('Import-Rows needs an Import-Id.');
  const [, ranges = '', total = ''] =
    /^(\d{1,8}(?:-\d{1,8})?(?:,\d{1,8}(?:-\d{1,8})?)*)\/(\d{1,8})$/.exec(String(given)) ?? [];
  const rows: number[] = [];
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    // Before any is listed: a range may be of millions.
    if (first <= (rows.at(-1) ?? 0) || last < first || last > mostRows || rows.length + last - first >= items)
      throw wrong('Import-Rows names each item’s row, in ascending order, such as 2-501,503/1200.');
    for (let row = first; row <= last; row += 1) rows.push(row);
  }
  if (rows.length !== items) throw wrong(`Import-Rows has ${rows.length} rows for ${items} items.`);
  return { importId, rows, of: Number(total), fileName: fileNameIn(String(file)) };
}

function fileNameIn(text: string): string {
  try {
    // A name is shown, so nothing in it may move or hide text.
    return decodeURIComponent(text)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .slice(0, longestName)
      .trim();
  } catch {
    throw wrong('Import-File is percent-encoded UTF-8.');
  }
}
