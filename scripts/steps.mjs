// The steps of `npm test`, each with what it found.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { compileTests, compiledTests } from './compile-tests.mjs';
import { installedCitus, installedPostgres, startDatabase } from './databases.mjs';
import { build, root } from './prepare.mjs';
import {
  distributedTests,
  environment,
  givenDatabase,
  onOwn,
  runner,
  serviceTests,
  testFiles,
  unitTests,
} from './test-files.mjs';

/**
 * What a step found; a note stands at the end of its line.
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ passed: number, failed: Failure[], skipped?: number, skips?: string[], note?: string }} Found
 */

/**
 * @typedef {object} Way
 * @property {string} scratch a folder for what the steps write
 * @property {boolean} isWhole every step runs
 * @property {boolean} isOfChanges only changed files are looked at, where a step can tell them
 */

/**
 * The steps in their order; `service` runs once for every kind of database.
 * @type {Record<string, (way: Way) => Promise<Found>>}
 */
export const steps = {
  types,
  lint,
  format,
  unit,
  service,
  'service on two processes': serviceOnTwo,
  'service on PostgreSQL': serviceElsewhere,
  'service on Citus': serviceDistributed,
  build: builds,
  browser,
};

/** These need one core and no database: they go beside each other. */
export const light = [types, lint, format, unit];

/** @type {ReturnType<typeof compileTests> | undefined} once for all steps */
let compiling;

/**
 * @param {string} name
 * @param {string} message
 * @returns {Found}
 */
export function failed(name, message) {
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

/** @param {Way} way */
async function format({ isOfChanges }) {
  const files = isOfChanges ? changedFiles() : ['.'];
  if (files.length === 0) return { passed: 1, failed: [], note: 'nothing has changed' };
  const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--ignore-unknown', '--log-level', 'warn'];
  return check('format', [...prettier, ...files]);
}

/** What differs from the last commit, new files too; everything where git does not tell. */
function changedFiles() {
  const answers = [
    ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ].map((question) => spawnSync('git', question, { cwd: root, encoding: 'utf8' }));
  if (answers.some(({ status }) => status !== 0)) return ['.'];
  return answers.flatMap(({ stdout }) => stdout.split('\0').filter(Boolean));
}

/** @param {Way} way */
async function unit(way) {
  return runTests(way, 'unit', unitTests(), environment);
}

/** @param {Way} way */
async function service(way) {
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const database = await startDatabase(environment);
  try {
    return { ...(await serviceOn(way, database.url, serviceTests(), onOwn)), note: 'embedded PostgreSQL' };
  } finally {
    await database.stop();
  }
}

/** The tests that know nothing but the interface: they run on two processes, too. */
function onlyInterface() {
  return serviceTests().filter((file) => readText(join(root, file)).includes('testService()'));
}

/**
 * Two processes on one database behind a proxy; on the system's PostgreSQL, where there is one.
 * @param {Way} way
 */
async function serviceOnTwo(way) {
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const files = onlyInterface();
  const postgres = installedPostgres();
  const database = await startDatabase(environment, postgres?.binaries);
  try {
    const env = { ...environment, ...onOwn, TEST_DATABASE_URL: database.url, TEST_PROCESSES: '2' };
    const found = await runTests(way, 'service on two processes', files, env);
    return { ...found, note: `${files.length} files, ${postgres?.name ?? 'embedded PostgreSQL'}` };
  } finally {
    await database.stop();
  }
}

/** @param {Way} way */
async function serviceElsewhere(way) {
  // Its address may hold a password, so it is not shown.
  if (givenDatabase) return { ...(await serviceOn(way, givenDatabase, onAnyDatabase())), note: 'DATABASE_URL' };
  const postgres = installedPostgres();
  if (!postgres) return { passed: 0, failed: [], note: 'skipped: not installed, and DATABASE_URL is not set' };
  const database = await startDatabase(environment, postgres.binaries);
  // What two processes have just shown on it is not asked of one again.
  const shown = way.isWhole ? onlyInterface() : [];
  const files = onAnyDatabase().filter((file) => !shown.includes(file));
  try {
    return { ...(await serviceOn(way, database.url, files, onOwn)), note: postgres.name };
  } finally {
    await database.stop();
  }
}

/** What a distributed database could break: every operation, what is all or nothing, and who sees what. */
const shownDistributed = /distributed|idempotency|interface|jobs\/jobs|bank-details|reports/;
const takesLong = /clearing\/clearing\./;

/**
 * A coordinator and two workers, where Citus is installed; more files when the step is asked for by its name.
 * @param {Way} way
 */
async function serviceDistributed(way) {
  const citus = installedCitus();
  if (!citus) return { passed: 0, failed: [], skips: ['no PostgreSQL here has the extension Citus'] };
  const files = [...onAnyDatabase(), ...distributedTests()].filter(
    (file) => shownDistributed.test(file) || (!way.isWhole && takesLong.test(file)),
  );
  const database = await startDatabase(environment, citus.binaries, 'citus');
  try {
    const found = await serviceOn(way, database.url, files, onOwn);
    return { ...found, note: `${files.length} files, Citus on ${citus.name}` };
  } finally {
    await database.stop();
  }
}

/**
 * @param {Way} way
 * @param {string} url
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} further
 */
async function serviceOn(way, url, files, further = {}) {
  return runTests(way, 'service', files, { ...environment, ...further, TEST_DATABASE_URL: url });
}

/** All but those that start a database in a folder of their own, for which the one that is given makes no difference. */
function onAnyDatabase() {
  return serviceTests().filter((file) => {
    const text = readText(join(root, file));
    if (text.includes('startStanding')) return false;
    return !text.includes('temporaryFolder') || /testService|testDatabase/.test(text);
  });
}

/**
 * @param {Way} way
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Found>}
 */
async function runTests({ scratch }, name, files, env) {
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

/** @param {Way} way */
async function browser({ scratch }) {
  const results = join(scratch, 'browser.json');
  const { code, output } = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json'],
    { ...environment, CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    1800,
  );
  const text = readText(results);
  if (!text) return failed('browser', output || `ended with code ${code}`);
  /** @type {import('@playwright/test/reporter').JSONReport} */
  const report = JSON.parse(text);
  const specs = report.suites.flatMap(specsOf);
  /** @type {Required<Omit<Found, 'note' | 'skips'>>} */
  const found = {
    passed: 0,
    skipped: 0,
    failed: report.errors.map(({ message = '' }) => ({ name: 'browser', message })),
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
