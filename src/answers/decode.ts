import type { ApiResponse, Operation } from '#contract/operation.ts';
import { parseJson } from '#rules/json.ts';
import { isObject, listOf, textOf, type Json } from './error-body.ts';

export { faultsOf } from './error-body.ts';

/** JSON, else the text (of a proxy, say), else undefined. */
export function bodyOfText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text.trim() || undefined;
  }
}

/** Services may write keys in another case. */
export const isKey = (name: string, key: string): boolean => name.toLowerCase() === key.toLowerCase();
const isApi = (name: string) => isKey(name, 'APIResponse');

const contentsOf = (body: Json): [string, unknown][] => Object.entries(body).filter(([name]) => !isApi(name));

/** Without `APIResponse` the call sequence is 0, which no service uses. */
export function apiOf(operation: Operation, body: unknown): ApiResponse {
  const [, found] = (isObject(body) && Object.entries(body).find(([name]) => isApi(name))) || [];
  const api = isObject(found) ? found : {};
  const sequence = Number(textOf(api.CallSequence));
  return {
    CallSequence: Number.isSafeInteger(sequence) ? sequence : 0,
    Status: textOf(api.Status),
    Version: textOf(api.Version),
    Name: textOf(api.Name) || operation.name,
  };
}

/** Under another name, as `PayoPaymentPostResponse` for `PayoPaymentsPostResponse`. */
export const isListKey = (name: string): boolean => /response$/i.test(name) && !isApi(name);

/**
 * The list under the operation's key, or the only other key with records, because a service may have corrected it.
 * Undefined if there is none, which does not mean that there are no records.
 */
export function recordsUnder(key: string, body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body as unknown[];
  if (!isObject(body)) return undefined;
  const contents = contentsOf(body);
  const others = contents.filter(([name]) => isListKey(name));
  const found = contents.find(([name]) => isKey(name, key)) ?? (others.length === 1 ? others[0] : undefined);
  return found && (isNothing(found[1]) || isRecords(found[1])) ? listOf(found[1]) : undefined;
}

/** An empty list; any other text or number is none. */
export const isNothing = (value: unknown): boolean => value === null || value === '';
const isRecords = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Entries of a lookup. The interface shows neither key nor records of one of them, so any single key and plain texts
 * are accepted.
 */
function entriesOf(key: string, body: unknown): Json[] | undefined {
  const contents = isObject(body) ? contentsOf(body) : [];
  const only =
    contents.length === 1 ? contents.find(([name, it]) => isRecords(it) && !/error|fault/i.test(name)) : undefined;
  const found = recordsUnder(key, body) ?? (only && listOf(only[1]));
  return found?.flatMap((entry) => {
    if (isObject(entry)) return [entry];
    // A row of code and description.
    if (Array.isArray(entry)) return [{ Codes: [entry] }];
    return textOf(entry) === '' ? [] : [{ Code: entry }];
  });
}

const listIn = (operation: Operation & { response: string }, body: unknown): Json[] | undefined =>
  operation.resource === 'lookups'
    ? entriesOf(operation.response, body)
    : recordsUnder(operation.response, body)?.filter(isObject);

const hasResponse = (operation: Operation): operation is Operation & { response: string } =>
  operation.response !== undefined;

export function answerOf(operation: Operation, body: unknown) {
  const api = apiOf(operation, body);
  return hasResponse(operation) ? { records: listIn(operation, body) ?? [], api } : { record: body, api };
}

export const isWrite = (operation: Operation): operation is Operation & { response: string } =>
  hasResponse(operation) && operation.method !== 'GET';

/** Only `SUCCESS` marks a successful call (docs/interface.md, Conventions 7), but services have other words for it, or none. */
export const isSuccess = (status: string): boolean =>
  /^(?:success(?:ful|fully)?|ok|complete[d]?|done|processed|0{1,4}|20[0-4])?$/i.test(status.trim());

/**
 * Whether a 200 reports a failed call in `Status` (docs/interface.md, Conventions 7). Services have other words for
 * success, so it must also lack records.
 */
export function isFailure(operation: Operation, body: unknown): boolean {
  if (!hasResponse(operation) || !isObject(body) || isSuccess(apiOf(operation, body).Status)) return false;
  const records = listIn(operation, body);
  return !records || records.length === 0;
}

/** See docs/decisions.md, 41. */
export const hasNoList = (operation: Operation, body: unknown): boolean =>
  hasResponse(operation) && listIn(operation, body) === undefined;
