import type { Page } from '@playwright/test';
import { choose, go } from './controls.ts';
import { inDays } from './other-service/own-statuses.ts';
import { expect, test } from './other-service/product.ts';

const tenant = '/m/81/NAEDO';

const fact = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Key facts' })
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last();

test.beforeEach(({ complaints }) => complaints.allow(/Failed to load resource/));

test(
  'missing amounts leave no sum, records of other days and duplicates are not counted, and each page says so',
  { tag: '@long' },
  async ({ page, other, signIn }) => {
    await page.goto(`${other}${tenant}`);
    await signIn();
    const card = (name: string) => page.getByRole('region', { name });
    await expect(card('Figures').getByRole('group', { name: /^Collected/ })).toContainText('no sum');
    await expect(card('Figures')).toContainText('1 transaction of other days is not counted.');
    await expect(card('Why debits were returned this month')).toContainText(
      '1 debit was returned; the reasons are not known.',
    );
    await expect(card('Figures').getByRole('group', { name: /^Due/ })).toContainText('R 100,001 debit');
    for (const text of [
      '1 debit of other days is not counted.',
      '1 debit without a date that can be read is not counted.',
      '1 debit came twice with the same values and is counted once.',
    ])
      await expect(card('Due in the next 14 days')).toContainText(text);

    await go(page, `${tenant}/calendar`);
    const sums = page.getByRole('region', { name: / total$/ });
    await expect(sums).toContainText(/Paid\s*1, no sum/);
    await expect(sums).toContainText(/Unpaid\s*1, R\s2\s000,56/);
    await expect(page.getByText('1 collection of other days is not counted.').first()).toBeVisible();

    await go(page, `${tenant}/reports/transactions?from=${inDays(0)}&to=${inDays(0)}`);
    const tiles = page.getByRole('group', { name: 'Headline' });
    await expect(tiles.getByRole('button')).toHaveText([
      'Collectedno sum1 transaction',
      'UnpaidR 2 000,561 transaction',
    ]);
    await expect(page.getByRole('alert')).toContainText('1 transaction of other days is not counted.');

    await go(page, `${tenant}/reports/future-transactions?from=${inDays(0)}&to=${inDays(13)}`);
    await expect(tiles.getByRole('button')).toHaveText(['ScheduledR 150,002 instalments']);
    await expect(page.getByRole('alert')).toContainText('1 instalment came twice with the same values');

    await go(page, `${tenant}/instalments?from=${inDays(1)}&to=${inDays(13)}`);
    await expect(page.getByRole('button', { name: 'Scheduled 2', exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^2 instalments/ })).toContainText('R 150,00');
    await expect(page.getByRole('alert')).toContainText('1 instalment of other days is not counted.');

    await go(page, `${tenant}/mandates`);
    await expect(page.getByRole('grid', { name: 'Mandates' }).getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('alert')).toContainText('1 mandate came twice with the same values.');

    await go(page, `${tenant}/contracts/810001`);
    await expect(fact(page, 'Paid')).toContainText('R 100,00of R 200,00 · 1 of 2 instalments');
    await expect(page.getByRole('alert')).toContainText('1 instalment came twice with the same values');
  },
);

test('unknown statuses leave no sum of what is paid and to come', async ({ page, other, signIn }) => {
  await page.goto(`${other}/m/78/NAEDO/contracts/K1~LEASE%252F1`);
  await signIn();
  const unknown = '—We don’t recognise the status “On_the_way”, “booked”.';
  await expect(fact(page, 'Paid')).toContainText(unknown);
  await go(page, '/m/78/NAEDO/clients/K1');
  await expect(fact(page, 'Upcoming')).toContainText(unknown);
});

test('an amount in another currency keeps it in its row, its details and on paper; a row without an amount has none', async ({
  page,
  other,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
    };
  });
  await page.goto(`${other}${tenant}/reports/future-transactions?from=${inDays(20)}&to=${inDays(25)}`);
  await signIn();
  const grid = page.getByRole('grid');
  const amount = /^(?:R|NAD)\s\d+,\d\d$/;
  const rows = grid.getByRole('row').filter({ has: page.getByRole('button', { name: /^All fields of row/ }) });
  await expect(rows).toHaveCount(3);
  await expect(grid.getByRole('gridcell', { name: amount })).toHaveText([/^R\s100,00/, /^NAD\s30,00/]);
  await expect(grid).not.toContainText('null');

  await rows.nth(1).getByRole('button', { name: 'All fields of row 2' }).click();
  const details = page.getByRole('dialog', { name: 'Row 2 of 3' });
  await expect(details.getByText(/^NAD\s30,00$/)).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();

  await page
    .getByRole('group', { name: 'Headline' })
    .getByRole('button', { name: /^Scheduled, NAD/ })
    .click();
  await expect(rows).toHaveCount(1);
  await choose(page, 'Print');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-print] tbody')).toContainText(/NAD\s30,00/);
});
