import { unzipSync, zipSync } from 'fflate';
import { UnreadableFile, type Workbook } from './read.ts';

/** Bytes of a workbook when it is unpacked. */
const maxUnpacked = 600_000_000;
/** How much larger than its packed form a part may be: sheets are 5 to 40 times, bombs over 1,000 times. */
const maxRatio = 250;

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

/**
 * Reads the sheets of a workbook as texts; formulas by their values, and what is merged over several rows in each of them.
 * @throws UnreadableFile
 */
export async function readXlsx(bytes: Uint8Array): Promise<Workbook> {
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
  // Figures stay texts: a number of 17 digits would lose its last ones as a number.
  const parse = (packed: Uint8Array) =>
    read(new Blob([packed as BlobPart]), { parseNumber: (text: string) => text, trim: false });
  try {
    const { merged, hasErrors } = besides(bytes);
    const sheets = await parse(hasErrors ? explicit(bytes) : bytes).catch(() => parse(explicit(bytes)));
    return {
      sheets: sheets.map(({ sheet, data }, index) => ({
        name: sheet,
        isHidden: hidden.has(index),
        rows: filledDown(
          data.map((row) => row.map(cellText)),
          merged.get(sheet) ?? [],
        ),
      })),
      notes: merged.size > 0 ? ['What was merged over several rows is in each of them.'] : [],
    };
  } catch {
    throw new UnreadableFile('The workbook could not be read. Save it again as .xlsx or CSV, then choose it.');
  }
}

/** Cells that are merged over several rows of one column; rows and columns counted from 0, the last row among them. */
interface Merged {
  column: number;
  top: number;
  bottom: number;
}

/**
 * What the library leaves out: by the sheets' names which cells are merged downwards, whose value it gives to the first row
 * alone, and whether formulas ended in an error, for which it gives an empty cell.
 */
function besides(bytes: Uint8Array): { merged: Map<string, Merged[]>; hasErrors: boolean } {
  const decoder = new TextDecoder();
  const parts = unzipSync(bytes, {
    filter: ({ name }) => /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name),
  });
  const textOf = (name: string) => decoder.decode(parts[name]);
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const tags = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g'))].map(([tag]) => tag);
  const targets = new Map(
    tags(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^(?:\/?xl)?\/?/, 'xl/'),
    ]),
  );
  const merged = new Map<string, Merged[]>();
  let hasErrors = false;
  for (const tag of tags(textOf('xl/workbook.xml'), 'sheet')) {
    const text = textOf(targets.get(attribute(tag, 'r:id')) ?? '');
    hasErrors ||= text.includes(' t="e"');
    // They stand behind all rows, which need not be looked through.
    const found = tags(text.slice(text.lastIndexOf('</sheetData>')), 'mergeCell').flatMap((cell) => {
      const [, left = '', top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(cell, 'ref')) ?? [];
      return left !== '' && left === right && top !== bottom
        ? [{ column: columnOf(left), top: Number(top) - 1, bottom: Number(bottom) - 1 }]
        : [];
    });
    if (found.length > 0) merged.set(decodedName(attribute(tag, 'name')), found);
  }
  return { merged, hasErrors };
}

const decodedName = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
  );

function filledDown(rows: string[][], merged: readonly Merged[]): string[][] {
  for (const { column, top, bottom } of merged) {
    const text = rows[top]?.[column] ?? '';
    for (const row of rows.slice(top + 1, bottom + 1)) row[column] ||= text;
  }
  return rows;
}

/** The letters of a column, counted from 0. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/**
 * The workbook with the address of each cell, and errors as texts. The format lets cells stand side by side without addresses
 * (ECMA-376, 18.3.1.4), as our own exports have them, and the library that reads workbooks wants one.
 */
function explicit(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes);
  for (const [name, part] of Object.entries(parts)) {
    if (!name.startsWith('xl/worksheets/') || !name.endsWith('.xml')) continue;
    let [row, column] = [0, 0];
    const text = new TextDecoder()
      .decode(part)
      .replace(/<(row|c)(?=[\s/>])([^>]*)>/g, (tag, kind: string, rest: string) => {
        const [, letters = '', line] = /\sr="([A-Z]*)(\d+)"/.exec(rest) ?? [];
        if (kind === 'row') {
          [row, column] = [line ? Number(line) : row + 1, 0];
          return tag;
        }
        column = letters ? columnOf(letters) + 1 : column + 1;
        return `<c ${letters ? '' : `r="${lettersOf(column - 1)}${row}"`}${rest.replace(' t="e"', ' t="str"')}>`;
      });
    parts[name] = new TextEncoder().encode(text);
  }
  return zipSync(parts, { level: 0 });
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
