import type { Operation } from '#contract/operation.ts';
import { isObject } from './error-body.ts';
import { jsonOf } from './json.ts';

/**
 * See docs/interface.md, Conventions 1, 3, 5 and 8. The address has no host.
 * @param service its segment, if it is not this server
 */
export function interfaceRequest(
  operation: Operation,
  tenant: { merchant: string; product: string; organisation?: string },
  service: { segment?: string; organisation: string },
  input: unknown,
  { isDryRun, isAll }: { isDryRun?: boolean; isAll?: boolean } = {},
): { url: string; body?: string } {
  const enc = encodeURIComponent;
  const path = operation.path
    .replace('{PREFIX}', `/v1/${enc(service.segment ?? 'payments')}/${enc(tenant.merchant)}`)
    .replace('{product}', enc(tenant.product))
    .replace('{organisation}', enc(tenant.organisation ?? service.organisation));
  const url = new URLSearchParams();
  if (operation.response) url.set('Version', 'v1');
  if (isDryRun) url.set('DryRun', 'true');
  if (isAll) url.set('All', 'true');
  const carriesBody = operation.method === 'POST' || operation.method === 'PUT';
  if (!carriesBody && isObject(input))
    for (const [fieldName, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.set(fieldName, String(value));
  const query = url.toString();
  return {
    url: path + (query && `?${query}`),
    body: carriesBody ? jsonOf(operation.request ? { [operation.request]: input } : input) : undefined,
  };
}
