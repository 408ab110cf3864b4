// The results of the steps of `npm test`.
import { readFileSync } from 'node:fs';

/**
 * A step's result; `note` is printed at the end of its line, and of its tests the slowest.
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ passed: number, failed: Failure[], skipped?: number, skips?: string[], note?: string, tests?: Timed[] }} Found
 * @typedef {{ file: string, title: string, cpuSeconds: number }} Timed
 */

/**
 * @param {string} name
 * @param {string} message
 * @returns {Found}
 */
export function failed(name, message) {
  return { passed: 0, failed: [{ name, message }] };
}

/**
 * A runner that crashed, or ran nothing, has failed whatever it reported before.
 * @param {string} name
 * @param {Found} found
 * @param {number | null} code
 * @param {string} output
 * @returns {Found}
 */
export function whole(name, found, code, output) {
  if (found.failed.length > 0) return found;
  if (code !== 0) return { ...found, failed: [{ name, message: `${output}\nthe runner ended with code ${code}` }] };
  if (found.passed === 0) return { ...found, failed: [{ name, message: 'no test ran' }] };
  return found;
}

/**
 * The text of a file; empty when it does not exist.
 * @param {string} file
 */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {Timed[]} tests
 * @param {number} count
 */
export function slowestLines(tests, count) {
  const lines = tests.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, count);
  return lines
    .map(({ cpuSeconds, title, file }) => `${cpuSeconds.toFixed(1).padStart(7)}  ${title} (${file})`)
    .join('\n');
}

/**
 * The programs that tests could not be run with, so that what was skipped does not count as passed.
 * @param {string[]} skips
 */
export const missingPrograms = (skips) => [
  ...new Set(skips.flatMap((skip) => /(\w+) is not installed/.exec(skip)?.[1] ?? [])),
];

/**
 * What a test of `npm test` may take, in seconds of processor time: twice what the slowest took when this was written, since
 * machines differ.
 */
const budget = 25;

/**
 * Tests that are too slow for `npm test`.
 * @param {Timed[]} tests
 * @returns {Failure[]}
 */
export const overBudget = (tests) =>
  tests
    .filter(({ cpuSeconds }) => cpuSeconds > budget)
    .map(({ title, file, cpuSeconds }) => ({
      name: `${title} (${file})`,
      message: `took ${cpuSeconds.toFixed(1)} s of processor time, and may take ${budget}: make it quicker, or tag it long`,
    }));
