// npm run trust: runs the tests that checks/trust.json names, and prints a line for each of its lines: whether all its tests
// ran and passed, what they tried, and what they leave out. `npm run trust -- 12 13` runs those lines only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { browserReport } from './browser-step.mjs';
import { endAll } from './children.mjs';
import { startDatabase } from './databases.mjs';
import { outcomesOf } from './node-step.mjs';
import { prepareClone } from './prepare.mjs';
import { environment, onOwn } from './test-files.mjs';

/** @typedef {{ file: string, title: string, outcome: string, tried: number, faults: number }} Result */

prepareClone();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => endAll());

/** @type {typeof import('../checks/trust.ts')} */
const { isTitled, trustLines: all } = await tsImport('../checks/trust.ts', import.meta.url);
const numbers = process.argv.slice(2).map(Number);
const lines = all.filter(({ number }) => numbers.length === 0 || numbers.includes(number));
const named = lines.flatMap(({ tests }) => tests);
const filesOf = (/** @type {(file: string) => boolean} */ isOne) => [
  ...new Set(named.map(({ file }) => file).filter(isOne)),
];

const scratch = mkdtempSync(join(tmpdir(), 'collections-trust-'));
const way = { scratch };
/** @type {Result[]} */
const results = [];
try {
  const inBrowser = (/** @type {string} */ file) => file.startsWith('e2e/');
  const ofService = (/** @type {string} */ file) => file.startsWith('src/service/');
  await runFiles(
    'unit',
    filesOf((file) => !inBrowser(file) && !ofService(file)),
    environment,
  );
  const service = filesOf(ofService);
  if (service.length > 0) {
    const database = await startDatabase(environment);
    const env = { ...environment, ...onOwn, TEST_DATABASE_URL: database.url };
    await runFiles('service', service, env).finally(() => database.stop());
  }
  await runBrowser(named.filter(({ file }) => inBrowser(file)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

let passed = 0;
let failed = 0;
for (const { number, text, state: asked, note, tests } of lines) {
  const found = tests.map((it) =>
    results.filter(({ file, title }) => file === it.file && (title === it.title || isTitled(it.title, title))),
  );
  const wrong = tests.flatMap(({ file, title }, index) => {
    const runs = found[index] ?? [];
    if (runs.length === 0) return [`did not run: ${title} (${file})`];
    return runs.filter(({ outcome }) => outcome !== 'passed').map((run) => `${run.outcome}: ${run.title} (${file})`);
  });
  const isPassed = tests.length > 0 && wrong.length === 0;
  if (isPassed) passed++;
  else if (tests.length > 0) failed++;
  const state = tests.length === 0 ? 'no test' : isPassed ? 'pass' : 'FAIL';
  console.log(`${String(number).padStart(2)}  ${state.padEnd(8)}${text} ${countsOf(found.flat())}`);
  for (const more of [`${asked}${note && `: ${note}`}`, ...wrong]) console.log(`            ${more}`);
}
console.log(`${passed} of ${lines.length} lines pass, ${failed} fail, ${lines.length - passed - failed} have no test`);
if (failed > 0 || passed === 0) process.exitCode = 1;

/** @param {Result[]} runs */
function countsOf(runs) {
  if (runs.length === 0) return '';
  const sum = (/** @type {'tried' | 'faults'} */ of) => runs.reduce((total, run) => total + run[of], 0);
  const counts = [
    [runs.length, runs.length === 1 ? 'test' : 'tests'],
    [sum('tried'), 'inputs tried'],
    [sum('faults'), 'faults made'],
    [runs.filter(({ outcome }) => outcome !== 'passed').length, 'failed'],
  ].flatMap(([count, noun]) => (count || noun === 'failed' ? [`${count} ${noun}`] : []));
  return `(${counts.join(', ')})`;
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
async function runFiles(name, files, env) {
  if (files.length === 0) return;
  for (const { outcome, test, diagnostics } of await outcomesOf(way, name, files, env)) {
    const sum = (/** @type {RegExp} */ what) =>
      diagnostics.reduce((total, text) => total + Number(what.exec(text)?.[1] ?? 0), 0);
    const [tried, faults] = [sum(/^(\d+) inputs/), sum(/^(\d+) faults/)];
    if (test) results.push({ ...test, outcome, tried, faults });
  }
}

/** @param {typeof named} tests */
async function runBrowser(tests) {
  if (tests.length === 0) return;
  const titles = tests.map(({ title }) => title.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll('…', '.+'));
  const files = [...new Set(tests.map(({ file }) => file))];
  const { specs } = await browserReport(way, [...files, '--grep', titles.join('|')]);
  for (const { file, title, tests: runs } of specs)
    for (const { status } of runs)
      results.push({
        file: `e2e/${file}`,
        title,
        outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        tried: 0,
        faults: 0,
      });
}
