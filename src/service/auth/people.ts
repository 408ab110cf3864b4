import type { Account } from 'oidc-provider';
import type { Pool } from 'pg';
import type { loadLibrary } from './library.ts';
import { findPerson } from './users.ts';

/**
 * How the sign-in was made (RFC 8176), and the person's epoch. The sign-in server copies both from the session to codes and
 * refresh tokens. Password and epoch are read together, so nothing outlives a change in between.
 */
export const methodsOf = ({ epoch }: { epoch: number }): string[] => ['pwd', `epoch:${epoch}`];

/**
 * A person as an account of the sign-in server; `rights` go into access tokens. None if the sign-in has an earlier epoch.
 * @param methods of the session, code or refresh token.
 */
export async function accountOf(
  pool: Pool,
  username: string,
  methods: readonly string[] = [],
): Promise<Account | undefined> {
  const person = await findPerson(pool, username);
  if (person === undefined || !methodsOf(person).every((method) => methods.includes(method))) return undefined;
  const { name, permissions, merchants, roles, epoch } = person;
  const claims = { permissions: [...permissions], merchants: [...merchants], roles: [...roles] };
  const rights = { name, ...claims, holder: 'person', epoch };
  return {
    accountId: username,
    rights,
    claims: () => ({ sub: username, preferred_username: username, ...rights }),
  };
}

/**
 * When the page is shown. The console is our own, so there is no consent; a person who was disabled or changed signs in again,
 * where the library would fail without an account.
 */
export function loginPolicy({ interactionPolicy }: Awaited<ReturnType<typeof loadLibrary>>) {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const accountIsGone = new interactionPolicy.Check(
    'no_account',
    'End-User authentication is required',
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
  );
  policy.get('login')?.checks.add(accountIsGone);
  return policy;
}
