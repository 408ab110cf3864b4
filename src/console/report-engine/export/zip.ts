import { Zip as Archive, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate';
import { isDue, pause } from '../work.ts';
import { ByteSink } from './bytes.ts';
import { pieceRoom, pieceSize, type Pieces, type Write } from './picked.ts';

/**
 * ZIP files written in one go, without knowing a part's size beforehand. What passes 4 GB is refused: the library would
 * write it with sizes that are wrong, and ZIP64 written so is not opened by the spreadsheets it is made for.
 */
export interface Zip {
  /** Adds a part, deflated. Parts are added one after the other. */
  add(name: string, pieces: Pieces): Promise<void>;
  /** Writes the directory and what is left; without it no program takes the file for whole. */
  close(): Promise<void>;
}

/** More than the 32-bit fields of the format hold. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** The largest size that a field of the format holds. */
const largest = 0xffff_ffff;

const nothing = new Uint8Array(0);

/**
 * A part that the browser deflates: the library's own stream (ZipDeflate) takes far longer and damages some files. It is
 * deflated as gzip, of which a part is what stands between the ten bytes of its head (RFC 1952; browsers put nothing
 * optional there) and its last eight: the check sum, which scripts take long to compute, and the size.
 */
class Part implements ZipInputFile {
  crc = 0;
  size = 0;
  readonly compression = 8;
  // The first moment of the format, in local time as its dates are: the same rows make the same file.
  readonly mtime = new Date(1980, 0, 1);
  ondata!: AsyncFlateStreamHandler;
  #skipped = 10;
  #last: Uint8Array<ArrayBuffer> = nothing;

  constructor(readonly filename: string) {}

  /** Takes bytes of the gzip stream; its last eight are kept back, since any may be the last. */
  take(piece: Uint8Array<ArrayBuffer>): void {
    const bytes = new Uint8Array(this.#last.length + piece.length);
    bytes.set(this.#last);
    bytes.set(piece, this.#last.length);
    const end = Math.max(bytes.length - 8, 0);
    const start = Math.min(this.#skipped, end);
    this.#skipped -= start;
    this.#last = bytes.slice(end);
    this.ondata(null, bytes.subarray(start, end), false);
  }

  end(): void {
    this.crc = new DataView(this.#last.buffer).getUint32(0, true);
    this.ondata(null, nothing, true);
  }
}

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
  // The compressor gives small pieces; the file goes out in larger ones.
  const sink = new ByteSink(pieceRoom);
  let written = 0;
  const archive = new Archive((error, piece) => {
    if (error) throw error;
    written += piece.length;
    if (written > most) throw new TooLargeError('A workbook cannot pass 4 GB. Choose fewer days, or take CSV.');
    sink.copy(piece);
  });

  return {
    async add(name, pieces) {
      const part = new Part(name);
      archive.add(part);
      function* counted() {
        for (const piece of pieces) {
          part.size += piece.length;
          if (part.size > most) throw new TooLargeError('A sheet cannot pass 4 GB. Choose fewer days, or take CSV.');
          yield piece;
        }
      }
      const source = counted();
      const packed = new WritableStream<Uint8Array<ArrayBuffer>>({
        async write(piece) {
          part.take(piece);
          if (sink.length >= pieceSize) await write(sink.take());
        },
      });
      try {
        await streamOf(source).pipeThrough(new CompressionStream('gzip')).pipeTo(packed);
      } finally {
        // Refused bytes end the compressor at once, and what feeds it some time later.
        source.return(undefined);
      }
      part.end();
    },

    async close() {
      archive.end();
      await write(sink.take());
    },
  };
}
