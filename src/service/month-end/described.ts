import * as z from 'zod';
import { BankAccountKeep, BankAccounts, BankAccountVersion, matchPermissions } from '#contract/bank-accounts.ts';
import { MonthCloseRequest, MonthClosings, MonthReopenRequest, MonthState } from '#contract/month-end.ts';
import { propertyTexts } from './property-texts.ts';

type Json = Record<string, unknown>;

/** With a description of every property. */
function describing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describing);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => [key, describing(value)] as const);
  const found = Object.fromEntries(entries);
  if (typeof found['properties'] !== 'object' || found['properties'] === null) return found;
  const named = Object.entries(found['properties']).map(([name, value]: [string, unknown]) => [
    name,
    { description: propertyTexts[name], ...(value as Json) },
  ]);
  return { ...found, properties: Object.fromEntries(named) as Json };
}

const schemaOf = (schema: z.core.$ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' }) as Json;
  return describing(rest) as Json;
};
const json = (schema: Json) => ({ 'application/json': { schema } });

const texts: Readonly<Record<string, string>> = {
  merchant: 'The merchant number.',
  product: 'The product, `EFT` or `DEBICHECK` for example.',
  month: 'The month, written YYYY-MM.',
  account: 'The number of the account, a UUID that the caller chooses.',
};

const extension = 'An extension of this service, and no part of the interface. Amounts are whole cents. ';

function described(
  name: string,
  summary: string,
  text: string,
  path: string,
  answer: z.core.$ZodType,
  body?: z.core.$ZodType,
  permissions: readonly string[] = [body ? 'close' : 'reports:read'],
) {
  const statuses = {
    ...(body && { 400: 'The body is wrong, or it can’t be done; `Errors` say why' }),
    401: 'A valid token with the permission is needed',
    404: 'There is no such merchant, product, month or account',
    503: 'Service unavailable',
  };
  return {
    operationId: name,
    summary,
    description: extension + text,
    tags: ['month-end'],
    security: permissions.map((permission) => ({ oauth: [permission] })),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
      name: parameter,
      in: 'path',
      required: true,
      description: texts[parameter],
      schema: { type: 'string' },
    })),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      200: { description: 'The call was processed', content: json(schemaOf(answer)) },
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, description]) => [
          status,
          { description, content: json({ $ref: '#/components/schemas/ErrorBody' }) },
        ]),
      ),
    },
  };
}

const list = '/month-end/{merchant}/{product}';
const month = `${list}/{month}`;
const accounts = '/month-end/{merchant}/bank-accounts';
const account = `${accounts}/{account}`;

/** For `/openapi.json` (docs/decisions.md, 52 and 59). */
export const monthEndPaths: Record<string, Json> = {
  [list]: {
    get: described('monthClosings', 'Closed months', 'Every close, the newest month first.', list, MonthClosings),
  },
  [month]: {
    get: described(
      'monthState',
      'A closed month',
      'Its manifest, the signature, and what has changed since the close. Without a close, no differences.',
      month,
      MonthState,
    ),
  },
  [`${month}/close`]: {
    post: described(
      'monthClose',
      'Close a month',
      'The month closes if the service computes every figure and every day of the manifest from its own transactions, or from those of the provider that it is in front of, and ' +
        '`Matched` from the matches of the accounts in `BankAccounts`. Without these it takes `Matched` as stated. The ' +
        'signature is a compact JWS (ES256) over the manifest; its public keys are at `/month-end/keys`.',
      month,
      MonthState,
      MonthCloseRequest,
    ),
  },
  [`${month}/reopen`]: {
    post: described(
      'monthReopen',
      'Reopen a month',
      'The last closed month reopens; close and reason are kept.',
      month,
      MonthState,
      MonthReopenRequest,
    ),
  },
  [accounts]: {
    get: described(
      'monthBankAccounts',
      'Bank accounts with their lines and matches',
      'Names inside an account are those of the console.',
      accounts,
      BankAccounts,
    ),
  },
  [account]: {
    put: described(
      'monthBankAccountKeep',
      'Keep a bank account',
      'The whole account, made of the version that was read: if another was kept meanwhile, the call is refused with `CHANGED`. ' +
        'Kept lines and statements do not change, and a match is its line’s amount to the cent. `by` and `at` of a new or changed ' +
        'match are those of the call, whatever is sent.',
      account,
      BankAccountVersion,
      BankAccountKeep,
      matchPermissions,
    ),
    delete: described(
      'monthBankAccountDelete',
      'Delete a bank account',
      'With its lines and matches, if no other version was kept meanwhile.',
      account,
      BankAccountVersion,
      BankAccountVersion,
      matchPermissions,
    ),
  },
};
