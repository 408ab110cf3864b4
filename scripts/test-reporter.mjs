// A reporter for node:test that writes one JSON object per line for every test that ended; scripts/test.mjs counts
// them.
import { relative, resolve } from 'node:path';
import { compiledTests } from './compile-tests.mjs';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 * @returns {AsyncGenerator<string>}
 */
export default async function* report(source) {
  /** @type {Map<string, string>} what each file wrote to stderr, for files that end without a test to blame */
  const errors = new Map();
  const keep = (/** @type {string} */ file, /** @type {string} */ text) =>
    errors.set(file, ((errors.get(file) ?? '') + text).slice(-4000));
  let stray = '';
  for await (const event of source) {
    if (event.type === 'test:stderr') keep(event.data.file, event.data.message);
    // The failure of something that a test left running. It is reported without its file, just before that file ends.
    if (event.type === 'test:diagnostic' && event.data.message.includes('generated asynchronous activity'))
      stray += `${event.data.message}\n`;
    // What a test tells of itself follows its outcome.
    if (event.type === 'test:diagnostic' && event.data.file && / inputs tried| faults made/.test(event.data.message))
      yield JSON.stringify({ outcome: 'diagnostic', message: event.data.message }) + '\n';
    const outcome =
      event.type === 'test:pass' || event.type === 'test:fail'
        ? judge(event, (file) => (errors.get(file) ?? '') + stray)
        : undefined;
    if (outcome?.outcome === 'failed') stray = '';
    if (outcome) yield JSON.stringify(outcome) + '\n';
  }
}

/** Source maps already give a test's source file; a file's own entry has the compiled one. */
const sourceOf = (/** @type {string} */ file) =>
  file.startsWith(compiledTests)
    ? relative(compiledTests, file).replace(/\.mjs$/, '.ts')
    : relative(process.cwd(), file);

/**
 * One line of the report, or undefined for anything but a test.
 * @param {Extract<import('node:test/reporters').TestEvent, { type: 'test:pass' | 'test:fail' }>} event
 * @param {(file: string) => string} outputOf the file's own output
 */
function judge({ type, data }, outputOf) {
  const file = data.file ?? '';
  // A file appears under its own name when it ended outside a test, or has no test.
  const isFile = resolve(data.name) === file;
  if (type === 'test:pass') {
    if (isFile) return { outcome: 'failed', name: sourceOf(file), message: 'holds no test' };
    if (data.details.type === 'suite') return undefined;
    const test = { file: sourceOf(file), title: data.name };
    if (data.skip === undefined && data.todo === undefined) return { outcome: 'passed', test };
    return { outcome: 'skipped', test, name: data.name, message: typeof data.skip === 'string' ? data.skip : '' };
  }
  const error = /** @type {Error & { failureType?: string, exitCode?: number, signal?: string }} */ (
    data.details.error
  );
  if (error.failureType === 'subtestsFailed') return undefined; // counted where it happened
  if (isFile) {
    const ended = `${error.message}: ${error.signal ?? error.exitCode ?? error.failureType}`;
    return { outcome: 'failed', name: sourceOf(file), message: `${outputOf(file)}${ended}` };
  }
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause ?? error.message);
  const test = { file: sourceOf(file), title: data.name };
  return { outcome: 'failed', test, name: `${data.name} (${sourceOf(file)})`, message: cause };
}
