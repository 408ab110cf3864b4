// npm test: checks the project on a clone of unknown state, and ends with the line `N passed, N failed`.
// `npm test -- types unit` runs those steps only. The options used in package.json:
//   --all               every step, including long and repeated ones, but not those that run only by name
//   --only STEP WORD…   runs some test files of one step, uncompiled (scripts/test-files.mjs)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endAll } from './children.mjs';
import { failed, missingPrograms, overBudget, slowestLines } from './found.mjs';
import { checkNode, giveUp, install } from './prepare.mjs';
import { guestsOf, quickSteps, steps, stepsByName } from './steps.mjs';
import { testSome } from './test-files.mjs';

checkNode();
const wanted = process.argv.slice(2);
const way = wanted[0]?.startsWith('--') ? wanted.shift() : undefined;
if (way && !['--all', '--only'].includes(way)) giveUp(`There is no option ${way}.`);
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

let interrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    interrupted = true;
    endAll();
  });

// For all files of a step compiling is quicker; Playwright's own report says more about a test than ours.
if (way === '--only' && (filesAndOptions.length > 0 || wanted.includes('browser'))) {
  const code = await testSome(wanted[0], filesAndOptions).catch(giveUp);
  process.exit(interrupted ? 130 : code);
}

const scratch = mkdtempSync(join(tmpdir(), 'collections-check-'));
const givenWay = { scratch, isWhole: wanted.length === 0 };
let passed = 0;
/** @type {import('./found.mjs').Failure[]} */
const failures = [];
/** @type {import('./found.mjs').Timed[]} */
const timed = [];
/** @type {string[]} */
const skips = [];
try {
  const isChosen = (/** @type {string} */ name) =>
    wanted.length === 0
      ? quickSteps.includes(name) || (way === '--all' && !stepsByName.includes(name))
      : wanted.some((step) => name === step || (way !== '--only' && name.startsWith(`${step} `)));
  const chosen = Object.entries(steps).filter(([name]) => isChosen(name));
  const isGuest = (/** @type {string} */ name) => chosen.some(([host]) => guestsOf[host]?.includes(name));
  for (const one of chosen.filter(([name]) => !isGuest(name)))
    await Promise.all([take(one), takeAll(chosen.filter(([name]) => guestsOf[one[0]]?.includes(name)))]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (interrupted) process.exit(130);
if (timed.length > 0) console.log(`The slowest tests, in seconds of processor time:\n${slowestLines(timed, 15)}`);
const missing = missingPrograms(skips);
if (missing.length > 0) console.log(`Not tested, because it is not installed: ${missing.join(', ')}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);

/** @param {[string, (typeof steps)[string]][]} list run one after the other */
async function takeAll(list) {
  for (const one of list) await take(one);
}

/** @param {[string, (typeof steps)[string]]} step */
async function take([name, step]) {
  if (interrupted) return;
  const began = performance.now();
  const found = await step(givenWay).catch((error) =>
    failed(name, error instanceof Error ? error.message : String(error)),
  );
  if (interrupted) return;
  if (quickSteps.includes(name)) found.failed.push(...overBudget(found.tests ?? []));
  report(name, found, (performance.now() - began) / 1000);
  timed.push(...(found.tests ?? []));
  skips.push(...(found.skips ?? []));
  passed += found.passed;
  failures.push(...found.failed);
}

/**
 * @param {string} name
 * @param {import('./found.mjs').Found} found
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
