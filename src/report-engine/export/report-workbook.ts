import { isNumber, isTime, type ReportColumn } from '#answers/report/columns.ts';
import type { ExportOptions } from '../protocol.ts';
import type { Picked, WritePiece } from './picked.ts';
import { writeWorkbook, type WorkbookSheet } from './workbook.ts';
import { xlsxCell } from './xlsx-cells.ts';
import { sharedStrings, type SharedStrings } from './xlsx-strings.ts';

/** One row less than a sheet has, for the titles. */
export const rowsPerSheet = 1_048_575;

/** Dictionaries become shared strings. @throws TooLargeError, or the rejection of `write` */
export async function writeReportWorkbook(
  picked: Picked,
  { about, dates }: Pick<ExportOptions, 'about' | 'dates'>,
  write: WritePiece,
  perSheet = rowsPerSheet,
): Promise<void> {
  const strings = await sharedStrings(picked);
  const sheets: WorkbookSheet[] = [];
  for (let first = 0; first < picked.count || first === 0; first += perSheet) {
    const end = Math.min(first + perSheet, picked.count);
    const name = first === 0 ? 'Report' : `Report ${sheets.length + 1}`;
    sheets.push({ name, ...reportSheet(picked, strings, dates, first, end) });
  }
  if (about) {
    const most = Math.max(1, ...about.map((line) => line.length));
    sheets.push({ name: 'About', widths: Array.from({ length: most }, () => 28), rows: about });
  }
  await writeWorkbook(sheets, write, strings.pieces);
}

/** `end` is exclusive. */
function reportSheet(
  { columns, order }: Picked,
  strings: SharedStrings,
  dates: 'text' | 'date',
  first: number,
  end: number,
): Omit<WorkbookSheet, 'name'> {
  return {
    titles: columns.map(({ title }) => title),
    widths: columns.map(({ column, title }) => widthOf(column, title, strings)),
    *rows(sink) {
      const cells = columns.map(({ column }) => xlsxCell(column, strings.numbers.get(column), dates, sink));
      for (let position = first; position < end; position++) {
        const row = order ? (order[position] as number) : position;
        sink.copy(rowStart);
        sink.integer(position - first + 2);
        sink.copy(tagEnd);
        for (const cell of cells) cell(row);
        sink.copy(rowEnd);
        yield;
      }
    },
  };
}

/** In characters; fits most cells, but leaves other columns visible. */
function widthOf(column: ReportColumn, title: string, { lengths }: SharedStrings): number {
  const time = isTime(column) ? 'YYYY-MM-DD HH:MM'.length : 0;
  const figure = isNumber(column) ? '1,234,567.89'.length : 0;
  return Math.min(60, Math.max(8, time, figure, lengths.get(column) ?? 0, title.length)) + 2;
}

const encoder = new TextEncoder();
const rowStart = encoder.encode('<row r="');
const tagEnd = encoder.encode('">');
const rowEnd = encoder.encode('</row>');
