import type { Column, NumberColumn, TimeColumn } from '../columns.ts';
import type { Dictionary } from '../dictionary.ts';

/**
 * What a file is made of: the columns with their titles, and the rows in the order of the view. `order` is missing where
 * the view is all rows as they came; rows that come while the file is written are not in it.
 */
export interface Picked {
  columns: readonly { column: Column; title: string }[];
  order: Uint32Array | undefined;
  count: number;
}

/** Takes bytes in order; each array has a buffer of its own, so that it can be transferred. Rejecting ends the export. */
export type Write = (piece: Uint8Array<ArrayBuffer>) => Promise<void>;

/** A part of a file, made as it is asked for; each array has a buffer of its own. */
export type Pieces = Iterable<Uint8Array<ArrayBuffer>>;

/** Writes one cell of a row. */
export type Cell = (row: number) => void;

/** Bytes of a file that are written at a time: a few milliseconds of work. */
export const pieceSize = 1 << 18;
/** Room for the row that passes it, in nearly every report. */
export const pieceRoom = pieceSize + (1 << 14);

/** The entry of a value that a column of figures or times could not keep; undefined where it kept it. */
export const oddAt = (column: NumberColumn | TimeColumn, row: number): number | undefined =>
  column.odd.rows.size > 0 ? column.odd.rows.get(row) : undefined;

/** Which entries of a dictionary the rows use: a view of ten rows does not write a quarter of a million texts. */
export function usedEntries(codes: ArrayLike<number>, size: number, { order, count }: Picked): Uint8Array {
  const used = new Uint8Array(size);
  for (let position = 0; position < count; position++) {
    used[codes[order ? (order[position] as number) : position] as number] = 1;
  }
  // No value is no entry.
  used[0] = 0;
  return used;
}

/** Whether none of an entry's bytes is suspicious, so that it can be copied as it is. */
export function isPlain(bytes: Uint8Array, from: number, to: number, suspicious: Uint8Array): boolean {
  for (let at = from; at < to; at++) if (suspicious[bytes[at] as number] === 1) return false;
  return true;
}

/** A set of bytes; each is 1 in the answer. */
export function byteSet(texts: string, isAlso: (byte: number) => boolean): Uint8Array {
  const set = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) if (isAlso(byte) || texts.includes(String.fromCharCode(byte))) set[byte] = 1;
  return set;
}

/** An entry as people read it; '' for no value. */
export const entryText = (dictionary: Dictionary, code: number): string => dictionary.shownOf(code) ?? '';
