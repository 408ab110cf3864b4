import type { Page } from '@playwright/test';
import { addDays, addMonths } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { choose, combobox, pick, press, rowAction, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold, loseAnswer, lostAnswer } from './network.ts';
import { newNumber, today } from './test-data.ts';

// In every merchant's sample data.
const client = 'C00002';

/** Fills in the form of a new payout contract. */
async function fill(page: Page, number: string, terms: { amount: string; number: string; start: string }) {
  await pick(combobox(page, 'Client'), client);
  await textbox(page, 'Contract number').fill(number);
  await textbox(page, 'Payment amount').fill(terms.amount);
  await textbox(page, 'Number of payments').fill(terms.number);
  await textbox(page, 'Payment start date').fill(terms.start);
  await pick(combobox(page, 'Frequency'), 'MNTH');
}

test(
  'finance creates a payout contract, changes and adds payments by keyboard, and cancels the rest',
  { tag: '@long' },
  async ({ page, merchant, signInAs, axe }) => {
    test.slow();
    const number = newNumber();
    const start = `${addMonths(today(), 1).slice(0, 8)}12`;
    await page.goto(`/m/${merchant}/EFT/payouts/new`);
    await signInAs('finance');
    await fill(page, number, { amount: '1 234,50', number: '4', start });
    const preview = page.getByRole('region', { name: 'Payments preview' });
    await expect(preview.getByText('4 payments · R 4 938,00 in total')).toBeVisible();
    await expect(page.getByText(/is paid to/)).toBeVisible();
    await axe();
    await page.keyboard.press('Control+Enter');
    await expect(statusNote(page, `Payout contract ${number} created`)).toBeVisible();
    await expect(page.getByText('4 payments scheduled, R 4 938,00')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: ` · ${number}` })).toBeVisible();
    await press(page, 'What can be changed');
    await expect(page.getByText(/a single one can’t be cancelled/)).toBeVisible();
    await page.keyboard.press('Escape');
    const grid = page.getByRole('grid', { name: 'Payments' });
    await rowAction(grid, 'Edit', 'payment 2');
    const dialog = page.getByRole('dialog');
    await textbox(grid, 'Payment date').fill(addDays(today(), -1));
    await page.keyboard.press('Enter');
    await expect(grid.getByText(/is in the past/).first()).toBeVisible();
    await textbox(grid, 'Payment date').fill(`${addMonths(start, 1).slice(0, 8)}15`);
    await textbox(grid, 'Payment amount').fill('1000');
    await axe();
    // Stored values are shown before they are read again.
    const record = await hold(page, /\/maintain\/payo\/contracts\//);
    await page.keyboard.press('Enter');
    await expect(
      grid.getByRole('row').filter({ hasText: dayText(`${addMonths(start, 1).slice(0, 8)}15`) }),
    ).toContainText('1 000,00');
    await record.release();

    await page.getByRole('button', { name: 'Add payment' }).click();
    await textbox(dialog, 'Payment date').fill(start);
    await expect(dialog.getByText(/pays it twice/)).toBeVisible();
    await textbox(dialog, 'Payment date').fill(addDays(start, 1));
    await dialog.getByRole('button', { name: 'Add payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(grid.getByRole('button', { name: 'Actions for payment 5', exact: true })).toBeVisible();

    await choose(page, 'Cancel payout contract');
    await expect(dialog.getByText('5 payments, R 5 938,00')).toBeVisible();
    await textbox(dialog, 'Cancel date').fill(addDays(start, 2));
    await expect(dialog.getByText('3 payments, R 3 469,00')).toBeVisible();
    await expect(dialog.getByText('Still paid: 2 payments, R 2 469,00')).toBeVisible();
    await expect(dialog).not.toContainText(`Merchant ${merchant}`);
    await axe();
    await pick(combobox(dialog, 'Cancellation reason'), 'DUPL');
    await dialog.getByRole('button', { name: 'Cancel payout contract' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusNote(page, `Payout contract ${number} cancelled`)).toBeVisible();
    await expect(page.getByText('This payout contract is cancelled', { exact: false })).toBeVisible();
    await expect(page.getByText('of R 2 469,00 · 0 of 2 payments')).toBeVisible();
    await expect(page.getByText('Duplicate payment (DUPL)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add payment' })).toBeHidden();
  },
);

test(
  'refusals are shown at their field: a number in use, invalid payments',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    const number = newNumber();
    await page.goto(`/m/${merchant}/EFT/payouts/new`);
    await signIn();
    await fill(page, number, { amount: '75', number: '3', start: '9999-11-20' });
    await expect(page.getByText('1 more would lie past the year 9999: the service refuses it.')).toBeVisible();
    await page.getByRole('button', { name: 'Create payout contract' }).click();
    await expect(page.getByText('2 done + 1 refused = 3 payments; 2 of 2 as expected')).toBeVisible();
    await expect(page.getByText(/Payment date would lie past the year 9999/)).toBeVisible();
    await page.getByRole('button', { name: 'Add it with another date' }).click();
    const dialog = page.getByRole('dialog');
    await expect(textbox(dialog, 'Payment amount')).toHaveValue('75,00');
    await textbox(dialog, 'Payment date').fill('9999-12-31');
    await dialog.getByRole('button', { name: 'Add payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Added since, as a payment of its own.')).toBeVisible();
    await expect(page.getByText('of R 225,00 · 0 of 3 payments')).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/payouts/new?client=${client}`);
    await fill(page, number, { amount: '75', number: '3', start: addMonths(today(), 1) });
    await expect(page.getByText(`Contract number ${number} is already in use`, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Create payout contract' }).click();
    await expect(textbox(page, 'Contract number')).toBeFocused();
    await expect(page.getByText(/with this number already/).first()).toBeVisible();
    await expect(textbox(page, 'Payment amount')).toHaveValue('75');
    await textbox(page, 'Contract number').fill(newNumber());
    await page.getByRole('button', { name: 'Create payout contract' }).click();
    await expect(page.getByText('3 payments scheduled, R 225,00')).toBeVisible();
  },
);

test(
  'after lost answers the payout contract and its payments are asked for again, and nothing is paid twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    complaints.allow(lostAnswer);
    const number = newNumber();
    const start = addMonths(today(), 2);
    const sent: string[] = [];
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.method() === 'GET' || !request.url().includes('/maintain/')) return;
      sent.push(request.method());
      keys.add(request.headers()['idempotency-key']);
    });
    await page.goto(`/m/${merchant}/EFT/payouts/new`);
    await signIn();
    await fill(page, number, { amount: '80', number: '2', start });
    await loseAnswer(page, 'payoutContractCreate');
    await page.getByRole('button', { name: 'Create payout contract' }).click();
    await expect(statusNote(page, `Payout contract ${number} created`)).toBeVisible();

    const dialog = page.getByRole('dialog');
    await rowAction(page, 'Edit', 'payment 1');
    const grid = page.getByRole('grid', { name: 'Payments' });
    await textbox(grid, 'Payment amount').fill('90');
    await loseAnswer(page, 'payoutPaymentEdit');
    await grid.getByRole('button', { name: 'Save payment 1' }).click();
    await expect(statusNote(page, /^Payment 1 updated: amount R\s80,00 → R\s90,00$/)).toBeVisible();
    await page.getByRole('button', { name: 'Add payment' }).click();
    await textbox(dialog, 'Payment date').fill(addDays(start, 3));
    await loseAnswer(page, 'payoutPaymentCreate');
    await dialog.getByRole('button', { name: 'Add payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('of R 250,00 · 0 of 3 payments')).toBeVisible();
    await choose(page, 'Cancel payout contract');
    await pick(combobox(dialog, 'Cancellation reason'), 'CUST');
    await loseAnswer(page, 'payoutContractCancel');
    await dialog.getByRole('button', { name: 'Cancel payout contract' }).click();
    await expect(statusNote(page, `Payout contract ${number} cancelled`)).toBeVisible();
    await expect(page.getByText('This payout contract is cancelled', { exact: false })).toBeVisible();
    expect(sent).toEqual(['POST', 'POST', 'PUT', 'PUT', 'POST', 'POST', 'DELETE', 'DELETE']);
    expect(keys.size).toBe(4);
  },
);

test('the payments of a payout contract are moved together, and edited in their row from their own page', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const start = `${addMonths(today(), 1).slice(0, 8)}12`;
  await page.goto(`/m/${merchant}/EFT/payouts/new`);
  await signIn();
  await fill(page, newNumber(), { amount: '60', number: '3', start });
  await press(page, 'Create payout contract');
  await press(page, 'Select all 3');
  const bar = page.getByRole('group', { name: 'Selected payments' });
  await expect(bar.getByRole('status')).toHaveText('3 payments, R\u00a0180,00 selected');
  await expect(bar.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
  await press(bar, 'Change amount…');
  const dialog = page.getByRole('dialog');
  await textbox(dialog, 'Payment amount').fill('70');
  await expect(dialog.getByRole('status').filter({ hasText: /R\s180,00 → R\s210,00$/ })).toBeVisible();
  await axe();
  await press(dialog, 'Change 3 payments');
  await expect(statusNote(page, /^3 payments changed to R\s70,00$/)).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Payments' });
  await expect(grid.locator('tfoot')).toContainText('R\u00a0210,00');
  await grid.getByRole('row').nth(2).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ · payment 2$/);
  await page.getByRole('link', { name: 'Edit payment' }).click();
  await textbox(grid, 'Payment amount').fill('75');
  await page.keyboard.press('Enter');
  await expect(statusNote(page, /^Payment 2 updated: amount R\s70,00 → R\s75,00$/)).toBeVisible();
  await rowAction(grid, 'Duplicate', 'payment 2');
  await expect(textbox(dialog, 'Payment amount')).toHaveValue('75,00');
});

test(
  'payout contracts and payments are listed, searched and filtered, also if the service does not list them',
  { tag: '@long' },
  async ({ page, signInAs, axe, complaints }) => {
    complaints.allow(/400|404/);
    await page.goto('/m/1001/EFT/payouts');
    await signInAs('support');
    await expect(page.getByRole('button', { name: 'New payout contract' })).toBeDisabled();
    const contracts = page.getByRole('grid', { name: 'Payout contracts' });
    await expect(page.getByText(/^\d+ payout contracts$/)).toBeVisible();
    await combobox(page, 'Show').selectOption({ label: 'Upcoming' });
    await expect(page).toHaveURL(/show=ahead/);
    await axe();
    const first = contracts.getByRole('row').nth(1);
    const name = await first.getByRole('gridcell').nth(1).textContent();
    await page.getByRole('searchbox', { name: 'Find a payout contract' }).fill(name ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 payout contract', { exact: true })).toBeVisible();
    await first.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
    await expect(page.getByRole('img', { name: /^Payments from/ })).toBeVisible();
    await expect(page.getByText('You can view this payout contract but not change it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);

    await page.goto('/m/1001/EFT/payments?status=SCHEDULED');
    const payments = page.getByRole('grid', { name: 'Payments' });
    await expect(payments.getByRole('row').nth(1)).toContainText('Scheduled');
    await expect(payments.getByRole('button', { name: /^Actions for payment/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^Scheduled/, pressed: true }).click();
    await combobox(page, 'Period').selectOption({ label: 'Before today' });
    await expect(payments.getByRole('row').nth(1)).toContainText('Paid');
    await payments.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ · payment \d+$/);
    await expect(page.getByRole('region', { name: 'Key facts' })).toContainText(/Amount\s*R\s/);
    await expect(page.getByRole('link', { name: /^PO/ }).first()).toBeVisible();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Find payments' }).fill('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No payment matches')).toBeVisible();

    await page.goto('/m/1001/EFT/payments?when=past&status=SCHEDULED');
    await page.getByRole('button', { name: 'Show all payments' }).click();
    await expect(page).toHaveURL(/when=all$/);
    await expect(payments.getByRole('row').nth(1)).toBeVisible();

    // On a phone unknown values are left out.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/m/1001/EFT/payouts?show=over');
    const card = page.getByRole('list', { name: 'Payout contracts' }).getByRole('listitem').first();
    await expect(card).toContainText('Contract PO');
    await expect(card).not.toContainText('Next amount');

    await page.goto('/m/1001/EFT/lookups/payout-cancel-codes');
    await expect(page.getByText('Undue payment')).toBeVisible();

    const Errors = [{ Code: 'IDENTIFICATION_REQUIRED', Message: 'Give ContractSequence.' }];
    await page.route('**/maintain/payo/**', (route) => route.fulfill({ status: 400, json: { Errors } }));
    await page.goto('/m/1001/EFT/payments');
    await expect(page.getByText('Find payments by their payout contract')).toBeVisible();
    await page.goto('/m/1001/EFT/payouts');
    await expect(page.getByText('Find a payout contract by its numbers')).toBeVisible();
  },
);
