import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { TooLargeError, zipTo } from './zip.ts';

// The engine's pauses alone do not keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

test('check sums are those of zlib, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(200), async (bytes, cut) => {
      const pieces = [bytes.slice(0, cut), bytes.slice(cut)];
      const file: Uint8Array[] = [];
      const zip = zipTo(async (piece) => void file.push(piece));
      await zip.add('part', pieces);
      await zip.close();
      const whole = Buffer.concat(file);
      // Signature, check sum, packed size and size: the last 16 bytes before the directory.
      const after = whole.readUInt32LE(whole.length - 22 + 16) - 16;
      assert.equal(whole.readUInt32LE(after), 0x0807_4b50);
      assert.equal(whole.readUInt32LE(after + 4), zlib.crc32(bytes));
      assert.equal(whole.readUInt32LE(after + 12), bytes.length);
    }),
  );
});

test('what refuses the bytes ends the part, and its pieces are asked for no more', async () => {
  const closed = new Error('gone');
  let pulls = 0;
  let isEnded = false;
  function* endless() {
    try {
      for (;;) {
        pulls++;
        yield crypto.getRandomValues(new Uint8Array(1 << 16));
      }
    } finally {
      isEnded = true;
    }
  }
  let pieces = 0;
  const zip = zipTo(async () => {
    if (++pieces > 3) throw closed;
  });
  await assert.rejects(zip.add('endless', endless()), closed);
  assert.ok(isEnded);
  const pullsThen = pulls;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(pulls, pullsThen);
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
