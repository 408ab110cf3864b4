// The browser tests as steps of `npm test` and `npm run test:all`.
import { basename, join } from 'node:path';
import { run } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { failed, readText, whole } from './found.mjs';
import { environment } from './test-files.mjs';
import { gatewayEnvironment, gatewayFiles } from './through-gateway.mjs';

/** @typedef {import('./found.mjs').Found} Found */

/** @param {{ scratch: string }} way */
export const browser = (way) => browserTests(way, ['--grep-invert', '@long']);

/** @param {{ scratch: string }} way */
export const browserLong = (way) => browserTests(way, ['--grep', '@long']);

/** Minutes at which a day, a month or the sandbox's bank ends or pauses, so that what reads dates could be wrong. */
const otherDays = {
  'the evening on which the bank reports': '2026-11-25 20:15',
  'the first morning of a month': '2026-12-01 06:00',
  'a public holiday': '2026-12-16 10:00',
  'the last minutes of a year': '2026-12-31 23:50',
  'a Sunday': '2027-01-03 12:00',
  'a leap day': '2028-02-29 12:00',
};

/**
 * What reads dates, on other days than that of all tests.
 * @param {{ scratch: string }} way
 */
export async function browserOnOtherDays(way) {
  /** @type {Required<Pick<Found, 'passed' | 'failed' | 'tests'>>} */
  const all = { passed: 0, failed: [], tests: [] };
  for (const [day, now] of Object.entries(otherDays)) {
    const { passed, failed: wrong, tests = [] } = await browserTests(way, ['--grep', '@dates'], { SANDBOX_NOW: now });
    all.passed += passed;
    all.failed.push(...wrong.map((it) => ({ ...it, name: `${it.name}, on ${day}: SANDBOX_NOW='${now}'` })));
    all.tests.push(...tests);
  }
  return { ...all, note: `on ${Object.keys(otherDays).length} other days` };
}

/**
 * The same tests with a sandbox as provider, and this server in front of it.
 * @param {{ scratch: string }} way
 */
export const browserThroughGateway = (way) => browserTests(way, gatewayFiles, gatewayEnvironment());

/**
 * @param {{ scratch: string }} way
 * @param {string[]} choice which tests, in Playwright's options
 * @param {NodeJS.ProcessEnv} [further]
 */
export async function browserReport({ scratch }, choice, further = {}) {
  const results = join(scratch, 'browser.json');
  const chromium = findChromium();
  const { code, output } = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json', ...choice],
    { ...environment, ...further, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
    1800,
  );
  const text = readText(results);
  /** @type {import('@playwright/test/reporter').JSONReport | undefined} */
  const report = text ? JSON.parse(text) : undefined;
  return { chromium, code, output, report, specs: report?.suites.flatMap(specsOf) ?? [] };
}

/**
 * @param {{ scratch: string }} way
 * @param {string[]} choice which tests, in Playwright's options
 * @param {NodeJS.ProcessEnv} [further]
 * @returns {Promise<Found>}
 */
async function browserTests(way, choice, further) {
  const { chromium, code, output, report, specs } = await browserReport(way, choice, further);
  if (!report) return failed('browser', output || `ended with code ${code}`);
  /** @type {Required<Found>} */
  const found = {
    passed: 0,
    skipped: 0,
    skips: [],
    tests: [],
    note: basename(chromium),
    failed: report.errors.map(({ message = '' }) => ({ name: 'browser', message })),
  };
  for (const spec of specs)
    for (const { status, results: runs, annotations } of spec.tests) {
      const seconds = annotations.find(({ type }) => type === 'processor seconds')?.description;
      if (seconds) found.tests.push({ file: `e2e/${spec.file}`, title: spec.title, cpuSeconds: Number(seconds) });
      if (status === 'expected') found.passed++;
      else if (status === 'skipped') {
        found.skipped++;
        const { description = '' } = annotations.find(({ type }) => type === 'skip') ?? {};
        found.skips.push(`${spec.title} (${description})`);
      } else {
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
