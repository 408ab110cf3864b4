import { expect, test } from './fixtures.ts';
import { newMark } from './test-data.ts';

test(
  'an administrator sets up an organisation with its sender, template, sign-in and callback secret',
  { tag: '@long' },
  async ({ page, merchant, signInAs, axe, complaints }) => {
    // What is refused on purpose.
    complaints.allow(/400/);
    const code = `o${newMark()}`;
    await page.goto(`/m/${merchant}/EFT/settings/organisations`);
    await signInAs('administrator');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await main.getByRole('button', { name: 'Add an organisation' }).click();
    await dialog.getByLabel('Code').fill('with space');
    await dialog.getByLabel('Name').fill('Karoo Group');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText(/Must be 1 to 50 letters and digits/i)).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Karoo Group');
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('checkbox', { name: `(${merchant})` }).check();
    await axe();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await main
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('link')
      .click();
    await expect(main.getByRole('heading', { level: 1, name: 'Karoo Group' })).toBeVisible();

    await main.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Senders').fill('27105550190\n27105550191');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText('27105550190, 27105550191')).toBeVisible();

    await main.getByRole('button', { name: 'Add a template' }).click();
    await dialog.getByLabel('Name').fill('reminder');
    await dialog.getByLabel('Text', { exact: false }).last().fill('Hello {{1}}');
    await axe();
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = main.getByRole('row', { name: /reminder/ });
    await expect(row).toContainText('Approved');
    await row.getByRole('button', { name: 'Actions of reminder (en)' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Status').selectOption('Paused');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Paused');

    await main.getByRole('button', { name: 'Add a sign-in' }).click();
    await dialog.getByLabel('Username').fill(`${code}-messages`);
    await dialog.getByRole('button', { name: 'Create the password' }).click();
    await expect(dialog.getByText('The password is shown only now')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await main.getByRole('button', { name: `Disable ${code}-messages` }).click();
    await expect(main.getByText('Can’t send messages.')).toBeVisible();

    await main.getByRole('button', { name: 'Create' }).click();
    await expect(main.getByText('The secret is shown only now')).toBeVisible();
    await main.getByRole('button', { name: 'Replace' }).click();
    await expect(main.getByText(/^Two secrets: reports are signed with the former one as well until/)).toBeVisible();
    await axe();

    await page.goto(`/m/${merchant}/EFT/settings/audit/sign-ins`);
    await expect(
      main.getByRole('row').filter({ hasText: code }).filter({ hasText: 'Template reminder (en)' }).first(),
    ).toBeVisible();
  },
);
