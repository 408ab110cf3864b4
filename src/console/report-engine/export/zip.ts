import { isDue, pause } from '../work.ts';
import { ByteSink } from './bytes.ts';
import type { Pieces, Write } from './picked.ts';

/**
 * ZIP files written in one go, without knowing a part's size beforehand: sizes and check sums follow the data (APPNOTE
 * 6.3.10, general purpose bit 3). Numbers are little-endian. What passes 4 GB is refused: ZIP64 written so is not opened by
 * the spreadsheets it is made for.
 */
export interface Zip {
  /** Adds a part, deflated. Parts are added one after the other. */
  add(name: string, pieces: Pieces): Promise<void>;
  /** Writes the directory; without it no program takes the file for whole. */
  close(): Promise<void>;
}

/** More than the 32-bit fields of the format hold. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** The largest size that a field of the format holds. */
const largest = 0xffff_ffff;

/** Four tables: the check sum of four bytes in one step instead of one (Intel, "slicing-by-4"). */
const tables = Array.from({ length: 4 }, () => new Uint32Array(256));
{
  const [first, ...others] = tables as [Uint32Array, ...Uint32Array[]];
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
    first[byte] = sum;
  }
  let before = first;
  for (const table of others) {
    for (let byte = 0; byte < 256; byte++) {
      const sum = before[byte] as number;
      table[byte] = (sum >>> 8) ^ (first[sum & 0xff] as number);
    }
    before = table;
  }
}

/** CRC-32 of all bytes so far; starts with 0. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3] = tables as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let sum = ~before;
  let at = 0;
  for (const whole = bytes.length - 3; at < whole; at += 4) {
    sum ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    sum = t3[sum & 0xff]! ^ t2[(sum >>> 8) & 0xff]! ^ t1[(sum >>> 16) & 0xff]! ^ t0[sum >>> 24]!;
  }
  for (; at < bytes.length; at++) sum = (sum >>> 8) ^ t0[(sum ^ bytes[at]!) & 0xff]!;
  return ~sum >>> 0;
}

/** Fields of two and four bytes, as the format's tables list them. */
function fields(...list: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(list.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of list) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

// Version 2.0, sizes after the data and names in UTF-8 (bits 3 and 11), deflated, 1980-01-01 00:00: the same rows make
// the same file.
const common = [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x0021],
] as const;

/** Pieces as they are asked for, with room for messages between them: deflating is done on this thread. */
function streamOf(pieces: Generator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      if (isDue()) await pause();
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/**
 * @param write takes the file's bytes in order; each array has a buffer of its own. What it rejects with ends the part
 *   under way
 * @param most bytes of a part or the file; more reject with TooLargeError
 */
export function zipTo(write: Write, most = largest): Zip {
  const encoder = new TextEncoder();
  const directory = new ByteSink();
  let written = 0;
  let parts = 0;

  const put = async (piece: Uint8Array<ArrayBuffer>) => {
    written += piece.length;
    if (written > most) throw new TooLargeError('A workbook cannot pass 4 GB. Choose fewer days, or take CSV.');
    await write(piece);
  };

  return {
    async add(name, pieces) {
      const bytes = encoder.encode(name);
      const offset = written;
      const head = new ByteSink(128);
      head.copy(fields([4, 0x0403_4b50], ...common, [4, 0], [4, 0], [4, 0], [2, bytes.length], [2, 0]));
      head.copy(bytes);
      await put(head.take());
      const start = written;
      let sum = 0;
      let size = 0;
      function* counted() {
        for (const piece of pieces) {
          sum = crc32(piece, sum);
          size += piece.length;
          if (size > most) throw new TooLargeError('A sheet cannot pass 4 GB. Choose fewer days, or take CSV.');
          yield piece;
        }
      }
      const source = counted();
      try {
        await streamOf(source)
          .pipeThrough(new CompressionStream('deflate-raw'))
          .pipeTo(new WritableStream({ write: put }));
      } finally {
        // Refused bytes end the compressor at once, and what feeds it some time later.
        source.return(undefined);
      }
      const packed = written - start;
      const sums = [
        [4, sum],
        [4, packed],
        [4, size],
      ] as const;
      await put(fields([4, 0x0807_4b50], ...sums));
      directory.copy(fields([4, 0x0201_4b50], [2, 20], ...common, ...sums, [2, bytes.length], [2, 0], [2, 0]));
      directory.copy(fields([2, 0], [2, 0], [4, 0], [4, offset]));
      directory.copy(bytes);
      parts++;
    },

    async close() {
      const start = written;
      const { length } = directory;
      await put(directory.take());
      await put(fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, parts], [2, parts], [4, length], [4, start], [2, 0]));
    },
  };
}
