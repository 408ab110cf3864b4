import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { productEnvironment } from '../scripts/settings.mjs';
import { test as base, expect } from './fixtures.ts';

const password = 'plaited-quince-harbour';

/** The product set up for real data: up to three merchants and two people, no sample data. */
const test = base.extend<object, { real: string }>({
  real: [
    async ({}, use) => {
      const folder = temporaryFolder('access');
      const settings = { DATA_DIR: folder, SANDBOX: 'off' };
      const env = productEnvironment(settings);
      const run = (words: string[], input = '') =>
        execFileSync(process.execPath, ['scripts/operate.mjs', ...words], { env, input, stdio: 'pipe' });
      run(['merchant', 'add', '5001', 'Karoo Solar']);
      run(['merchant', 'add', '5002', 'Highveld Gyms']);
      run(['merchant', 'add', '5003', 'Vaal Water']);
      const may = ['--permissions', 'all'];
      run(['person', 'add', 'naledi', '--merchants', '5002', ...may, '--name', 'Naledi Dlamini'], `${password}\n`);
      run(['person', 'add', 'owner', '--merchants', '*', ...may], `${password}\n`);
      const product = await startProduct(settings);
      await use(product.origin);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !/^\/(sign-in|oauth|callback)\b/.test(pathname));
}

test('a new person can work for a new merchant with no other setup', async ({ page, real }) => {
  await page.goto(real);
  await enter(page, 'naledi');
  await expect(page).toHaveURL(`${real}/m/5002/EFT`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Merchant' }).getByRole('option')).toHaveText([
    '5002 · Highveld Gyms',
  ]);
});

test('a person with access to all merchants finds every one of them in the switcher', async ({ page, real }) => {
  await page.goto(`${real}/m/5003/EFT/clients`);
  await enter(page, 'owner');
  await expect(page.getByRole('combobox', { name: 'Merchant' }).getByRole('option')).toHaveText([
    '5001 · Karoo Solar',
    '5002 · Highveld Gyms',
    '5003 · Vaal Water',
  ]);
});

test('a merchant without access says so, and offers the person’s own merchants', async ({ page, real, axe }) => {
  for (const merchant of ['9999', '5001']) {
    await page.goto(`${real}/m/${merchant}/DEBICHECK/mandates`);
    if (merchant === '9999') await enter(page, 'naledi');
    const heading = page.getByRole('heading', { level: 1, name: `You have no access to merchant ${merchant}` });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('link', { name: 'New mandate' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['5002 · Highveld Gyms']);
  }
  await axe();
  await page.getByRole('link', { name: '5002 · Highveld Gyms' }).click();
  await expect(page).toHaveURL(`${real}/m/5002/DEBICHECK`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a sign-in that the server refuses has access to no merchant, and can be ended', async ({
  page,
  real,
  complaints,
}) => {
  complaints.allow(/401/);
  await page.route('**/session.json', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(real);
  await enter(page, 'naledi');
  await expect(page.getByRole('heading', { level: 1, name: 'You have no access to any merchant yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});
