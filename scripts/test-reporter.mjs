// A reporter for node:test that writes one JSON object per line for every test that ended; scripts/node-step.mjs reads
// them.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(source) {
  /** @type {import('./node-step.mjs').Outcome | undefined} */
  let last;
  const line = () => (last ? `${JSON.stringify(last)}\n` : '');
  for await (const event of source) {
    // What a test tells of itself follows its outcome, and so does what it left running.
    if (event.type === 'test:diagnostic') last?.diagnostics.push(event.data.message);
    const outcome = event.type === 'test:pass' || event.type === 'test:fail' ? outcomeOf(event) : undefined;
    if (!outcome) continue;
    yield line();
    last = { name: outcome.test.title, message: '', ...outcome, diagnostics: [] };
  }
  yield line();
}

/**
 * Undefined for a suite, unless it failed itself.
 * @param {Extract<import('node:test/reporters').TestEvent, { type: 'test:pass' | 'test:fail' }>} event
 */
function outcomeOf({ type, data }) {
  const title = data.name;
  // Source maps give a test's source file.
  const file = relative(process.cwd(), data.file?.startsWith('file:') ? fileURLToPath(data.file) : (data.file ?? ''));
  const test = { file, title };
  if (type === 'test:pass') {
    if (data.details.type === 'suite') return undefined;
    if (data.skip === undefined && data.todo === undefined) return { outcome: /** @type {const} */ ('passed'), test };
    const message = typeof data.skip === 'string' ? data.skip : '';
    return { outcome: /** @type {const} */ ('skipped'), test, message };
  }
  const error = /** @type {Error & { failureType?: string }} */ (data.details.error);
  if (error.failureType === 'subtestsFailed') return undefined; // counted where it happened
  const message = error.cause instanceof Error ? error.cause.message : String(error.cause ?? error.message);
  return { outcome: /** @type {const} */ ('failed'), test, name: `${title} (${file})`, message };
}
