import { formDefaultsOf } from '#console/api/access.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { formDefaultFields, type FormWithDefaults } from '#contract/form-defaults.ts';
import { localStore } from '#kit/base/storage.ts';

export type Remembering = FormWithDefaults;
type Values = Record<string, string | number>;

interface Kept {
  /** Not replaced by the values of the next record. */
  isFixed: boolean;
  /** Some are the merchant's, for everybody. */
  isMerchants: boolean;
  values: Values;
}

const storageKey = ({ merchant, product }: Tenant, form: Remembering) =>
  ['form-defaults', merchant, product, form].map(encodeURIComponent).join(':');

export function valuesOf(form: Remembering, record: object): Values {
  const given = record as Record<string, unknown>;
  return Object.fromEntries(
    formDefaultFields[form].flatMap((fieldName) => {
      const value = given[fieldName];
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[fieldName, value]] : [];
    }),
  );
}

/** The person's own, fixed in this browser; otherwise the merchant's, and what the last record had. */
export function defaultsOf(tenant: Tenant, form: Remembering): Kept {
  const own = storedOf(tenant, form);
  const merchants = valuesOf(form, formDefaultsOf(tenant.merchant, tenant.product)[form] ?? {});
  if (own.isFixed) return { ...own, isMerchants: false };
  return { isFixed: false, isMerchants: Object.keys(merchants).length > 0, values: { ...own.values, ...merchants } };
}

/** Per merchant and product, in this browser. */
function storedOf(tenant: Tenant, form: Remembering): Omit<Kept, 'isMerchants'> {
  try {
    const stored = JSON.parse(localStore.getItem(storageKey(tenant, form)) ?? '{}') as Partial<Kept>;
    return { isFixed: stored.isFixed === true, values: valuesOf(form, stored.values ?? {}) };
  } catch {
    return { isFixed: false, values: {} };
  }
}

export function setDefaults(tenant: Tenant, form: Remembering, record: object, isFixed: boolean): void {
  localStore.setItem(storageKey(tenant, form), JSON.stringify({ isFixed, values: valuesOf(form, record) }));
}

/** Unless the defaults are fixed. */
export function rememberDefaults(tenant: Tenant, form: Remembering, record: object): void {
  if (!defaultsOf(tenant, form).isFixed) setDefaults(tenant, form, record, false);
}
