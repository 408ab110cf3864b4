import { toDayNumber, type DateText } from '#rules/calendar.ts';
import { ByteSink } from './bytes.ts';
import { pieceRoom, pieceSize, type Pieces, type WritePiece } from './picked.ts';
import { inlineCell } from './xlsx-cells.ts';
import { packageParts, styles } from './xlsx-parts.ts';
import { zipTo } from './zip.ts';

/** A text, a whole number, an amount in whole cents, a day, another number, or nothing. */
export type WorkbookCell = string | number | { cents: number } | { day: DateText } | { figure: number } | null;

export interface WorkbookSheet {
  /** At most 31 characters, without `: \ / ? * [ ]`. */
  name: string;
  titles: readonly string[];
  rows: Iterable<readonly WorkbookCell[]>;
}

/** Days before 1970 that a spreadsheet counts. */
const spreadsheetDays = 25_569 - toDayNumber('1970-01-01');

const encoder = new TextEncoder();

/** A workbook of several small tables; texts are never formulas, and the same rows give the same bytes. */
export async function writeWorkbook(sheets: readonly WorkbookSheet[], write: WritePiece): Promise<void> {
  const zip = zipTo(write);
  for (const [name, text] of packageParts(sheets.map((it) => it.name))) await zip.add(name, once(text));
  for (const [index, sheet] of sheets.entries()) await zip.add(`xl/worksheets/sheet${index + 1}.xml`, sheetOf(sheet));
  await zip.add('xl/sharedStrings.xml', once(`${styles.head}<sst xmlns="${styles.main}"></sst>`));
  await zip.close();
}

function* once(text: string): Pieces {
  yield encoder.encode(text);
}

function* sheetOf({ titles, rows }: WorkbookSheet): Pieces {
  const sink = new ByteSink(pieceRoom);
  const widths = titles.map(
    (title, at) => `<col min="${at + 1}" max="${at + 1}" width="${Math.max(14, title.length + 2)}" customWidth="1"/>`,
  );
  sink.text(
    `${styles.head}<worksheet xmlns="${styles.main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths.join('')}</cols><sheetData>`,
  );
  sink.text(`<row r="1">${titles.map((title) => inlineCell(title, styles.title)).join('')}</row>`);
  let line = 1;
  for (const cells of rows) {
    line += 1;
    sink.text(`<row r="${line}">${cells.map(cellOf).join('')}</row>`);
    if (sink.length >= pieceSize) yield sink.take();
  }
  sink.text('</sheetData></worksheet>');
  yield sink.take();
}

const figureCell = (style: number, value: string): string => `<c s="${style}"><v>${value}</v></c>`;

function cellOf(cell: WorkbookCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return inlineCell(cell, styles.text);
  if (typeof cell === 'number') return figureCell(styles.integer, String(cell));
  if ('cents' in cell) return figureCell(styles.amount, (cell.cents / 100).toFixed(2));
  if ('day' in cell) return figureCell(styles.date, String(toDayNumber(cell.day) + spreadsheetDays));
  return figureCell(styles.number, String(cell.figure));
}
