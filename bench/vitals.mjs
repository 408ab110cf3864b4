// How soon a list and a record appear, whether they shift, and how fast they respond, measured on what `npm start`
// starts.
import { findChromium } from '../scripts/chromium.mjs';
import { signIn, startProduct } from '../scripts/product.mjs';
import { inFolder } from './last.mjs';
import { inTurn, percent, ratios, spread } from './measure.mjs';
import { slowFigures } from './slow.mjs';

const { chromium } = await import('@playwright/test');

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ rows: number, largest: number, shift: number, longest: number }} Seen milliseconds, and the share of the page */

const rounds = 7;
/** The CPU slowdown for interactions; the slowest one counts (Event Timing reports those from 16 ms on). */
const slowdown = 4;

/** Runs in the page, before its own scripts. */
function watch() {
  const seen = { rows: 0, largest: 0, shift: 0, longest: 0 };
  Object.assign(window, { seen });
  /** @param {string} type @param {(entry: any) => void} take */
  const on = (type, take) => {
    // Event Timing options that TypeScript's DOM types lack.
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  };
  on('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  on('event', ({ duration, interactionId }) => {
    if (interactionId) seen.longest = Math.max(seen.longest, duration);
  });
  const looking = new MutationObserver(() => {
    if (!document.querySelector('main tbody tr :is(a, button)')) return;
    looking.disconnect();
    requestAnimationFrame(() => (seen.rows = performance.now()));
  });
  looking.observe(document, { childList: true, subtree: true });
}

/** @param {Page} page @returns {Promise<Seen>} */
const seenBy = (page) => page.evaluate(() => /** @type {any} */ (window).seen);

/**
 * The page's calls that have no answer yet.
 * @type {Set<import('@playwright/test').Request>}
 */
const underWay = new Set();

/**
 * Reloads a page whose files are in the browser's cache, as after lunch.
 * @param {Page} page
 */
async function reloaded(page) {
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).seen.rows > 0);
  // Not Playwright's network idle: Chromium counts a connection of a removed frame for ten seconds more.
  do await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  while (underWay.size > 0);
  return seenBy(page);
}

/**
 * The slowest interaction of each round.
 * @param {Page} page
 * @param {(page: Page) => Promise<void>} act
 */
async function answering(page, act) {
  const session = await page.context().newCDPSession(page);
  const address = page.url();
  const slowest = [];
  for (let round = 0; round < rounds; round++) {
    // Resets sorting and search, which are in the address.
    await page.goto(address);
    await reloaded(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await act(page);
    // The entries arrive after their frames.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    slowest.push((await seenBy(page)).longest);
  }
  return slowest;
}

/** @param {Page} page */
async function useList(page) {
  const grid = page.getByRole('main').getByRole('grid');
  for (const name of ['Amount', 'Status']) await grid.getByRole('button', { name, exact: true }).click();
  await grid.getByRole('link').first().press('ArrowDown');
  await page.getByRole('main').getByRole('searchbox').first().pressSequentially('LN00');
}

/** Like a fast typist: 240 words a minute. A person never types two keys at the same moment. */
const betweenKeys = 50;

/** The first that may be edited. @param {Page} page */
const editableRow = (page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { disabled: false }) })
    .first();

/** @param {Page} page */
async function useRecord(page) {
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(betweenKeys);
  await page.keyboard.type('LN00', { delay: betweenKeys });
  await page.keyboard.press('Escape');
  const views = page.getByRole('group', { name: 'Show instalments as' });
  for (const name of ['Calendar', 'Table']) await views.getByRole('button', { name }).click();
  await editableRow(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('grid').getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add instalment' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
}

/** @param {Page} page */
async function editByKey(page) {
  const amount = editableRow(page).locator('td[data-align=right]').first();
  await amount.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(betweenKeys);
  await page.keyboard.type('12', { delay: betweenKeys });
  const field = page.getByRole('grid').getByRole('textbox', { name: 'Amount' });
  await field.waitFor();
  const typed = await field.inputValue();
  if (!typed.endsWith('12')) throw new Error(`the keys after Enter are lost: ${typed}`);
  await page.keyboard.press('Escape');
}

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const vitalsFigures = () =>
  inFolder('vitals', async (folder) => {
    const product = await startProduct({ DATA_DIR: folder });
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: findChromium(), args });
    const list = `${product.origin}/m/1001/EFT/mandates`;
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-ZA' });
      await page.addInitScript(watch);
      page.on('request', (it) => it.url().includes('/v1/') && underWay.add(it));
      page.on('requestfinished', (it) => underWay.delete(it));
      page.on('requestfailed', (it) => underWay.delete(it));
      await signIn(page, list);
      await page.getByRole('grid', { name: 'Mandates' }).getByRole('link').first().waitFor();
      /** @type {Seen[]} */
      const lists = [];
      const names = /\/clients\//;
      const sides = await inTurn(rounds, {
        ours: async () => {
          const seen = await reloaded(page);
          lists.push(seen);
          return seen.rows;
        },
        withoutNames: async () => {
          await page.route(names, (route) => route.abort());
          const { rows } = await reloaded(page);
          await page.unroute(names);
          return rows;
        },
      });
      const listAnswers = await answering(page, useList);
      await page.goto(list);
      await page.getByRole('main').getByRole('grid').getByRole('link').first().click();
      await page.getByRole('main').getByRole('grid').first().waitFor();
      /** @type {Seen[]} */
      const records = [];
      for (let round = 0; round <= rounds; round++) records.push(await reloaded(page));
      const recordAnswers = await answering(page, useRecord);
      const keyAnswers = await answering(page, editByKey);
      const milliseconds = (/** @type {number[]} */ numbers) => `${spread(numbers)} ms`;
      const worst = (/** @type {Seen[]} */ seen) => Math.max(...seen.map((it) => it.shift)).toFixed(3);
      return [
        { what: 'List of 1,026 mandates, reload while signed in: rows visible', figure: milliseconds(sides.ours) },
        {
          what: 'the same, compared with a list without client names',
          figure: percent(ratios(sides.ours, sides.withoutNames)),
          aim: '≤ 110 %',
        },
        {
          what: 'Largest contentful paint of the list; of a contract',
          figure: `${milliseconds(lists.map((it) => it.largest))}; ${milliseconds(records.map((it) => it.largest))}`,
          aim: '≤ 350 ms',
        },
        {
          what: 'Layout shift of the list; of a contract: the worst reload',
          figure: `${worst(lists)}; ${worst(records)}`,
          aim: '0',
        },
        {
          what: `Slowest interaction with the list; with a contract: a processor ${slowdown} times slower`,
          figure: `${milliseconds(listAnswers)}; ${milliseconds(recordAnswers)}`,
          aim: '≤ 100 ms',
        },
        {
          what: 'The same for Enter on an amount, and a letter typed at once',
          figure: milliseconds(keyAnswers),
          aim: '≤ 100 ms',
        },
        ...(await slowFigures(page, product.origin, new URL(page.url()).pathname)),
      ];
    } finally {
      await browser.close();
      await product.stop();
    }
  });
