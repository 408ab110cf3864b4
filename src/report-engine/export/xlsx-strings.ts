import { isText, type ReportColumn, type TextColumn } from '#answers/report/columns.ts';
import { isDue, pause } from '../work.ts';
import { ByteSink } from './bytes.ts';
import { byteSet, entryText, isPlain, pieceRoom, pieceSize, usedEntries, type Picked, type Pieces } from './picked.ts';
import { cellText, longestCell, xmlText } from './text.ts';

const encoder = new TextEncoder();
const stringStart = encoder.encode('<si><t xml:space="preserve">');
const stringEnd = encoder.encode('</t></si>');

export interface SharedStrings {
  pieces: Pieces;
  /** By column: each entry's number in the shared strings, from 1; 0 for an empty cell. */
  numbers: ReadonlyMap<ReportColumn, Uint32Array>;
  /** By column: approximate characters of its longest text. */
  lengths: ReadonlyMap<ReportColumn, number>;
}

/** Only the texts that the rows use, numbered once per column. */
export async function sharedStrings(picked: Picked): Promise<SharedStrings> {
  const numbers = new Map<ReportColumn, Uint32Array>();
  const lengths = new Map<ReportColumn, number>();
  let count = 0;
  for (const { column } of picked.columns) {
    if (!isText(column) || numbers.has(column)) continue;
    const { starts, size } = column.dictionary;
    const used = usedEntries(column.codes, size, picked);
    const own = new Uint32Array(size);
    let longest = 0;
    for (let code = 1; code < size; code++) {
      const length = (starts[code + 1] as number) - (starts[code] as number);
      if (used[code] === 0 || length === 0) continue;
      own[code] = ++count;
      longest = Math.max(longest, length);
    }
    numbers.set(column, own);
    lengths.set(column, longest);
    if (isDue()) await pause();
  }
  return { numbers, lengths, pieces: stringTable(numbers) };
}

// Escaped by `xmlText`, or too long: both are handled as strings. 0xEF begins U+FFFE and U+FFFF.
const suspicious = byteSet('&<>"_\xef', (byte) => byte < 32);

function* stringTable(numbers: ReadonlyMap<ReportColumn, Uint32Array>): Pieces {
  const sink = new ByteSink(pieceRoom);
  for (const [column, own] of numbers) {
    const { dictionary } = column as TextColumn;
    for (let code = 1; code < own.length; code++) {
      if (own[code] === 0) continue;
      sink.copy(stringStart);
      const from = dictionary.starts[code] as number;
      const to = dictionary.starts[code + 1] as number;
      const isSafe = to - from <= longestCell && isPlain(dictionary.bytes, from, to, suspicious);
      if (isSafe && !dictionary.isRaw(code)) sink.copy(dictionary.bytes, from, to);
      else sink.text(xmlText(cellText(entryText(dictionary, code))));
      sink.copy(stringEnd);
      if (sink.length >= pieceSize) yield sink.take();
    }
  }
  yield sink.take();
}
