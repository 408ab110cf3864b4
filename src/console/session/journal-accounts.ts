import type { Tenant } from '#console/api/tenant.ts';
import { localStore } from '#kit/base/storage.ts';

const storageKey = ({ merchant, product }: Tenant) =>
  ['journal-accounts', merchant, product].map(encodeURIComponent).join(':');

/** The account codes of a journal, per merchant and product, in this browser. Missing ones are the usual ones. */
export function accountsOf<Accounts extends object>(tenant: Tenant, usual: Accounts): Accounts {
  try {
    const stored = JSON.parse(localStore.getItem(storageKey(tenant)) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(usual).map(([name, value]: [string, unknown]) => [
      name,
      typeof stored[name] === 'string' && stored[name] !== '' ? stored[name] : value,
    ]);
    return Object.fromEntries(known) as Accounts;
  } catch {
    return usual;
  }
}

export function setAccounts(tenant: Tenant, accounts: object): void {
  localStore.setItem(storageKey(tenant), JSON.stringify(accounts));
}
