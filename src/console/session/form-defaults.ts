import type { Tenant } from '#console/api/tenant.ts';
import type { FieldName } from '#contract/fields.ts';

/** Fields that each form remembers. Codes and days only: nothing personal, no amounts, no record numbers. */
export const remembered = {
  mandate: ['FrequencyCode', 'CollectionDay', 'MandateType', 'DebitSequenceType', 'TrackingYN', 'TrackingCode'],
  contract: ['FrequencyCode', 'CollectionDay', 'TrackingCode'],
  payout: ['FrequencyCode', 'PaymentIndicator'],
} as const satisfies Record<string, readonly FieldName[]>;

export type Remembering = keyof typeof remembered;
type Values = Record<string, string | number>;

interface Kept {
  /** Not replaced by the values of the next record. */
  isFixed: boolean;
  values: Values;
}

const keyOf = ({ merchant, product }: Tenant, form: Remembering) =>
  ['form-defaults', merchant, product, form].map(encodeURIComponent).join(':');

function valuesOf(form: Remembering, record: object): Values {
  const given = record as Record<string, unknown>;
  return Object.fromEntries(
    remembered[form].flatMap((fieldName) => {
      const value = given[fieldName];
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[fieldName, value]] : [];
    }),
  );
}

/** Per merchant and product, in this browser. */
export function defaultsOf(tenant: Tenant, form: Remembering): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(tenant, form)) ?? '{}') as Partial<Kept>;
    return { isFixed: stored.isFixed === true, values: valuesOf(form, stored.values ?? {}) };
  } catch {
    return { isFixed: false, values: {} };
  }
}

export function setDefaults(tenant: Tenant, form: Remembering, record: object, isFixed: boolean): void {
  localStorage.setItem(keyOf(tenant, form), JSON.stringify({ isFixed, values: valuesOf(form, record) }));
}

/** Unless the defaults are fixed. */
export function rememberDefaults(tenant: Tenant, form: Remembering, record: object): void {
  if (!defaultsOf(tenant, form).isFixed) setDefaults(tenant, form, record, false);
}
