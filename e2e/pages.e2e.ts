import { atWidth, go, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';

type Walked = [path: string, heading: string | RegExp];

/** Every page of the merchant with a year of history, in both themes and on a phone. */
const sections: Record<string, Walked[]> = {
  'clients and contracts': [
    ['', 'Overview'],
    ['/mandates', 'Contracts'],
    ['/mandates/new', 'New mandate'],
    ['/contracts', 'Contracts'],
    ['/contracts/without-mandate', 'Contracts'],
    ['/instalments', 'Instalments'],
    ['/clients', 'Clients'],
    ['/clients/new', 'New client'],
    ['/clients/C00002', 'Tsakani Mathebula'],
    ['/clients/C00002/edit', 'Edit Tsakani Mathebula · C00002'],
  ],
  debits: [
    ['/contracts/100002', 'Tsakani Mathebula · LN000002'],
    ['/contracts/100003/debits/3', /^Dispute file: Maite Ledwaba/],
    ['/contracts/100002/edit', 'Edit Tsakani Mathebula · LN000002'],
    ['/contracts/new', 'New contract'],
    ['/omni?contract=100002', 'Instalments'],
    ['/initiated-mandates', 'Contracts'],
    ['/calendar', 'Calendar'],
    ['/unpaid', 'Unpaid'],
    ['/unpaid/collect-again', 'Collect again'],
  ],
  'payouts, reports and settings': [
    ['/payouts', 'Payouts'],
    ['/payouts/102852', / · PO000002$/],
    ['/payouts/102852/payments/1', / · PO000002 · payment 1$/],
    ['/payouts/new', 'New payout contract'],
    ['/payments', 'Payouts'],
    ['/reports/which-days-collect', 'Which days collect'],
    ['/reports/collecting-again', 'Did collecting again pay?'],
    ['/month-end', 'Month end'],
    ['/cases', 'Cases'],
    ['/messages', 'Messages'],
    ['/import', 'Import'],
    ['/lookups/payout-cancel-codes', 'Lookups'],
    ['/lookups/frequencies', 'Lookups'],
    ['/lookups/banks', 'Lookups'],
    ['/lookups/reasons', 'Lookups'],
    ['/help', 'Help'],
    ['/help/unpaid', 'Help'],
    ['/whats-possible', 'Limits and workarounds'],
    ['/settings', 'Settings'],
    ['/settings/profile', 'Settings'],
    ['/settings/api', 'Settings'],
    ['/settings/audit', 'Audit'],
    ['/approvals', 'Approvals'],
    ['/nowhere', 'Page not found'],
  ],
};

for (const [name, options] of [
  ['light, desktop @long', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark, phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const) {
  test.describe(name, () => {
    test.use(options);
    for (const [section, pages] of Object.entries(sections))
      test(`each page of ${section} has a heading, no accessibility fault, and does not scroll sideways`, async ({
        page,
        signIn,
        axe,
      }) => {
        test.slow();
        await page.goto('/m/1001/EFT/lookups');
        await signIn();
        for (const [path, heading] of pages) {
          await test.step(path || '/', async () => {
            await go(page, `/m/1001/EFT${path}`);
            await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
            await expect(page.getByRole('progressbar')).toHaveCount(0);
            await axe();
            expect(await sideways(page), 'pixels to the side').toEqual([]);
          });
        }
      });

    test('the sign-in form has no accessibility fault', async ({ page, axe }) => {
      await page.goto('/m/1001/EFT');
      await expect(page.getByLabel('Username')).toBeVisible();
      await axe();
    });
  });
}

/** More pages for widths only: the tests of the reports check them otherwise. */
const reports: Walked[] = [
  ['/reports/transactions?range=last-month', 'Transactions'],
  ['/reports/transactions?range=last-month&compare=before', 'Transactions, compared'],
  ['/reports/mandate-changes', 'Mandate changes'],
  ['/reports/contract-changes', 'Contract changes'],
  ['/reports/payout-payment-changes', 'Payout payment changes'],
  ['/reports/future-transactions', 'Future transactions'],
  ['/reports/omni-contract-changes', 'Contract history'],
  ['/reports/omni-instalment-changes', 'Instalments changed'],
  ['/calendar?view=week', 'Calendar'],
];

test('no page scrolls sideways at any width', { tag: '@long' }, async ({ page, signIn, complaints }) => {
  test.slow();
  complaints.allow(/404/);
  await page.goto('/m/1001/EFT/lookups');
  await signIn();
  for (const [path, heading] of [...Object.values(sections).flat(), ...reports]) {
    await go(page, `/m/1001/EFT${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    for (const width of [320, 360, 600, 640, 768, 900, 1024, 1280]) {
      await atWidth(page, width, async () => expect(await sideways(page), `${path} at ${width} pixels`).toEqual([]));
    }
  }
});

test(
  'a page whose calls all fail says so, and has no accessibility fault',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    complaints.allow(/503/);
    await page.goto('/m/1001/EFT/settings');
    await signIn();
    await page.route('**/v1/**', (route) => route.fulfill({ status: 503, json: {} }));
    for (const path of ['lookups/banks', 'mandates']) {
      await go(page, `/m/1001/EFT/${path}`);
      await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the server' })).toBeVisible();
      await expect(page.getByRole('alert'), 'once for all calls').toHaveCount(1);
      const twice = await page.evaluateHandle(() => {
        const found: string[][] = [];
        new MutationObserver(() => {
          const texts = [...document.querySelectorAll('[role=alert]')].map((it) => it.textContent);
          if (texts.length > 1) found.push(texts);
        }).observe(document.body, { childList: true, subtree: true });
        return found;
      });
      for (let round = 0; round < 3; round++) {
        const again = page.waitForResponse((answer) => answer.status() === 503);
        await page.getByRole('button', { name: 'Try again now' }).click();
        await again;
      }
      await expect(page.getByRole('alert')).toHaveCount(1);
      await axe();
      expect(await twice.jsonValue(), 'not for a moment twice').toEqual([]);
    }
  },
);

test('a contract of the sample year opens from the list with its client and its history', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  await page.getByRole('grid', { name: 'Mandates' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Instalments/ }).first()).toBeVisible();
  await axe();
});

test('a wrong configuration is explained in words that a person can act on', async ({ page, complaints }) => {
  complaints.allow(/.*/);
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), products: [] } });
  });
  await page.goto('/');
  await expect(page.getByText(/products/)).toBeVisible();
});
