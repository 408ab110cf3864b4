import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { unavailable } from '#service/base/errors.ts';
import { mayRequest, narrow } from '#service/base/permissions.ts';
import type { createAttempts } from './attempts.ts';
import type { loadLibrary } from './library.ts';
import { isPassword } from './passwords.ts';
import { findProgram } from './users.ts';

/** A program as a client of the sign-in server. Its "secret" are the hashes, which `isSecretOf` compares. */
export async function programClient(pool: Pool, clientId: string): Promise<AdapterPayload | undefined> {
  const program = await findProgram(pool, clientId);
  return (
    program && {
      client_id: program.clientId,
      client_secret: [program.secretHash, program.formerSecretHash].filter(Boolean).join(' '),
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    }
  );
}

/** Whether `secret` is one of the program's two. Wrong ones are slowed down like wrong passwords; 503 if too many wait. */
export async function isSecretOf(
  attempt: ReturnType<typeof createAttempts>,
  client: { clientId: string; clientSecret?: string },
  secret: string,
  address: string,
): Promise<boolean> {
  const { clientId, clientSecret = '' } = client;
  const [current, former] = clientSecret.split(' ');
  // The result of the attempt decides, so that guesses at either secret are slowed down.
  const hash = former !== undefined && (await isPassword(secret, former)) ? former : current;
  const judged = await attempt({ name: `program ${clientId}`, address, password: secret, hash });
  if (judged.result === 'later') throw unavailable(judged.seconds);
  return judged.result === 'right';
}

/**
 * The scope that a program requests. Throws invalid_scope unless all of it is within its rights: a foreign merchant is refused,
 * not ignored.
 */
export async function requestedScope(
  pool: Pool,
  { errors }: Awaited<ReturnType<typeof loadLibrary>>,
  { oidc }: KoaContextWithOIDC,
  clientId: string,
): Promise<string> {
  const program = await findProgram(pool, clientId);
  const requested = [...oidc.requestParamScopes];
  const refused = requested.filter((scope) => program === undefined || !mayRequest(program, scope));
  if (refused.length > 0) throw new errors.InvalidScope('not within the rights of this program', refused.join(' '));
  return requested.join(' ');
}

/** The rights in a program's token, narrowed to its scope. */
export async function programClaims(pool: Pool, clientId: string, scope: ReadonlySet<string>) {
  const program = await findProgram(pool, clientId);
  if (program === undefined) return undefined;
  const { name, epoch } = program;
  return { name, holder: 'program', epoch, ...narrow(program, [...scope].filter(Boolean)) };
}
