import { patterns } from '../src/console/domain/links.ts';
import { go } from './controls.ts';
import { expect, test } from './other-service/product.ts';

const tenant = '/m/77/NAEDO';

/** Every page, its address filled in; the tabs of reports and lookups besides. */
const addresses = [
  ...Object.values(patterns).map((it) =>
    it.replace('clients/:number', 'clients/4711').replace(':contract', '900001').replace('/:name?', ''),
  ),
  ...['mandate-changes', 'contract-changes', 'payout-payment-changes', 'future-transactions'].map(
    (it) => `reports/${it}`,
  ),
  ...['omni-contract-changes', 'omni-instalment-changes'].map((it) => `reports/${it}`),
  ...['banks', 'reasons'].map((it) => `lookups/${it}`),
  'contracts?q=900001',
  'instalments?q=900001',
  'omni?contract=900001',
  'payments?q=5',
  'cases?case_number=7',
  'unpaid?from=2026-11-01&to=2026-11-30',
  'unpaid?from=2026-11-01&to=2026-11-30&status=BOUNCED',
];

test('every page stands in front of a service that does otherwise whatever the interface leaves open', async ({
  page,
  other,
  complaints,
}) => {
  test.slow();
  // Answers that are no 200 are what this service is for; an error of our own is not.
  complaints.allow(/Failed to load resource/);
  await page.goto(`${other}${tenant}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const address of addresses)
    await test.step(address || 'overview', async () => {
      // By way of a page that is known, so that nothing of the page before is taken for this one.
      const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' });
      await go(page, `${tenant}/nowhere`);
      await expect(nowhere).toBeVisible();
      await go(page, `${tenant}/${address}`);
      await expect(nowhere).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText('This page ran into a problem')).toHaveCount(0);
      await expect(page.getByRole('main')).not.toContainText('[object Object]');
    });
});

test('what another service says is shown as it came, and what was met stands in for lists that it refuses', async ({
  page,
  other,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  await page.goto(`${other}${tenant}/mandates?q=900001`);
  await expect(page.getByRole('gridcell', { name: 'DORMANT' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'R 250,50' })).toBeVisible();
  await go(page, `${tenant}/mandates`);
  await expect(page.getByText('Mandates cannot all be listed here. Shown are those from this session')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Mandates' }).getByRole('link')).toHaveCount(1);
  await go(page, `${tenant}/contracts/900001`);
  await expect(page.getByText('HIBERNATING').first()).toBeVisible();
  await go(page, `${tenant}/clients/4711`);
  await expect(page.getByText('Odette Oddly').first()).toBeVisible();
  await go(page, `${tenant}/clients`);
  await expect(page.getByText('Clients cannot all be listed here. Shown are those from this session')).toBeVisible();
  await go(page, `${tenant}/unpaid?from=2026-11-01&to=2026-11-30&status=BOUNCED`);
  await expect(page.getByText('Reasons are not known')).toBeVisible();
  await expect(page.getByText('1 debit, R 250,50')).toBeVisible();
  await go(page, `${tenant}/lookups/reasons`);
  await expect(page.getByText('502 Upstream sulks').first()).toBeVisible();

  // What could not be sent does not keep the rest from being edited; an answer without a word on its items is lost.
  await go(page, `${tenant}/clients/4711/edit`);
  await expect(page.getByText('Shown as “GOLD”')).toBeVisible();
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Odette Even');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('heading', { name: 'Not known whether it was accepted' })).toBeVisible();

  await go(page, `${tenant}/clients/new`);
  await page.getByRole('textbox', { name: 'Client number', exact: true }).fill('X1');
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Xenia');
  for (const name of ['Bank', 'Branch']) {
    const box = page.getByRole('combobox', { name, exact: true }).or(page.getByRole('textbox', { name, exact: true }));
    await box.fill('77');
  }
  await page.getByLabel('Account type').fill('2');
  await page.getByLabel(/^Account number/).fill('1234567890');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Too odd a name').first()).toBeVisible();
});

test('a person whom the sign-in service gives no name is not called by its number, and is signed out here where it cannot', async ({
  page,
  other,
  complaints,
}) => {
  complaints.allow(/400/);
  await page.goto(`${other}${tenant}/clients`);
  // Not the column of that name, which comes with the list.
  const account = page.getByRole('banner').getByRole('button', { name: 'Account' });
  await expect(account).toHaveText('Signed in');
  await expect(page.getByText('6512')).toHaveCount(0);
  await account.click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
  await expect(page.getByText('sign out there too or close the browser')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(account).toBeVisible();
});
