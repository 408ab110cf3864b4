import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { byPerson, recordedChange } from '../own-changes.ts';
import type { SignInPageContext } from '../send-page.ts';
import type { SignInPerson } from '../users.ts';
import type { Enrol } from './pages.ts';
import { creationOptions, newPasskey, relyingParty, requestOptions } from './passkeys.ts';
import { addFactor, newRecoveryCodes, recoveryCodesLeft, type NewFactor } from './store.ts';
import { stepOf } from './totp.ts';

type Outcome = { problem: string; nonce?: string } | { codes: string[] | undefined };

export interface Enrolment {
  /** What the page for adding a factor shows. `binding` names the session or sign-in that the page belongs to. */
  offer(person: SignInPerson, binding: string, last?: { problem?: string; nonce?: string }): Promise<Enrol>;
  /** Adds the factor of a submitted form; undefined if it has none. The first one comes with recovery codes. */
  add(
    person: SignInPerson,
    page: { binding: string; address: string },
    form: URLSearchParams,
  ): Promise<Outcome | undefined>;
  /** Options of a passkey's answer; undefined where there can be none. */
  request(binding: string, person?: SignInPerson): Promise<string | undefined>;
  challengeOf(binding: string): string;
}

/**
 * Challenges and the keys of new apps are computed from a secret of the service, so an enrolment that is cancelled leaves
 * nothing, and needs no clean-up.
 */
export function createEnrolment({
  pool,
  settings: { origin },
  secret: serviceSecret,
  audit,
}: Pick<SignInPageContext, 'pool' | 'settings' | 'secret' | 'audit'>): Enrolment {
  const derive = (...words: string[]): Buffer =>
    createHmac('sha256', serviceSecret)
      .update(JSON.stringify(['second factor', ...words]))
      .digest();
  const challenge = (use: 'get' | 'create', binding: string) => derive(use, binding).toString('base64url');
  /** RFC 4226, 4: 160 bits. */
  const appSecret = (username: string, nonce: string) => derive('app', username, nonce).subarray(0, 20);

  /** With its entry in the audit; undefined if it is there already. */
  const added = async (person: SignInPerson, address: string, factor: NewFactor): Promise<Outcome | undefined> => {
    const { username } = person;
    let codes: string[] | undefined;
    const change = { person, address, action: 'factor.added' as const };
    const isNew = await recordedChange(pool, change, async (connection) => {
      if (!(await addFactor(connection, factor))) return undefined;
      if ((await recoveryCodesLeft(connection, username)) === 0) codes = await newRecoveryCodes(connection, username);
      return { Kind: factor.kind };
    });
    return isNew ? { codes } : undefined;
  };

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

    async add(person, { binding, address }, form) {
      const { username } = person;
      const refused = (code: string) =>
        audit?.refused(null, { ...byPerson(person, address), Action: 'factor.added', Codes: { [code]: 1 } });
      const passkey = form.get('newPasskey');
      if (passkey !== null) {
        const factor = await newPasskey(origin, challenge('create', binding), passkey, username);
        const outcome = factor && (await added(person, address, factor));
        if (outcome) return outcome;
        refused('WRONG_PASSKEY');
        return { problem: 'This passkey cannot be added. Try again.' };
      }
      const [code, nonce] = [form.get('newCode'), form.get('nonce')];
      if (code === null || nonce === null) return undefined;
      const secret = appSecret(username, nonce);
      const step = stepOf(secret, code, Date.now());
      if (step === undefined) {
        refused('WRONG_CODE');
        return { nonce, problem: 'This is not the code that the app shows now. Is the clock of your phone right?' };
      }
      // The code has been used, so it can’t sign anyone in.
      const app = { id: randomUUID(), username, kind: 'totp' as const, secret, counter: step, transports: [] };
      return added(person, address, app);
    },
  };
}
