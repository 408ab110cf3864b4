import { useEffect, useMemo } from 'react';
import { stageOf } from '#console/domain/statuses.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { JoinEntry, ReportSource, Row } from '#console/report-engine/protocol.ts';
import { useFigures } from './report-figures.ts';

/** Returned instalments whose reasons are taken to the page; more would hold it. */
const maxReasons = 20_000;

const figure = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const entryOf = (it: Row): JoinEntry => ({
  keys: [figure(it.ContractSequence), figure(it.InstalmentAmount), text(it.InstalmentStatus)],
  at: text(it.LastUpdateDate),
  value: text(it.InstalmentResult),
});

/** What the instalments that failed say about it; none when they are too many to be read here. */
async function askReasons(source: ReportSource): Promise<JoinEntry[]> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
  const values = statuses.flatMap(({ keys: [status = null] }) => (stageOf(status) === 'unpaid' ? [status] : []));
  if (values.length === 0) return [];
  const { rows, count } = await source.found(
    ['ContractSequence', 'InstalmentAmount', 'InstalmentStatus', 'InstalmentResult', 'LastUpdateDate'],
    [{ fieldName: 'InstalmentStatus', kind: 'oneOf', values }],
    maxReasons,
  );
  return count > maxReasons ? [] : rows.map(entryOf).filter((it) => it.value !== '');
}

/** The reasons of the debits of a range; `null` asks for none. */
export function useReasons(range: Days | null) {
  const [from, to] = [range?.from, range?.to];
  const days = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  return useFigures('omni-instalment-changes', days, ['reasons of debits'], askReasons);
}

/** Resolves once all that was sent to be joined is in the report's columns. */
export const joinsApplied = (source: ReportSource): Promise<void> =>
  new Promise((resolve) => {
    const stop = source.subscribe(() => look());
    const look = () => {
      if (source.getSnapshot().isJoining) return;
      stop();
      resolve();
    };
    look();
  });

/**
 * Fills `InstalmentResult` of a source of transactions. A transaction does not say which instalment it was (interface, Reports):
 * its reason is that of the instalment of the same contract, amount and status that was changed in the same minute, or else on
 * that day.
 *
 * @param range null asks for nothing
 * @param same the source's columns of the contract's sequence, the amount and the status
 * @param near its column of the time
 * @param hasTexts the source holds sequences as texts
 */
export function useReasonsJoin(
  source: ReportSource | null,
  range: Days | null,
  { same, near, hasTexts = false }: { same: readonly string[]; near: string; hasTexts?: boolean },
): { isLoading: boolean } {
  const { data, isLoading } = useReasons(range);
  useEffect(() => {
    if (!source || !data?.length) return;
    const entries = hasTexts
      ? data.map(({ keys: [sequence, ...others], ...it }) => ({ ...it, keys: [String(sequence), ...others] }))
      : data;
    source.join({ into: 'InstalmentResult', same, near, entries });
  }, [source, data, same, near, hasTexts]);
  return { isLoading };
}
