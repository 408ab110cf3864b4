import { execFileSync } from 'node:child_process';
import type { CDPSession, Page } from '@playwright/test';
import { productEnvironment } from '../scripts/settings.mjs';
import { serverSettings } from './provider.ts';

export const personPassword = 'quiet karoo windmill';

/** A platform authenticator (fingerprint or PIN) in this page; Chromium has one for each page. */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
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
export async function copyPasskeys(from: Awaited<ReturnType<typeof addAuthenticator>>, page: Page): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  const { cdp, authenticatorId } = await addAuthenticator(page);
  for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
}

/** Gives the passkeys a counter above every earlier signature. */
export async function catchUp({ cdp, authenticatorId }: Awaited<ReturnType<typeof addAuthenticator>>): Promise<void> {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials) {
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
    const later = { ...credential, signCount: credential.signCount + 100 };
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: later });
  }
}

/** As an operator does it. */
function operate(words: readonly string[]): string {
  return execFileSync(process.execPath, ['scripts/operate.mjs', ...words], {
    env: productEnvironment(serverSettings),
    input: `${personPassword}\n`,
    stdio: 'pipe',
    encoding: 'utf8',
  });
}

/** A person of the test's own. */
export const addPerson = (name: string, rights: readonly string[]): void =>
  void operate(['person', 'add', name, ...rights]);

/** A merchant of the test's own. */
export const addMerchant = (number: string, name: string): void => void operate(['merchant', 'add', number, name]);

/** Everything that can need a second person does so at this merchant, as at the sandbox's 1014. */
export function addFourEyes(merchant: string): void {
  addPerson(`second-${merchant}`, ['--roles', `manager:${merchant}`]);
  operate(['merchant', 'approvals', merchant, 'always']);
  for (const kind of ['bank-details', 'cancel']) operate(['merchant', 'approvals', merchant, 'always', '--kind', kind]);
}

/** A program of the test's own, as `name:secret`. */
export function addProgram(name: string, merchant: string): string {
  const [, secret = ''] =
    /secret (\S+):/.exec(operate(['program', 'add', name, '--merchants', merchant, '--permissions', 'all'])) ?? [];
  return `${name}:${secret}`;
}
