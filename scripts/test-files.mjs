// The test files and their options, and the quick run of a few of them during development.
import { readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { show } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { startDatabase } from './databases.mjs';
import { build, root } from './prepare.mjs';
import { settingNames, testNow } from './settings.mjs';
import { gatewayEnvironment, gatewayFiles } from './through-gateway.mjs';

/** A person's DATABASE_URL, for the one step that uses it. */
export const givenDatabase = process.env.DATABASE_URL;

/** @type {NodeJS.ProcessEnv} */
export const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !settingNames.includes(name)),
  ),
  SANDBOX_NOW: testNow,
};

/** On a server that ends with its step all files share one template database. */
export const onOwn = { TEST_PREPARED: 'once' };

export function testFiles() {
  return ['checks', 'src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .toSorted();
}

const isOfService = (/** @type {string} */ file) => file.startsWith(join('src', 'service'));

export const unitTests = () => testFiles().filter((file) => !isOfService(file));

/** Tests that need a distributed database. */
const isDistributed = (/** @type {string} */ file) => file.endsWith('distributed.test.ts');

export const distributedTests = () => testFiles().filter(isDistributed);

export const serviceTests = () => testFiles().filter((file) => isOfService(file) && !isDistributed(file));

/**
 * Tests that start and kill whole processes, or take tens of seconds: `npm run test:all` runs them, `npm test` does
 * not.
 */
export const isLong = (/** @type {string} */ file) => file.endsWith('.long.test.ts');

/**
 * Runs some tests of one step: `npm run test:unit -- money`, `npm run test:browser -- -g "signs in"`.
 * @param {string | undefined} step unit, service or browser
 * @param {string[]} words for unit and service, parts of the files' paths and options of Node, such as `--watch`; for
 * the browser, Playwright's arguments, and `--gateway` for a server in front of a provider
 * @returns {Promise<number>} the exit code
 * @throws {Error} when no file matches, or when the database or the browser is not available
 */
export async function testSome(step, words) {
  if (step === 'browser') {
    build();
    const choice = words.filter((word) => word !== '--gateway');
    const isGateway = choice.length < words.length;
    if (isGateway && !choice.some((word) => word.includes('.e2e.'))) choice.push(...gatewayFiles);
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', ...choice];
    return show(playwright, { ...environment, ...(isGateway && gatewayEnvironment()), CHROMIUM_PATH: findChromium() });
  }
  if (step !== 'unit' && step !== 'service') throw new Error('Files are chosen from unit, service or browser.');
  const options = words.filter((word) => word.startsWith('-'));
  const files = meant(
    step === 'unit' ? unitTests() : serviceTests(),
    words.filter((word) => !options.includes(word)),
  );
  // Not compiled first, which takes longer than tsx needs for a few.
  const run = (/** @type {NodeJS.ProcessEnv} */ env) =>
    show(['--import', 'tsx', '--test', '--test-concurrency=3', '--test-reporter=spec', ...options, ...files], env);
  if (step === 'unit') return run(environment);
  const database = await startDatabase(environment);
  try {
    // While it watches, migrations and seed may change, so every run prepares its own database.
    const further = options.includes('--watch') ? {} : onOwn;
    return await run({ ...environment, ...further, TEST_DATABASE_URL: database.url });
  } finally {
    await database.stop();
  }
}

/**
 * @param {string[]} files
 * @param {string[]} parts of paths; none mean all files
 */
function meant(files, parts) {
  if (parts.length === 0) return files;
  const nothing = parts.find((part) => !files.some((file) => file.includes(normalize(part))));
  if (nothing) throw new Error(`No test file of this step has ${nothing} in its path.`);
  return files.filter((file) => parts.some((part) => file.includes(normalize(part))));
}
