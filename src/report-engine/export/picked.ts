import type { ReportColumn, NumberColumn, TimeColumn } from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';

/**
 * The columns with titles and the rows in the order of the view. Without `order`, all rows. Rows that arrive during the
 * export are not included.
 */
export interface Picked {
  columns: readonly { column: ReportColumn; title: string }[];
  order: Uint32Array | undefined;
  count: number;
}

/** Takes bytes in order; each array has its own buffer, so that it can be transferred. Rejecting ends the export. */
export type WritePiece = (piece: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Generated lazily; each array has its own buffer. */
export type Pieces = Iterable<Uint8Array<ArrayBuffer>>;

export type WriteCell = (row: number) => void;

/** A few milliseconds of work. */
export const pieceSize = 1 << 18;
/** With space for the row that exceeds it, in nearly every report. */
export const pieceRoom = pieceSize + (1 << 14);

/** Undefined for ordinary values. */
export const oddAt = (column: NumberColumn | TimeColumn, row: number): number | undefined =>
  column.odd.rows.size > 0 ? column.odd.rows.get(row) : undefined;

/** A view of ten rows must not encode a quarter of a million texts. */
export function usedEntries(codes: ArrayLike<number>, size: number, { order, count }: Picked): Uint8Array {
  const used = new Uint8Array(size);
  for (let position = 0; position < count; position++) {
    used[codes[order ? (order[position] as number) : position] as number] = 1;
  }
  used[0] = 0;
  return used;
}

export function isPlain(bytes: Uint8Array, from: number, to: number, suspicious: Uint8Array): boolean {
  for (let at = from; at < to; at++) if (suspicious[bytes[at] as number] === 1) return false;
  return true;
}

export function byteSet(texts: string, isAlso: (byte: number) => boolean): Uint8Array {
  const set = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) if (isAlso(byte) || texts.includes(String.fromCharCode(byte))) set[byte] = 1;
  return set;
}

export const entryText = (dictionary: Dictionary, code: number): string => dictionary.shownOf(code) ?? '';
