import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOfText, faultsOf } from '#answers/decode.ts';
import { tokenSource } from '#console/api/auth.ts';
import { readWithToken, withToken } from '#console/api/http.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { MonthClosing, MonthManifest, MonthState } from '#contract/month-end.ts';
import type { Fault } from '#contract/operation.ts';

/** Calls of the service's own extension for closing months (docs/decisions.md, 52). */

export class ClosingError extends Error {
  override readonly name = 'ClosingError';
  readonly faults: readonly Fault[];
  constructor(status: number, faults: readonly Fault[]) {
    super(faults.map((it) => it.Message).join(' ') || `The service answered ${status}.`);
    this.faults = faults;
  }
}

/** @throws ClosingError, Unreachable for reads, or network errors */
async function ask<T>({ merchant, product }: Tenant, rest: string, body?: object): Promise<T> {
  const path = ['month-end', merchant, product].map(encodeURIComponent).join('/');
  const url = `/${path}${rest}`;
  const response = await (body
    ? withToken(url, tokenSource(), { method: 'POST', body: JSON.stringify(body) })
    : readWithToken(url, tokenSource()));
  const text = await response.text();
  if (!response.ok) throw new ClosingError(response.status, faultsOf(bodyOfText(text)));
  return JSON.parse(text) as T;
}

/** Every close, the newest month first; undefined while loading. */
export function useClosings() {
  const tenant = useTenant();
  return useQuery({
    queryKey: ['monthClosings', tenant.merchant, tenant.product],
    queryFn: async () => (await ask<{ Closings: MonthClosing[] }>(tenant, '')).Closings,
  });
}

export function useMonthState(month: string) {
  const tenant = useTenant();
  return useQuery({
    queryKey: ['monthState', tenant.merchant, tenant.product, month],
    queryFn: () => ask<MonthState>(tenant, `/${month}`),
  });
}

/** Close and reopen a month; both refresh what the page knows of closes. */
export function useClosing(month: string) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const then = async (state: MonthState) => {
    const { merchant, product } = tenant;
    queries.setQueryData(['monthState', merchant, product, month], state);
    await queries.invalidateQueries({ queryKey: ['monthClosings', merchant, product] });
    return state;
  };
  return {
    close: async (Manifest: MonthManifest) => then(await ask<MonthState>(tenant, `/${month}/close`, { Manifest })),
    reopen: async (Reason: string) => then(await ask<MonthState>(tenant, `/${month}/reopen`, { Reason })),
  };
}

/** The closing that a month begins with. */
export function openingOf(closings: readonly MonthClosing[] | undefined, previous: string): MonthClosing | undefined {
  return closings?.find((it) => it.Month === previous && it.ReopenedAt === undefined);
}
