import { Readable } from 'node:stream';
import { Slices } from '../limits/slices.ts';

/** Characters of one piece. */
const most = 64 * 1024;

/** Texts one after the other, the short ones put together and the long ones cut. */
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
    // The halves of a character beyond the first 65,536 stay together.
    if (isFirstHalf(text.charCodeAt(to - 1))) to++;
    yield text.slice(from, to);
    from = to;
  }
}

const isFirstHalf = (code: number) => code >= 0xd800 && code < 0xdc00;

/** What an answer is sent as; while a long one is written, others are answered. */
export const sent = (pieces: readonly string[]): string | Readable =>
  pieces.length < 2 ? (pieces[0] ?? '') : Readable.from(encoded(pieces), { objectMode: false });

async function* encoded(pieces: readonly string[]): AsyncGenerator<Buffer> {
  const slices = new Slices();
  for (const piece of pieces) {
    // A quick reader takes one after the other without a pause.
    if (slices.isOver) await slices.next();
    yield Buffer.from(piece);
  }
}
