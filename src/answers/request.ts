import type { Operation } from '#contract/operation.ts';
import { isObject } from './error-body.ts';
import { jsonOf } from './json.ts';

/**
 * See docs/interface.md, Conventions 1, 3, 5 and 8. The address has no host.
 * @param service its segment, if it is not this server
 */
export function interfaceRequest(
  it: Operation,
  tenant: { merchant: string; product: string; organisation?: string },
  service: { segment?: string; organisation: string },
  input: unknown,
  { isDryRun, isAll }: { isDryRun?: boolean; isAll?: boolean } = {},
): { url: string; body?: string } {
  const enc = encodeURIComponent;
  const path = it.path
    .replace('{PREFIX}', `/v1/${enc(service.segment ?? 'payments')}/${enc(tenant.merchant)}`)
    .replace('{product}', enc(tenant.product))
    .replace('{organisation}', enc(tenant.organisation ?? service.organisation));
  const url = new URLSearchParams();
  if (it.response) url.set('Version', 'v1');
  if (isDryRun) url.set('DryRun', 'true');
  if (isAll) url.set('All', 'true');
  const carriesBody = it.method === 'POST' || it.method === 'PUT';
  if (!carriesBody && isObject(input))
    for (const [fieldName, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.set(fieldName, String(value));
  const query = url.toString();
  return {
    url: path + (query && `?${query}`),
    body: carriesBody ? jsonOf(it.request ? { [it.request]: input } : input) : undefined,
  };
}
