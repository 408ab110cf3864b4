import * as z from 'zod/mini';

/** The group of operations that one permission pair and one file of the service stand for. */
export type Resource =
  | 'mandates'
  | 'contracts'
  | 'instalments'
  | 'omni'
  | 'payouts'
  | 'clients'
  | 'initiates'
  | 'reports'
  | 'lookups'
  | 'cases'
  | 'messages';

/**
 * One call of the interface. Keys, paths and versions are written out, because they do not follow from the names
 * (`PayoPaymentPostRequest` is answered by `PayoPaymentsPostResponse`). `{PREFIX}` is `{base}/v1/payments/{merchant}`,
 * its literal segment being configuration (interface, Conventions 1).
 */
export interface Operation {
  /** The name everywhere: handler, query key, log field, operationId, `APIResponse.Name`. */
  name: string;
  summary: string;
  resource: Resource;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** A second path that the interface states for the same call. */
  alias?: string;
  /** Top-level key of a POST or PUT body. */
  request?: string;
  /** Top-level key of the answer; absent for the two plain calls outside the prefix. */
  response?: string;
  version?: '1.0.0' | '1.0.2';
  /** One item of the body, or the query fields. */
  input: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  /** Of a POST or PUT under the prefix: the retrieve that shows the same records. */
  retrieve?: string;
  /** One item of `Successful`, one record, or the whole plain answer. */
  output: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  /** This service lists all records with `All=true`, where the interface asks for an identification (docs/decisions.md, 9). */
  listsAll?: true;
  deprecated?: true;
  /** Authenticated by HTTP Basic instead of a bearer token (interface, Authentication 2). */
  basic?: true;
}

/** Keeps the literal types of an operation while checking its form. */
export const operation = <const O extends Operation>(literal: O): O => literal;

export type In<O extends Operation> = z.infer<O['input']>;
export type Out<O extends Operation> = z.infer<O['output']>;

/** What of the interface an operation is; the method decides (interface, Conventions 5, 6 and 8). */
export type Envelope = 'batch' | 'cancel' | 'records' | 'plain';

export function envelopeOf(it: Operation): Envelope {
  if (!it.response) return 'plain';
  if (it.method === 'GET') return 'records';
  return it.method === 'DELETE' ? 'cancel' : 'batch';
}

/** The permission that a call needs: `<resource>:<read|write>`. */
export const permissionOf = (it: Operation): string => `${it.resource}:${it.method === 'GET' ? 'read' : 'write'}`;

export const ApiResponse = z
  .object({ CallSequence: z.int(), Status: z.string(), Version: z.string(), Name: z.string() })
  .check(z.meta({ id: 'APIResponse' }));
export type ApiResponse = z.infer<typeof ApiResponse>;

/** What was wrong. The interface shows no error body (Errors); this is this service's choice for both levels. */
export const Fault = z
  .object({ Field: z.optional(z.string()), Code: z.string(), Message: z.string() })
  .check(z.meta({ id: 'Fault' }));
export type Fault = z.infer<typeof Fault>;

/** The body of 400, 401, 404, 500 and 503. */
export const ErrorBody = z
  .object({ APIResponse: ApiResponse, Errors: z.array(Fault) })
  .check(z.meta({ id: 'ErrorBody' }));
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An item that was not processed: the submitted fields echoed, and why. */
export const FailedItem = z.looseObject({ Errors: z.array(Fault) }).check(z.meta({ id: 'FailedItem' }));

/** The body of a successful call, by the operation's envelope. */
export function answerOf(it: Operation): z.ZodMiniType {
  if (!it.response) return it.output;
  const entry =
    envelopeOf(it) === 'records'
      ? it.output
      : z.object({ Successful: z.array(it.output), Failed: z.array(FailedItem) });
  return z.object({ [it.response]: z.array(entry), APIResponse: ApiResponse });
}

/** The most that one request may carry and ask for (this service's choice; the interface's Limits show none). */
export const limits = {
  items: 10_000,
  bytes: 16 * 1024 * 1024,
  /** Of one item: larger, or with more keys and elements, it is refused unread. */
  itemBytes: 64 * 1024,
  itemValues: 500,
  /** How deep objects and arrays lie in each other. */
  levels: 22,
  /** Instalments and payments that its terms stand for; all payments are in the answer. */
  instalments: 150_000,
  payments: 50_000,
  /** Records that it stores or changes, entries of the change log included. */
  rows: 400_000,
  /** Of what is wrong with one item, and with all together: what is beyond is counted. */
  itemFaults: 20,
  faults: 2000,
  /** Of refused items that are repeated whole; of those beyond, only the fields that identify them. */
  echoBytes: 8 * 1024 * 1024,
} as const;
