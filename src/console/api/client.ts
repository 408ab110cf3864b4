import { keepPreviousData, QueryClient, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { answerOf, apiOf, bodyOfText, faultsOf, hasNoList, isFailure, isSuccess, isWrite } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { completedRecords, normalizedRecords } from '#answers/normalize.ts';
import { interfaceRequest } from '#answers/request.ts';
import type { SendResults } from '#answers/send/results.ts';
import { UniqueRecords } from '#console/model/repeated.ts';
import { isIdentified } from '#contract/identification.ts';
import type { Imported } from '#contract/imports.ts';
import type { ApiResponse, Operation, Resource } from '#contract/operation.ts';
import {
  operations,
  type Input,
  type LooseOutput,
  type OperationName,
  type ReadName,
  type WriteName,
} from '#contract/operations.ts';
import { SessionEnded, tokenSource } from './auth.ts';
import { contractsIn, noteCall, shownItems } from './call-log.ts';
import { config } from './config.ts';
import { CallError, isPassing } from './errors.ts';
import { withToken } from './http.ts';
import { readInTurns, parsedInTurns } from './long-answer.ts';
import { serverInstant } from './server-clock.ts';
import { useTenant, type Tenant } from './tenant.ts';

type Of<N extends OperationName> = (typeof operations)[N];

export interface Records<N extends OperationName> {
  records: LooseOutput<N>[];
  /** Duplicates that were removed. */
  repeated: number;
  api: ApiResponse;
}
export interface CallOutcome<N extends OperationName> {
  /** Of accepted items. */
  Successful: LooseOutput<N>[];
  results: SendResults;
  api: ApiResponse;
}
export type ClientAnswer<N extends OperationName> = N extends ReadName
  ? Records<N>
  : N extends WriteName
    ? CallOutcome<N>
    : { record: LooseOutput<N>; api: ApiResponse };
export type SentItems<N extends OperationName> =
  Of<N> extends { method: 'POST' | 'PUT'; request: string } ? Input<N>[] : Input<N>;

interface Options {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Of calls that are one piece of work (docs/decisions.md, 57). */
  imported?: Imported;
  /** See docs/decisions.md, 48. */
  isDryRun?: boolean;
  /** Without an identification (docs/decisions.md, 9). */
  isAll?: boolean;
}

type OnRecords = (tenant: Tenant, resource: Resource, operation: OperationName, records: readonly object[]) => void;
let onRecords: OnRecords = () => {};
/** The session remembers the records that people have seen. */
export const handRecordsTo = (listener: OnRecords): void => {
  onRecords = listener;
};

/** Characters; about a thousand records, whose parsing would block the page. */
const longAnswer = 300_000;

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text.length < longAnswer ? bodyOfText(text) : parsedInTurns(text);
}

async function changed<R>(records: R[], change: (part: R[]) => R[]): Promise<R[]> {
  return records.length < 1000 ? change(records) : readInTurns(records, change);
}

/**
 * Every operation with a bearer token. Keeps unknown fields; a retrieve without a list is an error.
 * @throws CallError, or the signal's reason when aborted
 */
export async function call<N extends OperationName>(
  name: N,
  tenant: Tenant,
  input: SentItems<N>,
  options: Options = {},
): Promise<ClientAnswer<N>> {
  const operation: Operation = operations[name];
  // A lenient service could apply a write without identification to every contract.
  if (
    isWrite(operation) &&
    ![input].flat().every((item) => isIdentified(operation, item as object as Record<string, unknown>))
  )
    throw new CallError('unidentified', { operation: name });
  const { url, body: sent } = interfaceRequest(operation, tenant, config(), input, options);
  const startedAt = performance.now();
  const note = (outcome: string, status?: number, api?: ApiResponse) =>
    noteCall({
      operation: name,
      at: serverInstant().toISOString(),
      status,
      callSequence: api?.CallSequence || undefined,
      name: api?.Name === name ? undefined : api?.Name,
      version: api?.Version || undefined,
      outcome,
      milliseconds: Math.round(performance.now() - startedAt),
      url,
      items: sent === undefined ? undefined : shownItems(input),
      wrote:
        operation.method === 'GET' || options.isDryRun
          ? undefined
          : { merchant: tenant.merchant, product: tenant.product, contracts: contractsIn(input) },
    });
  let response: Response;
  let body: unknown;
  let reading: typeof import('#answers/send/results.ts') | undefined;
  try {
    // Loaded before the write is sent, so that its answer can always be read; not in the page's first chunk.
    reading = isWrite(operation) ? await import('#answers/send/results.ts') : undefined;
    response = await withToken(url, tokenSource(), { method: operation.method, body: sent, ...options });
    body = await bodyOf(response);
  } catch (cause) {
    options.signal?.throwIfAborted();
    const kind = cause instanceof SessionEnded ? 'signedOut' : navigator.onLine ? 'unavailable' : 'offline';
    note(kind);
    throw new CallError(kind, { operation: name, cause });
  }
  options.signal?.throwIfAborted();
  const api = apiOf(operation, body);
  note(api.Status || String(response.status), response.status, api);
  // A service that ignores the dry run has made the change.
  if (options.isDryRun && response.ok && response.headers.get('dry-run') !== 'true')
    throw new CallError('bug', { operation: name, status: response.status, api, body });
  const isReadable = typeof body === 'object' && body !== null;
  const results = isReadable && isWrite(operation) ? reading?.writtenOf(operation, input, body) : undefined;
  // Each contradicts the other, so that either may be wrong.
  if (results && response.ok && !isSuccess(api.Status) && results.items.every(({ state }) => state === 'accepted')) {
    const faults = [{ Code: '', Message: `The service ended its answer with the status “${api.Status}”.` }];
    const doubtful = reading?.allEnded(
      results.items.map(({ item }) => item),
      'unknown',
      [],
    );
    throw new CallError('unclear', { operation: name, status: response.status, faults, api, body, results: doubtful });
  }
  // "The call was processed but errors are present in the request" (docs/interface.md, Errors): a 400 may list items,
  // too.
  const isAnswered =
    results?.items.some(({ state }) => state !== 'unknown') && (response.ok || response.status === 400);
  const isRefused = isReadable && isFailure(operation, body);
  if (!isAnswered && (!response.ok || !isReadable || isWrite(operation) || isRefused || hasNoList(operation, body))) {
    const faults = reading?.reasonsOfCall(body, results) ?? faultsOf(body);
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    const written = isWrite(operation)
      ? { isCreate: operation.method === 'POST', items: [input].flat().length, body: isReadable ? body : undefined }
      : undefined;
    const meant = errorKindOf(response.status, response.headers.get('www-authenticate'), faults, written);
    const kind =
      results && (response.ok || reading?.isCallAccepted(results))
        ? 'unclear'
        : response.ok && isRefused
          ? hasNoList(operation, body) || faults.length > 0
            ? 'refused'
            : 'partial'
          : meant;
    throw new CallError(kind, { operation: name, status: response.status, faults, api, body, results, retryAfter });
  }
  const whole = <R extends object>(records: R[]): R[] =>
    config().leftOut === 'empty'
      ? completedRecords(normalizedRecords(records), Object.keys(operation.output.shape))
      : normalizedRecords(records);
  const answer = {
    ...answerOf(operation, body),
    results,
    repeated: 0,
    Successful: results && normalizedRecords(reading?.acceptedRecords(results) ?? []),
  };
  if (typeof answer.record === 'object' && answer.record) answer.record = whole([answer.record])[0];
  const once = new UniqueRecords(operation, input);
  if (answer.records) answer.records = await changed(answer.records, (part) => once.of(whole(part)));
  answer.repeated = once.repeated;
  const seen = answer.Successful ?? answer.records;
  if (!options.isDryRun) onRecords(tenant, operation.resource, name, seen ?? []);
  // Checked by the service's own tests, not here.
  return answer as unknown as ClientAnswer<N>;
}

/** An answer is not requested again meanwhile: what was read before the first render is rendered at once. */
const freshMs = 5000;

/** Retries only reads, after errors that may pass. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // Paused calls would show skeletons for ever, and paused writes would be sent later, unseen.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (count, error) =>
          error instanceof CallError && error.retryAfter ? Math.min(error.retryAfter, 10) * 1000 : 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

const isLookup = (name: unknown) => operations[name as OperationName]?.resource === 'lookups';

/** Whether the cached data may predate a write. */
export const isStale = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => !isLookup(queryKey[0]);

/** Comparing many records is slower than rendering the visible ones. */
const isLong = (answer: unknown) => ((answer as Partial<Records<ReadName>>).records?.length ?? 0) > 1000;

/**
 * Not called while `input` is null. `keep` shows the last answer while loading. What was read is shown on while the service does
 * not answer.
 */
export function useRead<N extends ReadName>(
  name: N,
  input: Input<N> | null,
  options: { keep?: boolean; staleTime?: number; isAll?: boolean } = {},
) {
  const { merchant, product } = useTenant();
  const read = useQuery<Records<N>, CallError>({
    queryKey: [name, merchant, product, input, ...(options.isAll ? ['all'] : [])],
    // The conditional type of `SentItems` can't be resolved for an open N.
    queryFn: async ({ signal }) =>
      (await call(name, { merchant, product }, input as SentItems<N>, { signal, isAll: options.isAll })) as Records<N>,
    enabled: input !== null,
    structuralSharing: (before, after) => (isLong(after) ? after : replaceEqualDeep(before, after)),
    placeholderData: options.keep ? keepPreviousData : undefined,
    staleTime: isLookup(name) ? 600_000 : (options.staleTime ?? freshMs),
  });
  return read.data && isPassing(read.error) ? { ...read, error: null } : read;
}

/** Outside components. Fresh records are not requested again. @throws CallError */
export const readNow = <N extends ReadName>(
  queries: QueryClient,
  name: N,
  { merchant, product }: Tenant,
  input: Input<N>,
  staleTime = 0,
): Promise<Records<N>> =>
  queries.fetchQuery({
    queryKey: [name, merchant, product, input],
    queryFn: async ({ signal }) =>
      (await call(name, { merchant, product }, input as SentItems<N>, { signal })) as Records<N>,
    staleTime,
  });

const none: never[] = [];

/**
 * For what belongs to a known record, such as a contract's instalments: a 404 means that it has none
 * (docs/decisions.md, 41).
 */
export function useReadOfRecord<N extends ReadName>(...args: Parameters<typeof useRead<N>>) {
  const read = useRead(...args);
  const isNone = read.error?.kind === 'notFound';
  const data: Records<N> | undefined = isNone
    ? { records: none, repeated: 0, api: read.error?.api ?? noApi }
    : read.data;
  return { ...read, data, error: isNone ? null : read.error };
}
const noApi: ApiResponse = { CallSequence: 0, Status: '', Version: '', Name: '' };
