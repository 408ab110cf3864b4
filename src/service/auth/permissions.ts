/** What a person or a program may do: `<family>:<read|write>`. */
const readOnly = ['reports', 'lookups', 'cases'];
// The last is the test clock, which exists in the sandbox only.
const readAndWrite = 'mandates contracts instalments omni payouts clients initiates messages sandbox'.split(' ');

export const readPermissions: readonly string[] = [...readAndWrite, ...readOnly].map((family) => `${family}:read`);

export const allPermissions: readonly string[] = [
  ...readPermissions,
  ...readAndWrite.map((family) => `${family}:write`),
];

const sets: Record<string, readonly string[]> = { all: allPermissions, read: readPermissions };

/** A word is neither a permission nor a set of them; the message says which one and what there is. */
export class UnknownPermission extends Error {}

/** The permissions of a list such as `read, payouts:write`, in which `all` and `read` are sets. @throws UnknownPermission */
export function permissionsFrom(list: string): string[] {
  const words = list.split(/[\s,]+/).filter(Boolean);
  const permissions = [...new Set(words.flatMap((word) => sets[word] ?? [word]))];
  const wrong = permissions.find((word) => !allPermissions.includes(word));
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
export function mayAsk({ permissions, merchants }: Rights, word: string): boolean {
  const merchant = merchantWord.exec(word)?.[1];
  if (merchant === undefined) return permissions.includes(word);
  return merchants.includes(merchant) || merchants.includes('*');
}

/**
 * The rights that are left when a token is asked for with scope words: `merchant:1001` leaves that merchant only,
 * `mandates:read` that permission only; words of one sort absent leave that sort whole. Scope never widens: words that
 * `mayAsk` refuses give nothing.
 */
export function narrow(rights: Rights, words: readonly string[]): Rights {
  const asked = words.filter((word) => mayAsk(rights, word));
  const merchants = asked.flatMap((word) => merchantWord.exec(word)?.[1] ?? []);
  const permissions = asked.filter((word) => !merchantWord.test(word));
  const askedMerchant = words.some((word) => merchantWord.test(word));
  const askedPermission = words.some((word) => !merchantWord.test(word));
  return {
    merchants: askedMerchant ? merchants : rights.merchants,
    permissions: askedPermission ? permissions : rights.permissions,
  };
}
