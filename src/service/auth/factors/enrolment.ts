import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Person } from '../users.ts';
import type { Enrol } from './pages.ts';
import { addPasskey, creationOptions, relyingParty, requestOptions } from './passkeys.ts';
import { addFactor, newRecoveryCodes, recoveryCodesLeft } from './store.ts';
import { stepOf } from './totp.ts';

type Outcome = { problem: string; nonce?: string } | { codes: string[] | undefined };

export interface Enrolment {
  /** What the page for adding a factor shows. `binding` names the session or sign-in that the page belongs to. */
  offer(person: Person, binding: string, last?: { problem?: string; nonce?: string }): Promise<Enrol>;
  /** Adds the factor of a submitted form; undefined if it has none. The first one comes with recovery codes. */
  add(person: Person, binding: string, form: URLSearchParams): Promise<Outcome | undefined>;
  /** Options of a passkey's answer; undefined where there can be none. */
  request(binding: string, person?: Person): Promise<string | undefined>;
  challengeOf(binding: string): string;
}

/**
 * Challenges and the keys of new apps are computed from a secret of the service, so an enrolment that is cancelled leaves
 * nothing, and needs no clean-up.
 */
export function createEnrolment(pool: Pool, origin: string, serviceSecret: string): Enrolment {
  const derive = (...words: string[]): Buffer =>
    createHmac('sha256', serviceSecret)
      .update(JSON.stringify(['second factor', ...words]))
      .digest();
  const challenge = (use: 'get' | 'create', binding: string) => derive(use, binding).toString('base64url');
  /** RFC 4226, 4: 160 bits. */
  const appSecret = (username: string, nonce: string) => derive('app', username, nonce).subarray(0, 20);

  const added = async ({ username }: Person): Promise<Outcome> => ({
    codes: (await recoveryCodesLeft(pool, username)) === 0 ? await newRecoveryCodes(pool, username) : undefined,
  });

  return {
    challengeOf: (binding) => challenge('get', binding),

    async request(binding, person) {
      if (relyingParty(origin) === undefined) return undefined;
      return requestOptions(pool, origin, challenge('get', binding), person?.username);
    },

    async offer(person, binding, { problem, nonce = randomBytes(16).toString('base64url') } = {}) {
      const { username } = person;
      const options =
        relyingParty(origin) && (await creationOptions(pool, origin, challenge('create', binding), person));
      return { username, passkey: options, secret: appSecret(username, nonce), nonce, problem };
    },

    async add(person, binding, form) {
      const { username } = person;
      const passkey = form.get('newPasskey');
      if (passkey !== null) {
        if (await addPasskey(pool, origin, challenge('create', binding), passkey, username)) return added(person);
        return { problem: 'This passkey cannot be added. Try again.' };
      }
      const [code, nonce] = [form.get('newCode'), form.get('nonce')];
      if (code === null || nonce === null) return undefined;
      const secret = appSecret(username, nonce);
      const step = stepOf(secret, code, Date.now());
      if (step === undefined)
        return { nonce, problem: 'This is not the code that the app shows now. Is the clock of your phone right?' };
      // The code has been used, so it can’t sign anyone in.
      await addFactor(pool, { id: randomUUID(), username, kind: 'totp', secret, counter: step, transports: [] });
      return added(person);
    },
  };
}
