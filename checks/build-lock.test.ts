import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

test('products that start at once build one after the other, also after one was killed while building', async () => {
  const folder = mkdtempSync(join(root, 'node_modules/.test-lock-'));
  const [lock, log] = ['lock', 'log'].map((name) => join(folder, name)) as [string, string];
  try {
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'exit');
    writeFileSync(lock, String(killed.pid));
    const work = `
      import { appendFileSync } from 'node:fs';
      import { aloneInClone } from './scripts/prepare.mjs';
      aloneInClone(() => {
        appendFileSync(${JSON.stringify(log)}, 'begin ');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
        appendFileSync(${JSON.stringify(log)}, 'end ');
      }, ${JSON.stringify(relative(root, lock))});`;
    const builds = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', work], { cwd: root, stdio: 'inherit' }),
    );
    const codes = await Promise.all(builds.map(async (it) => (await once(it, 'exit'))[0] as number));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(readFileSync(log, 'utf8'), 'begin end '.repeat(3));
    assert.equal(existsSync(lock), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
