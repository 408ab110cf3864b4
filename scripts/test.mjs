// npm test: every check of the project on a clone of unknown state, ending in the line `N passed, N failed`.
// `npm test -- types unit` runs those steps only. The other ways in package.json:
//   --changed STEP…     looks at the format of changed files alone
//   --only STEP WORD…   some test files of one step, as they are (scripts/test-files.mjs)
//   --node VERSION …    all of this on another Node
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endAll, run } from './children.mjs';
import { installedPostgres, startDatabase } from './databases.mjs';
import { findChromium } from './chromium.mjs';
import { compileTests, compiledTests } from './compile-tests.mjs';
import { build, checkNode, giveUp, install, npm, root } from './prepare.mjs';
import {
  environment,
  givenDatabase,
  onOwn,
  runner,
  serviceTests,
  testFiles,
  testSome,
  unitTests,
} from './test-files.mjs';

/**
 * What a step found; a note stands at the end of its line.
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ passed: number, failed: Failure[], skipped?: number, skips?: string[], note?: string }} Found
 */

/** The steps in their order; `service` runs once for every kind of database. */
const steps = {
  types,
  lint,
  format,
  unit,
  service,
  'service on two processes': serviceOnTwo,
  'service on PostgreSQL': serviceElsewhere,
  build: builds,
  browser,
};

checkNode();
const wanted = process.argv.slice(2);
const way = wanted[0]?.startsWith('--') ? wanted.shift() : undefined;
if (way && !['--changed', '--only', '--node'].includes(way)) giveUp(`There is no option ${way}.`);
if (way === '--node') onNode(wanted);
const filesAndOptions = way === '--only' ? wanted.splice(1) : [];
const unknown = wanted.find((name) => !(name in steps));
if (unknown) giveUp(`No step is named ${unknown}: choose from ${Object.keys(steps).join(', ')}.`);
try {
  install();
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** @type {ReturnType<typeof compileTests> | undefined} once for all steps */
let compiling;

let interrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    interrupted = true;
    endAll();
  });

// All files of a step are quicker compiled; Playwright's own report says more about a test than ours.
if (way === '--only' && (filesAndOptions.length > 0 || wanted.includes('browser'))) {
  const code = await testSome(wanted[0], filesAndOptions).catch(giveUp);
  process.exit(interrupted ? 130 : code);
}

const scratch = mkdtempSync(join(tmpdir(), 'collections-check-'));
let passed = 0;
/** @type {Failure[]} */
const failures = [];
try {
  const chosen = Object.entries(steps).filter(
    ([name]) =>
      wanted.length === 0 || wanted.some((step) => name === step || (way !== '--only' && name.startsWith(`${step} `))),
  );
  // These need one core and no database: they go beside each other.
  const light = [types, lint, format, unit];
  await Promise.all(chosen.filter(([, step]) => light.includes(step)).map(take));
  for (const one of chosen.filter(([, step]) => !light.includes(step))) await take(one);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (interrupted) process.exit(130);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);

/**
 * Ends as this command does on the Node of that version, which npm brings.
 * @param {string[]} words the version and what follows it
 * @returns {never}
 */
function onNode([version = '', ...further]) {
  if (!/^\d+(\.\d+)*$/.test(version)) giveUp('Usage: npm run test:node -- 24 [STEP…]');
  const here = ['--', 'node', join(root, 'scripts', 'test.mjs'), ...further];
  const { status, error } = npm(['exec', '--yes', `--package=node@${version}`, ...here], 'inherit');
  if (error) giveUp(`npm did not start: ${error.message}`);
  process.exit(status ?? 1);
}

/** @param {[string, () => Promise<Found>]} step */
async function take([name, step]) {
  if (interrupted) return;
  const began = performance.now();
  const found = await step().catch((error) => failed(name, error instanceof Error ? error.message : String(error)));
  if (interrupted) return;
  report(name, found, (performance.now() - began) / 1000);
  passed += found.passed;
  failures.push(...found.failed);
}

/**
 * @param {string} name
 * @param {Found} found
 * @param {number} seconds
 */
function report(name, found, seconds) {
  const counts = [`${found.passed} passed`, `${found.failed.length} failed`];
  if (found.skipped) counts.push(`${found.skipped} skipped`);
  const line = `${name.padEnd(24)} ${counts.join(', ').padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`;
  console.log(found.note ? `${line}   ${found.note}` : line);
  for (const skip of found.skips ?? []) console.log(`  – skipped: ${skip}`);
  for (const { name: title, message } of found.failed) {
    const lines = stripVTControlCharacters(message).trim().split('\n');
    const shown = lines.length > 40 ? [...lines.slice(0, 40), `… ${lines.length - 40} more lines`] : lines;
    console.log(`  ✗ ${title}\n${shown.map((text) => `      ${text}`.trimEnd()).join('\n')}`);
  }
}

/**
 * @param {string} name
 * @param {string} message
 * @returns {Found}
 */
function failed(name, message) {
  return { passed: 0, failed: [{ name, message }] };
}

/**
 * A program whose exit code is the check.
 * @param {string} name
 * @param {string[]} words
 */
async function check(name, words) {
  const { code, output } = await run(words, environment, 180);
  return code === 0 ? { passed: 1, failed: [] } : failed(name, output || `ended with code ${code}`);
}

async function types() {
  return check('types', ['node_modules/typescript/bin/tsc', '-b']);
}

async function lint() {
  return check('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--format=unix']);
}

async function format() {
  const files = way === '--changed' ? changedFiles() : ['.'];
  if (files.length === 0) return { passed: 1, failed: [], note: 'nothing has changed' };
  const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--ignore-unknown', '--log-level', 'warn'];
  return check('format', [...prettier, ...files]);
}

/** What differs from the last commit, new files too; everything where git does not tell. */
function changedFiles() {
  const asked = [
    ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ].map((question) => spawnSync('git', question, { cwd: root, encoding: 'utf8' }));
  if (asked.some(({ status }) => status !== 0)) return ['.'];
  return asked.flatMap(({ stdout }) => stdout.split('\0').filter(Boolean));
}

async function unit() {
  return runTests('unit', unitTests(), environment);
}

async function service() {
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const database = await startDatabase(environment);
  try {
    return { ...(await serviceOn(database.url, serviceTests(), onOwn)), note: 'embedded PostgreSQL' };
  } finally {
    await database.stop();
  }
}

/** The tests that know nothing but the interface: they run on two processes, too. */
function onlyInterface() {
  return serviceTests().filter((file) => readText(join(root, file)).includes('testService()'));
}

/** Two processes on one database behind a proxy; on the system's PostgreSQL, where there is one. */
async function serviceOnTwo() {
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const files = onlyInterface();
  const postgres = installedPostgres();
  const database = await startDatabase(environment, postgres?.binaries);
  try {
    const env = { ...environment, ...onOwn, TEST_DATABASE_URL: database.url, TEST_PROCESSES: '2' };
    const found = await runTests('service on two processes', files, env);
    return { ...found, note: `${files.length} files, ${postgres?.name ?? 'embedded PostgreSQL'}` };
  } finally {
    await database.stop();
  }
}

async function serviceElsewhere() {
  // Its address may hold a password, so it is not shown.
  if (givenDatabase) return { ...(await serviceOn(givenDatabase, onAnyDatabase())), note: 'DATABASE_URL' };
  const postgres = installedPostgres();
  if (!postgres) return { passed: 0, failed: [], note: 'skipped: not installed, and DATABASE_URL is not set' };
  const database = await startDatabase(environment, postgres.binaries);
  // What two processes have just shown on it is not asked of one again.
  const shown = wanted.length === 0 ? onlyInterface() : [];
  const files = onAnyDatabase().filter((file) => !shown.includes(file));
  try {
    return { ...(await serviceOn(database.url, files, onOwn)), note: postgres.name };
  } finally {
    await database.stop();
  }
}

/**
 * @param {string} url
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} further
 */
async function serviceOn(url, files, further = {}) {
  return runTests('service', files, { ...environment, ...further, TEST_DATABASE_URL: url });
}

/** All but those that start a database in a folder of their own, for which the one that is given makes no difference. */
function onAnyDatabase() {
  return serviceTests().filter((file) => {
    const text = readText(join(root, file));
    return !text.includes('temporaryFolder') || /testService|testDatabase/.test(text);
  });
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Found>}
 */
async function runTests(name, files, env) {
  if (files.length === 0) return failed(name, 'there is no test');
  const results = join(scratch, 'tests.ndjson');
  rmSync(results, { force: true });
  const reporter = ['--test-reporter=./scripts/test-reporter.mjs', `--test-reporter-destination=${results}`];
  const compiled = await (compiling ??= compileTests(testFiles()));
  env = { ...env, TEST_PROGRAMS: join(compiledTests, 'src', 'service') };
  const { code, output } = await run(
    ['--enable-source-maps', ...runner(env), ...reporter, ...files.map(compiled)],
    env,
    900,
  );
  /** @type {({ outcome: 'passed' } | { outcome: 'skipped' | 'failed' } & Failure)[]} */
  const outcomes = readText(results)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const found = {
    passed: outcomes.filter(({ outcome }) => outcome === 'passed').length,
    skipped: outcomes.filter(({ outcome }) => outcome === 'skipped').length,
    // What was not shown here is told, so that nobody takes it for shown.
    skips: outcomes.flatMap((it) => (it.outcome === 'skipped' ? [`${it.name}${it.message && `: ${it.message}`}`] : [])),
    failed: outcomes.flatMap((it) => (it.outcome === 'failed' ? [it] : [])),
  };
  return whole(name, found, code, output);
}

async function builds() {
  build();
  return { passed: 1, failed: [] };
}

async function browser() {
  const results = join(scratch, 'browser.json');
  const { code, output } = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json'],
    { ...environment, CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    900,
  );
  const text = readText(results);
  if (!text) return failed('browser', output || `ended with code ${code}`);
  /** @type {import('@playwright/test/reporter').JSONReport} */
  const said = JSON.parse(text);
  const specs = said.suites.flatMap(specsOf);
  /** @type {Required<Omit<Found, 'note' | 'skips'>>} */
  const found = {
    passed: 0,
    skipped: 0,
    failed: said.errors.map(({ message = '' }) => ({ name: 'browser', message })),
  };
  for (const spec of specs)
    for (const { status, results: runs } of spec.tests) {
      if (status === 'expected') found.passed++;
      else if (status === 'skipped') found.skipped++;
      else {
        const messages = runs.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''));
        const message = messages.join('\n') || `ended as ${runs.at(-1)?.status ?? status}`;
        found.failed.push({ name: `${spec.title} (e2e/${spec.file}:${spec.line})`, message });
      }
    }
  return whole('browser', found, code, output);
}

/**
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite
 * @returns {import('@playwright/test/reporter').JSONReportSpec[]}
 */
function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/**
 * A runner that crashed, or that ran nothing, has failed whatever it wrote before.
 * @param {string} name
 * @param {Found} found
 * @param {number | null} code
 * @param {string} output
 * @returns {Found}
 */
function whole(name, found, code, output) {
  if (found.failed.length > 0) return found;
  if (code !== 0) return { ...found, failed: [{ name, message: `${output}\nthe runner ended with code ${code}` }] };
  if (found.passed === 0) return { ...found, failed: [{ name, message: 'no test ran' }] };
  return found;
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
