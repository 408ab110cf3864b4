import type { Page } from '@playwright/test';
import { choose, go, press, rowAction, statusNote } from './controls.ts';
import { hold } from './network.ts';
import { inDays, written } from './other-service/own-statuses.ts';
import { expect, test } from './other-service/product.ts';

const tenant = '/m/78/NAEDO';
const lease = `${tenant}/contracts/K1~LEASE%252F1`;

const providerAway = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /^The provider doesn’t answer.*We’ll keep trying/ });

test.beforeEach(({ complaints }) => complaints.allow(/Failed to load resource/));

test(
  'a contract without a sequence can be opened, changed and cancelled by its numbers, whatever its status is',
  { tag: '@long' },
  async ({ page, other, signIn }) => {
    await page.goto(`${other}${tenant}/mandates`);
    await signIn();
    await page.getByRole('grid', { name: 'Mandates' }).getByRole('link').first().click();
    await expect(page).toHaveURL(other + lease);
    await expect(page.getByRole('heading', { level: 1, name: ' · LEASE/1' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit mandate', exact: true })).toHaveAttribute(
      'href',
      /K1~LEASE%252F1\/edit$/,
    );
    await press(page, 'More');
    await expect(page.getByRole('menuitem', { name: 'Edit while awaiting approval' })).toHaveAttribute(
      'href',
      /K1~LEASE%252F1\/edit$/,
    );
    await page.keyboard.press('Escape');

    const grid = page.getByRole('grid', { name: 'Instalments' });
    await expect(grid.getByText('On_the_way')).toBeVisible();
    // One of the two amounts cannot be read.
    await expect(page.getByText('2 instalments, no sum')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select instalment 1', exact: true })).toHaveCount(0);
    await rowAction(page, 'Edit', 'instalment 2');
    await page.getByLabel('Instalment amount').fill('120');
    await page.getByRole('button', { name: 'Save instalment 2' }).click();
    await expect(grid.getByText('R 120,00')).toBeVisible();
    await expect
      .poll(() => written.at(-1))
      .toMatchObject({
        method: 'PUT',
        fields: { ClientNumber: 'K1', ContractNumber: 'LEASE/1', InstalmentSequence: 2, InstalmentAmount: 120 },
      });

    // The dialog opens complete: a click on a button that moves is lost.
    const cards = await hold(page, /\/cards-[\w-]+\.js$/);
    const requested = page.waitForRequest(/\/cards-[\w-]+\.js$/);
    await rowAction(page, 'Cancel', 'instalment 4');
    await requested;
    await expect(page.getByRole('alertdialog')).toBeHidden();
    // Without its answer the dialog stays open.
    const cancel = await hold(page, /instalments\/.*InstalmentSequence=4/);
    await cards.release();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel instalment 4' }).click();
    await expect(page.getByRole('alertdialog').getByText('Kagiso Own · LEASE/1 (K1')).toBeVisible();
    await cancel.release();
    await expect(statusNote(page, 'Instalment 4 cancelled')).toBeVisible();
    expect(written.at(-1)?.fields).toMatchObject({ ContractNumber: 'LEASE/1', InstalmentSequence: '4' });

    await choose(page, 'Cancel mandate');
    const going = page.getByRole('dialog').getByText(/instalments, no sum, from/);
    await expect(going).toContainText('We don’t recognise the status “On_the_way”, “booked”');
    await page.getByRole('dialog').getByRole('button', { name: 'Don’t cancel' }).click();

    // Unknown events are shown in the service's own words.
    const timeline = page.getByRole('list', { name: 'What happened, newest first' });
    await expect(timeline.getByText('some.internal.path[3]')).toBeVisible();
    await expect(timeline.getByText('Instalment 3: Instalment amount')).toBeVisible();

    await go(page, `${tenant}/initiated-mandates?q=K1 / LEASE/1`);
    await rowAction(page, 'Delete', 'mandate K1 / LEASE/1');
    await expect(page.getByRole('dialog')).toContainText('The mandate of Kagiso Own · LEASE/1 (K1');
    await page.getByRole('button', { name: 'Don’t delete' }).click();

    await go(page, `${tenant}/omni?contract=41`);
    await expect(page.getByRole('button', { name: 'Cancel all remaining' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Actions for instalment 2', exact: true })).toBeVisible();
  },
);

test(
  'a contract that is partly unreadable says so, and not that it has no mandate',
  { tag: '@long' },
  async ({ page, other, signIn }) => {
    await page.goto(`${other}${tenant}/contracts/503`);
    await signIn();
    await expect(providerAway(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit mandate' })).toBeVisible();
    await go(page, `${tenant}/contracts/504`);
    await expect(page.getByRole('heading', { level: 1, name: ' · LEASE/1' })).toBeVisible();
    await expect(providerAway(page)).toBeVisible();
    await expect(page.getByText('This contract has no mandate')).toHaveCount(0);
    await go(page, `${tenant}/contracts/504/edit`);
    await expect(providerAway(page)).toBeVisible();
    await expect(page.getByText('Create a new contract instead')).toHaveCount(0);
  },
);

test('payouts with unknown statuses can be changed, without a claim about what is to come', async ({
  page,
  other,
  signIn,
}) => {
  // Wide enough for every column.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${other}${tenant}/payouts`);
  await signIn();
  const list = page.getByRole('grid', { name: 'Payout contracts' });
  const first = list.getByRole('row').filter({ hasText: 'OUT 1' });
  // In all, paid and to come.
  await expect(first.getByRole('gridcell', { name: '—', exact: true })).toHaveCount(3);
  await expect(list.getByRole('row').filter({ hasText: 'OUT 2' })).toContainText('no sum');

  // Its retrieve returns no payments, the list of payments some.
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/payouts\/K1~OUT%25201$/);
  await expect(page.getByRole('gridcell').getByText('On_the_way', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No payments')).toHaveCount(0);
  await rowAction(page, 'Edit', 'payment 2');
  await page.getByLabel('Payment amount').fill('61');
  await page.getByRole('button', { name: 'Save payment 2' }).click();
  await expect.poll(() => written.at(-1)?.fields).toMatchObject({ ContractNumber: 'OUT 1', PaymentSequence: 2 });
  await choose(page, 'Cancel payout contract');
  await page.getByRole('combobox', { name: 'Cancellation reason' }).press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Cancellation reason' }).getByRole('option')).toContainText([
    'DUPL',
    'TECH',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Don’t cancel' }).click();

  await go(page, `${tenant}/payments?when=all`);
  const statuses = page.getByRole('group', { name: 'Filter by status' }).getByRole('button');
  await expect(statuses).toHaveText([/^Paid\s*\d/, /^On_the_way\s*\d/, /^booked\s*\d/]);

  await go(page, `${tenant}/clients/K1/edit`);
  await page.getByLabel('Account type').fill('2');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('dialog').getByText('GOLD')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('not available')).toHaveCount(0);

  await go(page, '/m/77/NAEDO/lookups/payout-cancel-codes');
  await expect(page.getByText('Changed our mind')).toBeVisible();
});

test('the overview claims nothing beyond its figures', { tag: '@long' }, async ({ page, other, signIn }) => {
  await page.goto(`${other}${tenant}`);
  await signIn();
  const card = (name: string) => page.getByRole('region', { name });
  await expect(card('To do')).toContainText('no sum');
  await expect(card('Figures').getByText(/debits paid|No debits/)).toHaveCount(0);
  await expect(card('Why debits were returned this month')).not.toContainText('No debits were returned');
  await expect(providerAway(page)).toHaveCount(1);
  await expect(card('Due in the next 14 days').getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByText('Nothing is due')).toHaveCount(0);

  // A merchant whose calls are all answered 404.
  await go(page, '/m/79/NAEDO');
  await expect(card('Figures')).toContainText('Nothing was found');
  await expect(card('Due in the next 14 days')).toContainText('Nothing was found');
  for (const claim of [
    /is due/,
    /No debits were returned/,
    /No debit/,
    /awaiting approval by/,
    /have the status Pending/,
    /No unpaid/,
    /No payouts were/,
    /on a weekend/,
  ])
    await expect(page.getByText(claim)).toHaveCount(0);
  await go(page, `/m/79/NAEDO/calendar?day=${inDays(0)}`);
  await expect(page.getByText('Nothing was found').first()).toBeVisible();
  await expect(page.getByText(/nothing was collected/)).toHaveCount(0);
});
