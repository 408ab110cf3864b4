import { textOfBytes } from '../encoding.ts';
import { UnreadableFile, type Sheet } from '../read.ts';
import { readWorkbook } from '../workbook.ts';
import { checkCurrency } from './check.ts';
import { headingRow, isHeadings, type Mapping, type SuggestedMapping } from './mapping.ts';
import { emptyMapping, recognisedMapping } from './profiles.ts';
import { refusal, type BankStatement } from './statement.ts';
import { readTable, type StatementTable } from './table.ts';

export type StatementFormat = 'OFX' | 'camt.053' | 'MT940' | 'table';

/** A table whose columns a person confirms or chooses, with its first rows. */
export interface UnmappedTable {
  mapping: SuggestedMapping;
  /** The table of a bank was recognised, and not guessed from its headings. */
  isKnown: boolean;
  first: string[][];
  /** Of the first rows in the file, from 1. */
  numbers: number[];
  /** Why it was not read with the columns that were confirmed before. */
  problem: string;
}

type ReadFile =
  | { format: StatementFormat; statements: BankStatement[]; mapping?: Mapping }
  | { format: 'table'; unmapped: UnmappedTable; table: StatementTable };

/** Above this an XML or MT940 file is no statement of an account. */
const maxBytes = 100_000_000;

const isText = (bytes: Uint8Array): boolean => bytes[0] !== 0x50 || bytes[1] !== 0x4b;

function formatOf(head: string): StatementFormat {
  if (/^\s*!(?:Type|Account|Option):/i.test(head)) throw refusal('This is a QIF file. Download OFX or CSV instead.');
  if (/^01,.*\/\s*\n02,/.test(head)) throw refusal('This is a BAI2 file. Download OFX, MT940 or CSV instead.');
  if (/<OFX\b|OFXHEADER/i.test(head)) return 'OFX';
  if (/^\s*<\?xml|<(?:\w+:)?Document\b/.test(head)) return 'camt.053';
  return /^\s*(?:\{1:.*)?:20:|^:(?:20|25|60[FM]):/m.test(head) ? 'MT940' : 'table';
}

/** Currency of the amounts in the whole console. */
const currency = 'ZAR';

/** What a person sees of a table while confirming its columns. */
const [shownRows, shownLetters] = [30, 80];

/**
 * The statements of a file, or its table, if the columns are not known.
 * @param known mappings that a person confirmed
 * @throws UnreadableFile with the reason
 */
export async function readStatement(bytes: Uint8Array, known: readonly Mapping[] = []): Promise<ReadFile> {
  if (bytes.length > 0 && bytes.length <= maxBytes && isText(bytes)) {
    const head = textOfBytes(bytes.subarray(0, 20_000 & ~1)).text;
    const format = formatOf(head);
    if (format !== 'table') {
      const { text } = textOfBytes(bytes);
      // Loaded for the one format that the file has.
      const statements =
        format === 'OFX'
          ? (await import('./ofx.ts')).readOfx(text)
          : format === 'MT940'
            ? (await import('./mt940.ts')).readMt940(text)
            : (await import('./camt.ts')).readCamt(text);
      for (const it of statements) checkCurrency(it, currency);
      return { format, statements };
    }
  }
  const { sheets } = await readWorkbook(bytes);
  return readKnownTable(tableOf(sheets), known);
}

/**
 * The sheet of a bank that is recognised, else the first with days and amounts, and all others with its headings: some have a
 * sheet for each month.
 * @throws UnreadableFile if another sheet has entries, too
 */
function tableOf(sheets: readonly Sheet[]): StatementTable {
  const filled = sheets
    .filter((it) => !it.isHidden && it.rows.length > 0)
    .map((sheet) => ({ ...sheet, rows: sheet.rows.map((row) => row.map(plainCell)) }))
    .map((sheet) => ({ sheet, found: recognisedMapping(sheet.rows) }));
  const main = filled.find(({ found }) => found?.isKnown) ?? filled.find(({ found }) => found) ?? filled[0];
  if (!main) throw refusal(sheets.find((it) => it.problem)?.problem ?? 'The file is empty.');
  const parts = [main.sheet];
  const notes = sheets
    .filter((it) => it.isHidden && it.rows.length > 0)
    .map(({ name }) => `The sheet “${name}”, which the workbook hides, is not read.`);
  for (const { sheet, found } of filled) {
    if (sheet === main.sheet) continue;
    if (!found) {
      notes.push(`The sheet “${sheet.name}” has no entries.`);
      continue;
    }
    const headings = main.found?.mapping.headings ?? [];
    const at = headings.length > 0 ? sheet.rows.findIndex((row) => isHeadings(row, headings)) : -1;
    if (at < 0)
      throw refusal(
        `The workbook has entries in “${main.sheet.name}” and, in other columns, in “${sheet.name}”. Save each as a file of its own.`,
      );
    parts.push({
      ...sheet,
      rows: sheet.rows.slice(at + 1),
      numbers: sheet.numbers.slice(at + 1),
      hiddenRows: (sheet.hiddenRows ?? []).flatMap((row) => (row > at ? [row - at - 1] : [])),
    });
  }
  const hidden = new Set<number>();
  let above = 0;
  for (const { rows, hiddenRows = [] } of parts) {
    for (const row of hiddenRows) hidden.add(above + row);
    above += rows.length;
  }
  return { rows: parts.flatMap((it) => it.rows), numbers: parts.flatMap((it) => it.numbers), hidden, notes };
}

/** Some banks put apostrophes around texts. */
const plainCell = (cell: string): string => cell.replace(/^\s*'(.*)'\s*$/s, '$1');

/** The statements of a table, if it has the columns of a known mapping and can be read with them. */
function readKnownTable(table: StatementTable, known: readonly Mapping[]): ReadFile {
  const guess = recognisedMapping(table.rows);
  // Without headings, only a shape that is recognised says which of several mappings a file has.
  const mapping = known.find((it) =>
    it.headings.length > 0
      ? headingRow(table.rows, it) !== undefined
      : guess?.mapping.headings.length === 0 && it.bank === guess.mapping.bank,
  );
  let problem = '';
  try {
    if (mapping) return { format: 'table', statements: readTable(table, mapping), mapping };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problem = error.message;
  }
  const first = table.rows.slice(0, shownRows).map((row) => row.map((cell) => cell.slice(0, shownLetters)));
  return {
    format: 'table',
    table,
    unmapped: {
      mapping: mapping ?? guess?.mapping ?? emptyMapping,
      isKnown: guess?.isKnown ?? false,
      first,
      numbers: table.numbers.slice(0, first.length),
      problem,
    },
  };
}
