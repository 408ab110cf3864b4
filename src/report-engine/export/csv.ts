import {
  isNumber,
  isText,
  type ReportColumn,
  type NumberColumn,
  type TextColumn,
  type TimeColumn,
} from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';
import { dayTextAt, noTime } from '#answers/report/wall-minutes.ts';
import { toCents } from '#rules/money.ts';
import type { AboutCell, ExportOptions } from '../protocol.ts';
import { isDue, pause } from '../work.ts';
import { ByteSink } from './bytes.ts';
import {
  byteSet,
  entryText,
  isPlain,
  oddAt,
  pieceRoom,
  pieceSize,
  usedEntries,
  type WriteCell,
  type Picked,
  type WritePiece,
} from './picked.ts';
import { csvCell } from './text.ts';

/**
 * CSV (RFC 4180), lines ended by CR LF, safe to open (`csvCell`). Amounts have two decimals, codes keep their zeros.
 * Missing values and empty texts are empty cells.
 */

const comma = 44;
const semicolon = 59;
const point = 46;
const colon = 58;
const space = 32;
const zero = 48;

// Bytes that `csvCell` changes anywhere, also the first ones of characters that turn text, and those only at the start:
// formulas, blanks, non-ASCII.
const suspicious = byteSet('",;|\t\r\n', (byte) => byte === 0xd8 || byte === 0xe2);
const suspiciousFirst = byteSet('=+-@ ', (byte) => byte < 32 || byte > 126);

interface Format {
  about?: ExportOptions['about'];
  byteOrderMark: boolean;
  decimal: '.' | ',';
}

export async function writeCsv(
  picked: Picked,
  { about = [], byteOrderMark, decimal }: Format,
  write: WritePiece,
): Promise<void> {
  const { order, count } = picked;
  const separator = decimal === ',' ? semicolon : comma;
  const sink = new ByteSink(pieceRoom);
  if (byteOrderMark) sink.text('\ufeff');
  const mark = String.fromCharCode(separator);
  for (const line of about) sink.text(`${line.map((cell) => aboutCell(cell, decimal)).join(mark)}\r\n`);
  if (about.length > 0) sink.text('\r\n');
  sink.text(`${picked.columns.map(({ title }) => csvCell(title)).join(mark)}\r\n`);

  const cells: WriteCell[] = [];
  for (const { column } of picked.columns) cells.push(await cellOf(column, picked, sink, decimal));
  const [first, ...others] = cells;
  if (!first) throw new RangeError('A file needs a column.');

  for (let position = 0; position < count; position++) {
    const row = order ? (order[position] as number) : position;
    first(row);
    for (const cell of others) {
      sink.byte(separator);
      cell(row);
    }
    sink.byte(13);
    sink.byte(10);
    if (sink.length < pieceSize) continue;
    await write(sink.take());
    if (isDue()) await pause();
  }
  if (sink.length > 0) await write(sink.take());
}

const aboutCell = (cell: AboutCell, decimal: '.' | ','): string => {
  if (typeof cell === 'string') return csvCell(cell);
  return typeof cell === 'number' ? String(cell) : (cell.cents / 100).toFixed(2).replace('.', decimal);
};

async function cellOf(column: ReportColumn, picked: Picked, sink: ByteSink, decimal: '.' | ',') {
  if (isText(column)) return textCell(column, picked, sink);
  return isNumber(column) ? numberCell(column, sink, decimal) : timeCell(column, sink);
}

/** Encodes each used text once; rows copy its bytes. */
async function textCell({ codes, dictionary }: TextColumn, picked: Picked, sink: ByteSink): Promise<WriteCell> {
  const { size } = dictionary;
  const used = usedEntries(codes, size, picked);
  const made = new ByteSink(1 << 14);
  const starts = new Uint32Array(size + 1);
  for (let code = 1; code < size; code++) {
    starts[code] = made.length;
    if (used[code] === 0) continue;
    const from = dictionary.starts[code] as number;
    const to = dictionary.starts[code + 1] as number;
    const { bytes } = dictionary;
    const isSafe = isPlain(bytes, from, to, suspicious) && suspiciousFirst[bytes[from] as number] === 0;
    if (isSafe && !dictionary.isRaw(code)) made.copy(bytes, from, to);
    else made.text(entryCell(dictionary, code));
    if (code % 4096 === 0 && isDue()) await pause();
  }
  starts[size] = made.length;
  const bytes = made.take();
  return (row) => {
    const code = codes[row] as number;
    sink.copy(bytes, starts[code] as number, starts[code + 1] as number);
  };
}

/** A number stays one even in a text column; everything else is made safe. */
function entryCell(dictionary: Dictionary, code: number): string {
  const text = entryText(dictionary, code);
  return dictionary.isRaw(code) && typeof dictionary.valueOf(code) === 'number' ? text : csvCell(text);
}

function numberCell(column: NumberColumn, sink: ByteSink, decimal: '.' | ','): WriteCell {
  const { numbers, kind } = column;
  const mark = decimal === ',' ? comma : point;
  return (row) => {
    const value = numbers[row] as number;
    if (Number.isNaN(value)) {
      const odd = oddAt(column, row);
      if (odd !== undefined) sink.text(entryCell(column.odd.dictionary, odd));
      return;
    }
    const cents = kind === 'amount' ? toCents(value) : undefined;
    if (cents !== undefined) sink.cents(cents, mark);
    else if (Number.isSafeInteger(value)) sink.integer(value);
    else sink.text(decimal === ',' ? String(value).replace('.', ',') : String(value));
  };
}

function timeCell(column: TimeColumn, sink: ByteSink): WriteCell {
  const { minutes, form } = column;
  const encoder = new TextEncoder();
  // Few days, many rows.
  const days = new Map<number, Uint8Array>();
  return (row) => {
    const odd = oddAt(column, row);
    if (odd !== undefined) return sink.text(entryCell(column.odd.dictionary, odd));
    const value = minutes[row] as number;
    if (value === noTime) return;
    const minute = value % 1440;
    const day = value - minute;
    let text = days.get(day);
    if (!text) days.set(day, (text = encoder.encode(dayTextAt(day))));
    sink.copy(text);
    if (form === 'date') return;
    sink.byte(space);
    const hours = (minute / 60) | 0;
    sink.byte(zero + ((hours / 10) | 0));
    sink.byte(zero + (hours % 10));
    sink.byte(colon);
    sink.byte(zero + (((minute % 60) / 10) | 0));
    sink.byte(zero + (minute % 10));
  };
}
