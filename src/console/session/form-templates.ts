import { currentSubject } from '#console/api/auth.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { fieldOf } from '#contract/fields.ts';
import { localStore } from '#kit/base/storage.ts';

export type TemplateFormName = 'mandate' | 'contract' | 'payout' | 'client';
type Values = Record<string, string | number>;
export type FormTemplates = Readonly<Record<string, Values>>;

/** Each person's own, by merchant and product, in this browser. */
const storageKey = ({ merchant, product }: Tenant, form: TemplateFormName) =>
  ['form-templates', currentSubject(), merchant, product, form].map(encodeURIComponent).join(':');

/** Texts may name a person, and dates belong to one record. */
const kinds: readonly (string | undefined)[] = ['code', 'integer', 'amount', 'rate', 'flag'];

/** What a template keeps: it outlives the session, so nothing personal, no account or ID number. */
export const templateValues = (values: object): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([fieldName, value]: [string, unknown]) => {
      const field = fieldOf(fieldName);
      const isGiven = (typeof value === 'string' && value !== '') || typeof value === 'number';
      return isGiven && kinds.includes(field?.input) && !field?.sensitive && !fieldName.endsWith('Sequence');
    }),
  ) as Values;

export function templatesOf(tenant: Tenant, form: TemplateFormName): FormTemplates {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(storageKey(tenant, form)) ?? '{}');
    const named = Object.entries((stored ?? {}) as Record<string, unknown>);
    return Object.fromEntries(
      named.flatMap(([name, values]) =>
        typeof values === 'object' && values !== null ? [[name, templateValues(values)]] : [],
      ),
    );
  } catch {
    return {};
  }
}

export const keepTemplates = (tenant: Tenant, form: TemplateFormName, templates: FormTemplates): boolean =>
  localStore.setItem(storageKey(tenant, form), JSON.stringify(templates));
