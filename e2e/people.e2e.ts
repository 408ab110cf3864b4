import type { Page } from '@playwright/test';
import { expect, fillSignIn, test } from './fixtures.ts';
import { hold } from './network.ts';
import { newMark } from './test-data.ts';

const newPassword = 'copper lantern meadow';

test(
  'an administrator sets up a merchant from nothing, and a person who works there until they are disabled',
  { tag: '@long' },
  async ({ page, browser, signInAs, axe, complaints }) => {
    test.slow();
    // What is refused on purpose, and the calls of the person who is disabled.
    complaints.allow(/40[01]/);
    const number = `M${newMark()}`;
    const username = `naledi-${newMark()}`;
    await page.goto('/m/1016/EFT/settings/merchants');
    await signInAs('administrator');

    await test.step('add the merchant', async () => {
      await page.getByRole('button', { name: 'Add a merchant' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Merchant number').fill('with space');
      await dialog.getByLabel('Name').fill('Karoo Solar');
      await dialog.getByRole('checkbox', { name: 'DEBICHECK' }).uncheck();
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(dialog.getByText(/Must be 1 to 20 letters and digits/i)).toBeVisible();
      await axe();
      await dialog.getByLabel('Merchant number').fill(number);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(page.getByRole('row', { name: new RegExp(`${number} Karoo Solar EFT`) })).toBeVisible();
    });

    await test.step('invite a person', async () => {
      await page.getByRole('link', { name: 'People' }).click();
      await page.getByRole('button', { name: 'Invite a person' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Create the link' }).click();
      await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Naledi Dlamini');
      await dialog.getByLabel('Username').fill(username);
      await dialog.getByLabel('Merchant').selectOption(number);
      await expect(dialog.getByText('Prepares: creates, changes and cancels.')).toBeVisible();
      await axe();
      await dialog.getByRole('button', { name: 'Create the link' }).click();
      await expect(page.getByText('Send this link to Naledi Dlamini')).toBeVisible();
      await axe();
    });
    const link = (await page.getByText(/\/invitation\/[\w-]{43}$/).textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: new RegExp(`${username} Clerk for ${number} Invited`) });
    await expect(row).toBeVisible();

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await test.step('choose a password by the link, which then no longer works', async () => {
      await theirs.goto(link);
      await theirs.getByLabel('Password, at least 12 characters').fill(newPassword);
      await theirs.getByLabel('The same password again').fill(newPassword);
      await theirs.getByRole('button', { name: 'Save' }).click();
      await expect(theirs.getByText(`Your username is ${username}`)).toBeVisible();
      await theirs.goto(link);
      await expect(theirs.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    });
    await test.step('work as a clerk of this merchant', async () => {
      await theirs.goto('/');
      await fillSignIn(theirs, username, newPassword);
      await expect(theirs.getByLabel('Merchant', { exact: true })).toHaveValue(number);
      await expect(theirs.getByLabel('Product', { exact: true }).getByRole('option')).toHaveText(['EFT']);
      await theirs.goto(`/m/${number}/EFT/settings/profile`);
      await expect(theirs.getByText(`Clerk for ${number}`)).toBeVisible();
      await expect(theirs.getByText('No other sessions.')).toBeVisible();
      const tabs = theirs.getByRole('navigation', { name: 'Settings' });
      await expect(tabs.getByRole('link')).toHaveText(['This browser', 'Profile', 'API']);
      await theirs.goto(`/m/${number}/EFT/clients`);
      await expect(theirs.getByRole('link', { name: 'New client' }).first()).toBeVisible();
    });
    await test.step('disable in the middle of the session', async () => {
      await page
        .getByRole('row', { name: new RegExp(username) })
        .getByRole('link')
        .click();
      await expect(page.getByText('Signed in on 1 device.')).toBeVisible();
      await axe();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
      await expect(page.getByText(/^Can’t sign in\./)).toBeVisible();
      await theirs.reload();
      await expect(theirs.getByLabel('Username', { exact: true })).toBeVisible();
    });
    await context.close();
  },
);

test('an auditor views people and changes nothing', { tag: '@long' }, async ({ page, merchant, signInAs, axe }) => {
  await page.goto(`/m/${merchant}/EFT/settings/people`);
  await signInAs('auditor');
  await expect(page.getByText('You can view people but not change them.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite a person' })).toHaveCount(0);
  await expect(page.getByText(/both prepare and release/)).toBeVisible();
  await page.getByRole('link', { name: 'Mpho Manager' }).click();
  await expect(page.getByText('Manager for all merchants')).toBeVisible();
  await expect(page.getByRole('button', { name: /Disable|Reset|End sessions|Add a role/ })).toHaveCount(0);
  await axe();
});

test(
  'an administrator adds a program, and replaces its secret while the former one works',
  { tag: '@long' },
  async ({ page, request, merchant, browser, signInAs, axe, complaints }) => {
    complaints.allow(/500/);
    const clientId = `import-${newMark()}`;
    const works = async (secret: string) => {
      const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
      return (await request.post('/oauth/token', { headers, form: { grant_type: 'client_credentials' } })).ok();
    };
    const shownSecret = async () => (await page.getByText(/^[\w-]{32}$/).textContent()) ?? '';
    await page.goto(`/m/${merchant}/EFT/settings/programs`);
    await signInAs('administrator');
    await page.getByRole('button', { name: 'Add a program' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nightly import');
    await dialog.getByLabel('Client ID').fill(clientId);
    await dialog.getByRole('row', { name: 'Clients' }).getByRole('checkbox', { name: 'View' }).check();
    await dialog.getByRole('checkbox', { name: new RegExp(`\\(${merchant}\\)`) }).check();
    await axe();
    await dialog.getByRole('button', { name: 'Create the secret' }).click();
    const first = await shownSecret();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await works(first)).toBe(true);

    await page
      .getByRole('row', { name: new RegExp(clientId) })
      .getByRole('link')
      .click();
    await axe();
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect(page.getByText('Two secrets work.', { exact: false })).toBeVisible();
    const second = await shownSecret();
    expect([await works(first), await works(second)]).toEqual([true, true]);
    await page.getByRole('button', { name: 'End the former' }).click();
    await expect(page.getByText('One secret works.', { exact: false })).toBeVisible();
    expect([await works(first), await works(second)]).toEqual([false, true]);

    // Another administrator changes its permissions while these are being changed.
    const mayView = (on: Page, resource: string) =>
      on.getByRole('row', { name: resource, exact: true }).getByRole('checkbox', { name: 'View' });
    await mayView(page, 'Mandates').check();
    const edits: string[] = [];
    page.on('request', (it) => it.url().includes('/programs/') && edits.push(it.url()));
    const stored = await hold(page, /\/settings\/v1\/programs(?:\?|$)/);
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await stored.release();
    await mayView(page, 'Mandates').check();
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(page.url());
    await fillSignIn(other, 'administrator');
    await mayView(other, 'Reports').check();
    await other.getByRole('button', { name: 'Save permissions' }).click();
    await expect(other.getByRole('button', { name: /^(?:Sav|Check)/ })).toHaveCount(0);
    expect(edits, 'cancelled while it was checked').toHaveLength(0);
    // What is stored can't be read: nothing is sent.
    const programs = /\/settings\/v1\/programs(?:\?|$)/;
    await page.route(programs, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await expect(page.getByText('Something went wrong on our side')).toHaveCount(1);
    expect(edits).toHaveLength(0);
    await page.unroute(programs);
    await page.getByRole('button', { name: 'Save permissions' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Another administrator changed this to' });
    await expect(notice).toContainText(/report/i);
    await other.reload();
    await expect(mayView(other, 'Mandates')).not.toBeChecked();
    // The error of an attempt goes with the next one, which ends with another.
    const edit = /\/settings\/v1\/programs\/[\w-]+$/;
    await page.route(edit, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await expect(page.getByText('Something went wrong on our side')).toHaveCount(1);
    await page.route(programs, (route) => route.fulfill({ status: 500 }));
    const read = page.waitForResponse(programs);
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await read;
    await expect(page.getByRole('button', { name: 'Checking…' })).toHaveCount(0);
    await expect(page.getByText('Something went wrong on our side')).toHaveCount(1);
    await page.unroute(programs);
    await page.unroute(edit);
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await expect(page.getByRole('button', { name: /^(?:Sav|Check)/ })).toHaveCount(0);
    await other.reload();
    await expect(mayView(other, 'Mandates')).toBeChecked();
    await expect(mayView(other, 'Reports')).not.toBeChecked();
    await context.close();
  },
);
