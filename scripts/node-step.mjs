// Runs compiled test files with node:test.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { compiledTests, compileTests } from './compile-tests.mjs';
import { readText } from './found.mjs';
import { root } from './prepare.mjs';
import { testFiles } from './test-files.mjs';

/** @type {ReturnType<typeof compileTests> | undefined} once for all steps */
let compiling;

/**
 * The result of a test, with its diagnostics.
 * @typedef {{ outcome: 'passed' | 'skipped' | 'failed', test?: { file: string, title: string }, name: string, message: string,
 *   diagnostics: string[] }} Outcome
 */

/**
 * @param {{ scratch: string }} way
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [timeoutMs] of a file
 * @returns {Promise<Outcome[]>}
 */
export async function outcomesOf({ scratch }, name, files, env, timeoutMs = 300_000) {
  const compiled = await (compiling ??= compileTests(testFiles()));
  // Some tests mostly wait; of those that start two services each, fewer fit at once.
  const atOnce = env.TEST_PROCESSES ? 2 : 3;
  const sizeOf = (/** @type {string} */ file) => statSync(join(root, file)).size;
  const bySize = files.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  // A second group for each process, and the large files spread over all, so that they end at about the same time.
  const count = Math.min(2 * atOnce, files.length);
  const groups = Array.from({ length: count }, (_, at) => bySize.filter((_file, place) => place % count === at));
  /** @type {Outcome[]} */
  const outcomes = [];
  const runGroups = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const results = join(scratch, `${name} ${groups.length}.ndjson`);
      const reporter = ['--test-reporter=./scripts/test-reporter.mjs', `--test-reporter-destination=${results}`];
      const { code, output } = await run(
        ['--enable-source-maps', ...reporter, 'scripts/test-group.mjs', String(timeoutMs), ...group.map(compiled)],
        { ...env, TEST_PROGRAMS: join(compiledTests, 'src', 'service') },
        1800,
      );
      outcomes.push(...completed(group, readText(results), code, output));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runGroups));
  return outcomes;
}

/**
 * Files without a test, and an end for which no test is to blame, are failures.
 * @param {string[]} files
 * @param {string} results a JSON object on each line
 * @param {number | null} code
 * @param {string} output
 */
function completed(files, results, code, output) {
  /** @type {Outcome[]} */
  const outcomes = results
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const fail = (/** @type {string} */ name, /** @type {string} */ message) =>
    outcomes.push({ outcome: 'failed', name, message, diagnostics: [] });
  for (const file of files) if (!outcomes.some(({ test }) => test?.file === file)) fail(file, 'no test of it ran');
  const leftRunning = outcomes.flatMap(({ diagnostics }) =>
    diagnostics.filter((text) => text.includes('asynchronous activity')),
  );
  if (code !== 0 && !outcomes.some(({ outcome, test }) => outcome === 'failed' && test))
    fail(files.join(', '), [output, ...leftRunning, `ended with code ${code}`].join('\n'));
  return outcomes;
}
