import type { Operation } from '#contract/operation.ts';

/** The HTTP request for an input, written from the contract. */
export function requestOf(operation: Operation, origin: string, merchant: string, product: string, input: unknown) {
  const path = operation.path
    .replace('{PREFIX}', `/v1/payments/${merchant}`)
    .replace('{product}', encodeURIComponent(product))
    .replace('{organisation}', 'demo');
  const url = new URL(origin + path);
  if (operation.version) url.searchParams.set('Version', 'v1');
  const headers: Record<string, string> = {};
  if (operation.request) {
    headers['content-type'] = 'application/json';
    const items = Array.isArray(input) ? input : [input];
    return { url, init: { method: operation.method, headers, body: JSON.stringify({ [operation.request]: items }) } };
  }
  if (operation.method === 'POST') {
    headers['content-type'] = 'application/json';
    return { url, init: { method: operation.method, headers, body: JSON.stringify(input) } };
  }
  for (const [fieldName, value] of Object.entries(input as Record<string, unknown>))
    if (value !== undefined) url.searchParams.set(fieldName, String(value));
  return { url, init: { method: operation.method, headers } };
}
