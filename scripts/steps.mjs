// The steps of `npm test`, each with its result.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, browserLong, browserOnOtherDays, browserThroughGateway } from './browser-step.mjs';
import { run } from './children.mjs';
import { installedCitus, installedPostgres, startDatabase } from './databases.mjs';
import { failed, readText } from './found.mjs';
import { outcomesOf } from './node-step.mjs';
import { build, root } from './prepare.mjs';
import { distributedTests, environment, givenDatabase, isLong, onOwn, serviceTests, unitTests } from './test-files.mjs';

/** @typedef {import('./found.mjs').Failure} Failure */
/** @typedef {import('./found.mjs').Found} Found */

/**
 * @typedef {object} Way
 * @property {string} scratch a folder for the steps' output
 * @property {boolean} isWhole no step was chosen by name
 */

/** @type {Record<string, (way: Way) => Promise<Found>>} */
const quick = {
  types: () => check('types', ['node_modules/typescript/bin/tsc', '-b']),
  lint: () => check('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--format=unix']),
  format: () => check('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  unit,
  build: builds,
  service,
  browser,
};

/**
 * The steps in order.
 * @type {Record<string, (way: Way) => Promise<Found>>}
 */
export const steps = {
  ...quick,
  'unit long': unitLong,
  'service long': serviceLong,
  'service on PostgreSQL': serviceOnPostgres,
  'service on Citus': serviceDistributed,
  'browser long': browserLong,
  'browser on other days': browserOnOtherDays,
  'browser through the gateway': browserThroughGateway,
};

/** Steps that run only by their name: what `browser` tests, once more with the machine's day. */
export const stepsByName = ['browser through the gateway'];

/** The steps of `npm test`; `npm run test:all` runs all but those by name. */
export const quickSteps = Object.keys(quick);

/**
 * Steps that need one core and no database, by the step beside which they run, one after the other: its tests mostly wait.
 * @type {Record<string, string[]>}
 */
export const guestsOf = { service: ['types', 'lint', 'format', 'unit', 'build'], 'service long': ['unit long'] };

/**
 * Runs a program whose exit code is the result.
 * @param {string} name
 * @param {string[]} words
 */
async function check(name, words) {
  const { code, output } = await run(words, environment, 600);
  return code === 0 ? { passed: 1, failed: [] } : failed(name, output || `ended with code ${code}`);
}

/** @param {Way} way */
async function unit(way) {
  const files = unitTests().filter((file) => !isLong(file));
  return runTests(way, 'unit', files, environment);
}

/** @param {Way} way */
function unitLong(way) {
  // Longer than the usual limit of a file: on a busy machine a thousand generated months take ten minutes.
  return runTests(way, 'unit long', unitTests().filter(isLong), environment, 1_500_000);
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

/**
 * Everything that differs from `service` at once: the system's PostgreSQL, encrypted numbers, and for the tests that use
 * only the interface two processes behind a proxy.
 * @param {Way} way
 */
async function serviceOnPostgres(way) {
  const keyFile = join(way.scratch, 'numbers.key');
  writeFileSync(keyFile, randomBytes(32));
  const further = { TEST_PROCESSES: '2', TEST_NUMBERS_KEY_FILE: keyFile };
  // The address may contain a password, so it is not printed.
  if (givenDatabase)
    return { ...(await serviceOn(way, givenDatabase, onAnyDatabase(), further)), note: 'DATABASE_URL' };
  if (process.platform === 'win32') return { passed: 0, failed: [], note: 'skipped: no embedded database on Windows' };
  const postgres = installedPostgres();
  const database = await startDatabase(environment, postgres?.binaries);
  try {
    const found = await serviceOn(way, database.url, onAnyDatabase(), { ...onOwn, ...further });
    const note = `${postgres?.name ?? 'embedded PostgreSQL'}, two processes, numbers encrypted`;
    if (postgres) return { ...found, note };
    const skips = ['PostgreSQL is not installed, so the embedded one was used', ...(found.skips ?? [])];
    return { ...found, note, skips, skipped: (found.skipped ?? 0) + 1 };
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
  if (!citus) return { passed: 0, failed: [], skipped: 1, skips: ['Citus is not installed for a PostgreSQL here'] };
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
 * @param {number} [timeoutMs] of a file
 * @returns {Promise<Found>}
 */
async function runTests(way, name, files, env, timeoutMs) {
  if (files.length === 0) return failed(name, 'there is no test');
  const outcomes = await outcomesOf(way, name, files, env, timeoutMs);
  return {
    passed: outcomes.filter(({ outcome }) => outcome === 'passed').length,
    skipped: outcomes.filter(({ outcome }) => outcome === 'skipped').length,
    // Lists skipped tests, so that they do not pass unnoticed.
    skips: outcomes.flatMap((it) => (it.outcome === 'skipped' ? [`${it.name}${it.message && `: ${it.message}`}`] : [])),
    failed: outcomes.filter(({ outcome }) => outcome === 'failed'),
    tests: outcomes.flatMap(({ test, diagnostics }) => {
      const cpuSeconds = diagnostics.flatMap((text) => /^([\d.e-]+) processor seconds$/.exec(text)?.[1] ?? [])[0];
      return test && cpuSeconds ? [{ ...test, cpuSeconds: Number(cpuSeconds) }] : [];
    }),
  };
}

async function builds() {
  build();
  return { passed: 1, failed: [] };
}
