import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { MonthClosing, MonthManifest, MonthState } from '#contract/month-end.ts';

/** Calls of the service's own extension for closing months (docs/decisions.md, 52). */

/** A provider's month is read whole for its close and for what has changed. */
const longestMs = 600_000;

/** @throws Error naming everything that was refused, or CallError */
async function change(changing: Promise<MonthState>): Promise<MonthState> {
  try {
    return await changing;
  } catch (error) {
    if (!(error instanceof CallError) || error.kind !== 'refused') throw error;
    throw new Error(error.faults.map((it) => it.Message).join(' '), { cause: error });
  }
}

/** Every close, the newest month first; undefined while loading. */
export function useClosings() {
  const tenant = useTenant();
  return useQuery({
    queryKey: ['monthClosings', tenant.merchant, tenant.product],
    queryFn: async ({ signal }) => (await callExtension('monthClosings', tenant, { signal })).Closings,
  });
}

export function useMonthState(month: string) {
  const tenant = useTenant();
  return useQuery({
    queryKey: ['monthState', tenant.merchant, tenant.product, month],
    queryFn: ({ signal }) => callExtension('monthState', { ...tenant, month }, { signal, timeoutMs: longestMs }),
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
  const names = { ...tenant, month };
  const longer = { timeoutMs: longestMs };
  return {
    close: async (Manifest: MonthManifest) =>
      then(await change(callExtension('monthClose', names, { body: { Manifest }, ...longer }))),
    reopen: async (Reason: string) =>
      then(await change(callExtension('monthReopen', names, { body: { Reason }, ...longer }))),
  };
}

/** The closing that a month begins with. */
export function openingOf(closings: readonly MonthClosing[] | undefined, previous: string): MonthClosing | undefined {
  return closings?.find((it) => it.Month === previous && it.ReopenedAt === undefined);
}
