import * as z from 'zod/mini';

/** A group of operations with one pair of permissions and one file of the service. */
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
 * and its literal segment is configuration (docs/interface.md, Conventions 1).
 */
export interface Operation {
  /** Used everywhere: handler, query key, log field, operationId, `APIResponse.Name`. */
  name: string;
  summary: string;
  resource: Resource;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  alias?: string;
  /** Top-level key of a POST or PUT body. */
  request?: string;
  /** Top-level key of the answer; absent for the two plain calls outside the prefix. */
  response?: string;
  version?: '1.0.0' | '1.0.2';
  /** One item of the body, or the query parameters. */
  input: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  /** Of a POST or PUT under the prefix: the retrieve that returns the same records. */
  retrieve?: string;
  /** One item of `Successful`, one record, or the whole plain answer. */
  output: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  /**
   * This service lists all records with `All=true`, where the interface requires an identification (docs/decisions.md,
   * 9).
   */
  listsAll?: true;
  /** Fields whose change needs a recent second factor of people who have one (docs/decisions.md, 55). */
  confirmedFields?: readonly string[];
  deprecated?: true;
  /** Authenticated by HTTP Basic instead of a bearer token (docs/interface.md, Authentication 2). */
  basic?: true;
}

/** Checks an operation and keeps its literal types. */
export const operation = <const O extends Operation>(literal: O): O => literal;

export type OperationInput<O extends Operation> = z.infer<O['input']>;
export type OperationOutput<O extends Operation> = z.infer<O['output']>;

/** The form of a call's request and answer (docs/interface.md, Conventions 5, 6 and 8). */
type Envelope = 'batch' | 'cancel' | 'records' | 'plain';

export function envelopeOf(it: Operation): Envelope {
  if (!it.response) return 'plain';
  if (it.method === 'GET') return 'records';
  return it.method === 'DELETE' ? 'cancel' : 'batch';
}

/** `<resource>:<read|write>`. */
export const permissionOf = (it: Operation): string => `${it.resource}:${it.method === 'GET' ? 'read' : 'write'}`;

export const ApiResponse = z
  .object({ CallSequence: z.int(), Status: z.string(), Version: z.string(), Name: z.string() })
  .check(z.meta({ id: 'APIResponse' }));
export type ApiResponse = z.infer<typeof ApiResponse>;

/**
 * One problem of a request. The interface defines no error body (docs/interface.md, Errors); this service uses the same
 * entry for whole calls and for items.
 */
export const Fault = z
  .object({
    Field: z.optional(z.string()),
    Code: z.string(),
    Message: z.string(),
    /** What waits for a second person (docs/decisions.md, 57). */
    ApprovalSequence: z.optional(z.int()),
  })
  .check(z.meta({ id: 'Fault' }));
export type Fault = z.infer<typeof Fault>;

/** The body of 400, 401, 404, 500 and 503. */
export const ErrorBody = z
  .object({
    APIResponse: ApiResponse,
    Errors: z.array(Fault),
    /** Of 400, 401 and 404: the call was refused as a whole, and changed nothing (docs/interface.md, Errors). */
    Processed: z.optional(z.literal(0)),
  })
  .check(z.meta({ id: 'ErrorBody' }));
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An item that was not processed: its fields repeated, with the reasons. */
export const FailedItem = z.looseObject({ Errors: z.array(Fault) }).check(z.meta({ id: 'FailedItem' }));

export function answerShape(it: Operation): z.ZodMiniType {
  if (!it.response) return it.output;
  const entry =
    envelopeOf(it) === 'records'
      ? it.output
      : z.object({ Successful: z.array(it.output), Failed: z.array(FailedItem) });
  return z.object({ [it.response]: z.array(entry), APIResponse: ApiResponse });
}

/** The limits of one request. The interface states none (docs/decisions.md, 5). */
export const limits = {
  items: 10_000,
  bytes: 16 * 1024 * 1024,
  /** Per item; a larger one, or one with more keys and elements, is refused without parsing. */
  itemBytes: 64 * 1024,
  itemValues: 500,
  /** Nesting depth of objects and arrays. */
  levels: 22,
  /** Instalments and payments that the terms generate; an answer contains all payments. */
  instalments: 150_000,
  payments: 50_000,
  /** Records stored or changed, entries of the change log included. */
  rows: 400_000,
  /** Reported problems of one item, and of all together; further ones are counted. */
  itemFaults: 20,
  faults: 2000,
  /** Refused items that are repeated in full; of further ones only the identification is. */
  echoBytes: 8 * 1024 * 1024,
} as const;
