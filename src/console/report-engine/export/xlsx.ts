import { isNumber, isTime, type ReportColumn } from '#answers/report/columns.ts';
import type { AboutCell, ExportOptions } from '../protocol.ts';
import { ByteSink } from './bytes.ts';
import { pieceRoom, pieceSize, type Picked, type Pieces, type WritePiece } from './picked.ts';
import { inlineCell, xlsxCell } from './xlsx-cells.ts';
import { packageParts, styles } from './xlsx-parts.ts';
import { sharedStrings, type SharedStrings } from './xlsx-strings.ts';
import { zipTo } from './zip.ts';

/**
 * Office Open XML (ECMA-376). Dictionaries become shared strings. Texts are never formulas, and the same rows give the
 * same bytes.
 */

/** One row less than a sheet has, for the titles. */
export const rowsPerSheet = 1_048_575;

/** @throws TooLargeError, or the rejection of `write` */
export async function writeXlsx(
  picked: Picked,
  { about, dates }: Pick<ExportOptions, 'about' | 'dates'>,
  write: WritePiece,
  perSheet = rowsPerSheet,
): Promise<void> {
  const strings = await sharedStrings(picked);
  const sheets: { name: string; pieces: Pieces }[] = [];
  for (let first = 0; first < picked.count || first === 0; first += perSheet) {
    const end = Math.min(first + perSheet, picked.count);
    const name = first === 0 ? 'Report' : `Report ${sheets.length + 1}`;
    sheets.push({ name, pieces: reportSheet(picked, strings, dates, first, end) });
  }
  if (about) sheets.push({ name: 'About', pieces: aboutSheet(about) });

  const zip = zipTo(write);
  for (const [name, text] of packageParts(sheets.map((it) => it.name))) await zip.add(name, once(text));
  for (const [index, { pieces }] of sheets.entries()) await zip.add(`xl/worksheets/sheet${index + 1}.xml`, pieces);
  await zip.add('xl/sharedStrings.xml', strings.pieces);
  await zip.close();
}

/** `end` is exclusive. */
function* reportSheet(
  picked: Picked,
  strings: SharedStrings,
  dates: 'text' | 'date',
  first: number,
  end: number,
): Pieces {
  const { columns, order } = picked;
  const sink = new ByteSink(pieceRoom);
  const widths = columns.map(({ column, title }) => widthOf(column, title, strings));
  const titles = columns.map(({ title }) => title);
  sink.text(sheetStart(widths, true) + lineOf(1, titles, styles.title));
  const cells = columns.map(({ column }) => xlsxCell(column, strings.numbers.get(column), dates, sink));
  for (let position = first; position < end; position++) {
    const row = order ? (order[position] as number) : position;
    sink.copy(rowStart);
    sink.integer(position - first + 2);
    sink.copy(tagEnd);
    for (const cell of cells) cell(row);
    sink.copy(rowEnd);
    if (sink.length >= pieceSize) yield sink.take();
  }
  sink.text(sheetEnd);
  yield sink.take();
}

function* aboutSheet(lines: NonNullable<ExportOptions['about']>): Pieces {
  const sink = new ByteSink();
  const most = Math.max(1, ...lines.map((line) => line.length));
  const widths = Array.from({ length: most }, () => 28);
  sink.text(sheetStart(widths, false));
  for (const [index, line] of lines.entries()) sink.text(`<row r="${index + 1}">${line.map(aboutCell).join('')}</row>`);
  sink.text(sheetEnd);
  yield sink.take();
}

function sheetStart(widths: readonly number[], isTitled: boolean): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const view = `<sheetView workbookViewId="0">${isTitled ? frozen : ''}</sheetView>`;
  const views = `<sheetViews>${view}</sheetViews><cols>${columns.join('')}</cols>`;
  return `${styles.head}<worksheet xmlns="${styles.main}">${views}<sheetData>`;
}

const sheetEnd = '</sheetData></worksheet>';

/** In characters; fits most cells, but leaves other columns visible. */
function widthOf(column: ReportColumn, title: string, { lengths }: SharedStrings): number {
  const time = isTime(column) ? 'YYYY-MM-DD HH:MM'.length : 0;
  const figure = isNumber(column) ? '1,234,567.89'.length : 0;
  return Math.min(60, Math.max(8, time, figure, lengths.get(column) ?? 0, title.length)) + 2;
}

const aboutCell = (cell: AboutCell): string => {
  if (typeof cell === 'string') return inlineCell(cell, styles.text);
  return typeof cell === 'number'
    ? `<c s="${styles.integer}"><v>${cell}</v></c>`
    : `<c s="${styles.amount}"><v>${(cell.cents / 100).toFixed(2)}</v></c>`;
};

const lineOf = (line: number, texts: readonly string[], style: number): string =>
  `<row r="${line}">${texts.map((text) => inlineCell(text, style)).join('')}</row>`;

const encoder = new TextEncoder();
const rowStart = encoder.encode('<row r="');
const tagEnd = encoder.encode('">');
const rowEnd = encoder.encode('</row>');

function* once(text: string): Pieces {
  yield encoder.encode(text);
}
