/** Permissions of people and programs: `<resource>:<read|write>`. */
const readOnly = ['reports', 'lookups', 'cases'];
// `sandbox` is the test clock, which exists in the sandbox only.
const readAndWrite = 'mandates contracts instalments omni payouts clients initiates messages sandbox'.split(' ');

export const readPermissions: readonly string[] = [...readAndWrite, ...readOnly].map((resource) => `${resource}:read`);

export const allPermissions: readonly string[] = [
  ...readPermissions,
  ...readAndWrite.map((resource) => `${resource}:write`),
];

const sets: Record<string, readonly string[]> = { all: allPermissions, read: readPermissions };

/** The message names the unknown value and the known ones. */
export class UnknownPermission extends Error {}

/** The permissions in a list such as `read, payouts:write`; `all` and `read` are sets. @throws UnknownPermission */
export function permissionsFrom(list: string): string[] {
  const names = list.split(/[\s,]+/).filter(Boolean);
  const permissions = [...new Set(names.flatMap((scope) => sets[scope] ?? [scope]))];
  const wrong = permissions.find((scope) => !allPermissions.includes(scope));
  if (wrong !== undefined)
    throw new UnknownPermission(`${wrong} is not a permission: all, read, or of ${allPermissions.join(' ')}`);
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
