import type { Page } from '@playwright/test';
import { choose, fillClient, statusNote } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { addAuthenticator, addPerson, catchUp, copyPasskeys, personPassword } from './own-people.ts';
import { namedInRecord } from './provider.ts';
import { newNumber } from './test-data.ts';

async function changeAccount(page: Page, number: string): Promise<void> {
  await choose(page, 'Edit client');
  await page.getByLabel(/^Account number/).fill(number);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
}

test(
  'a person adds a passkey, confirms a change of bank details with it, signs in with it alone, and removes it',
  { tag: '@long' },
  async ({ page, context, merchant, complaints, axe }) => {
    complaints.allow(/401|403/);
    const name = `passkey-${newNumber()}`;
    addPerson(name, ['--merchants', merchant, '--permissions', 'all']);
    const authenticator = await addAuthenticator(page);
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await fillSignIn(page, name, personPassword);
    await fillClient(page, newNumber(), 'Thandi Moved');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(statusNote(page, 'Client Thandi Moved created')).toBeVisible();
    const client = page.url();

    // A person without a factor is not asked for one.
    await changeAccount(page, '9876543210');
    const facts = page.getByRole('region', { name: 'Account' });
    await expect(facts).toContainText(`by ${namedInRecord(name)}`);

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('link', { name: 'Add or remove' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
    await axe();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recovery codes' })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(10);
    await axe();
    await page.getByRole('link', { name: 'I have saved the codes' }).click();

    await page.goto(client);
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await page.getByText('All details').click();
    const show = page.getByRole('button', { name: 'Show account number' });
    await show.click();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('Not shown: you did not confirm that it is you.')).toBeVisible();
    await expect(page.getByText('9876543210')).toBeHidden();
    await changeAccount(page, '9876543211');
    await expect(dialog).toContainText('what you typed is still here');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('you did not confirm that it is you').first()).toBeVisible();
    await expect(page.getByLabel(/^Account number/)).toHaveValue('9876543211');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    const window = await opened;
    await copyPasskeys(authenticator, window);
    await expect(window.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible();
    await window.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(statusNote(page, /Thandi Moved updated: account number .*3211$/)).toBeVisible();

    // The next minutes need no other confirmation.
    await changeAccount(page, '9876543212');
    await expect(statusNote(page, /Thandi Moved updated: account number .*3212$/)).toBeVisible();
    await page.getByText('All details').click();
    await show.click();
    await expect(page.getByText('9876543212')).toBeVisible();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The other window's copy has signed since, so this one looks like a stolen copy.
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'This passkey cannot be used.' })).toBeVisible();
    await catchUp(authenticator);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
    await page.goto('/sign-in/factors');
    await page.getByRole('button', { name: /^Remove the passkey/ }).click();
    await expect(page.getByText('You sign in with a password alone.')).toBeVisible();
  },
);
