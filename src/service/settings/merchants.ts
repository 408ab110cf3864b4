import { formDefaultFields } from '#contract/form-defaults.ts';
import type { Claims } from '#contract/permissions.ts';
import type { FormDefaults, Merchant } from '#contract/settings-records.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { changedSetting } from './people.ts';
import { administeredScope, merchantsOf, mustAdministerAll, settingsRefusal, viewedScope } from './scope.ts';
import type { Handlers } from './serve.ts';

interface Row {
  merchant: string;
  name: string;
  /** Null: every product of the service. */
  products: string[] | null;
  formDefaults: FormDefaults;
  disabled: boolean;
}

async function readMerchants(query: Query, number?: string): Promise<Row[]> {
  return asMaintenanceWithin(query, () =>
    query<Row>(
      `select merchant, name, products, form_defaults as "formDefaults", disabled from merchant where $1::text is null or merchant = $1
       order by length(merchant), merchant`,
      [number ?? null],
    ),
  );
}

/** Those that the merchant uses. @throws HttpError 404 if it does not exist. */
export async function usedProductsOf(query: Query, number: string, all: readonly string[]): Promise<string[]> {
  const [row] = await readMerchants(query, number);
  if (!row) throw notFound();
  return usedProducts(row, all);
}

/** A product that the service no longer has is not the merchant's either. */
const usedProducts = ({ products }: Row, all: readonly string[]): string[] =>
  all.filter((product) => products?.includes(product) ?? true);

async function countPeople(query: Query): Promise<(merchant: string) => number> {
  const rows = await query<Claims>('select permissions, merchants, roles from sign_in.person where not disabled');
  const each = rows.map((row) => new Set(merchantsOf(row)));
  return (merchant) => each.filter((numbers) => numbers.has(merchant) || numbers.has('*')).length;
}

const merchantOf = (row: Row, all: readonly string[], people: number): Merchant => ({
  Number: row.merchant,
  Name: row.name,
  Products: usedProducts(row, all),
  FormDefaults: row.formDefaults,
  Status: row.disabled ? 'Disabled' : 'Active',
  People: people,
});

/** All products are stored as null, so that a merchant with all of them also gets later ones. */
function productsFrom(wanted: readonly string[], all: readonly string[]): string[] | null {
  const unknown = wanted.find((product) => !all.includes(product));
  if (unknown !== undefined) throw settingsRefusal('NOT_IN_LOOKUP', `There is no product ${unknown}.`, 'Products');
  return all.every((product) => wanted.includes(product)) ? null : all.filter((product) => wanted.includes(product));
}

/** @throws HttpError 400 for a product, form or field that has no defaults. */
function formDefaultsFrom(wanted: FormDefaults, all: readonly string[]): FormDefaults {
  for (const [product, forms] of Object.entries(wanted)) {
    if (!all.includes(product))
      throw settingsRefusal('NOT_IN_LOOKUP', `There is no product ${product}.`, 'FormDefaults');
    for (const [form, values] of Object.entries(forms)) {
      const fields: readonly string[] = Object.hasOwn(formDefaultFields, form)
        ? formDefaultFields[form as keyof typeof formDefaultFields]
        : [];
      const unknown = Object.keys(values).find((field) => !fields.includes(field));
      if (unknown !== undefined || fields.length === 0)
        throw settingsRefusal(
          'UNKNOWN_WORD',
          `The form ${form} has no default${unknown === undefined ? 's' : ` ${unknown}`}.`,
          'FormDefaults',
        );
    }
  }
  return wanted;
}

/** @param all the products of the service. */
export const merchants = (all: readonly string[]): Handlers => ({
  merchantsList: {
    async view({ caller, pool }) {
      const seen = viewedScope(caller);
      return inOwnTransaction(pool, async (query) => {
        const people = await countPeople(query);
        const rows = (await readMerchants(query)).filter(({ merchant }) => seen.has(merchant));
        return { Merchants: rows.map((row) => merchantOf(row, all, people(row.merchant))), Products: [...all] };
      });
    },
  },
  merchantAdd: {
    async change({ caller, body }, query) {
      mustAdministerAll(caller);
      const products = body.Products ? productsFrom(body.Products, all) : null;
      const added = await asMaintenanceWithin(query, () =>
        query('insert into merchant (merchant, name) values ($1, $2) on conflict do nothing returning 1', [
          body.Number,
          body.Name,
        ]),
      );
      if (added.length === 0) throw settingsRefusal('DUPLICATE', `Merchant ${body.Number} exists already.`, 'Number');
      const row = { merchant: body.Number, name: body.Name, products, formDefaults: {}, disabled: false };
      await store(query, row);
      const people = await countPeople(query);
      const changes = [{ field: 'Name', after: body.Name }, ...changedSetting('Products', null, products)];
      return {
        answer: merchantOf(row, all, people(body.Number)),
        change: { action: 'merchant.added', target: body.Number, merchants: [body.Number], changes },
      };
    },
  },
  merchantEdit: {
    async change({ caller, body, path }, query) {
      const number = path['number'] ?? '';
      const [before] = await readMerchants(query, number);
      if (!before || !administeredScope(caller).has(number)) throw notFound();
      // An administrator of this merchant alone would no longer reach it, and could not undo it.
      if (body.Disabled !== undefined) mustAdministerAll(caller);
      const after = {
        merchant: number,
        name: body.Name ?? before.name,
        products: body.Products ? productsFrom(body.Products, all) : before.products,
        formDefaults: body.FormDefaults ? formDefaultsFrom(body.FormDefaults, all) : before.formDefaults,
        disabled: body.Disabled ?? before.disabled,
      };
      await store(query, after);
      const changes = [
        ...changedSetting('Name', before.name, after.name),
        ...changedSetting('Products', before.products, after.products),
        ...changedSetting('FormDefaults', JSON.stringify(before.formDefaults), JSON.stringify(after.formDefaults)),
        ...changedSetting('Disabled', before.disabled, after.disabled),
      ];
      const people = await countPeople(query);
      return {
        answer: merchantOf(after, all, people(number)),
        change:
          changes.length > 0 ? { action: 'merchant.changed', target: number, merchants: [number], changes } : undefined,
      };
    },
  },
});

const store = (query: Query, { merchant, name, products, formDefaults, disabled }: Row): Promise<unknown> =>
  asMaintenanceWithin(query, () =>
    query('update merchant set name = $2, products = $3, form_defaults = $4, disabled = $5 where merchant = $1', [
      merchant,
      name,
      products,
      formDefaults,
      disabled,
    ]),
  );
