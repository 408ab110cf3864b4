import { patterns } from '../src/console/domain/links.ts';
import { go } from './controls.ts';
import { expect, test } from './other-service/product.ts';
import { changesArrived } from './other-service/server.ts';

const tenant = '/m/77/NAEDO';

/** The address of every page, tabs of reports and lookups included. */
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

test(
  'every page works with a service that differs in everything the interface leaves open',
  { tag: '@long' },
  async ({ page, other, signIn, complaints }) => {
    test.slow();
    // Answers other than 200 are the purpose of this service; our own errors still fail.
    complaints.allow(/Failed to load resource/);
    await page.goto(`${other}${tenant}`);
    await signIn();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    for (const address of addresses)
      await test.step(address || 'overview', async () => {
        // Goes to a known page first, so that the previous page is not mistaken for this one.
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
  },
);

test(
  'values of another service are shown unchanged, and recent records replace the lists that it refuses',
  { tag: '@long' },
  async ({ page, other, signIn, complaints }) => {
    complaints.allow(/Failed to load resource/);
    await page.goto(`${other}${tenant}/mandates?q=900001`);
    await signIn();
    await expect(page.getByRole('gridcell', { name: 'DORMANT' })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'R 250,50' })).toBeVisible();
    await go(page, `${tenant}/mandates`);
    await expect(page.getByText('We can’t list all mandates. These are from this session')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Mandates' }).getByRole('link')).toHaveCount(1);
    await go(page, `${tenant}/contracts/900001`);
    await expect(page.getByText('HIBERNATING').first()).toBeVisible();
    await go(page, `${tenant}/clients/4711`);
    await expect(page.getByText('Odette Oddly').first()).toBeVisible();
    await go(page, `${tenant}/clients`);
    await expect(page.getByText('We can’t list all clients. These are from this session')).toBeVisible();
    await go(page, `${tenant}/unpaid?from=2026-11-01&to=2026-11-30&status=BOUNCED`);
    await expect(page.getByText('Reasons are not known')).toBeVisible();
    await expect(page.getByRole('region', { name: 'To chase' })).toContainText('R 250,501 unpaid debit');
    await go(page, `${tenant}/lookups/reasons`);
    await expect(page.getByText('502 Upstream sulks').first()).toBeVisible();

    // A value that cannot be sent back does not prevent editing the rest; an answer without results counts as lost.
    await go(page, `${tenant}/clients/4711/edit`);
    await expect(page.getByText('Shown as “GOLD”')).toBeVisible();
    await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Odette Even');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    // The page asks the server for the outcome a few times before.
    await expect(page.getByRole('heading', { name: 'We couldn’t confirm your change' })).toBeVisible({
      timeout: 120_000,
    });

    await go(page, `${tenant}/clients/new`);
    await page.getByRole('textbox', { name: 'Client number', exact: true }).fill('X1');
    await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Xenia');
    for (const name of ['Bank', 'Branch']) {
      const box = page
        .getByRole('combobox', { name, exact: true })
        .or(page.getByRole('textbox', { name, exact: true }));
      await box.fill('77');
    }
    await page.getByLabel('Account type').fill('2');
    await page.getByLabel(/^Account number/).fill('1234567890');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByText('Too odd a name').first()).toBeVisible();
    // Once each, whatever the console asked for afterwards.
    expect(changesArrived).toEqual(['PUT maintain/clients', 'POST maintain/clients']);
  },
);

test('a person without a name is not called by their number, and is signed out here if the provider cannot', async ({
  page,
  trusting,
  complaints,
}) => {
  complaints.allow(/400/);
  await page.goto(`${trusting}${tenant}/clients`);
  // Not the column with that name.
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
