import { rmSync } from 'node:fs';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { test as base, expect, fillSignIn } from './fixtures.ts';

/** The product started for real data with nothing in it: its address, and the link that it printed. */
const test = base.extend<object, { fresh: { origin: string; link: string } }>({
  fresh: [
    async ({}, use) => {
      const folder = temporaryFolder('first');
      const product = await startProduct({ DATA_DIR: folder, SANDBOX: 'off' });
      const link = await product.printed(/^\s*(http\S+\/invitation\/[\w-]{43})$/m);
      await use({ origin: product.origin, link });
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test(
  'the first administrator and the first merchant are made in the browser',
  { tag: '@long' },
  async ({ page, fresh, axe, complaints }) => {
    const password = 'copper lantern meadow';
    await page.goto(fresh.link);
    await expect(page.getByRole('heading', { name: 'First administrator' })).toBeVisible();
    await axe();
    await page.getByLabel('Your name').fill('Naledi Dlamini');
    await page.getByLabel('Username').fill('naledi');
    await page.getByLabel('Password, at least 12 characters').fill(password);
    await page.getByLabel('The same password again').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, 'naledi', password);

    await expect(page.getByRole('heading', { name: 'No merchants yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a merchant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Merchant number').fill('5001');
    await dialog.getByLabel('Name').fill('Karoo Solar');
    await axe();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page).toHaveURL(`${fresh.origin}/m/5001/EFT`);
    await expect(page.getByRole('link', { name: 'New mandate' }).first()).toBeVisible();

    await page.goto(`${fresh.origin}/m/5001/EFT/settings/people`);
    await expect(page.getByText('Can both prepare and release payouts: Naledi Dlamini (all merchants).')).toBeVisible();
    await page.getByRole('link', { name: 'Naledi Dlamini' }).click();
    // The last administrator stays.
    complaints.allow(/400/);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText(/^This is the last administrator/)).toBeVisible();
  },
);
