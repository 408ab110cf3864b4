// Runs compiled test files with node:test.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { compiledTests, compileTests } from './compile-tests.mjs';
import { readText } from './found.mjs';
import { runner, testFiles } from './test-files.mjs';

/** @type {ReturnType<typeof compileTests> | undefined} once for all steps */
let compiling;

/**
 * The result of one test, or a `diagnostic` message of the test before it.
 * @typedef {{ outcome: 'passed' | 'skipped' | 'failed' | 'diagnostic', test?: { file: string, title: string }, name: string,
 *   message: string }} Outcome
 */

/**
 * @param {{ scratch: string, isWhole: boolean }} way
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} options of Node, after the usual ones
 */
export async function outcomesOf({ scratch, isWhole }, name, files, env, options = []) {
  // A file per step: unit and service run at the same time.
  const results = join(scratch, `${name}.ndjson`);
  rmSync(results, { force: true });
  const reporter = ['--test-reporter=./scripts/test-reporter.mjs', `--test-reporter-destination=${results}`];
  const compiled = await (compiling ??= compileTests(testFiles()));
  env = { ...env, TEST_PROGRAMS: join(compiledTests, 'src', 'service') };
  const { code, output } = await run(
    ['--enable-source-maps', ...runner(env), ...options, ...reporter, ...files.map(compiled)],
    env,
    isWhole ? 900 : 1800,
  );
  /** @type {Outcome[]} */
  const outcomes = readText(results)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, output, outcomes };
}
