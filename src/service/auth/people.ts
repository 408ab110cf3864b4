import type { Account } from 'oidc-provider';
import type { Pool } from 'pg';
import type { loadLibrary } from './library.ts';
import { findPerson } from './users.ts';

/** A person as the sign-in server knows accounts; `rights` is what goes into access tokens. */
export async function accountOf(pool: Pool, username: string): Promise<Account | undefined> {
  const person = await findPerson(pool, username);
  if (person === undefined) return undefined;
  const { name, permissions, merchants } = person;
  const rights = { name, permissions: [...permissions], merchants: [...merchants] };
  return {
    accountId: username,
    rights,
    claims: () => ({ sub: username, preferred_username: username, ...rights }),
  };
}

/**
 * When the page is shown: no consent is asked for, because the console is our own; and someone who was disabled since
 * has to sign in again, where the library would fail for want of an account.
 */
export function loginPolicy({ interactionPolicy }: Awaited<ReturnType<typeof loadLibrary>>) {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const gone = new interactionPolicy.Check(
    'no_account',
    'End-User authentication is required',
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
  );
  policy.get('login')?.checks.add(gone);
  return policy;
}
