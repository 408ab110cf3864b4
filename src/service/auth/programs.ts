import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { countAttempt, forgetAttempts } from './attempts.ts';
import type { loadLibrary } from './library.ts';
import { isKnownPassword, isPassword, rememberPassword } from './passwords.ts';
import { mayAsk, narrow } from './permissions.ts';
import { findProgram } from './users.ts';

/** A program as the sign-in server knows clients. Its "secret" is the hash: `isSecretOf` does the comparing. */
export async function clientOf(pool: Pool, clientId: string): Promise<AdapterPayload | undefined> {
  const program = await findProgram(pool, clientId);
  return (
    program && {
      client_id: program.clientId,
      client_secret: program.secretHash,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    }
  );
}

/** Whether `secret` is the program's. Wrong ones are counted like wrong passwords. */
export async function isSecretOf(
  pool: Pool,
  client: { clientId: string; clientSecret?: string },
  secret: string,
  address: string,
): Promise<boolean> {
  const { clientId, clientSecret: hash = '' } = client;
  if (isKnownPassword(secret, hash)) return true;
  const account = `program ${clientId}`;
  if ((await countAttempt(pool, account, address)) > 0 || !(await isPassword(secret, hash))) return false;
  rememberPassword(secret, hash);
  await forgetAttempts(pool, account, address);
  return true;
}

/**
 * The scope words that a program asks for. Throws invalid_scope unless all of them are within its rights: a foreign
 * merchant is refused, not left out in silence.
 */
export async function askedScope(
  pool: Pool,
  { errors }: Awaited<ReturnType<typeof loadLibrary>>,
  { oidc }: KoaContextWithOIDC,
  clientId: string,
): Promise<string> {
  const program = await findProgram(pool, clientId);
  const asked = [...oidc.requestParamScopes];
  const refused = asked.filter((word) => program === undefined || !mayAsk(program, word));
  if (refused.length > 0) throw new errors.InvalidScope('not within the rights of this program', refused.join(' '));
  return asked.join(' ');
}

/** What a program's token says of it: its rights, narrowed to the scope granted. */
export async function programClaims(pool: Pool, clientId: string, scope: ReadonlySet<string>) {
  const program = await findProgram(pool, clientId);
  return program && { name: program.name, ...narrow(program, [...scope].filter(Boolean)) };
}
