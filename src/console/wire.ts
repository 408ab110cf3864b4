import type { ApiResponse, Fault, Operation } from '../contract/operation.ts';
import type { Config } from './config.ts';
import type { ErrorKind } from './errors.ts';
import type { Place } from './place.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectsOf = (value: unknown): Json[] => arrayOf(value).filter(isObject);

/** An item that the service did not process: the submitted words and, where the service says so, why. */
export type FailedItem = Json & { Errors?: Fault[] };

/** Address and body of a call, as the contract writes them (interface, Conventions 1, 3, 5 and 8). */
export function requestOf(it: Operation, place: Place, config: Config, input: unknown): { url: string; body?: string } {
  const enc = encodeURIComponent;
  const path = it.path
    .replace('{PREFIX}', `/v1/${enc(config.segment)}/${enc(place.merchant)}`)
    .replace('{product}', enc(place.product))
    .replace('{organisation}', enc(config.organisation));
  const url = new URLSearchParams();
  if (it.response) url.set('Version', 'v1');
  const carriesBody = it.method === 'POST' || it.method === 'PUT';
  if (!carriesBody && isObject(input))
    for (const [word, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.set(word, String(value));
  const query = url.toString();
  return {
    url: config.serviceUrl + path + (query && `?${query}`),
    body: carriesBody ? JSON.stringify(it.request ? { [it.request]: input } : input) : undefined,
  };
}

/** `APIResponse` of an answer; a service that leaves it out is given 0 as call sequence, which none uses. */
export function apiOf(it: Operation, body: unknown): ApiResponse {
  const came = isObject(body) && isObject(body.APIResponse) ? body.APIResponse : {};
  return {
    CallSequence: typeof came.CallSequence === 'number' ? came.CallSequence : 0,
    Status: typeof came.Status === 'string' ? came.Status : '',
    Version: typeof came.Version === 'string' ? came.Version : '',
    Name: typeof came.Name === 'string' ? came.Name : it.name,
  };
}

/** What was wrong, of an error body or a failed item; another service's shape is read as far as it goes. */
export const faultsOf = (body: unknown): Fault[] =>
  objectsOf(isObject(body) ? body.Errors : undefined).map((fault) => ({
    Field: typeof fault.Field === 'string' ? fault.Field : undefined,
    Code: String(fault.Code ?? ''),
    Message: String(fault.Message ?? fault.Code ?? 'Not accepted, without a reason'),
  }));

/** Records of a retrieve, or what happened to each item of a write; missing arrays are empty, unknown words stay. */
export function answerOf(it: Operation, body: unknown) {
  const api = apiOf(it, body);
  if (!it.response) return { record: body, api };
  const held = objectsOf(isObject(body) ? body[it.response] : undefined);
  if (it.method === 'GET') return { records: held, api };
  return {
    Successful: held.flatMap((result) => objectsOf(result.Successful)),
    Failed: held.flatMap((result) =>
      objectsOf(result.Failed).map((item): FailedItem => ({ ...item, Errors: faultsOf(item) })),
    ),
    api,
  };
}

/** What a status means (interface, Errors); the others are what proxies in between are known to answer. */
export function kindOf(status: number, challenge: string | null, faults: Fault[]): ErrorKind {
  if (status === 401)
    return challenge?.includes('insufficient_scope') || faults.some((it) => /^insufficient_scope$/i.test(it.Code))
      ? 'notPermitted'
      : 'signedOut';
  if (status === 403) return 'notPermitted';
  if (status === 404) return 'notFound';
  if (status === 400 || status === 413 || status === 422) return 'refused';
  return status === 429 || status === 502 || status === 503 || status === 504 ? 'unavailable' : 'bug';
}
