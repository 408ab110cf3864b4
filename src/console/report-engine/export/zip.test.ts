import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { crc32, TooLargeError, zipTo } from './zip.ts';

// The engine's pauses alone do not keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

test('check sums are those of zlib, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      const [head, tail] = [bytes.subarray(0, cut), bytes.subarray(cut)];
      assert.equal(crc32(tail, crc32(head)), zlib.crc32(bytes));
    }),
  );
});

test('what refuses the bytes ends the part, and its pieces are asked for no more', async () => {
  const gone = new Error('gone');
  let asked = 0;
  let isEnded = false;
  function* endless() {
    try {
      for (;;) {
        asked++;
        // Pieces that do not compress: bytes come out at once.
        yield crypto.getRandomValues(new Uint8Array(1 << 16));
      }
    } finally {
      isEnded = true;
    }
  }
  let pieces = 0;
  const zip = zipTo(async () => {
    if (++pieces > 3) throw gone;
  });
  await assert.rejects(zip.add('endless', endless()), gone);
  assert.ok(isEnded);
  const askedThen = asked;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, askedThen);
});

test('a part that fails fails the file', async () => {
  const broken = new Error('broken');
  function* pieces() {
    yield new Uint8Array(10);
    throw broken;
  }
  await assert.rejects(zipTo(async () => undefined).add('part', pieces()), broken);
});

test('more than the fields of the format hold is refused, packed or not', async () => {
  const add = (piece: Uint8Array<ArrayBuffer>) => zipTo(async () => undefined, 1000).add('part', [piece]);
  await add(new Uint8Array(1000));
  await assert.rejects(add(new Uint8Array(1001)), TooLargeError);
  await assert.rejects(add(crypto.getRandomValues(new Uint8Array(990))), TooLargeError);
});
