import type { Tenant } from '#console/api/tenant.ts';
import type { FieldName } from '#contract/fields.ts';

/** The forms that remember, and what. Codes and days alone: nothing of a person, no amount, no number of a record. */
export const remembered = {
  mandate: ['FrequencyCode', 'CollectionDay', 'MandateType', 'DebitSequenceType', 'TrackingYN', 'TrackingCode'],
  contract: ['FrequencyCode', 'CollectionDay', 'TrackingCode'],
  payout: ['FrequencyCode', 'PaymentIndicator'],
} as const satisfies Record<string, readonly FieldName[]>;

export type Remembering = keyof typeof remembered;
type Values = Record<string, string | number>;

interface Kept {
  /** Kept as they are, whatever the next record has. */
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

/** What a new record of this merchant and product starts with. Kept by this browser alone. */
export function defaultsOf(tenant: Tenant, form: Remembering): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(tenant, form)) ?? '{}') as Partial<Kept>;
    return { isFixed: stored.isFixed === true, values: valuesOf(form, stored.values ?? {}) };
  } catch {
    return { isFixed: false, values: {} };
  }
}

/** Keeps defaults that somebody set. */
export function setDefaults(tenant: Tenant, form: Remembering, record: object, isFixed: boolean): void {
  localStorage.setItem(keyOf(tenant, form), JSON.stringify({ isFixed, values: valuesOf(form, record) }));
}

/** Remembers what a record that was created had, unless the defaults are fixed. */
export function rememberDefaults(tenant: Tenant, form: Remembering, record: object): void {
  if (!defaultsOf(tenant, form).isFixed) setDefaults(tenant, form, record, false);
}
