import { Zip as Archive, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate';
import { isDue, pause } from '../work.ts';
import { ByteSink } from './bytes.ts';
import { pieceRoom, pieceSize, type Pieces, type WritePiece } from './picked.ts';

/**
 * Streams ZIP files. More than 4 GB is refused: the library would write wrong sizes, and spreadsheets do not open
 * streamed ZIP64.
 */
interface Zip {
  /** One at a time. */
  add(name: string, pieces: Pieces): Promise<void>;
  /** Without its directory the file is incomplete. */
  close(): Promise<void>;
}

/** Exceeds the 32-bit fields of the format. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

const largest = 0xffff_ffff;

const nothing = new Uint8Array(0);

/**
 * A file that the browser deflates: the library's own stream (ZipDeflate) is much slower and damages some files. A ZIP
 * needs the body of a gzip stream, without its ten-byte header (RFC 1952; browsers add nothing optional) and its last
 * eight bytes: check sum, slow to compute in script, and size.
 */
class Part implements ZipInputFile {
  crc = 0;
  size = 0;
  readonly compression = 8;
  // The first moment of the format, in local time as its dates are, so that the same rows give the same file.
  readonly mtime = new Date(1980, 0, 1);
  ondata!: AsyncFlateStreamHandler;
  #skipped = 10;
  #last: Uint8Array<ArrayBuffer> = nothing;

  constructor(readonly filename: string) {}

  /** Keeps back the last eight bytes of the gzip stream so far: they may be its trailer. */
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

/** Chunks on demand, with time for messages in between: deflating runs on this thread. */
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
 * @param write takes the bytes in order; each array has its own buffer
 * @param most bytes of one file or of the ZIP; more reject with TooLargeError
 */
export function zipTo(write: WritePiece, most = largest): Zip {
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
