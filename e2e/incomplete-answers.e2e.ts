import type { Page } from '@playwright/test';
import { go } from './controls.ts';
import { inDays } from './other-service/own-statuses.ts';
import { expect, test } from './other-service/product.ts';

test.beforeEach(({ complaints }) => complaints.allow(/Failed to load resource/));

/** Pages with empty states; `lists` have records if the service has some. */
const lists = ['mandates', 'contracts', 'clients', 'payouts', 'payments?when=all', 'instalments?range=this-month'];
const others = [
  '',
  'contracts/without-mandate',
  'initiated-mandates',
  'contracts/900001',
  'clients/4711',
  'payouts/5',
  'instalments?no.InstalmentSequence=3',
  'instalments?q=900001',
  'omni',
  'omni?contract=900001',
  'omni?status=PAID',
  'calendar',
  `calendar?day=${inDays(0)}`,
  'unpaid',
  'reports/transactions?compare=before',
  ...[
    'transactions',
    'mandate-changes',
    'contract-changes',
    'payout-payment-changes',
    'future-transactions',
    'omni-contract-changes',
    'omni-instalment-changes',
  ].map((name) => `reports/${name}`),
  ...['frequencies', 'banks', 'reasons', 'payout-cancel-codes'].map((name) => `lookups/${name}`),
];

/** Statements that need an answered list. */
const claims = [
  /No (?:clients|mandates|contracts|payout contracts|payments|payouts|instalments|debits|collections) (?:yet|in|were|await|have)/i,
  /No contracts without a mandate/,
  /No (?:unpaid|\w+s? in this period|\w+s for this product)/,
  /\bNo \w+ \w+s? in this period/,
  /Nothing (?:is|was|due|unpaid)(?! found)/,
  /First steps|Add your first/,
  /\b0 (?:transactions|changes|instalments|clients|mandates|contracts|payments|debits)/,
  /None (?:is )?scheduled|No debit/,
  /active as soon as/,
];

async function start(page: Page, address: string, signIn: () => Promise<void>): Promise<void> {
  await page.goto(address);
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

async function open(page: Page, path: string): Promise<void> {
  const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' });
  await go(page, '/m/77/NAEDO/nowhere');
  await expect(nowhere).toBeVisible();
  await go(page, path);
  await expect(nowhere).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).not.toHaveText('');
  await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect(main.locator('[aria-busy="true"], [data-skeleton], .MuiSkeleton-root')).toHaveCount(0);
  await expect(main.getByText(/looking…|Looking for|so far/)).toHaveCount(0);
}

for (const { merchant, what, says } of [
  {
    merchant: '79',
    what: 'answers that nothing was found',
    says: /Nothing was found|not found|or there is no such contract/,
  },
  {
    merchant: '84',
    what: 'answers without a list',
    says: /Something went wrong on our side|no list|not known|could not/,
  },
  {
    merchant: '85',
    what: 'says that each call failed',
    says: /Not everything came|not accepted|cannot|could not|not known|not shown|Find|no list/,
  },
])
  test(
    `no page claims that there is nothing when the service ${what}`,
    { tag: '@long' },
    async ({ page, other, signIn }) => {
      const tenant = `/m/${merchant}/NAEDO`;
      await start(page, `${other}${tenant}`, signIn);
      for (const address of [...lists, ...others])
        await test.step(address || 'overview', async () => {
          await open(page, `${tenant}/${address}`);
          const main = page.getByRole('main');
          for (const claim of claims) await expect(main, address).not.toContainText(claim);
          await expect(main, address).toContainText(says);
        });
    },
  );

test('keys in another case are read, in lists and in reports', { tag: '@long' }, async ({ page, other, signIn }) => {
  const tenant = '/m/86/NAEDO';
  await start(page, `${other}${tenant}`, signIn);
  for (const address of lists)
    await test.step(address, async () => {
      await open(page, `${tenant}/${address}`);
      await expect(
        page
          .getByRole('main')
          .getByRole('grid')
          .getByText(/Kagiso Own|K1/)
          .first(),
      ).toBeVisible();
    });
  await open(page, `${tenant}/reports/transactions?range=this-month`);
  await expect(page.getByRole('main')).toContainText('2 transactions');
});

test('debits without a status are shown as neither paid nor unpaid', async ({ page, other, signIn }) => {
  const tenant = '/m/87/NAEDO';
  await page.goto(`${other}${tenant}/unpaid?from=${inDays(-5)}&to=${inDays(0)}`);
  await signIn();
  const main = page.getByRole('main');
  await expect(main).toContainText('Which debits are unpaid is not known');
  await expect(main).toContainText('There are debits without a status.');
  for (const address of ['contracts/41', 'clients/K1']) {
    await open(page, `${tenant}/${address}`);
    await expect(main).toContainText('No status.');
    await expect(main).not.toContainText(/Nothing unpaid|No unpaid/);
  }
});
