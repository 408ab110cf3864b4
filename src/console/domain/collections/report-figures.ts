import { useQuery } from '@tanstack/react-query';
import { config } from '#console/api/config.ts';
import { CallError } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { ReportSource, SliceStatus } from '#console/report-engine/protocol.ts';
import { isNotFound, sliceSpecs } from '#console/report-engine/slices.ts';
import type { OperationName } from '#contract/operations.ts';
import { reportOf, type Report, type ReportName } from './report-list.ts';
import { openNoted, settled } from './report-noted.ts';

/** Why a slice did not come whole, as `call` would have said it. */
function errorOf({ operation: { name } }: Report, { reason }: SliceStatus): CallError {
  const operation = name as OperationName;
  const { kind = 'bug', status, faults, callSequence } = reason ?? {};
  return new CallError(kind === 'unavailable' && !navigator.onLine ? 'offline' : kind, {
    operation,
    status,
    faults,
    api: callSequence === undefined ? undefined : { CallSequence: callSequence, Status: '', Version: '', Name: name },
  });
}

/**
 * What is asked about the records of a range, once they have all come. They stay in a worker, which ends with the answer:
 * the page gets figures and the few rows it shows, however many records there are. Nothing found is no records.
 *
 * @throws CallError, or the signal's own reason when the caller gives up
 */
export async function askReport<T>(
  name: ReportName,
  tenant: Tenant,
  range: Days,
  ask: (source: ReportSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const report = reportOf(name);
  const { operation, kind } = report;
  const fields = report.product === 'query' ? { Product: tenant.product } : {};
  // One call: nothing is shown before all of it is here, so there is nothing to gain from several.
  const slices = sliceSpecs({ operation, tenant, config: config(), kind, range, fields, isWhole: true });
  const { source, noted } = openNoted(report, slices, tenant);
  const givenUp = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  const answer = async () => {
    const broken = (await settled(source)).slices.find(({ state }) => state === 'failed' || state === 'cut');
    if (broken) throw errorOf(report, broken);
    const found = await ask(source);
    await noted;
    return found;
  };
  try {
    return await Promise.race([answer(), givenUp]);
  } finally {
    source.close();
  }
}

/** Asks a report only where one was found. */
export const ifFound =
  <T>(name: ReportName, ask: (source: ReportSource) => Promise<T>) =>
  async (source: ReportSource): Promise<T> => {
    if (isNotFound(source.getSnapshot()))
      throw new CallError('notFound', { operation: reportOf(name).operation.name as OperationName, status: 404 });
    return ask(source);
  };

/**
 * An answer of `askReport`, kept and refetched as those of `useRead` are. Who asks for the same of the same days shares
 * one call; null as range means not asked yet. A report that is not found is an error here, told from one without records.
 *
 * @param what names the question, with all that it depends on
 */
export function useFigures<T>(
  name: ReportName,
  range: Days | null,
  what: readonly string[],
  ask: (source: ReportSource) => Promise<T>,
) {
  const { merchant, product } = useTenant();
  return useQuery<T, CallError>({
    queryKey: [reportOf(name).operation.name, merchant, product, range, ...what],
    queryFn: ({ signal }) =>
      askReport(name, { merchant, product }, range ?? { from: '', to: '' }, ifFound(name, ask), signal),
    enabled: range !== null,
    // The worker has repeated what may pass by itself.
    retry: false,
  });
}
