import { addDays } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { choose, combobox, fillClient, press, statusNote, textbox } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { isGateway, namedInRecord } from './provider.ts';
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
  const card = page.getByRole('region', { name: 'Account' });
  await expect(card).toContainText('Capitec');
  // What a provider leaves out may be unknown to it: the page does not say that they never changed.
  if (isGateway) await expect(card).not.toContainText('Bank details');
  else await expect(card).toContainText('Bank details never changed');

  await choose(page, 'Edit client');
  await page.getByLabel(/^Account number/).fill('9876543210');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
  await expect(card).toContainText(`Bank details changed ${dayText(today())} by ${namedInRecord('staff')}`);
  await axe();

  // Narrower tables hide the account column. The code, which tells two accounts apart, is on the payment's page.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/m/${merchant}/EFT/payments?when=all`);
  const account = page.getByRole('gridcell', { name: /^•••• \d{4}$/ }).first();
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

test('two people change one client: the second sees what the first saved, chooses, and Undo restores only what was last', async ({
  page,
  request,
  merchant,
  browser,
  signIn,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(number, 'Thandi Shared'),
    AccountNumber: 1234565221,
    EMail: 'before@example.com',
    CellphoneNumber: '0825550100',
  });
  const stored = async () => {
    const [client] = await service.list('clients', { ClientNumber: number });
    return [client?.['AccountNumber'], client?.['EMail'], client?.['CellphoneNumber'] ?? ''];
  };
  const address = `/m/${merchant}/EFT/clients/${number}/edit`;
  await page.goto(address);
  await signIn();
  await textbox(page, 'Account number').fill('1234561444');
  await textbox(page, 'Cellphone number').fill('0825550101');

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(address);
  await fillSignIn(other, 'staff');
  await textbox(other, 'Account number').fill('1234561333');
  await textbox(other, 'Email').fill('theirs@example.com');
  await press(other, 'Review changes');
  await press(other.getByRole('dialog'), 'Save 2 changes');
  await expect(statusNote(other, /^Thandi Shared updated/)).toBeVisible();

  await press(page, 'Review changes');
  const review = page.getByRole('dialog');
  const conflict = review.getByRole('group', { name: /^Account number was changed meanwhile/ });
  await expect(conflict).toContainText(
    `Account number was changed meanwhile to •••• 1333 by ${namedInRecord('staff')}; yours would replace it.`,
  );
  await expect(
    review.getByText('Changed meanwhile by somebody else, and kept: Email theirs@example.com.'),
  ).toBeVisible();
  await expect(review.getByRole('row', { name: 'Account number •••• 1333 •••• 1444' })).toBeVisible();
  await expect(review.getByRole('button', { name: 'Save 2 changes' })).toBeDisabled();
  await axe();
  await conflict.getByRole('radio', { name: 'Use theirs: •••• 1333' }).check();
  await expect(review.getByRole('row', { name: /^Account number/ })).toHaveCount(0);
  await conflict.getByRole('radio', { name: 'Use mine: •••• 1444' }).check();
  // Changed once more, after the review was read.
  await service.edit('clients', 'ClientPutRequest', { ClientNumber: number, AccountNumber: 1234561555 });
  await press(review, 'Save 2 changes');
  await expect(conflict).toContainText('changed meanwhile to •••• 1555');
  expect(await stored()).toEqual([1234561555, 'theirs@example.com', '0825550100']);
  await conflict.getByRole('radio', { name: 'Use mine: •••• 1444' }).check();
  await press(review, 'Save 2 changes');
  const saved = statusNote(page, /account number •••• 1555 → •••• 1444/);
  await expect(saved).toBeVisible();
  // Pointed at, it stays.
  await saved.hover();
  expect(await stored()).toEqual([1234561444, 'theirs@example.com', '0825550101']);

  await service.edit('clients', 'ClientPutRequest', { ClientNumber: number, AccountNumber: 1234561666 });
  await press(page, 'Undo');
  await expect(page.getByRole('alert').filter({ hasText: 'It has been changed again since.' })).toContainText(
    'Undo would replace that: ',
  );
  await expect(page.getByText(/account number •••• 1666 → •••• 1555/)).toBeVisible();
  await press(page, 'Don’t undo');
  expect((await stored())[0]).toBe(1234561666);
  await context.close();
});
