import { tokenSource } from '#console/api/auth.ts';
import { noteCall } from '#console/api/call-log.ts';
import { serverInstant } from '#console/api/server-clock.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { sequenceOf } from '#console/model/contract-id.ts';
import { recordSeen } from '#console/session/recent-records.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import type { ReportSource, ReportState, SliceSpec } from '#report-engine/protocol.ts';
import { openReport } from './open-report.ts';
import type { Report } from './report-list.ts';

/**
 * Up to this many records, all contracts are recorded as seen; beyond it only those of the first rows, because counting
 * blocks the page.
 */
const maxSeen = 20_000;
const firstSeen = 100;

const firstRows = (source: ReportSource, count: number) =>
  Array.from({ length: Math.min(count, firstSeen) }, (_, position) => source.rowAt(position) ?? {});

async function contractsOf(source: ReportSource): Promise<object[]> {
  const fieldNames = ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionType'].filter((fieldName) =>
    source.columns.some((it) => it.fieldName === fieldName),
  );
  const groups = await source.groups(
    fieldNames.map((fieldName) => ({ fieldName })),
    { filters: [] },
  );
  return groups.map(({ keys }) =>
    Object.fromEntries(
      keys.map((key, at) => [fieldNames[at], fieldNames[at] === 'ContractSequence' ? sequenceOf(key) : key]),
    ),
  );
}

function noteCalls(source: ReportSource, operation: OperationName, specs: readonly SliceSpec[]): void {
  const startedAt = performance.now();
  const noted = new Map<number, number>();
  source.subscribe(() => {
    for (const [index, { state, tries, reason, callSequence }] of source.getSnapshot().slices.entries()) {
      const isOver = state === 'failed' || state === 'cut' || state === 'done' || state === 'empty';
      if (!isOver || noted.get(index) === tries) continue;
      noted.set(index, tries);
      noteCall({
        operation,
        at: serverInstant().toISOString(),
        status: reason?.status ?? (state === 'failed' ? undefined : 200),
        callSequence: callSequence ?? reason?.callSequence,
        outcome: state === 'failed' || state === 'cut' ? state : 'SUCCESS',
        milliseconds: Math.round(performance.now() - startedAt),
        url: specs[index]?.url ?? '',
      });
    }
  });
}

/** Resolves once nothing is loading; never if the report is closed before. */
export const whenSettled = (source: ReportSource): Promise<ReportState> =>
  new Promise((resolve) => {
    const stop = source.subscribe(() => {
      const state = source.getSnapshot();
      if (!state.isSettled) return;
      stop();
      resolve(state);
    });
  });

async function noteContracts(source: ReportSource, operation: OperationName, tenant: Tenant): Promise<void> {
  let state = await whenSettled(source);
  // There may be records after a retry.
  while (state.count === 0 && !state.isComplete) state = await whenSettled(source);
  const { count, total } = state;
  // A closed report no longer answers.
  const seen = total > maxSeen ? firstRows(source, count) : await contractsOf(source).catch(() => []);
  recordSeen(tenant, operations[operation].resource, operation, seen);
}

/** Opens a report that records its calls and contracts; `noted` resolves once the contracts are recorded. */
export function openNoted(
  report: Report,
  slices: readonly SliceSpec[],
  tenant: Tenant,
): { source: ReportSource; noted: Promise<void> } {
  const source = openReport({
    columns: report.columns,
    key: report.operation.response ?? '',
    slices,
    sum: report.sum,
    day: report.day,
    names: report.names,
    types: report.types,
    token: tokenSource(),
  });
  const operation = report.operation.name as OperationName;
  noteCalls(source, operation, slices);
  return { source, noted: noteContracts(source, operation, tenant) };
}
