import type { Account } from 'oidc-provider';
import type { Pool } from 'pg';
import type { loadLibrary } from './library.ts';
import { secondFactor } from './step-up.ts';
import { findPerson } from './users.ts';

const epochOf = ({ epoch }: { epoch: number }): string => `epoch:${epoch}`;

/**
 * How the sign-in was made (RFC 8176), and the person's epoch. The sign-in server copies both from the session to codes and
 * refresh tokens. Password and epoch are read together, so nothing outlives a change in between.
 */
export const methodsOf = (person: { epoch: number }, how: readonly string[] = ['pwd']): string[] => [
  ...how,
  epochOf(person),
];

/** Whether a sign-in by these methods still counts: nothing about the person has changed. */
export const isCurrent = (person: { epoch: number }, methods: readonly string[] = []): boolean =>
  methods.includes(epochOf(person));

/**
 * A person as an account of the sign-in server; `rights` go into access tokens. None if the sign-in has an earlier epoch.
 * @param methods of the session, code or refresh token.
 */
export async function accountOf(
  pool: Pool,
  username: string,
  methods: readonly string[] = [],
  isFactorRequired = false,
): Promise<Account | undefined> {
  const person = await findPerson(pool, username);
  if (person === undefined || !isCurrent(person, methods)) return undefined;
  const { name, permissions, merchants, roles, epoch } = person;
  const claims = { permissions: [...permissions], merchants: [...merchants], roles: [...roles] };
  const needsFactor = (person.hasFactor || isFactorRequired) && { factor: true };
  const rights = { name, ...claims, holder: 'person', epoch, ...needsFactor };
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
export function loginPolicy({ interactionPolicy }: Awaited<ReturnType<typeof loadLibrary>>, isFactorRequired: boolean) {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const accountIsGone = new interactionPolicy.Check(
    'no_account',
    'End-User authentication is required',
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
  );
  policy.get('login')?.checks.add(accountIsGone);
  // RFC 9470. A person without a factor is never asked for one, whatever the request says, unless everybody must have one.
  const factorIsMissing = new interactionPolicy.Check(
    'second_factor',
    'A second factor is required',
    'login_required',
    ({ oidc }) => {
      const rights = oidc.account?.['rights'] as { factor?: boolean } | undefined;
      const isRequested = String(oidc.params?.['acr_values'] ?? '')
        .split(' ')
        .includes(secondFactor);
      return rights?.factor === true && oidc.acr !== secondFactor && (isRequested || isFactorRequired);
    },
  );
  policy.get('login')?.checks.add(factorIsMissing);
  return policy;
}
