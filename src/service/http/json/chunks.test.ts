import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { piecesOf, bodyOfPieces } from './chunks.ts';

/** Texts of any length, some about as long as a chunk, with characters of one to four bytes. */
const texts = fc.array(
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(0, 1, 4000, 65_535, 65_536, 150_000))
    .map(([some, length]) => `${some}${'x'.repeat(Math.max(0, length - some.length - 1))}😀é`),
  { maxLength: 8 },
);

test('the chunks of an answer are its texts in order, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const pieces = piecesOf(given);
      assert.ok(pieces.every((piece) => piece.length <= 64 * 1024 + 1));
      const answer = bodyOfPieces(pieces);
      const read = typeof answer === 'string' ? answer : await text(answer);
      assert.ok(read === given.join(''));
    }),
    { numRuns: 200 },
  );
});
