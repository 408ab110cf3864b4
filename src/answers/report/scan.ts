import type { ReportColumns, NumberColumn, TimeColumn } from './columns.ts';
import { minutesAt, noTime } from './wall-minutes.ts';

/**
 * Reads values of a JSON body from its bytes. `at` is the index of a value's first byte, and each function returns the index after
 * its last one. `filled` bytes of the buffer were received; a 0 follows them, which stops every scan: JSON has none.
 */

export const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a] as const;
export const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39] as const;

/** In place of an index: more bytes are needed. `readPlain…` also return it for a value that is not plain. */
export const noEnd = -1;

/**
 * Writes a number into the column's next row, if it has up to fifteen digits: then it is rounded like JSON.parse by dividing two
 * exact doubles.
 */
export function readPlainNumber(buffer: Uint8Array, at: number, column: NumberColumn, columns: ReportColumns): number {
  const isNegative = buffer[at] === minus;
  if (isNegative) at += 1;
  // 01 is no JSON.
  if (buffer[at] === zero && isDigit(buffer[at + 1])) return noEnd;
  const from = at;
  let value = 0;
  let byte = buffer[at] as number;
  while (byte >= zero && byte <= nine) {
    value = value * 10 + byte - zero;
    byte = buffer[(at += 1)] as number;
  }
  let digits = at - from;
  if (digits === 0) return noEnd;
  if (byte === point) {
    const pointAt = at;
    byte = buffer[(at += 1)] as number;
    while (byte >= zero && byte <= nine) {
      value = value * 10 + byte - zero;
      byte = buffer[(at += 1)] as number;
    }
    const decimals = at - pointAt - 1;
    if (decimals === 0) return noEnd;
    digits += decimals;
    if (digits > 15) return noEnd;
    value /= powers[decimals] as number;
  }
  if (digits > 15 || !(byte === comma || byte === closeBrace || byte === 0x20 || byte === 0x0a || byte === 0x0d))
    return noEnd;
  // The record may have had an odd value for the same field.
  if (column.odd.rows.size > 0) column.odd.rows.delete(columns.length);
  column.numbers[columns.length] = isNegative ? -value : value;
  return at;
}

/** Writes a time into the column's next row, if the text is a time that exists, in the form of the column. */
export function readPlainTime(
  buffer: Uint8Array,
  filled: number,
  at: number,
  column: TimeColumn,
  columns: ReportColumns,
): number {
  const length = column.form === 'date' ? 10 : 16;
  if (buffer[at] !== quote || at + length + 1 >= filled || buffer[at + length + 1] !== quote) return noEnd;
  if (buffer[at + 5] !== minus || buffer[at + 8] !== minus) return noEnd;
  const year = pair(buffer, at + 1) * 100 + pair(buffer, at + 3);
  let [hour, minute] = [0, 0];
  if (length === 16) {
    if (buffer[at + 11] !== 0x20 || buffer[at + 14] !== colon) return noEnd;
    hour = pair(buffer, at + 12);
    minute = pair(buffer, at + 15);
  }
  const minutes = minutesAt(year, pair(buffer, at + 6), pair(buffer, at + 9), hour, minute);
  if (minutes === noTime) return noEnd;
  columns.learnForm(column, length);
  if (column.odd.rows.size > 0) column.odd.rows.delete(columns.length);
  column.minutes[columns.length] = minutes;
  return at + length + 2;
}

function pair(buffer: Uint8Array, at: number): number {
  const [tens, ones] = [(buffer[at] as number) - zero, (buffer[at + 1] as number) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** The index after any value. JSON.parse decides later whether it is valid. */
export function valueEnd(buffer: Uint8Array, filled: number, at: number): number {
  let depth = 0;
  for (; at < filled; at += 1) {
    const byte = buffer[at];
    if (byte === quote) {
      at += 1;
      while (at < filled && buffer[at] !== quote) at += buffer[at] === backslash ? 2 : 1;
      if (at >= filled) return noEnd;
      if (depth === 0) return at + 1;
    } else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
      if (depth < 0) return at;
    } else if (depth === 0 && (byte === comma || byte === colon || (byte as number) <= 0x20)) return at;
  }
  return noEnd;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= nine;
const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
