import {
  allPermissions,
  extensionPermissions,
  grantsOf,
  personPermissions,
  readPermissions,
  roles,
  type Claims,
  type Grants,
} from '#contract/permissions.ts';

const sets = new Map<string, readonly string[]>([
  ['all', allPermissions],
  ['read', readPermissions],
  ...Object.entries(roles).map(([name, { permissions }]) => [name, permissions] as const),
]);

const known: readonly string[] = [...allPermissions, ...extensionPermissions];

/** The message names the unknown value and the known ones. */
export class UnknownPermission extends Error {}

/** The permissions in a list such as `read, payouts:write`; `all`, `read` and the roles are sets. @throws UnknownPermission */
export function permissionsFrom(list: string): string[] {
  const names = list.split(/[\s,]+/).filter(Boolean);
  const permissions = [...new Set(names.flatMap((scope) => sets.get(scope) ?? [scope]))];
  const wrong = permissions.find((scope) => !known.includes(scope));
  if (wrong !== undefined)
    throw new UnknownPermission(`${wrong} is not a permission: all, read, a role, or of ${known.join(' ')}`);
  return permissions;
}

/** The rights in a token. `merchants` are numbers, or `*`. */
export interface Rights {
  permissions: readonly string[];
  merchants: readonly string[];
}

const merchantScope = /^merchant:(\w{1,20})$/;

/** Whether a program may request this scope: one of its permissions, or `merchant:<number>`. */
export function mayRequest({ permissions, merchants }: Rights, scope: string): boolean {
  const merchant = merchantScope.exec(scope)?.[1];
  if (merchant === undefined) return permissions.includes(scope);
  return merchants.includes(merchant) || merchants.includes('*');
}

/**
 * The rights that remain with a scope: `merchant:1001` leaves that merchant only, `mandates:read` that permission only; without
 * values of one sort, that sort is unrestricted. Scope never widens: values that `mayRequest` refuses give nothing.
 */
export function narrow(rights: Rights, scopes: readonly string[]): Rights {
  const allowed = scopes.filter((scope) => mayRequest(rights, scope));
  const merchants = allowed.flatMap((scope) => merchantScope.exec(scope)?.[1] ?? []);
  const permissions = allowed.filter((scope) => !merchantScope.test(scope));
  const namesMerchant = scopes.some((scope) => merchantScope.test(scope));
  const namesPermission = scopes.some((scope) => !merchantScope.test(scope));
  return {
    merchants: namesMerchant ? merchants : rights.merchants,
    permissions: namesPermission ? permissions : rights.permissions,
  };
}

export interface SignIn {
  /** A hash: the same for all calls of one sign-in. */
  session?: string;
  /** The client that the token was issued to. */
  program?: string;
  /** How the person signed in (RFC 8176). */
  factors: string[];
}

/** The sign-in that an access token was issued for. */
export interface TokenOrigin {
  holder: unknown;
  name: string;
  epoch: unknown;
  /** The grant of a person's sign-in; deleted by signing out and by a refresh token that is used twice. */
  grant: unknown;
}

/** The caller of a token. */
export interface Caller {
  subject: string;
  name: string;
  /** A program never releases, and what it changes is recorded as a program's. */
  isProgram: boolean;
  /** The grant of a person's sign-in here, which other tokens of the session share. */
  session?: string;
  /** The sign-in behind the token, for the audit. */
  signIn?: SignIn;
  /** What a token of our own was issued for. */
  token?: TokenOrigin;
  grants: Grants;
  /** Merchants of `grants`. */
  merchants: ReadonlySet<string>;
  /** The products of merchants that don't have all. */
  products?: ReadonlyMap<string, readonly string[]>;
  /** Those for at least one merchant; `may` checks one merchant. */
  permissions: ReadonlySet<string>;
  /**
   * When the person last used a second factor in this sign-in, in seconds since 1970; 0 for not at all. Absent for callers
   * who are not asked for one (step-up.ts).
   */
  secondFactorAt?: number;
}

type Who = Pick<Caller, 'subject' | 'name' | 'isProgram' | 'session' | 'signIn'>;

export function callerWith(who: Who, claims: Claims): Caller {
  const { permissions } = claims;
  const own = who.isProgram ? permissions.filter((name) => !personPermissions.includes(name)) : permissions;
  return withGrants(who, grantsOf({ ...claims, permissions: own, roles: who.isProgram ? [] : claims.roles }));
}

const withGrants = ({ subject, name, isProgram, session, signIn }: Who, grants: Grants): Caller => ({
  subject,
  name,
  isProgram,
  session,
  signIn,
  grants,
  merchants: new Set(grants.keys()),
  permissions: new Set([...new Set(grants.values())].flatMap((permissions) => [...permissions])),
});

export const withoutMerchants = (caller: Caller, without: ReadonlySet<string>): Caller => ({
  ...caller,
  ...withGrants(caller, new Map([...caller.grants].filter(([merchant]) => !without.has(merchant)))),
});
