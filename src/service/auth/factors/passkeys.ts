import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from 'pg';
import { factorsOf, findPasskey, spendPasskey, type NewFactor } from './store.ts';

/** Loaded with the first passkey: few installations have one. */
const library = () => import('@simplewebauthn/server');

const isAddress = (host: string): boolean => /^\[|^\d+(\.\d+){3}$/.test(host);

/** The name that passkeys of this origin belong to; undefined where the origin has an address, for which there are none. */
export function relyingParty(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isAddress(hostname) ? undefined : hostname;
}

/** `navigator.credentials.get`, in its JSON form. Without `username`, the authenticator offers whom it knows. */
export async function requestOptions(
  pool: Pool,
  origin: string,
  challenge: string,
  username?: string,
): Promise<string> {
  const passkeys =
    username === undefined ? [] : (await factorsOf(pool, username)).filter((it) => it.kind === 'passkey');
  return JSON.stringify({
    challenge,
    rpId: relyingParty(origin),
    userVerification: 'required',
    timeout: 300_000,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
  });
}

/** `navigator.credentials.create`, in its JSON form. */
export async function creationOptions(
  pool: Pool,
  origin: string,
  challenge: string,
  { username, name }: { username: string; name: string },
): Promise<string> {
  const { generateRegistrationOptions } = await library();
  const known = (await factorsOf(pool, username)).filter((it) => it.kind === 'passkey');
  const options = await generateRegistrationOptions({
    rpName: 'Collections Console',
    rpID: relyingParty(origin) ?? '',
    userID: new TextEncoder().encode(username),
    userName: username,
    userDisplayName: name,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: 300_000,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

function parsed(text: string): { id?: unknown; response?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The person whose passkey gave this answer to `challenge`. Undefined for every wrong answer: of another origin or challenge,
 * an unknown or another person's passkey, without a check of the user, replayed, or with a counter that fell.
 */
export async function passkeyPerson(
  pool: Pool,
  origin: string,
  challenge: string,
  answer: string,
  username?: string,
): Promise<string | undefined> {
  const response = parsed(answer);
  if (typeof response?.id !== 'string' || response.id.includes('\0')) return undefined;
  const passkey = await findPasskey(pool, response.id);
  if (passkey === undefined || (username !== undefined && passkey.username !== username)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty(origin) ?? '',
    requireUserVerification: true,
    credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.secret), counter: passkey.counter },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const isFirst = await spendPasskey(pool, passkey.id, challenge, verified.authenticationInfo.newCounter);
  return isFirst ? passkey.username : undefined;
}

/** The passkey that a browser made for the person; undefined for a wrong answer. */
export async function newPasskey(
  origin: string,
  challenge: string,
  answer: string,
  username: string,
): Promise<NewFactor | undefined> {
  const response = parsed(answer);
  if (response === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty(origin) ?? '',
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { id, username, kind: 'passkey', secret: Buffer.from(publicKey), counter, transports };
}
