import { currentSubject, lastTenantPrefix } from '#console/api/auth.ts';
import { addressOf, type Tenant } from '#console/api/tenant.ts';
import { localStore, sessionStore } from '#kit/base/storage.ts';

const storageKey = () => lastTenantPrefix + currentSubject();

export function rememberTenant(tenant: Tenant): void {
  sessionStore.setItem(storageKey(), addressOf(tenant));
  localStore.setItem(storageKey(), addressOf(tenant));
}

/**
 * The merchant and product that a person worked with before a link led to others: in this tab; in a new one, in this browser.
 */
export function tenantBefore({ merchant, product }: Tenant): Tenant | undefined {
  const address = sessionStore.getItem(storageKey()) ?? localStore.getItem(storageKey()) ?? '';
  const [, lastMerchant, lastProduct] = /^\/m\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
  if (lastMerchant === undefined || lastProduct === undefined) return undefined;
  const before = { merchant: decodeURIComponent(lastMerchant), product: decodeURIComponent(lastProduct) };
  return before.merchant === merchant && before.product === product ? undefined : before;
}
