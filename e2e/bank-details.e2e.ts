import { addDays } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { choose, combobox, fillClient, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test('a form warns about doubtful client details before sending; only the service refuses them', async ({
  page,
  merchant,
  signIn,
}) => {
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, newNumber(), 'Thandi Doubt');
  for (const [field, bad, doubt, good] of [
    ['Email', 'thandi.example.com', 'This does not look like an email address.', 'thandi@example.com'],
    ['Cellphone number', '555', 'This does not look like a phone number: 7 to 15 digits.', '082 555 0101'],
    ['ID number', '9001015009087', 'The check digit does not fit: one of the digits is wrong.', '9001015009086'],
    ['Account number', '12345', 'Account numbers have 6 to 11 digits, card numbers 16.', '1234567890'],
    ['Account type', '9', 'Not a code known here.', '2'],
  ] as const) {
    const input = field === 'Account type' ? combobox(page, field) : typed(field);
    await input.fill(bad);
    await input.press('Tab');
    await expect(input).toHaveAccessibleDescription(doubt);
    await expect(input).toHaveAttribute('aria-invalid', 'false');
    await input.fill(good);
    await input.press('Tab');
    await expect(page.getByText(doubt)).toBeHidden();
  }
  // Of any type; the service refuses it only as a South African one.
  const idType = combobox(page, 'ID type');
  await typed('ID number').fill('9001015009087');
  await idType.fill('PASS');
  await idType.press('Tab');
  await expect(typed('ID number')).toHaveAccessibleDescription(/check digit/);
  await expect(typed('ID number')).toHaveAttribute('aria-invalid', 'false');
  await idType.fill('ID');
  await idType.press('Tab');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(typed('ID number')).toHaveAttribute('aria-invalid', 'true');
  await expect(typed('ID number')).toHaveAccessibleDescription(/check digit/);
  await typed('ID number').fill('9001015009086');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(statusNote(page, /^Client .* created$/)).toBeVisible();
});

test('a client’s page shows when bank details changed last and by whom; payments show their account', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const number = newNumber();
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, number, 'Thandi Moved');
  await page.getByRole('button', { name: 'Create client' }).click();
  const facts = page.getByRole('region', { name: 'Key facts' });
  await expect(facts).toContainText('Bank details changedNeversince this client was added');

  await choose(page, 'Edit client');
  await page.getByLabel(/^Account number/).fill('9876543210');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
  await expect(facts).toContainText(`Bank details changed${dayText(today())}by staff`);
  await axe();

  // Narrower tables hide the account column. The code tells two accounts apart.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/m/${merchant}/EFT/payments?when=all`);
  const account = page.getByRole('gridcell', { name: /^…\d{4} code [0-9a-f]{6}$/ }).first();
  await expect(account).toBeVisible();
  expect(await account.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('clients of one account name each other, and a payment soon after a change of bank details asks to confirm', async ({
  page,
  request,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const [first, second] = [newNumber(), newNumber()];
  const AccountNumber = Number(`4${newNumber().replaceAll(/\D/g, '').slice(-8)}`);
  await service.make('clients', 'ClientPostRequest', { ...clientItem(first, 'Thandi Twin'), AccountNumber });
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(second, 'Sipho Twin'),
    AccountNumber: 4111222333,
  });
  const payout = await service.make('payo/contracts', 'PayoContractPostRequest', {
    ClientNumber: second,
    ContractNumber: newNumber(),
    PaymentAmount: 10,
    PaymentStartDate: `${addDays(today(), 3)} 00:00`,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
  });
  await page.goto(`/m/${merchant}/EFT/payouts/${payout}`);
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: /^Sipho Twin/ })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
  await service.edit('clients', 'ClientPutRequest', { ClientNumber: second, AccountNumber });
  await page.reload();
  const notes = page.getByRole('note');
  await expect(notes.filter({ hasText: `Bank details changed on ${dayText(today())}` })).toContainText(
    `3 days before the payment of ${dayText(addDays(today(), 3))} is due`,
  );
  await notes.getByRole('link', { name: 'Thandi Twin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thandi Twin' })).toBeVisible();
  await expect(notes).toHaveText('Same bank account as Sipho Twin.');
  await expect(page.getByText(String(AccountNumber))).toHaveCount(0);
  await axe();
});
