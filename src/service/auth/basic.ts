import type { Pool } from 'pg';
import { HttpError, unavailable } from '#service/base/errors.ts';
import { createAttempts } from './attempts.ts';
import { hashPassword } from './passwords.ts';
import { sandboxPassword } from './users.ts';

interface MessageSender {
  username: string;
  organisation: string;
}

/**
 * Returns who sends messages, from the `Authorization` header and the network address (docs/interface.md, Authentication 2).
 * Throws HttpError 401 with `WWW-Authenticate`, the same for every reason, or 503 if too many attempts on this name from this
 * address wait and the password was not checked. A page's script must use `credentials: 'omit'`, or the browser opens its own
 * dialog for this challenge.
 */
export type BasicGuard = (authorization: string | undefined, address: string) => Promise<MessageSender>;

const unauthorized = (): HttpError =>
  new HttpError(401, [{ Code: 'UNAUTHORIZED', Message: 'The username and password of the organisation are needed.' }], {
    'www-authenticate': 'Basic realm="messages", charset="UTF-8"',
  });

/** Parses `Basic base64(username:password)`; a password may contain colons. */
function credentialsOf(authorization: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^basic +([\w+/-]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, username, password] = /^([^:\0]{1,200}):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return username === undefined || password === undefined ? undefined : { username, password };
}

export function createBasicGuard(pool: Pool): BasicGuard {
  const attempt = createAttempts(pool);
  return async (authorization, address) => {
    const credentials = credentialsOf(authorization);
    if (!credentials) throw unauthorized();
    const { username, password } = credentials;
    const { rows } = await pool.query<MessageSender & { hash: string }>(
      `select username, organisation, password_hash as hash from sign_in.message_sign_in
       where username = $1 and not disabled`,
      [username],
    );
    const [found] = rows;
    const judged = await attempt({ name: `messages ${username}`, address, password, hash: found?.hash });
    if (judged.result === 'later') throw unavailable(judged.seconds);
    if (judged.result === 'wrong' || !found) throw unauthorized();
    return { username, organisation: found.organisation };
  };
}

interface NewMessageSignIn extends MessageSender {
  password: string;
}

export async function saveMessageSignIn(pool: Pool, signIn: NewMessageSignIn, sandbox = false): Promise<void> {
  await pool.query(
    `insert into sign_in.message_sign_in (username, organisation, password_hash, sandbox) values ($1, $2, $3, $4)
     on conflict (username) do update set
       organisation = excluded.organisation, password_hash = excluded.password_hash, sandbox = excluded.sandbox,
       disabled = false`,
    [signIn.username, signIn.organisation, await hashPassword(signIn.password), sandbox],
  );
}

export async function saveCallbackSecret(pool: Pool, organisation: string, secret: string): Promise<void> {
  await pool.query(
    `insert into sign_in.callback_secret (organisation, secret) values ($1, $2)
     on conflict (organisation) do update set secret = excluded.secret`,
    [organisation, secret],
  );
}

/** Published in the README, like the people of the sandbox. */
export const sandboxMessageSignIn: NewMessageSignIn = {
  username: 'demo-messages',
  organisation: 'demo',
  password: sandboxPassword,
};

/** Whether the well-known password sends messages: then the service must not listen beyond loopback. */
export async function hasSandboxMessageSignIn(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ present: boolean }>(
    'select exists (select from sign_in.message_sign_in where sandbox and not disabled) as present',
  );
  return rows[0]?.present === true;
}
