// The results of the steps of `npm test`.
import { readFileSync } from 'node:fs';

/**
 * A step's result; `note` is printed at the end of its line.
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ passed: number, failed: Failure[], skipped?: number, skips?: string[], note?: string }} Found
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
