import type { Account } from 'oidc-provider';
import type { Pool } from 'pg';
import type { loadLibrary } from './library.ts';
import { findPerson } from './users.ts';

/**
 * How the sign-in was made (RFC 8176), and under which epoch of the person. The sign-in server hands it on from the session
 * to codes and refresh tokens, and the read of the password that was checked is the read of its epoch: whatever changes
 * meanwhile, nothing outlives it.
 */
export const methodsOf = ({ epoch }: { epoch: number }): string[] => ['pwd', `epoch:${epoch}`];

/**
 * A person as the sign-in server knows accounts; `rights` is what goes into access tokens. None where the sign-in was made
 * under an earlier epoch.
 * @param methods of the session, code or refresh token that names the person.
 */
export async function accountOf(
  pool: Pool,
  username: string,
  methods: readonly string[] = [],
): Promise<Account | undefined> {
  const person = await findPerson(pool, username);
  if (person === undefined || !methodsOf(person).every((method) => methods.includes(method))) return undefined;
  const { name, permissions, merchants, epoch } = person;
  const rights = { name, permissions: [...permissions], merchants: [...merchants], holder: 'person', epoch };
  return {
    accountId: username,
    rights,
    claims: () => ({ sub: username, preferred_username: username, ...rights }),
  };
}

/**
 * When the page is shown: no consent is asked for, because the console is our own; and someone who was disabled or changed
 * since has to sign in again, where the library would fail for want of an account.
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
