/** What a person or a program may do: `<resource>:<read|write>`. */
const readOnly = ['reports', 'lookups', 'cases'];
// The last is the test clock, which exists in the sandbox only.
const readAndWrite = 'mandates contracts instalments omni payouts clients initiates messages sandbox'.split(' ');

export const readPermissions: readonly string[] = [...readAndWrite, ...readOnly].map((resource) => `${resource}:read`);

export const allPermissions: readonly string[] = [
  ...readPermissions,
  ...readAndWrite.map((resource) => `${resource}:write`),
];

const sets: Record<string, readonly string[]> = { all: allPermissions, read: readPermissions };

/** A word is neither a permission nor a set of them; the message says which one and what there is. */
export class UnknownPermission extends Error {}

/** The permissions of a list such as `read, payouts:write`, in which `all` and `read` are sets. @throws UnknownPermission */
export function permissionsFrom(list: string): string[] {
  const words = list.split(/[\s,]+/).filter(Boolean);
  const permissions = [...new Set(words.flatMap((fieldName) => sets[fieldName] ?? [fieldName]))];
  const wrong = permissions.find((fieldName) => !allPermissions.includes(fieldName));
  if (wrong !== undefined)
    throw new UnknownPermission(`${wrong} is not a permission: all, read, or of ${allPermissions.join(' ')}`);
  return permissions;
}

/** What a token says about its holder. `merchants` are numbers, or the one word `*`. */
export interface Rights {
  permissions: readonly string[];
  merchants: readonly string[];
}

const merchantWord = /^merchant:(\w{1,20})$/;

/** Whether a program with these rights may ask for the scope word: a permission of its own, or `merchant:<number>`. */
export function mayAsk({ permissions, merchants }: Rights, fieldName: string): boolean {
  const merchant = merchantWord.exec(fieldName)?.[1];
  if (merchant === undefined) return permissions.includes(fieldName);
  return merchants.includes(merchant) || merchants.includes('*');
}

/**
 * The rights that are left when a token is asked for with scope words: `merchant:1001` leaves that merchant only,
 * `mandates:read` that permission only; words of one sort absent leave that sort whole. Scope never widens: words that
 * `mayAsk` refuses give nothing.
 */
export function narrow(rights: Rights, words: readonly string[]): Rights {
  const allowed = words.filter((fieldName) => mayAsk(rights, fieldName));
  const merchants = allowed.flatMap((fieldName) => merchantWord.exec(fieldName)?.[1] ?? []);
  const permissions = allowed.filter((fieldName) => !merchantWord.test(fieldName));
  const namesMerchant = words.some((fieldName) => merchantWord.test(fieldName));
  const namesPermission = words.some((fieldName) => !merchantWord.test(fieldName));
  return {
    merchants: namesMerchant ? merchants : rights.merchants,
    permissions: namesPermission ? permissions : rights.permissions,
  };
}
