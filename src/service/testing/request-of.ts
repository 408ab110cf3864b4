import type { Operation } from '#contract/operation.ts';

/** The HTTP request for an input, written from the contract. */
export function requestOf(it: Operation, origin: string, merchant: string, product: string, input: unknown) {
  const path = it.path
    .replace('{PREFIX}', `/v1/payments/${merchant}`)
    .replace('{product}', encodeURIComponent(product))
    .replace('{organisation}', 'demo');
  const url = new URL(origin + path);
  if (it.version) url.searchParams.set('Version', 'v1');
  const headers: Record<string, string> = {};
  if (it.request) {
    headers['content-type'] = 'application/json';
    const items = Array.isArray(input) ? input : [input];
    return { url, init: { method: it.method, headers, body: JSON.stringify({ [it.request]: items }) } };
  }
  if (it.method === 'POST') {
    headers['content-type'] = 'application/json';
    return { url, init: { method: it.method, headers, body: JSON.stringify(input) } };
  }
  for (const [fieldName, value] of Object.entries(input as Record<string, unknown>))
    if (value !== undefined) url.searchParams.set(fieldName, String(value));
  return { url, init: { method: it.method, headers } };
}
