// The figures of the month end: a bank's file of 10,000 lines, and the pack of a month with a million transactions.
import { freePort } from '../scripts/ports.mjs';
import { signIn } from '../scripts/product.mjs';
import { buildPage, showPage } from './import/build-page.mjs';
import { inFolder } from './last.mjs';
import { spread } from './measure.mjs';
import { withPage } from './report/browser.mjs';
import { startService } from './service-process.mjs';
import { fillReport } from './service/report.mjs';

/** @typedef {typeof globalThis & { imports: import('./import/page.ts').ImportPage, month: ReturnType<typeof month> }} Scope */

const rounds = 5;
const days = 31;
const [named, settled] = [9969, 10_031];

const dayOf = (/** @type {number} */ n) => `2024-01-${String(1 + (n % days)).padStart(2, '0')}`;
const centsOf = (/** @type {number} */ n) => 10_000 + ((n * 7919) % 90_000);

/**
 * Paid debits of a month, each named by a line of its own or settled with the others of its day, and the bank's file.
 * @returns {{ text: string, items: import('../src/sheet-engine/matching/item.ts').MatchingItem[] }}
 */
function month() {
  const items = Array.from({ length: named + settled }, (_, n) => ({
    id: `EFT paid ${n}`,
    kind: /** @type {const} */ ('paid'),
    date: dayOf(n),
    cents: centsOf(n),
    group: 'EFT',
    references: [`LN${String(n).padStart(6, '0')}`],
    label: `LN${String(n).padStart(6, '0')}`,
  }));
  const sums = Array.from({ length: days }, () => 0);
  for (const [n, { cents }] of items.entries()) if (n >= named) sums[n % days] = (sums[n % days] ?? 0) + cents;
  const lines = [
    ...items.slice(0, named).map(({ date, cents, label }) => ({ date, cents, text: `MAGTAPE CREDIT ${label}` })),
    ...sums.map((cents, n) => ({ date: dayOf(n), cents, text: 'DEBIT ORDER SETTLEMENT' })),
  ];
  const entries = lines.map(
    ({ date, cents, text }, n) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${date.replaceAll('-', '')}<TRNAMT>${(cents / 100).toFixed(2)}<FITID>${n}<NAME>${text}</STMTTRN>`,
  );
  const text = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ZAR<BANKACCTFROM><ACCTID>62000004471</BANKACCTFROM><BANKTRANLIST>${entries.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  return { text, items };
}

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const monthEndFigures = () =>
  inFolder('bench-month', async (folder) => {
    await buildPage(`${folder}/page`);
    const service = await startService(await freePort(), { DATA_DIR: `${folder}/data` });
    try {
      const bank = await withPage((page, longest) => bankFigures(page, longest, service.origin, `${folder}/page`));
      await fillReport(`${folder}/data`);
      return [...bank, ...(await packFigures(service.origin))];
    } finally {
      await service.end();
    }
  });

const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(2);

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('./report/browser.mjs').Longest} longest
 * @param {string} origin
 * @param {string} folder
 */
async function bankFigures(page, longest, origin, folder) {
  await signIn(page, origin);
  await showPage(page, origin, folder);
  // Handing them over is no part of the task.
  await page.evaluate((it) => void Object.assign(globalThis, { month: it }), month());
  const [took, tasks] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let round = 0; round <= rounds; round++) {
    const { result, longest: task } = await longest(() =>
      page.evaluate(() => {
        const { imports, month: own } = /** @type {Scope} */ (globalThis);
        return imports.suggest(own.text, own.items);
      }),
    );
    if (result.exact !== named) throw new Error(`${result.exact} lines are exact instead of ${named}`);
    if (round === 0) continue;
    took.push(result.took);
    tasks.push(task);
  }
  return [
    {
      what: 'Bank statement of 10,000 lines (OFX), 20,000 debits: from the file to the suggestions',
      figure: `${spread(took, seconds)} s; longest task of the page meanwhile ${spread(tasks)} ms`,
      aim: '≤ 2 s; ≤ 50 ms',
    },
  ];
}

/**
 * @param {string} origin
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
async function packFigures(origin) {
  /** @type {Record<string, number[]>} */
  const taken = {};
  for (let round = 0; round < rounds; round++)
    for (const [what, figure] of Object.entries(await withPage((page, longest) => onePack(page, longest, origin))))
      (taken[what] ??= []).push(figure);
  const of = (/** @type {string} */ name) => taken[name] ?? [];
  return [
    {
      what: 'Pack of a month with 1,000,000 transactions: from the click to the saved file',
      figure: `${spread(of('took'), seconds)} s`,
    },
    {
      what: 'longest task of the page meanwhile',
      figure: `${spread(of('longest'))} ms (${spread(of('busy'))} ms of work)`,
      aim: '≤ 50 ms',
    },
  ];
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('./report/browser.mjs').Longest} longest
 * @param {string} origin
 */
async function onePack(page, longest, origin) {
  // The file goes to the downloads, not through a dialog of the system.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await signIn(page, `${origin}/m/1016/EFT/month-end?month=2024-01&step=pack`);
  const save = page.getByRole('button', { name: 'Save the pack' });
  await page.locator('button:enabled', { hasText: 'Save the pack' }).waitFor();
  const {
    longest: task,
    busy,
    result,
  } = await longest(async () => {
    const began = performance.now();
    const coming = page.waitForEvent('download');
    await save.click();
    const download = await coming;
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved .*1\s000\s000 transactions/ })
      .waitFor();
    const took = performance.now() - began;
    await download.delete();
    return took;
  });
  return { longest: task, busy, took: result };
}
