import { choose, combobox, pick, press } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { hold } from './network.ts';
import { addMerchant, addPerson, personPassword } from './own-people.ts';
import { newMark } from './test-data.ts';

test(
  'theme, defaults, saved views and single-key shortcuts are in one place, in the account menu',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/reports/transactions?range=last-month`);
    await signIn();
    await choose(page, 'Saved views');
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Month end');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Month end' })).toBeVisible();
    await press(page, 'Close');

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('group', { name: 'Account' }).getByRole('link', { name: 'Settings' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await main.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await main.getByRole('radio', { name: 'Compact' }).check();
    await axe();
    await expect(main.getByText('All times are South Africa Standard Time (SAST).')).toBeVisible();

    await press(main, 'Defaults for new mandates');
    const dialog = page.getByRole('dialog', { name: 'Defaults for new mandates' });
    await pick(combobox(dialog, 'Frequency'), 'MNTH');
    await dialog.getByRole('button', { name: 'Save defaults' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/Frequency: Monthly/)).toBeVisible();

    await press(main, 'Delete the view Month end');
    await expect(main.getByText('None yet.', { exact: false })).toBeVisible();

    await main.getByRole('checkbox', { name: /^Single-key/ }).uncheck();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await main.getByRole('checkbox', { name: /^Single-key/ }).check();
    await page.getByRole('heading', { level: 1 }).click();
    // What is typed while the form loads is in it.
    const form = await hold(page, /\/assets\/mandate-create-[\w-]+\.js/);
    await page.keyboard.press('n');
    await page.keyboard.type('Ngx');
    await page.keyboard.press('Backspace');
    await form.release();
    await expect(page).toHaveURL(/mandates\/new$/);
    await expect(combobox(page, 'Client')).toHaveValue('Ng');
    await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
  },
);

test('the forms of a merchant begin with its defaults, for everybody', { tag: '@long' }, async ({ page, axe }) => {
  const number = `D${newMark()}`;
  addMerchant(number, 'Default Water');
  addPerson(`dee-${number}`, ['--roles', `administrator:${number},clerk:${number}`]);
  const main = page.getByRole('main');
  await page.goto(`/m/${number}/EFT/settings/merchants/${number}`);
  await fillSignIn(page, `dee-${number}`, personPassword);
  await press(main, 'Defaults for new payout contracts');
  const dialog = page.getByRole('dialog', { name: 'Defaults for new payout contracts' });
  await pick(combobox(dialog, 'Frequency'), 'MNTH');
  await axe();
  await dialog.getByRole('button', { name: 'Save defaults' }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByText(/^Frequency: Monthly/)).toBeVisible();
  await page.goto(`/m/${number}/EFT/payouts/new`);
  await expect(page.getByText('This form starts with the merchant’s defaults.')).toBeVisible();
  await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
});
