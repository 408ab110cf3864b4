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
 * The result of one test, or a `diagnostic` message of the test before it.
 * @typedef {{ outcome: 'passed' | 'skipped' | 'failed' | 'diagnostic', test?: { file: string, title: string }, name: string,
 *   message: string, cpuSeconds?: number }} Outcome
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
  // A second group for each process, so that they end at about the same time.
  const groups = evenGroups(files, 2 * atOnce);
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
      outcomes.push(...completed(group, outcomesIn(readText(results)), code, output));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runGroups));
  return outcomes;
}

/** @param {Outcome[]} outcomes */
const leftRunning = (outcomes) =>
  outcomes.flatMap(({ message = '' }) => (message.includes('asynchronous activity') ? [message] : [])).join('\n');

/** @param {string} text a JSON object on each line */
function outcomesIn(text) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const line of text.split('\n').filter(Boolean)) {
    /** @type {Outcome} */
    const outcome = JSON.parse(line);
    const [, seconds] = /^([\d.e-]+) processor seconds$/.exec(outcome.message ?? '') ?? [];
    const last = outcomes.at(-1);
    if (seconds && last) last.cpuSeconds = Number(seconds);
    else outcomes.push(outcome);
  }
  return outcomes;
}

/**
 * Files without a test, and an end for which no test is to blame, are failures.
 * @param {string[]} files
 * @param {Outcome[]} outcomes
 * @param {number | null} code
 * @param {string} output
 */
function completed(files, outcomes, code, output) {
  const fail = (/** @type {string} */ name, /** @type {string} */ message) =>
    outcomes.push({ outcome: 'failed', name, message });
  for (const file of files) if (!outcomes.some(({ test }) => test?.file === file)) fail(file, 'no test of it ran');
  if (code !== 0 && !outcomes.some(({ outcome, test }) => outcome === 'failed' && test))
    fail(files.join(', '), `${output}\n${leftRunning(outcomes)}\nended with code ${code}`);
  return outcomes;
}

/**
 * Groups of about the same size in bytes, the largest files first.
 * @param {string[]} files
 * @param {number} count
 * @returns {string[][]}
 */
function evenGroups(files, count) {
  const sized = files.map((file) => ({ file, bytes: statSync(join(root, file)).size }));
  /** @type {{ files: string[], bytes: number }[]} */
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [], bytes: 0 }));
  for (const { file, bytes } of sized.toSorted((one, other) => other.bytes - one.bytes)) {
    const [least] = groups.toSorted((one, other) => one.bytes - other.bytes);
    if (!least) break;
    least.files.push(file);
    least.bytes += bytes;
  }
  return groups.map((group) => group.files);
}
