import { lastTenantKey } from '#console/api/auth.ts';
import { addressOf, type Tenant } from '#console/api/tenant.ts';

/** Where this tab works; without one, where this browser was last used. */
function lastAddress(): string | null {
  try {
    return sessionStorage.getItem(lastTenantKey) ?? localStorage.getItem(lastTenantKey);
  } catch {
    return null;
  }
}

export function rememberTenant(tenant: Tenant): void {
  try {
    sessionStorage.setItem(lastTenantKey, addressOf(tenant));
    localStorage.setItem(lastTenantKey, addressOf(tenant));
  } catch {
    // No storage: links are opened without a question.
  }
}

/** The merchant and product that a person worked with before a link led to others. */
export function tenantBefore({ merchant, product }: Tenant): Tenant | undefined {
  const [, theirs, theirProduct] = /^\/m\/([^/]+)\/([^/]+)$/.exec(lastAddress() ?? '') ?? [];
  if (theirs === undefined || theirProduct === undefined) return undefined;
  const before = { merchant: decodeURIComponent(theirs), product: decodeURIComponent(theirProduct) };
  return before.merchant === merchant && before.product === product ? undefined : before;
}
