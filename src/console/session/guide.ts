import type { Tenant } from '#console/api/tenant.ts';
import { localStore } from '#kit/base/storage.ts';

/** Not personal, so localStorage is fine. */
export type Guide = 'shown' | 'dismissed';

const storageKey = ({ merchant, product }: Tenant) => `first-steps ${merchant}/${product}`;

export const guideOf = (tenant: Tenant): Guide | null => localStore.getItem(storageKey(tenant)) as Guide | null;

export function keepGuide(tenant: Tenant, guide: Guide | null): void {
  if (guide === null) localStore.removeItem(storageKey(tenant));
  else localStore.setItem(storageKey(tenant), guide);
}
