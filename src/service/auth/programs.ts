import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { unavailable } from '#service/http/errors.ts';
import type { createAttempts } from './attempts.ts';
import type { loadLibrary } from './library.ts';
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

/** Whether `secret` is the program's. Wrong ones are slowed down like wrong passwords; 503 where too many wait already. */
export async function isSecretOf(
  attempt: ReturnType<typeof createAttempts>,
  client: { clientId: string; clientSecret?: string },
  secret: string,
  address: string,
): Promise<boolean> {
  const { clientId, clientSecret: hash } = client;
  const judged = await attempt({ name: `program ${clientId}`, address, password: secret, hash });
  if (judged.result === 'later') throw unavailable(judged.seconds);
  return judged.result === 'right';
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
  const requested = [...oidc.requestParamScopes];
  const refused = requested.filter((fieldName) => program === undefined || !mayAsk(program, fieldName));
  if (refused.length > 0) throw new errors.InvalidScope('not within the rights of this program', refused.join(' '));
  return requested.join(' ');
}

/** What a program's token says of it: its rights, narrowed to the scope granted. */
export async function programClaims(pool: Pool, clientId: string, scope: ReadonlySet<string>) {
  const program = await findProgram(pool, clientId);
  if (program === undefined) return undefined;
  const { name, epoch } = program;
  return { name, holder: 'program', epoch, ...narrow(program, [...scope].filter(Boolean)) };
}
