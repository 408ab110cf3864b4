import { execFileSync } from 'node:child_process';
import type { CDPSession, Page } from '@playwright/test';
import { choose, fillClient, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { newNumber } from './test-data.ts';

const password = 'quiet karoo windmill';

/** A platform authenticator (fingerprint or PIN) in this page; Chromium has one for each page. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Another window of the same computer has the same passkeys. */
async function copyPasskeys(from: Awaited<ReturnType<typeof addAuthenticator>>, page: Page): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  const { cdp, authenticatorId } = await addAuthenticator(page);
  for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
}

/** Gives the passkeys a counter above every earlier signature. */
async function catchUp({ cdp, authenticatorId }: Awaited<ReturnType<typeof addAuthenticator>>): Promise<void> {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials) {
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
    const later = { ...credential, signCount: credential.signCount + 100 };
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: later });
  }
}

/** A person of the test's own, made as an operator does it. */
function addPerson(name: string, merchant: string): void {
  const env = { PATH: process.env['PATH'], DATA_DIR: process.env['E2E_DATA_DIR'] };
  const words = ['person', 'add', name, '--merchants', merchant, '--permissions', 'all'];
  execFileSync(process.execPath, ['scripts/person.mjs', ...words], { env, input: `${password}\n`, stdio: 'pipe' });
}

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

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
    addPerson(name, merchant);
    const authenticator = await addAuthenticator(page);
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signInAs(page, name);
    await fillClient(page, newNumber(), 'Thandi Moved');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(statusNote(page, 'Client Thandi Moved created')).toBeVisible();
    const client = page.url();

    // A person without a factor is not asked for one.
    await changeAccount(page, '9876543210');
    const facts = page.getByRole('region', { name: 'Key facts' });
    await expect(facts).toContainText(`by ${name}`);

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
