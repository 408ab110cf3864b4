import type { ApiResponse, Operation } from '../../contract/operation.ts';
import type { Config } from './config.ts';
import { jsonOf, parseJson } from './json.ts';
import type { Tenant } from './tenant.ts';
import { faultsOf, isObject, listOf, textOf, type Json } from './error-body.ts';

export { faultsOf } from './error-body.ts';

/** Address and body of a call, as the contract writes them (interface, Conventions 1, 3, 5 and 8). */
export function requestOf(
  it: Operation,
  tenant: Tenant,
  config: Config,
  input: unknown,
  isDryRun = false,
): { url: string; body?: string } {
  const enc = encodeURIComponent;
  const path = it.path
    .replace('{PREFIX}', `/v1/${enc(config.segment)}/${enc(tenant.merchant)}`)
    .replace('{product}', enc(tenant.product))
    .replace('{organisation}', enc(tenant.organisation ?? config.organisation));
  const url = new URLSearchParams();
  if (it.response) url.set('Version', 'v1');
  if (isDryRun) url.set('DryRun', 'true');
  const carriesBody = it.method === 'POST' || it.method === 'PUT';
  if (!carriesBody && isObject(input))
    for (const [fieldName, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.set(fieldName, String(value));
  const query = url.toString();
  return {
    url: config.serviceUrl + path + (query && `?${query}`),
    body: carriesBody ? jsonOf(it.request ? { [it.request]: input } : input) : undefined,
  };
}

/** A body as far as it can be read: JSON, else the text that came (a proxy's words), else nothing. */
export function bodyOfText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text.trim() || undefined;
  }
}

/** `APIResponse` of an answer; a service that leaves it out is given 0 as call sequence, which none uses. */
export function apiOf(it: Operation, body: unknown): ApiResponse {
  const api = isObject(body) && isObject(body.APIResponse) ? body.APIResponse : {};
  const sequence = Number(textOf(api.CallSequence));
  return {
    CallSequence: Number.isSafeInteger(sequence) ? sequence : 0,
    Status: textOf(api.Status),
    Version: textOf(api.Version),
    Name: textOf(api.Name) || it.name,
  };
}

/**
 * What stands under the operation's key, or under the only other key that holds records: keys do not follow from the names
 * (`PayoPaymentPostRequest`, `PayoPaymentsPostResponse`), so some service will have put one right.
 */
export function recordsUnder(key: string, body: unknown): unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  if (!isObject(body)) return [];
  if (key in body) return listOf(body[key]);
  const others = Object.entries(body).filter(([name]) => name !== 'APIResponse' && /response$/i.test(name));
  return others.length === 1 ? listOf(others[0]?.[1]) : [];
}

/**
 * Entries of a lookup. Of one neither the key nor the records are shown (interface, Payout contracts), so any only key will
 * do, and a bare text is an entry, too.
 */
function entriesOf(key: string, body: unknown): Json[] {
  const records = recordsUnder(key, body);
  const others = isObject(body) ? Object.entries(body).filter(([name]) => name !== 'APIResponse') : [];
  const only = others.length === 1 ? others[0]?.[1] : undefined;
  const found = records.length === 0 && Array.isArray(only) ? (only as unknown[]) : records;
  return found.flatMap((it) => (isObject(it) ? [it] : textOf(it) === '' ? [] : [{ Code: it }]));
}

/** Records of a retrieve, or a plain answer; missing arrays are empty, unknown words stay. */
export function answerOf(it: Operation, body: unknown) {
  const api = apiOf(it, body);
  if (!it.response) return { record: body, api };
  if (it.resource === 'lookups') return { records: entriesOf(it.response, body), api };
  return { records: recordsUnder(it.response, body).filter(isObject), api };
}

/** Whether an operation's answer says what became of each item. */
export const isWrite = (it: Operation): it is Operation & { response: string } =>
  it.response !== undefined && it.method !== 'GET';

/**
 * Whether a 200 says by its status that the call failed (interface, Conventions 7). Services have other words for success,
 * too, so it must have no record to show for it, and have left the list out or said what was wrong.
 */
export function isFailure(it: Operation, body: unknown): boolean {
  if (!it.response || !isObject(body) || /^(?:success|$)/i.test(apiOf(it, body).Status)) return false;
  const records = it.resource === 'lookups' ? entriesOf(it.response, body) : recordsUnder(it.response, body);
  return records.length === 0 && (!(it.response in body) || faultsOf(body).length > 0);
}
