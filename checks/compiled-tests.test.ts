import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const program = `
import { compileTests } from './scripts/compile-tests.mjs';
const fileOf = await compileTests(['src/rules/money.test.ts']);
console.log(fileOf('src/rules/money.test.ts'));
process.stdin.once('data', () => process.exit());
`;

/** A run that has compiled its tests and not loaded them yet. */
async function compiledRun(context: TestContext) {
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  context.after(() => run.kill());
  const [file] = (await once(run.stdout, 'data')) as [Buffer];
  const end = async () => {
    run.stdin.write('end');
    await once(run, 'exit');
  };
  return { file: file.toString().trim(), end };
}

test('a run of the tests leaves those of another one alone, and its own nowhere', async (context) => {
  const first = await compiledRun(context);
  const second = await compiledRun(context);
  assert.ok(existsSync(first.file));
  await second.end();
  assert.ok(existsSync(first.file) && !existsSync(second.file));
  await first.end();
  assert.ok(!existsSync(first.file));
});
