// The steps of `npm test`, each with its result.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, browserLong } from './browser-step.mjs';
import { run } from './children.mjs';
import { installedCitus, installedPostgres, startDatabase } from './databases.mjs';
import { failed, readText, whole } from './found.mjs';
import { outcomesOf } from './node-step.mjs';
import { build, root } from './prepare.mjs';
import { distributedTests, environment, givenDatabase, isLong, onOwn, serviceTests, unitTests } from './test-files.mjs';

/** @typedef {import('./found.mjs').Failure} Failure */
/** @typedef {import('./found.mjs').Found} Found */

/**
 * @typedef {object} Way
 * @property {string} scratch a folder for the steps' output
 * @property {boolean} isWhole no step was chosen by name
 * @property {boolean} isOfChanges only changed files are checked, in steps that can
 */

/** @type {Record<string, (way: Way) => Promise<Found>>} */
const quick = { types, lint, format, unit, build: builds, service, browser };

/**
 * The steps in order; `service` runs once per type of database.
 * @type {Record<string, (way: Way) => Promise<Found>>}
 */
export const steps = {
  ...quick,
  'unit long': unitLong,
  'service long': serviceLong,
  'service on two processes': serviceOnTwo,
  'service on PostgreSQL': serviceElsewhere,
  'service on Citus': serviceDistributed,
  'browser long': browserLong,
};

/** The steps of `npm test`; `npm run test:all` runs all. */
export const quickSteps = Object.keys(quick);

/** These need one core and no database, so they run one after the other next to the service's tests. */
export const light = [types, lint, format, unit, builds];

/**
 * Runs a program whose exit code is the result.
 * @param {string} name
 * @param {string[]} words
 */
async function check(name, words) {
  const { code, output } = await run(words, environment, 600);
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
  const prettier = [
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    '--ignore-unknown',
    '--cache',
    '--log-level',
    'warn',
  ];
  return check('format', [...prettier, ...files]);
}

/** Files that differ from the last commit, including new ones; everything without git. */
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
  const files = unitTests().filter((file) => !isLong(file));
  return runTests(way, 'unit', files, environment);
}

/** @param {Way} way */
function unitLong(way) {
  // Longer than the usual limit of a file: on a busy machine a thousand generated months take ten minutes.
  return runTests(way, 'unit long', unitTests().filter(isLong), environment, ['--test-timeout=1500000']);
}

/** @param {Way} way */
function service(way) {
  const files = serviceTests().filter((file) => !isLong(file));
  return serviceOnEmbedded(way, files);
}

/** @param {Way} way */
function serviceLong(way) {
  return serviceOnEmbedded(way, serviceTests().filter(isLong));
}

/**
 * @param {Way} way
 * @param {string[]} files
 * @returns {Promise<Found>}
 */
async function serviceOnEmbedded(way, files) {
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const database = await startDatabase(environment);
  try {
    return { ...(await serviceOn(way, database.url, files, onOwn)), note: 'embedded PostgreSQL' };
  } finally {
    await database.stop();
  }
}

/** Tests that use only the interface also run on two processes. */
function onlyInterface() {
  return serviceTests().filter((file) => readText(join(root, file)).includes('testService()'));
}

/**
 * Two processes on one database behind a proxy; on the system's PostgreSQL, if installed.
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
  // The address may contain a password, so it is not printed.
  if (givenDatabase) return { ...(await serviceOn(way, givenDatabase, onAnyDatabase())), note: 'DATABASE_URL' };
  const postgres = installedPostgres();
  if (!postgres) return { passed: 0, failed: [], note: 'skipped: not installed, and DATABASE_URL is not set' };
  const database = await startDatabase(environment, postgres.binaries);
  // Tests that have just run on two processes are not repeated on one.
  const shown = way.isWhole ? onlyInterface() : [];
  const files = onAnyDatabase().filter((file) => !shown.includes(file));
  // With encrypted numbers, which the other steps have in clear.
  const keyFile = join(way.scratch, 'numbers.key');
  writeFileSync(keyFile, randomBytes(32));
  try {
    const found = await serviceOn(way, database.url, files, { ...onOwn, TEST_NUMBERS_KEY_FILE: keyFile });
    return { ...found, note: `${postgres.name}, numbers encrypted` };
  } finally {
    await database.stop();
  }
}

/** What a distributed database could break: every operation, transactions, and the separation of merchants. */
const shownDistributed = /distributed|idempotency|interface|jobs\/jobs|bank-details|reports/;

/**
 * A coordinator and two workers, where Citus is installed: all of the service's tests when this step is chosen by name,
 * since they take as long as on one server; the tests above when everything runs.
 * @param {Way} way
 */
async function serviceDistributed(way) {
  const citus = installedCitus();
  if (!citus) return { passed: 0, failed: [], skips: ['no PostgreSQL here has the extension Citus'] };
  const files = [...onAnyDatabase(), ...distributedTests()].filter(
    (file) => !way.isWhole || shownDistributed.test(file),
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

/** All but the tests that start a database in their own folder and so ignore the given one. */
function onAnyDatabase() {
  return serviceTests().filter((file) => {
    const text = readText(join(root, file));
    if (text.includes('testing/standby.ts')) return false;
    return !text.includes('temporaryFolder') || /testService|testDatabase/.test(text);
  });
}

/**
 * @param {Way} way
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} options of Node, after the usual ones
 * @returns {Promise<Found>}
 */
async function runTests(way, name, files, env, options = []) {
  if (files.length === 0) return failed(name, 'there is no test');
  const { code, output, outcomes } = await outcomesOf(way, name, files, env, options);
  const found = {
    passed: outcomes.filter(({ outcome }) => outcome === 'passed').length,
    skipped: outcomes.filter(({ outcome }) => outcome === 'skipped').length,
    // Lists skipped tests, so that they do not pass unnoticed.
    skips: outcomes.flatMap((it) => (it.outcome === 'skipped' ? [`${it.name}${it.message && `: ${it.message}`}`] : [])),
    failed: outcomes.flatMap((it) => (it.outcome === 'failed' ? [it] : [])),
  };
  return whole(name, found, code, output);
}

async function builds() {
  build();
  return { passed: 1, failed: [] };
}
