import type { DateText } from '#rules/calendar.ts';
import { spreadsheetDays, toSpreadsheetDay } from '#rules/spreadsheet-days.ts';
import { ByteSink } from './bytes.ts';
import { pieceRoom, pieceSize, type Pieces, type WritePiece } from './picked.ts';
import { inlineCell } from './xlsx-cells.ts';
import { packageParts, styles, type CellFormat } from './xlsx-parts.ts';
import { zipTo } from './zip.ts';

/** A text, a whole number, an amount in whole cents, a day, another number, or nothing. */
export type WorkbookCell = string | number | { cents: number } | { day: DateText } | { figure: number } | null;

export interface WorkbookSheet {
  /** At most 31 characters, without `: \ / ? * [ ]`. */
  name: string;
  /** In the first line, which stays in view. */
  titles?: readonly string[];
  /** In characters, by column; as wide as the titles by default. */
  widths?: readonly number[];
  /** Of cells that are filled in later, by column. */
  formats?: readonly CellFormat[];
  /** Their cells, or what writes a whole line into the sheet with each step. */
  rows: Iterable<readonly WorkbookCell[]> | ((sink: ByteSink) => Iterable<void>);
  /** Drop-down lists: cells such as `B2:B100`, and those with their texts, such as `Codes!$A$2:$A$9`. */
  choices?: readonly { cells: string; texts: string }[];
}

export type WorkbookTable = WorkbookSheet & { titles: readonly string[]; rows: Iterable<readonly WorkbookCell[]> };

const encoder = new TextEncoder();

/**
 * Office Open XML (ECMA-376). Texts are never formulas, and the same rows give the same bytes.
 * @param strings entries of the shared strings, for cells that a sheet writes by itself
 * @throws TooLargeError, or the rejection of `write`
 */
export async function writeWorkbook(
  sheets: readonly WorkbookSheet[],
  write: WritePiece,
  strings: Pieces = [],
): Promise<void> {
  const zip = zipTo(write);
  for (const [name, text] of packageParts(sheets.map((it) => it.name))) await zip.add(name, once(text));
  for (const [index, sheet] of sheets.entries()) await zip.add(`xl/worksheets/sheet${index + 1}.xml`, sheetOf(sheet));
  await zip.add('xl/sharedStrings.xml', stringTable(strings));
  await zip.close();
}

function* once(text: string): Pieces {
  yield encoder.encode(text);
}

function* stringTable(strings: Pieces): Pieces {
  yield* once(`${styles.head}<sst xmlns="${styles.main}">`);
  yield* strings;
  yield* once('</sst>');
}

function* sheetOf({
  titles,
  widths = titles?.map(titleWidth) ?? [],
  formats,
  rows,
  choices = [],
}: WorkbookSheet): Pieces {
  const sink = new ByteSink(pieceRoom);
  const columns = widths.map((width, at) => {
    const style = formats?.[at];
    return `<col min="${at + 1}" max="${at + 1}" width="${width}"${style ? ` style="${styles[style]}"` : ''} customWidth="1"/>`;
  });
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const view = `<sheetView workbookViewId="0">${titles ? frozen : ''}</sheetView>`;
  sink.text(`${styles.head}<worksheet xmlns="${styles.main}"><sheetViews>${view}</sheetViews>`);
  sink.text(`<cols>${columns.join('')}</cols><sheetData>`);
  if (titles) sink.text(`<row r="1">${titles.map((title) => inlineCell(title, styles.title)).join('')}</row>`);
  for (const _line of typeof rows === 'function' ? rows(sink) : linesOf(rows, titles ? 2 : 1, sink))
    if (sink.length >= pieceSize) yield sink.take();
  sink.text('</sheetData>');
  if (choices.length > 0)
    sink.text(`<dataValidations count="${choices.length}">${choices.map(choiceOf).join('')}</dataValidations>`);
  sink.text('</worksheet>');
  yield sink.take();
}

const titleWidth = (title: string) => Math.max(14, title.length + 2);

const choiceOf = ({ cells, texts }: { cells: string; texts: string }) =>
  `<dataValidation type="list" allowBlank="1" sqref="${cells}"><formula1>${texts}</formula1></dataValidation>`;

function* linesOf(rows: Iterable<readonly WorkbookCell[]>, first: number, sink: ByteSink): Iterable<void> {
  let line = first;
  for (const cells of rows) {
    sink.text(`<row r="${line}">${cells.map(cellOf).join('')}</row>`);
    line += 1;
    yield;
  }
}

const figureCell = (style: number, value: string): string => `<c s="${style}"><v>${value}</v></c>`;

function dayCell(date: DateText): string {
  const day = toSpreadsheetDay(date);
  return day < spreadsheetDays.first ? inlineCell(date, styles.text) : figureCell(styles.date, String(day));
}

function cellOf(cell: WorkbookCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return inlineCell(cell, styles.text);
  if (typeof cell === 'number') return figureCell(styles.integer, String(cell));
  if ('cents' in cell) return figureCell(styles.amount, (cell.cents / 100).toFixed(2));
  if ('day' in cell) return dayCell(cell.day);
  return figureCell(styles.number, String(cell.figure));
}
