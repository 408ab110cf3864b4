import {
  isNumber,
  isText,
  type ReportColumn,
  type NumberColumn,
  type TextColumn,
  type TimeColumn,
} from '#answers/report/columns.ts';
import { dayOf, noTime, timeText } from '#answers/report/wall-minutes.ts';
import { toCents } from '#rules/money.ts';
import { spreadsheetDays, toSpreadsheetDay } from '#rules/spreadsheet-days.ts';
import type { ByteSink } from './bytes.ts';
import { entryText, oddAt, type WriteCell } from './picked.ts';
import { cellText, xmlText } from './text.ts';
import { styles } from './xlsx-parts.ts';

/** Integers with more digits than a spreadsheet keeps are written as texts: a reference must not lose its end. */
const longestInteger = 999_999_999_999_999;

/** The number of the first day that `dayOf` counts from. */
const numberOfFirst = toSpreadsheetDay('1900-01-01');

/** Without an address, which ECMA-376, 18.3.1.4 allows: a file would be nearly twice as large. */
export const inlineCell = (text: string, style: number): string =>
  text === ''
    ? '<c/>'
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cellText(text))}</t></is></c>`;

const encoder = new TextEncoder();
const empty = encoder.encode('<c/>');
const valueEnd = encoder.encode('</v></c>');
const sharedText = encoder.encode(`<c s="${styles.text}" t="s"><v>`);
const figure = (style: number) => encoder.encode(`<c s="${style}"><v>`);
const integerFigure = figure(styles.integer);
const amountFigure = figure(styles.amount);
const numberFigure = figure(styles.number);
const point = 46;

/** @param numbers of a text column: each entry's position in the shared strings, from 1; 0 is no text */
export function xlsxCell(
  column: ReportColumn,
  numbers: Uint32Array | undefined,
  dates: 'text' | 'date',
  sink: ByteSink,
): WriteCell {
  if (isText(column)) return textCell(column, numbers ?? new Uint32Array(0), sink);
  return isNumber(column) ? numberCell(column, sink) : timeCell(column, dates, sink);
}

function textCell({ codes }: TextColumn, numbers: Uint32Array, sink: ByteSink): WriteCell {
  return (row) => {
    const number = numbers[codes[row] as number];
    if (!number) return sink.copy(empty);
    sink.copy(sharedText);
    sink.integer(number - 1);
    sink.copy(valueEnd);
  };
}

function oddCell({ odd }: NumberColumn | TimeColumn, entry: number | undefined, sink: ByteSink): void {
  if (entry === undefined) sink.copy(empty);
  else sink.text(inlineCell(entryText(odd.dictionary, entry), styles.text));
}

function numberCell(column: NumberColumn, sink: ByteSink): WriteCell {
  const { numbers, kind } = column;
  return (row) => {
    const value = numbers[row] as number;
    if (Number.isNaN(value)) return oddCell(column, oddAt(column, row), sink);
    const cents = kind === 'amount' ? toCents(value) : undefined;
    if (cents !== undefined) {
      sink.copy(amountFigure);
      sink.cents(cents, point);
    } else if (Number.isSafeInteger(value)) {
      if (Math.abs(value) > longestInteger) return sink.text(inlineCell(String(value), styles.text));
      sink.copy(integerFigure);
      sink.integer(value);
    } else {
      sink.copy(numberFigure);
      sink.text(String(value));
    }
    sink.copy(valueEnd);
  };
}

/** Fractions of a day by minute, precise to a tenth of a microsecond. */
const fractions = Array.from({ length: 1440 }, (_, minute) =>
  encoder.encode(
    (minute / 1440)
      .toFixed(13)
      .slice(1)
      .replace(/\.?0+$/, ''),
  ),
);

function timeCell(column: TimeColumn, dates: 'text' | 'date', sink: ByteSink): WriteCell {
  const { minutes, form } = column;
  const dateFigure = figure(form === 'date' ? styles.date : styles.dateTime);
  return (row) => {
    const value = minutes[row] as number;
    const odd = oddAt(column, row);
    if (odd !== undefined || value === noTime) return oddCell(column, odd, sink);
    const day = dayOf(value) + numberOfFirst;
    if (dates === 'text' || day < spreadsheetDays.first)
      return sink.text(inlineCell(timeText(value, form), styles.text));
    sink.copy(dateFigure);
    sink.integer(day);
    sink.copy(fractions[value % 1440] as Uint8Array);
    sink.copy(valueEnd);
  };
}
