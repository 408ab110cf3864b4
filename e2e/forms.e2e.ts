import { addDays, addMonths } from '../src/rules/calendar.ts';
import { fullDayText, weekdayText } from '../src/rules/day-text.ts';
import { combobox, fillClient, fillMandate, go, pick, rowAction, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { asProgram } from './service.ts';
import { newNumber, today } from './test-data.ts';

test('a date can be typed in common formats, and the field shows how it was understood', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  const field = textbox(page, 'Instalment start date');
  const year = Number(today().slice(0, 4)) + 1;
  for (const [typed, date] of [
    [`${year}-12-26`, `${year}-12-26`],
    [`26/12/${year}`, `${year}-12-26`],
    [`26 dec ${year}`, `${year}-12-26`],
    ['+1m', addMonths(today(), 1)],
    ['+3d', addDays(today(), 3)],
    ['today', today()],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByText(weekdayText(date)).first()).toBeVisible();
    await field.blur();
    await expect(field).toHaveValue(fullDayText(date));
  }
  await field.fill(`26 dec ${year}`);
  await expect(page.getByText(/Day of Goodwill/)).toBeVisible();
  await field.fill('30 feb');
  // A half-typed date is not an error yet.
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await field.blur();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Enter a date such as 25 Nov/);
  await axe();
});

test('a date field’s calendar works by keyboard, and marks weekends and public holidays', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  const field = textbox(page, 'Instalment start date');
  await field.fill('2027-12-24');
  await field.press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  const day = (name: RegExp) => calendar.getByRole('gridcell', { name });
  await expect(day(/^Friday 24 December 2027/)).toBeFocused();
  await expect(day(/^Saturday 25 December 2027 .*Christmas Day/)).toBeVisible();
  await expect(calendar.getByRole('list', { name: 'Public holidays' })).toContainText('16 Day of Reconciliation');
  await axe();
  await page.keyboard.press('ArrowDown');
  await expect(day(/^Friday 31 December 2027/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day(/^Saturday 1 January 2028/)).toBeFocused();
  await page.keyboard.press('Shift+PageUp');
  await expect(day(/^Friday 1 January 2027/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('24 Dec 2027');
  await field.press('ArrowDown');
  // Both keys at once, several times: the second opens what the first closed.
  for (let times = 0; times < 10; times += 1) {
    await Promise.all(['Escape', 'ArrowDown'].map((key) => page.keyboard.press(key)));
    await expect(calendar).toBeVisible();
  }
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('24 Jan 2028');
});

test(
  'a mandate for a known client is created by keyboard alone: the client by name, repeated values filled in',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    let clicks = 0;
    await page.exposeFunction('countClick', () => clicks++);
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true),
    );
    const number = newNumber();
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signIn();
    await fillClient(page, number, `Zanele Fourie ${number}`);
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(statusNote(page, /created/)).toBeVisible();

    const keys = page.keyboard;
    const start = `${addMonths(today(), 1).slice(0, 8)}01`;
    let fields = 0;
    /** Types into the focused field and continues with Tab, as a clerk does. */
    const type = async (name: string, text?: string) => {
      await expect(combobox(page, name).or(textbox(page, name))).toBeFocused();
      fields++;
      if (text) await keys.type(text);
      await keys.press('Tab');
    };
    await page.goto(`/m/${merchant}/EFT/mandates/new`);
    await expect(page.getByText('Search by name or client number')).toBeVisible();
    clicks = 0;
    await type('Client', `fourie ${number}`);
    await expect(combobox(page, 'Client')).toHaveValue(`Zanele Fourie ${number} (${number})`);
    // The next number is offered as a button below the field.
    const suggestion = page.getByRole('button', { name: /^Use / });
    await expect(suggestion).toBeVisible();
    const first = (await suggestion.innerText()).slice('Use '.length);
    await expect(textbox(page, 'Contract number')).toHaveValue('');
    await type('Contract number');
    await expect(suggestion).toBeFocused();
    await keys.press('Enter');
    await expect(textbox(page, 'Contract number')).toHaveValue(first);
    await expect(suggestion).toBeHidden();
    await keys.press('Tab');
    await type('Instalment amount', '250');
    await type('Frequency', 'monthly');
    await type('Collection day', '25');
    await type('Instalment start date', start);
    // The calendar's button.
    await keys.press('Tab');
    await type('Number of instalments', '6');
    expect(fields).toBeLessThanOrEqual(9);
    await axe();
    await keys.press('Control+Enter');
    await expect(statusNote(page, /created/)).toBeVisible();
    expect(clicks).toBe(0);

    // The next mandate has the repeated values filled in.
    await page.getByRole('link', { name: 'New mandate for the same client' }).click();
    await expect(suggestion).toHaveText(
      `Use ${first.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))}`,
    );
    await expect(textbox(page, 'Contract number')).toHaveValue('');
    await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
    await expect(combobox(page, 'Collection day')).toHaveValue(/25/);
    await page.getByRole('button', { name: 'Defaults' }).click();
    const defaults = page.getByRole('dialog', { name: 'Defaults for new mandates' });
    await pick(combobox(defaults, 'Tracking'), 'Y');
    await axe();
    await defaults.getByRole('button', { name: 'Save defaults' }).click();
    await expect(combobox(page, 'Tracking')).toHaveValue('Yes');
    await page.getByRole('button', { name: 'Defaults' }).click();
    await defaults.getByRole('button', { name: 'Clear all' }).click();
    await expect(combobox(page, 'Frequency')).toHaveValue('');
    // The field has the focus at once, so that a quick Tab goes on from there.
    const focused = await suggestion.evaluate((it: HTMLElement) => {
      it.click();
      return document.activeElement?.getAttribute('name');
    });
    expect(focused).toBe('ContractNumber');
  },
);

test(
  'a suggested contract number is unused, and one of another client is pointed out',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    const series = newNumber();
    await page.goto(`/m/${merchant}/EFT/clients`);
    await signIn();
    const program = await asProgram(page, merchant);
    await program.mandate({ ClientNumber: 'C00003', ContractNumber: `${series}-1` });
    await program.mandate({ ClientNumber: 'C00002', ContractNumber: `${series}-2` });

    await page.goto(`/m/${merchant}/EFT/mandates/new?client=C00003`);
    await expect(textbox(page, 'Contract number')).toHaveValue('');
    const suggestion = page.getByRole('button', { name: `Use ${series}-3` });
    await expect(suggestion).toBeVisible();
    await textbox(page, 'Contract number').fill(`${series}-2`);
    await expect(page.getByText(new RegExp(`${series}-2 belongs to \\D+ \\(C00002\\)\\.`))).toBeVisible();
    await axe();
    await textbox(page, 'Contract number').fill('');
    await suggestion.click();
    await expect(textbox(page, 'Contract number')).toHaveValue(`${series}-3`);
    await expect(page.getByText(/ belongs to /)).toBeHidden();

    // Client numbers are checked as well, against the existing clients.
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await expect(page.getByRole('button', { name: /^Use / })).toBeVisible();
    await textbox(page, 'Client number').fill('C00002');
    await expect(page.getByText(/^C00002 is the number of \D+ already\.$/)).toBeVisible();
  },
);

test('a missing client can be created without leaving the mandate', async ({ page, merchant, signIn, axe }) => {
  const number = newNumber();
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  await textbox(page, 'Instalment amount').fill('99');
  await combobox(page, 'Client').fill(`Pieter ${number} Nel`);
  await page.getByRole('option', { name: `New client “Pieter ${number} Nel”` }).click();
  const dialog = page.getByRole('dialog', { name: 'New client' });
  await fillClient(page, number, `Pieter ${number} Nel`);
  await axe();
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await expect(dialog).toBeHidden();
  await expect(combobox(page, 'Client')).toHaveValue(`Pieter ${number} Nel (${number})`);
  await expect(textbox(page, 'Instalment amount')).toHaveValue('99');
});

test('More options opens by itself for an error, and a late client name does not mix with typed text', async ({
  page,
  merchant,
  signIn,
}) => {
  const names = await hold(page, '**/maintain/clients/**');
  await page.goto(`/m/${merchant}/EFT/mandates/new?client=C00003`);
  await signIn();
  const client = combobox(page, 'Client');
  await expect(client).toHaveValue('C00003');
  await client.focus();
  await names.release();
  await expect(client).toHaveValue(/ \(C00003\)$/);
  await page.keyboard.insertText('C00002');
  await expect(client).toHaveValue('C00002');
  const more = page.getByRole('button', { name: /^More options/ });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(textbox(page, 'Maximum amount')).toBeHidden();
  await client.press('Enter');
  await fillMandate(page, {
    contract: newNumber(),
    start: addMonths(today(), 1),
    amount: '100',
    number: '2',
  });
  await more.click();
  await textbox(page, 'Maximum amount').fill('much');
  await more.click();
  await expect(textbox(page, 'Maximum amount')).toBeHidden();
  await page.getByRole('button', { name: 'Create mandate' }).click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(textbox(page, 'Maximum amount')).toBeFocused();
});

test('a bank typed before the banks have loaded is kept, and matched when they have', async ({
  page,
  merchant,
  signIn,
}) => {
  const banks = await hold(page, '**/general/banks/**');
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  const [bank, branch] = [combobox(page, 'Bank'), combobox(page, 'Branch')];
  await bank.fill('capitec');
  await bank.press('Enter');
  await expect(bank).toHaveValue('capitec');
  await bank.press('Tab');
  await branch.fill('470010');
  await branch.press('Tab');
  await expect(bank).toHaveValue('capitec');
  await banks.release();
  await expect(bank).toHaveValue('Capitec Bank');
  await expect(branch).toHaveValue(/^470010 ./);

  // Text without a match stays.
  await bank.fill('kapitek');
  await bank.press('Tab');
  await expect(bank).toHaveValue('kapitek');
  await expect(page.getByText('Nothing in the list matches “kapitek”.')).toBeVisible();
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(bank).toHaveAttribute('aria-invalid', 'true');
  await expect(bank).toHaveAccessibleDescription('Nothing in the list matches “kapitek”.');
  await bank.fill('capitec');
  await bank.press('Tab');
  await expect(bank).toHaveValue('Capitec Bank');
  await expect(page.getByText(/Nothing in the list/)).toBeHidden();
});

test(
  'Enter and Tab take the first match of every list: suggested codes, filters, and an instalment’s row',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signIn();
    const [account, id] = [combobox(page, 'Account type'), combobox(page, 'ID type')];
    await account.pressSequentially('sav');
    await expect(page.getByText(/Nothing in the list/)).toBeHidden();
    await account.press('Enter');
    await expect(account).toHaveValue('Savings (2)');
    await account.fill('Current');
    await account.press('Tab');
    await expect(account).toHaveValue('Current (1)');
    // An exact code comes before a name that contains it.
    await account.fill('6');
    await account.press('Tab');
    await expect(account).toHaveValue('Subscription share (6)');
    await id.fill('South');
    await id.press('Tab');
    await expect(id).toHaveValue('South African ID (ID)');
    // Text without a match stays with an error, also if it is too long for a code.
    await id.fill('Lunar');
    await id.press('Tab');
    await expect(id).toHaveValue('Lunar');
    await expect(page.getByText('Nothing in the list matches “Lunar”.')).toBeVisible();
    // Escape closes the list and keeps an unlisted code.
    await id.fill('PAS');
    await id.press('Escape');
    await id.press('Tab');
    await expect(id).toHaveValue('PAS');
    await expect(page.getByText('Not a code known here.')).toBeVisible();

    // An error disappears with the value that caused it: the bank sets its only branch.
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByText('Choose the branch.').first()).toBeVisible();
    await pick(combobox(page, 'Bank'), 'Capitec');
    await expect(combobox(page, 'Branch')).toHaveValue(/^470010/);
    await expect(page.getByText('Choose the branch.')).toHaveCount(0);

    await go(page, `/m/${merchant}/EFT/reports/transactions`);
    await page.getByRole('button', { name: 'More filters' }).click();
    const type = combobox(page.getByRole('dialog', { name: 'More filters' }), 'Mandate type');
    await type.fill('variable');
    await type.press('Enter');
    await expect(type).toHaveValue('Variable amount (VARI)');
    await expect(page).toHaveURL(/MandateType=VARI/);

    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    await go(page, `/m/${merchant}/EFT/contracts/${contract}`);
    await rowAction(page, 'Edit', 'instalment 1');
    const tracking = combobox(page.getByRole('grid', { name: 'Instalments' }), 'Tracking code');
    await tracking.fill('9 days');
    await tracking.press('Enter');
    await expect(tracking).toHaveValue('9 days (06)');
    // The next Enter saves the row.
    await tracking.press('Enter');
    await expect(statusNote(page, /^Instalment 1/)).toBeVisible();
  },
);

test(
  'leaving unsaved input asks first, in the console and on closing, and Cancel and Save stay visible',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    await page.getByRole('link', { name: 'New mandate' }).click();
    const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const save = page.getByRole('button', { name: 'Create mandate' });
    await expect(save).toBeInViewport();
    // Nothing is typed yet.
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL(/\/mandates$/);
    await page.getByRole('link', { name: 'New mandate' }).click();

    const amount = textbox(page, 'Instalment amount');
    await amount.fill('123');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await expect(asks).toBeVisible();
    await axe();
    await asks.getByRole('button', { name: 'Keep editing' }).click();
    await expect(amount).toHaveValue('123');
    await expect(page).toHaveURL(/mandates\/new$/);
    const closing = page.waitForEvent('dialog');
    const reload = page.reload();
    const dialog = await closing;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reload;
    await expect(page.getByText('Restored what you typed')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toBeInViewport();
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await asks.getByRole('button', { name: 'Leave page' }).click();
    await expect(page).toHaveURL(/\/mandates$/);
  },
);

test('what a form has is kept as a named template, without what is personal, and starts another form', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  await pick(combobox(page, 'Frequency'), 'MNTH');
  await page.getByRole('textbox', { name: 'Instalment amount', exact: true }).fill('450');
  await page.getByRole('textbox', { name: 'Contract number', exact: true }).fill('SECRET-1');
  await page.getByRole('button', { name: 'Templates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Templates for new mandates' });
  await dialog.getByLabel('Name of this template').fill('Gym, monthly');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Use the template Gym, monthly' })).toBeVisible();
  await axe();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('SECRET-1');

  await page.goto(`/m/${merchant}/EFT/mandates/new?client=C00001`);
  const amount = page.getByRole('textbox', { name: 'Instalment amount', exact: true });
  await expect(amount).toHaveValue('');
  await page.getByRole('button', { name: 'Templates' }).press('Enter');
  await dialog.getByRole('button', { name: 'Use the template Gym, monthly' }).press('Enter');
  await expect(amount).toHaveValue(/^450/);
  await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
  await page.getByRole('button', { name: 'Templates' }).click();
  await dialog.getByRole('button', { name: 'Delete the template Gym, monthly' }).click();
  await expect(dialog.getByText(/^No templates yet/)).toBeVisible();
});
