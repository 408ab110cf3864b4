import type { Locator } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { asProgram } from './service.ts';
import { tabTo } from './tab-to.ts';
import { newNumber, today } from './test-data.ts';

test('the whole main job by keyboard alone', { tag: '@long' }, async ({ page, merchant }) => {
  test.slow();
  const number = newNumber();
  const [year = '', month = ''] = addMonths(today(), 1).split('-');
  const keys = page.keyboard;
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  const chosen = (name: string) => page.getByRole('combobox', { name, exact: true });
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await keys.type(text);
  };

  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await type(page.getByLabel('Username'), 'staff');
  await type(page.getByLabel('Password'), 'sandbox-only');
  await keys.press('Enter');

  await type(typed('Client number'), number);
  await type(typed('Client name'), 'Kim Keys');
  await type(chosen('Bank'), 'Capitec');
  await type(chosen('Branch'), 'Capitec');
  await type(page.getByLabel('Account type'), '2');
  await type(page.getByLabel(/^Account number/).first(), '1234567890');
  await keys.press('Control+Enter');
  await expect(statusNote(page, 'Client Kim Keys created')).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'New mandate for this client' }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
  await expect(chosen('Client')).toHaveValue(`Kim Keys (${number})`);
  await type(typed('Contract number'), 'KEYS-1');
  await type(chosen('Frequency'), 'Monthly');
  await type(chosen('Collection day'), '25');
  await type(typed('Instalment start date'), `1/${month}/${year}`);
  await type(typed('Instalment amount'), '250');
  await type(typed('Number of instalments'), '12');
  await keys.press('Control+Enter');
  await expect(page.getByText(/0 of 12 instalments/)).toBeVisible();
  // A grid is one tab stop; arrows move between cells, Enter goes into one with buttons.
  const grid = page.getByRole('grid', { name: 'Instalments' });
  await tabTo(page, grid);
  await keys.press('Control+Home');
  await keys.press('ArrowDown');
  await keys.press('ArrowDown');
  await keys.press('End');
  await expect(grid.getByRole('button', { name: 'Actions for instalment 2', exact: true })).toBeFocused();
  await keys.press('Enter');
  await expect(grid.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(typed('Action date')).toBeFocused();
  await tabTo(page, typed('Instalment amount'));
  await keys.press('Control+a');
  await keys.type('300');
  await keys.press('Enter');
  await expect(page.getByText('R 300,00').first()).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Edit mandate' }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Edit .+ · KEYS-1$/ })).toBeVisible();
  await tabTo(page, typed('Instalment amount'));
  await keys.press('Control+a');
  await keys.type('275');
  await keys.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: 'Save 1 change' })).toBeFocused();
  await keys.press('Enter');
  await expect(statusNote(page, 'Mandate KEYS-1 updated: amount R 250,00 → R 275,00')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'More', exact: true }));
  await keys.press('Enter');
  await keys.type('c');
  await expect(page.getByRole('menuitem', { name: 'Cancel mandate' })).toBeFocused();
  await keys.press('Enter');
  await type(dialog.getByRole('combobox', { name: 'Cancellation reason' }), 'Early');
  await keys.press('Control+Enter');
  await expect(statusNote(page, 'Mandate KEYS-1 cancelled')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
});

test('the finder opens with Ctrl-K and finds a client number', async ({ page, merchant, signIn }) => {
  await page.goto(`/m/${merchant}/EFT/clients`);
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  const client = await page.getByRole('grid', { name: 'Clients' }).getByRole('link').first().innerText();
  const number = /\S+$/.exec(client)?.[0] ?? '';
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type(number);
  await expect(page.getByRole('option', { name: new RegExp(number) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/clients/${number}$`));
});

test('typing right after the key that opens a field is kept', async ({ page, merchant, signIn }) => {
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  const contract = await (await asProgram(page, merchant)).mandate();
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  const grid = page.getByRole('grid', { name: 'Instalments' });
  await grid.getByRole('button', { name: 'Actions for instalment 2', exact: true }).press('Enter');
  await grid.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await page.keyboard.type('17');
  await expect(textbox(grid, 'Action date')).toHaveValue(/17$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add instalment' }).press('Enter');
  await page.keyboard.type('17');
  await expect(textbox(page.getByRole('dialog'), 'Action date')).toHaveValue('17');
});

test('g and a letter of its name opens each page of the navigation; the finder and the sheet show the keys', async ({
  page,
  signIn,
}) => {
  await page.goto('/m/1001/EFT');
  await signIn();
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  await expect(heading('Overview')).toBeVisible();
  for (const [key, name] of [
    ['p', /^Payouts/],
    ['t', 'Import'],
    ['s', 'Settings'],
    ['m', 'Messages'],
    ['h', 'Help'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(heading(name)).toBeVisible();
  }
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of ['Payouts', 'Import', 'Settings'])
    await expect(sheet.getByText(name, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('calendar');
  await expect(page.getByRole('option', { name: 'Calendar' })).toContainText(/g\s*a/);
});

test('on a phone merchant and product are chosen in the menu of pages', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  await expect(page.getByRole('combobox', { name: 'Product' })).toBeHidden();
  await page.getByRole('button', { name: 'Pages' }).click();
  await page
    .getByRole('dialog', { name: 'Pages' })
    .getByRole('combobox', { name: 'Product' })
    .selectOption('DEBICHECK');
  await expect(page).toHaveURL(/\/m\/1001\/DEBICHECK\/clients$/);
});

test('the sheet of shortcuts is whole on a small laptop, and scrolls by keyboard where the screen is lower', async ({
  page,
  signIn,
  axe,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto('/m/1001/EFT/lookups/banks');
  await signIn();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const last = sheet.getByRole('definition').last();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 320 });
  await expect(last).not.toBeInViewport();
  await axe();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport({ ratio: 1 });
});
