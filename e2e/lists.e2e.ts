import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { go } from './made.ts';

/** What the rail, the tabs and the breadcrumb say about where one is. */
async function standing(page: Page) {
  const texts = (of: string) => page.locator(of).allInnerTexts();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return {
    rail: await page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]').allInnerTexts(),
    tab: await texts('main nav:not([aria-label="Breadcrumb"]) [aria-current]'),
    trail: (await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').allInnerTexts()).map((it) =>
      it.replace(/^\/\s*/, ''),
    ),
  };
}

test('section, tab and breadcrumb agree, on lists, records and forms', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT');
  await signIn();
  const places: [path: string, rail: string, tab: string[], trail: string[]][] = [
    ['', 'Overview', [], []],
    ['/contracts', 'Contracts', ['All'], []],
    ['/mandates', 'Contracts', ['Mandates'], []],
    ['/initiated-mandates', 'Contracts', ['Awaiting approval'], []],
    ['/mandates/new', 'Contracts', [], ['Contracts', 'Mandates']],
    ['/contracts/100002', 'Contracts', [], ['Contracts']],
    ['/instalments', 'Instalments', ['All'], []],
    ['/omni', 'Instalments', ['By collection date'], []],
    ['/clients/new', 'Clients', [], ['Clients']],
    ['/payouts/new', 'Payout contracts', [], ['Payout contracts']],
    ['/lookups/banks', 'Lookups', [], []],
  ];
  for (const [path, rail, tab, trail] of places) {
    await go(page, `/m/1001/EFT${path}`);
    await expect.poll(() => standing(page), { message: path }).toEqual({ rail: [rail], tab, trail });
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contracts', exact: true }).click();
  await page.getByRole('navigation', { name: 'Contracts' }).getByRole('link', { name: 'Awaiting approval' }).click();
  await expect(page).toHaveURL(/\/initiated-mandates$/);
  await expect(page).toHaveTitle(/^Awaiting approval · Contracts · 1001/);
});
