import type { Page } from '@playwright/test';
import { fillClient } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { newNumber } from './test-data.ts';

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('the help says what is not possible, from the account menu and where people look for it', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/cases');
  await signIn();
  await page.getByRole('main').getByRole('link', { name: 'What you can do instead' }).click();
  const topic = page.getByRole('main').locator(':focus');
  await expect(topic).toContainText('List cases');
  await expect(topic).toBeInViewport();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('group', { name: 'Account' }).getByRole('link', { name: 'Help' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Limits and workarounds' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Limits and workarounds' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keyboard shortcuts' })).toBeHidden();
  await axe();
  await page.getByRole('term').filter({ hasText: 'Refund a debit' }).waitFor();
  await page.getByRole('region', { name: 'Money in' }).getByRole('link', { name: 'New payout' }).click();
  await expect(page).toHaveURL(/\/payouts\/new$/);
});

test('Help begins with what is done on the page from which it was opened, by pointer and by keyboard', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/unpaid');
  await signIn();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Unpaid' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL(/\/help\/unpaid$/);
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('On Unpaid');
  const here = main.getByRole('region', { name: 'On Unpaid' });
  await expect(here.getByRole('heading', { level: 3 })).toHaveText([
    /^Collect unpaid debits again.*Clerk$/,
    /^Correct bank details after a return.*Clerk$/,
    /^Remind clients of unpaid debits.*Support$/,
  ]);
  await expect(here).toContainText('Click Collect … again and choose a date');
  await axe();

  // What a role does, in order, and from there to the page.
  await main.getByRole('navigation', { name: 'Roles' }).getByRole('link', { name: 'Finance' }).click();
  await expect(page).toHaveTitle(/^Finance · Help · /);
  const task = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Match the bank statement' }) });
  await expect(task).toContainText('These columns are right');
  await axe();
  await task.getByRole('link', { name: 'Open Month end' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Month end' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('On Month end');
  const link = main.getByRole('link', { name: 'Open Month end' }).first();
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  for (let tabs = 0; tabs < 12 && !(await link.evaluate((it) => it === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/month-end$/);
});

test('details of an action are copied for support without account numbers, and as curl without a token', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, newNumber(), 'Called Back');
  const [request] = await Promise.all([
    page.waitForRequest((it) => it.method() === 'POST' && it.url().includes('/maintain/clients/')),
    page.getByRole('button', { name: 'Create client' }).click(),
  ]);
  const token = ((await request.allHeaders())['authorization'] ?? '').replace('Bearer ', '');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  const own = details.getByRole('list', { name: 'This one' });
  await expect(own).toContainText(/Add clients.*clientCreate · \d+ · \d\d:\d\d:\d\d · 200 SUCCESS · \d+ ms/);
  await axe();
  await details.getByRole('button', { name: 'Copy for support' }).click();
  expect(await copied(page)).toMatch(
    new RegExp(
      `^merchant ${merchant} · product EFT\\ncall \\d+ · clientCreate · version 1\\.0\\.0 · 200 · SUCCESS · 20.* · \\d+ ms$`,
    ),
  );
  await own.getByRole('button', { name: 'Copy as curl Add clients' }).click();
  const curl = await copied(page);
  expect(curl).toContain(`/v1/payments/${merchant}/maintain/clients/EFT?Version=v1'`);
  expect(curl).toContain('Bearer <TOKEN>');
  expect(curl).toContain('"ClientName":"Called Back"');
  // Neither contains the typed account number or the token.
  expect(token.length).toBeGreaterThan(20);
  for (const secret of ['1234567890', token]) expect(curl).not.toContain(secret);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  // From the account menu: everything that this window did.
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('group', { name: 'Account' }).getByRole('button', { name: 'Details' }).click();
  const all = details.getByRole('list', { name: 'All requests' });
  await expect(all).toContainText('clientCreate');
  await expect(all).toContainText('bankLookup');
  await details.getByRole('button', { name: 'Copy for support' }).click();
  expect(await copied(page)).toMatch(/clientCreate/);
  expect(await copied(page)).not.toContain('1234567890');
});

test('an error links to its details', async ({ page, merchant, signIn, complaints }) => {
  complaints.allow(/500/);
  await page.route('**/maintain/mandates/**', (route) =>
    route.fulfill({ status: 500, json: { APIResponse: { CallSequence: 4242, Status: 'FAILED', Version: '1.0.0' } } }),
  );
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  await page.getByRole('main').getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('list', { name: 'This one' })).toContainText(/mandateList · 4242 · .* · 500 FAILED/);
});

test(
  'a status says what it means and what comes next, where it is shown',
  { tag: '@long' },
  async ({ page, signIn, axe }) => {
    await page.goto('/m/1001/EFT/mandates?status=ACTIVE');
    await signIn();
    await page.getByRole('grid', { name: 'Mandates' }).getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('button', { name: 'Active: what it means' }).press('Enter');
    const meaning = page.getByRole('dialog', { name: 'What “Active” means' });
    await expect(meaning).toContainText('Completed comes next, after the last one');
    await axe();
    await meaning.getByRole('link', { name: 'All statuses' }).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Statuses of mandates' })).toBeVisible();
    await expect(page.getByText(/^It is debited on its date/)).toBeVisible();
    await page.goto('/m/1001/EFT/instalments');
    await page.getByRole('button', { name: 'List menu' }).click();
    await page.getByRole('menuitem', { name: 'What statuses mean' }).click();
    const sheet = page.getByRole('dialog', { name: 'What statuses mean' });
    await expect(sheet).toContainText('It is with the bank and can no longer be changed.');
    await expect(page, 'the list stays').toHaveURL(/instalments/);
    await axe();
  },
);

test('without a permission a page says so in words, offers no second try, and names the permission under Details', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(/401/);
  await page.route('**/maintain/clients/**', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="clients:read"' },
      json: {
        APIResponse: { CallSequence: 7, Status: 'UNAUTHORISED', Version: '1.0.0', Name: 'clientList' },
        Errors: [{ Code: 'INSUFFICIENT_SCOPE', Message: 'This needs the permission clients:read.' }],
      },
    }),
  );
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  const main = page.getByRole('main');
  await expect(main.getByText('You don’t have permission for this.')).toBeVisible();
  await expect(main.getByText('clients:read')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Details' }).first().click();
  await expect(page.getByRole('dialog').getByText('This needs the permission clients:read.')).toBeVisible();
});
