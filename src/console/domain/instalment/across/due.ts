import { useEffect } from 'react';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { JoinEntry, ReportSource, Row } from '#console/report-engine/protocol.ts';
import { dateOf } from '#rules/calendar.ts';

/** Instalments that are taken to the page; more would hold it. */
const most = 20_000;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const entryOf = (it: Row): JoinEntry => ({
  keys: [
    text(it.ContractSequence),
    typeof it.InstalmentAmount === 'number' ? it.InstalmentAmount : Number.NaN,
    text(it.InstalmentStatus),
  ],
  at: text(it.LastUpdateDate),
  value: dateOf(text(it.InstalmentActionDate)),
});

async function askDueDays(source: ReportSource): Promise<JoinEntry[]> {
  const fieldNames = [
    'ContractSequence',
    'InstalmentAmount',
    'InstalmentStatus',
    'InstalmentActionDate',
    'LastUpdateDate',
  ];
  const { rows, count } = await source.found(fieldNames, [], most);
  return count > most ? [] : rows.map(entryOf);
}

/**
 * Fills in the day on which what was collected had been due: banks collect on another day when they don't work. A transaction does
 * not say which instalment it was for (docs/decisions.md, 31): it is the one with the same contract, amount, status and minute.
 *
 * @param days null fills in nothing
 */
export function useDueDays(source: ReportSource | null, days: Days | null): void {
  const { data } = useFigures('omni-instalment-changes', days, ['due days'], askDueDays);
  useEffect(() => {
    if (!source || !data?.length) return;
    const same = ['ContractSequence', 'InstalmentAmount', 'InstalmentStatus'];
    source.join({ into: 'CollectionDate', same, near: 'InstalmentActionDate', entries: data });
  }, [source, data]);
}
