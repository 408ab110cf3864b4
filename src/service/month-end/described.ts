import * as z from 'zod';
import { MonthCloseRequest, MonthClosings, MonthReopenRequest, MonthState } from '#contract/month-end.ts';

type Json = Record<string, unknown>;

const properties: Readonly<Record<string, string>> = {
  AfterPayment: 'Debits returned after they were reported as paid.',
  At: 'When the debit was returned.',
  Bytes: 'The length of the file.',
  Cents: 'The amount in whole cents.',
  ClientNumber: 'The client number.',
  ClosedAt: 'When the month was closed, on the clock of the merchant.',
  ClosedBy: 'Who closed the month.',
  Closing: 'What is carried forward, in whole cents; in the state of a month, its close.',
  Closings: 'Every close, the newest month and version first.',
  Collected: 'Debits that were paid.',
  ContractNumber: 'The contract number.',
  ContractSequence: 'The number of the contract.',
  Count: 'How many there are.',
  Day: 'The day.',
  Days: 'The days that have transactions.',
  DifferenceCount: 'How many differences there are; at most 1,000 are listed.',
  Differences: 'What has changed since the close.',
  Figures: 'The figures of the month.',
  Files: 'The files of the pack.',
  Format: 'The format of the manifest.',
  From: 'The first day.',
  FromEarlier: 'Of those returned after payment: paid in an earlier month.',
  Hash: 'SHA-256: of the file, or of the lines of the transactions of the day.',
  Kind: 'A row that is new or gone, or a debit of the month that was returned since.',
  Manifest: 'The manifest of the pack.',
  Matched: 'What bank statements have shown, in whole cents.',
  Merchant: 'The merchant number.',
  Month: 'The month.',
  Name: 'The name of the file.',
  Opening: 'The closing of the month before, in whole cents; 0 if that is not closed.',
  PaidOut: 'Payouts that were paid.',
  PayoutsUnpaid: 'Payouts that failed.',
  Product: 'The product.',
  Reason: 'Why the month is reopened.',
  ReopenedAt: 'When the month was reopened.',
  ReopenedBy: 'Who reopened the month.',
  ReopenedReason: 'Why the month was reopened.',
  Returned: 'Debits that failed or were returned.',
  Row: 'The transaction.',
  Rows: 'How many transactions the month has.',
  Signature: 'A compact JWS over the manifest.',
  Status: 'The status of the transaction.',
  To: 'The last day.',
  TransactionDate: 'The time of the transaction.',
  TransactionType: 'The type of the transaction.',
  Version: '1 for the first close of a month, one more for each close after a reopening.',
};

/** With a description of every property. */
function describing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describing);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => [key, describing(value)] as const);
  const found = Object.fromEntries(entries);
  if (typeof found['properties'] !== 'object' || found['properties'] === null) return found;
  const named = Object.entries(found['properties']).map(([name, value]: [string, unknown]) => [
    name,
    { description: properties[name], ...(value as Json) },
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
};

const extension = 'An extension of this service, and no part of the interface. Amounts are whole cents. ';

function described(
  name: string,
  summary: string,
  text: string,
  path: string,
  answer: z.core.$ZodType,
  body?: z.core.$ZodType,
) {
  const statuses = {
    ...(body && { 400: 'The body is wrong, or the month does not close; `Errors` say why' }),
    401: 'A valid token with the permission is needed',
    404: 'There is no such merchant, product or month',
    503: 'Service unavailable',
  };
  return {
    operationId: name,
    summary,
    description: extension + text,
    tags: ['month-end'],
    security: [{ oauth: [body ? 'close' : 'reports:read'] }],
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

/** For `/openapi.json` (docs/decisions.md, 52). */
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
      'The month closes if the service computes every figure and every day of the manifest from its own transactions. The ' +
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
};
