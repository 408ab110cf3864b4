import Papa from 'papaparse';
import { unzipSync } from 'fflate';
import { textOfBytes } from './encoding.ts';

/** A table of texts: what stood in the cells, as it stood there; dates of workbooks as `2026-11-25` or `2026-11-25 08:00`. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: string[][];
}

export interface Workbook {
  sheets: Sheet[];
  /** How the file was understood, where that is not plain to see. */
  notes: string[];
}

/** A file that cannot be read; the message says why and what to do. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Bytes of a file, and of a workbook when it is unpacked. */
const maxBytes = 200_000_000;
const maxUnpacked = 600_000_000;
/** How much larger than its packed form a part may be: sheets are 5 to 40 times, bombs over 1,000 times. */
const maxRatio = 250;

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
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes);
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
  const [, told] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { data, errors, meta } = Papa.parse<string[]>(told ? text.slice(text.indexOf('\n') + 1) : text, {
    delimiter: told ?? '',
    delimitersToGuess: ['\t', ';', ',', '|'],
    skipEmptyLines: 'greedy',
  });
  const broken = errors.find((it) => it.type === 'Quotes');
  if (broken?.row !== undefined)
    throw new UnreadableFile(
      `A quotation mark is not closed, near row ${broken.row + 1}. Correct it and choose it again.`,
    );
  const name = separatorNames[meta.delimiter];
  return { rows: trimmed(data), note: name ? `Columns are separated by ${name}.` : '' };
}

/** Cells as spreadsheets put them on the clipboard: those with a line break, a tab or a quotation mark are quoted. */
export const clipboardCells = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data;

/** Without empty rows, and without empty cells behind the last. */
function trimmed(rows: readonly string[][]): string[][] {
  return rows
    .map((row) => {
      let end = row.length;
      while (end > 0 && row[end - 1]?.trim() === '') end -= 1;
      return row.slice(0, end);
    })
    .filter((row) => row.length > 0);
}

const two = (value: number) => String(value).padStart(2, '0');

/** A date of a workbook, which the library gives as that wall-clock time in UTC. */
function dateText(at: Date): string {
  const date = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return time === '00:00' ? date : `${date} ${time}`;
}

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : value instanceof Date ? dateText(value) : String(value);

/** Says which files are in it, without unpacking any that would not fit. @throws UnreadableFile */
function partsOf(bytes: Uint8Array): { workbook: string } {
  let unpacked = 0;
  let isWorkbook = false;
  const parts = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      unpacked += originalSize;
      if (unpacked > maxUnpacked || (originalSize > 10_000_000 && originalSize > size * maxRatio))
        throw new UnreadableFile(
          'The workbook unpacks to far more than a sheet of payments can be. It was not opened.',
        );
      isWorkbook ||= name === 'xl/workbook.xml';
      return name === 'xl/workbook.xml';
    },
  });
  if (!isWorkbook)
    throw new UnreadableFile('This is a packed file, but no Excel workbook. Save the sheet as .xlsx or CSV.');
  return { workbook: new TextDecoder().decode(parts['xl/workbook.xml']) };
}

async function readXlsx(bytes: Uint8Array): Promise<Workbook> {
  let hidden: Set<number>;
  try {
    const { workbook } = partsOf(bytes);
    const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag);
    hidden = new Set(sheets.flatMap((tag, index) => (/\sstate="(?:hidden|veryHidden)"/.test(tag) ? [index] : [])));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The workbook is damaged. Open it, save it again and choose it once more.');
  }
  // Only when somebody chooses a workbook.
  const { default: read } = await import('read-excel-file/universal');
  try {
    // Figures stay texts: a number of 17 digits would lose its last ones as a number.
    const sheets = await read(new Blob([bytes as BlobPart]), { parseNumber: (text: string) => text, trim: false });
    return {
      sheets: sheets.map(({ sheet, data }, index) => ({
        name: sheet,
        isHidden: hidden.has(index),
        rows: trimmed(data.map((row) => row.map(cellText))),
      })),
      notes: [],
    };
  } catch {
    throw new UnreadableFile('The workbook could not be read. Save it again as .xlsx or CSV, then choose it.');
  }
}
