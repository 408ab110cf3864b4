import Papa from 'papaparse';
import { textOfBytes } from './encoding.ts';
import { UnreadableFile, type Workbook } from './read.ts';
import { readXlsx } from './xlsx.ts';

/** Bytes. */
const maxBytes = 200_000_000;

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);

/** A text in UTF-16, as old Office files hold the names of their streams. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const sought = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(sought[0] ?? 0); at >= 0; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/**
 * Reads a CSV file, a workbook (.xlsx) or a pasted block.
 * @throws UnreadableFile
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  if (bytes.length > maxBytes)
    throw new UnreadableFile('The file is larger than 200 MB. Split it, or save only the sheet that you need.');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const { sheets, notes } = await readXlsx(bytes);
    return { notes, sheets: sheets.map((it) => ({ ...it, rows: trimmed(it.rows) })) };
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile(
      holdsName(bytes, 'EncryptedPackage')
        ? 'The workbook is protected by a password. Remove the password, save it and choose it again.'
        : 'This is a workbook of the old .xls format. Open it and save it as .xlsx or CSV.',
    );
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new UnreadableFile('This is a PDF, not a CSV file or workbook.');
  const { text, note } = textOfBytes(bytes);
  if (/^\s*<(?:!doctype|html|table|\?xml|head|meta)/i.test(text.slice(0, 200)))
    throw new UnreadableFile(
      'This is a web page that was named as a spreadsheet. Open it in your spreadsheet and save it as .xlsx or CSV.',
    );
  if (text.slice(0, 4096).includes('\u0000')) throw new UnreadableFile('This is neither a CSV file nor a workbook.');
  const sheet = readCsv(text);
  return { sheets: [{ ...sheet, name: 'CSV', isHidden: false }], notes: [note, sheet.note].filter((it) => it !== '') };
}

const separatorNames: Record<string, string> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/** Rows of a CSV text or of cells copied from a spreadsheet, whichever separator they have. */
export function readCsv(text: string): { rows: string[][]; note: string } {
  // Excel's own first line, which says the separator.
  const [, declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const rows: string[][] = [];
  const shared = sharing();
  let delimiter = '';
  // Row by row, so that what the parser makes of 100,000 is not there beside the rows themselves.
  Papa.parse<string[]>(declared ? text.slice(text.indexOf('\n') + 1) : text, {
    delimiter: declared ?? '',
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
    // The fast one first makes a list of all lines.
    fastMode: false,
    step: ({ data, errors, meta }) => {
      ({ delimiter } = meta);
      if (errors.some((it) => it.type === 'Quotes'))
        throw new UnreadableFile(
          `A quotation mark is not closed, near row ${rows.length + 1}. Correct it and choose it again.`,
        );
      rows.push(shared(data));
    },
  });
  const name = separatorNames[delimiter];
  return { rows: trimmed(rows), note: name ? `Columns are separated by ${name}.` : '' };
}

/** Texts that are looked up so that equal ones are held once. */
const maxShared = 50_000;

/** Makes rows whose equal cells are one text, and which have no room to grow: dates, amounts and names of banks repeat. */
function sharing(): (row: readonly string[]) => string[] {
  const known = new Map<string, string>();
  const share = (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size < maxShared) known.set(text, text);
    return text;
  };
  return (row) => row.map(share);
}

/** Cells as spreadsheets put them on the clipboard: those with a line break, a tab or a quotation mark are quoted. */
export const clipboardCells = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data;

/** Without empty rows, and without empty cells after the last; in place, since a copy of 100,000 rows takes their room again. */
function trimmed(rows: string[][]): string[][] {
  let kept = 0;
  for (const row of rows) {
    let end = row.length;
    while (end > 0 && row[end - 1]?.trim() === '') end -= 1;
    row.length = end;
    if (end > 0) rows[kept++] = row;
  }
  rows.length = kept;
  return rows;
}
