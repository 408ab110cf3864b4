import { useQuery } from '@tanstack/react-query';
import { normalizedRecords } from '#answers/normalize.ts';
import { config } from '#console/api/config.ts';
import { CallError } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { FieldName, Value } from '#contract/fields.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource, SliceStatus } from '#report-engine/protocol.ts';
import { isNotFound, sliceSpecs } from '#report-engine/slices.ts';
import { reportOf, type Report, type ReportName } from './report-list.ts';
import { openNoted, whenSettled } from './report-noted.ts';

/** A failed slice as the error that `call` would throw, which of a cancelled one is no CallError. */
function errorOf({ operation: { name } }: Report, { reason }: SliceStatus): Error {
  const operation = name as OperationName;
  const { kind = 'bug', status, faults, callSequence, message } = reason ?? {};
  if (kind === 'cancelled') return new DOMException(message, 'AbortError');
  return new CallError(kind === 'unavailable' && !navigator.onLine ? 'offline' : kind, {
    operation,
    status,
    faults,
    api: callSequence === undefined ? undefined : { CallSequence: callSequence, Status: '', Version: '', Name: name },
  });
}

/**
 * Queries the complete records of a range in a worker, which ends with the answer: the page gets only figures and
 * visible rows. A 404 counts as no records.
 * @param narrowedBy fields of the call, such as the client's number
 * @throws CallError, or the signal's reason when the caller aborts
 */
export async function askReport<T>(
  name: ReportName,
  tenant: Tenant,
  range: Days,
  ask: (source: ReportSource) => Promise<T>,
  signal?: AbortSignal,
  narrowedBy: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  signal?.throwIfAborted();
  const report = reportOf(name);
  const { operation, kind } = report;
  const fields = { ...(report.product === 'query' ? { Product: tenant.product } : {}), ...narrowedBy };
  // A single call: several would not be faster, because all records are needed.
  const slices = sliceSpecs({ operation, tenant, config: config(), kind, range, fields, isWhole: true });
  const { source, noted } = openNoted(report, slices, tenant);
  const givenUp = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  const answer = async () => {
    const broken = (await whenSettled(source)).slices.find(({ state }) => state === 'failed' || state === 'cut');
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

/** A record of a report, as far as its service has these fields. */
type ReportRecord<F extends FieldName> = { [K in F]?: Value<K> | null };

/** Some records of a report with some of their fields, in the types of the contract. */
export async function reportRecords<F extends FieldName>(
  source: Pick<ReportSource, 'found'>,
  fieldNames: readonly F[],
  filters: readonly Filter[],
  most?: number,
): Promise<{ records: ReportRecord<F>[]; count: number }> {
  const { rows, count } = await source.found(fieldNames, filters, most);
  return { records: normalizedRecords([...rows] as ReportRecord<F>[]), count };
}

/** For callers that must not treat a 404 as no records. */
export const ifFound =
  <T>(name: ReportName, ask: (source: ReportSource) => Promise<T>) =>
  async (source: ReportSource): Promise<T> => {
    if (isNotFound(source.getSnapshot()))
      throw new CallError('notFound', { operation: reportOf(name).operation.name as OperationName, status: 404 });
    return ask(source);
  };

/**
 * `askReport` as a cached query, like `useRead`. The same question about the same days shares one call; `null` as range
 * asks nothing. A 404 is an error here, unlike an empty report.
 * @param what identifies the question, with everything it depends on
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
    // The worker already retries.
    retry: false,
  });
}
