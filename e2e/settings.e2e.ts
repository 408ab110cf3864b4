import { choose, combobox, pick, press, textbox } from './controls.ts';
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
    await page.keyboard.down('n');
    await page.keyboard.down('n'); // held, it repeats
    await page.keyboard.up('n');
    await page.keyboard.type('Ngx');
    await page.keyboard.press('Backspace');
    await form.release();
    await expect(page).toHaveURL(/mandates\/new$/);
    await expect(combobox(page, 'Client')).toHaveValue('Ng');
    await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
    // The form is open already: nothing takes what is typed.
    await page.getByRole('heading', { level: 1, name: 'New mandate' }).click();
    await page.keyboard.press('n');
    await page.keyboard.type('xy');
    await textbox(page, 'Contract number').focus();
    await page.keyboard.type('7');
    await expect(textbox(page, 'Contract number')).toHaveValue('7');
  },
);

test(
  'the forms of a merchant begin with its defaults, for everybody',
  { tag: '@long' },
  async ({ page, axe, complaints }) => {
    complaints.allow(/500/);
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
    // Without what is stored now, those of a colleague could be replaced.
    const merchants = /\/settings\/v1\/merchants(?:\?|$)/;
    await page.route(merchants, (route) => route.fulfill({ status: 500 }));
    await dialog.getByRole('button', { name: 'Save defaults' }).click();
    await expect(dialog.getByText('Something went wrong on our side')).toBeVisible();
    await expect(page.getByText('Something went wrong on our side')).toHaveCount(1);
    await page.unroute(merchants);
    await dialog.getByRole('button', { name: 'Save defaults' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/^Frequency: Monthly/)).toBeVisible();
    await page.goto(`/m/${number}/EFT/payouts/new`);
    await expect(page.getByText('This form starts with the merchant’s defaults.')).toBeVisible();
    await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
  },
);

test('a person whose browser blocks the sign-in is told so after changing the password', async ({ page }) => {
  const number = `P${newMark()}`;
  addMerchant(number, 'Password Water');
  addPerson(`pam-${number}`, ['--roles', `clerk:${number}`]);
  await page.goto(`/m/${number}/EFT/settings/profile`);
  await fillSignIn(page, `pam-${number}`, personPassword);
  await page.getByLabel('Current password').fill(personPassword);
  await page.getByLabel(/^New password/).fill('quiet-harbour-lantern-41');
  await page.getByLabel('The new password again').fill('quiet-harbour-lantern-41');
  await page.evaluate(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await press(page, 'Change the password');
  await expect(page.getByText('The password was changed, and you are signed out')).toBeVisible();
});
