import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../', import.meta.url));

test('no two processes take the same port, though neither listens on it yet', async () => {
  const work = `
    import { freePort } from './scripts/ports.mjs';
    for (let index = 0; index < 50; index++) console.log(await freePort());
    // Keeps what it took until all have taken theirs.
    setTimeout(() => {}, 2_000);`;
  const outputs = await Promise.all(
    Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', work], { cwd: root }),
    ),
  );
  const ports = outputs.flatMap(({ stdout }) => stdout.trim().split('\n'));
  assert.equal(ports.length, 400);
  assert.equal(new Set(ports).size, 400);
});
