import type { Page, Request, Route } from '@playwright/test';
import { go } from './controls.ts';
import { expect, test } from './fixtures.ts';

/** What may be said only once all of it has been read. */
const claims = /^(?:None\b|Nothing\b|No [a-z]|0 |.*R\s0,00)/;

/** Notes every claim that the page makes from now on. */
const watch = (page: Page) =>
  page.evaluate((source) => {
    const claim = new RegExp(source);
    const seen = new Set<string>();
    const note = () => {
      for (const line of document.querySelector('main')?.innerText.split('\n') ?? [])
        if (claim.test(line.trim())) seen.add(line.trim());
    };
    const observer = new MutationObserver(note);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, {
      claimsMade: () => {
        observer.disconnect();
        const shown =
          document
            .querySelector('main')
            ?.innerText.split('\n')
            .map((it) => it.trim()) ?? [];
        return [...seen].filter((it) => !shown.includes(it));
      },
    });
  }, claims.source);

const untrue = (page: Page) => page.evaluate(() => (window as unknown as { claimsMade(): string[] }).claimsMade());

/** Two frames: what an answer changes has been painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const isReady = async (page: Page) =>
  (await page
    .getByRole('main')
    .locator('[aria-label=Loading], [data-skeleton], [aria-busy=true], progress, [role=progressbar]')
    .count()) === 0;

const paths = [
  '',
  '/mandates',
  '/contracts/100002',
  '/clients',
  '/clients/C00002',
  '/instalments',
  '/calendar',
  '/unpaid',
  '/payments',
  '/payouts',
  '/reports/transactions?range=last-month',
];

test(
  'while answers come one by one, no main page says what is not true',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.slow();
    const waiting: Route[] = [];
    const underWay = new Set<Request>();
    await page.goto('/m/1001/EFT/lookups/banks');
    await signIn();
    await expect(page.getByRole('heading', { level: 1, name: 'Lookups' })).toBeVisible();
    await page.route('**/v1/**', (route) => void waiting.push(route));
    page.on('request', (it) => new URL(it.url()).pathname.startsWith('/v1/') && underWay.add(it));
    page.on('requestfinished', (it) => underWay.delete(it));
    page.on('requestfailed', (it) => underWay.delete(it));
    for (const path of paths)
      await test.step(path || '/', async () => {
        await watch(page);
        await go(page, `/m/1001/EFT${path}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Lookups' })).toHaveCount(0);
        await expect
          .poll(
            async () => {
              await waiting.shift()?.continue();
              await painted(page);
              return waiting.length === 0 && underWay.size === 0 && (await isReady(page));
            },
            { timeout: 120_000, intervals: [0] },
          )
          .toBe(true);
        expect.soft(await untrue(page), path).toEqual([]);
        await go(page, '/m/1001/EFT/lookups/banks');
        await expect(page.getByRole('heading', { level: 1, name: 'Lookups' })).toBeVisible();
        for (const route of waiting.splice(0)) await route.continue();
      });
  },
);
