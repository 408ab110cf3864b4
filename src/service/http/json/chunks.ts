import { Readable } from 'node:stream';
import { Slices } from '../limits/slices.ts';

/** In characters. */
const most = 64 * 1024;

/** Joins short texts and cuts long ones, keeping their order. */
export function piecesOf(texts: Iterable<string>): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const text of texts)
    for (const part of cut(text)) {
      if (piece.length + part.length > most) {
        pieces.push(piece);
        piece = '';
      }
      piece += part;
    }
  return [...pieces, piece].filter(Boolean);
}

function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = from + most;
    // Do not split a surrogate pair.
    if (isFirstHalf(text.charCodeAt(to - 1))) to++;
    yield text.slice(from, to);
    from = to;
  }
}

const isFirstHalf = (code: number) => code >= 0xd800 && code < 0xdc00;

/** The body to send. A long one is a stream, so that other calls are answered in between. */
export const bodyOfPieces = (pieces: readonly string[]): string | Readable =>
  pieces.length < 2 ? (pieces[0] ?? '') : Readable.from(encoded(pieces), { objectMode: false });

async function* encoded(pieces: readonly string[]): AsyncGenerator<Buffer> {
  const slices = new Slices();
  for (const piece of pieces) {
    // Give other calls a turn even when the reader is fast.
    if (slices.isOver) await slices.next();
    yield Buffer.from(piece);
  }
}
