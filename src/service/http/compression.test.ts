import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { testService } from '#service/testing/app.ts';

const service = await testService({ isAlone: true });
after(() => service.close());

/** Unlike fetch, sends only the given headers and leaves the body compressed. */
async function answerTo(path: string, headers: Record<string, string> = {}): Promise<[IncomingMessage, Buffer]> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(service.origin + path, { headers }, resolve).on('error', reject),
  );
  return [answer, await buffer(answer)];
}

test('a long answer is compressed for callers that accept it, and unchanged for others', async () => {
  const [plain, whole] = await answerTo('/openapi.json');
  assert.equal(plain.headers['content-encoding'], undefined);
  const [compressed, bytes] = await answerTo('/openapi.json', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  assert.equal(compressed.headers['content-encoding'], 'gzip');
  assert.equal(compressed.headers['vary'], 'accept-encoding');
  assert.ok(bytes.length * 3 < whole.length, `${bytes.length} of ${whole.length} bytes`);
  assert.deepEqual(gunzipSync(bytes), whole);
});

test('a short answer is not compressed, nor one for a caller that refuses gzip', async () => {
  const [short] = await answerTo('/healthz', { 'accept-encoding': 'gzip' });
  assert.equal(short.headers['content-encoding'], undefined);
  const [refused] = await answerTo('/openapi.json', { 'accept-encoding': 'gzip;q=0, identity' });
  assert.equal(refused.headers['content-encoding'], undefined);
});
