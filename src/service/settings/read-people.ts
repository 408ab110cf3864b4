import { grantsOf, may, roleAt, type Claims } from '#contract/permissions.ts';
import type { Person } from '#contract/settings-records.ts';
import { liveSessions } from '#service/auth/uses.ts';
import type { Query } from '#service/database/query.ts';
import { isWithin, merchantsOf, type Scope } from './scope.ts';

export interface PersonRow extends Claims {
  username: string;
  name: string;
  disabled: boolean;
  hasPassword: boolean;
  lastUsed: string | null;
  isUnused: boolean;
  linkEnds: string | null;
  sessions: number;
}

const timeFormat = `'YYYY-MM-DD HH24:MI'`;

export const readPeople = (query: Query, timeZone: string, username?: string): Promise<PersonRow[]> =>
  query<PersonRow>(
    `select username, display_name as name, permissions, merchants, roles, disabled, password_hash <> '' as "hasPassword",
       to_char(last_used_at at time zone $1, ${timeFormat}) as "lastUsed",
       coalesce(last_used_at, created_at) < now() - interval '90 days' as "isUnused",
       (select to_char(max(expires_at) at time zone $1, ${timeFormat}) from sign_in.invitation link
         where link.username = person.username and used_at is null and expires_at > now()) as "linkEnds",
       (select count(*)::int from ${liveSessions} where live.username = person.username) as sessions
     from sign_in.person where $2::text is null or username = $2 order by display_name, username`,
    [timeZone, username ?? null],
  );

export const roleEntries = (roles: readonly string[]) =>
  roles.map((text) => roleAt(text)).flatMap((found) => (found ? [{ Role: found.role, Merchant: found.merchant }] : []));

export function settingsPerson(row: PersonRow, seen: Scope, managed: Scope): Person {
  const { username, name, roles, permissions, merchants, disabled, hasPassword, lastUsed, isUnused, linkEnds } = row;
  return {
    Username: username,
    Name: name,
    // A role for all merchants counts for those of the scope, too.
    Roles: roleEntries(
      roles.filter((text) => seen.has(roleAt(text)?.merchant ?? '') || roleAt(text)?.merchant === '*'),
    ),
    Permissions: merchants.some((merchant) => merchant === '*' || seen.has(merchant)) ? [...permissions] : [],
    Merchants: merchants.filter((merchant) => merchant === '*' || seen.has(merchant)),
    Status: disabled ? 'Disabled' : hasPassword ? 'Active' : 'Invited',
    ...(lastUsed !== null && { LastUsed: lastUsed }),
    IsUnused: isUnused,
    ...(linkEnds !== null && { LinkEnds: linkEnds }),
    Sessions: row.sessions,
    MayManage: isWithin(row, managed),
  };
}

/** Permissions that create or change something of a merchant's. */
const prepares = ['mandates', 'contracts', 'instalments', 'omni', 'payouts', 'clients', 'initiates'].map(
  (resource) => `${resource}:write`,
);

/** The merchants for which a person has both kinds of right; `*` is every merchant. */
export function prepareAndRelease(row: PersonRow, seen: Scope): string[] {
  const holder = { grants: grantsOf(row) };
  const both = merchantsOf(row).filter(
    (merchant) => may(holder, 'release', merchant) && prepares.some((permission) => may(holder, permission, merchant)),
  );
  return both.filter((merchant) => merchant === '*' || seen.has(merchant));
}
