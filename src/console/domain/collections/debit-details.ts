import { useEffect, useMemo } from 'react';
import { stageOf } from '#answers/statuses.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { JoinEntry, ReportSource } from '#report-engine/protocol.ts';
import { dateOf } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { useFigures } from './report-figures.ts';

/** Maximum instalments copied to the page; more would block it. */
const maxInstalments = 20_000;

const fieldNames = [
  'ContractSequence',
  'InstalmentAmount',
  'InstalmentStatus',
  'InstalmentActionDate',
  'InstalmentResult',
  'LastUpdateDate',
];

const figure = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The matching instalments as join entries; none if there are too many. */
async function entriesOf(
  source: ReportSource,
  filters: Filter[],
  valueOf: (instalment: Row) => string,
): Promise<JoinEntry[]> {
  const { rows, count } = await source.found(fieldNames, filters, maxInstalments);
  if (count > maxInstalments) return [];
  return rows.flatMap((row) => {
    const value = valueOf(row);
    // A sequence beyond 2^53 is text.
    const sequence = text(row.ContractSequence) || figure(row.ContractSequence);
    const keys = [sequence, figure(row.InstalmentAmount), text(row.InstalmentStatus)];
    return value ? { keys, at: text(row.LastUpdateDate), value } : [];
  });
}

/** By the column to fill: why a debit was returned, and its due day. */
type DebitDetails = Record<'InstalmentResult' | 'CollectionDate', JoinEntry[]>;

async function askDetails(source: ReportSource): Promise<DebitDetails> {
  const statuses = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] });
  const values = statuses.flatMap(({ keys: [status = null] }) => (stageOf(status) === 'unpaid' ? [status] : []));
  const unpaid: Filter = { fieldName: 'InstalmentStatus', kind: 'oneOf', values };
  return {
    InstalmentResult: values.length > 0 ? await entriesOf(source, [unpaid], (it) => text(it.InstalmentResult)) : [],
    CollectionDate: await entriesOf(source, [], (it) => dateOf(text(it.InstalmentActionDate))),
  };
}

/** Details from instalments for the debits of a range; `null` reads nothing. */
export function useDebitDetails(range: Days | null) {
  const [from, to] = [range?.from, range?.to];
  const days = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  return useFigures('omni-instalment-changes', days, ['debit details'], askDetails);
}

/** Resolves once all joins are in the report's columns. */
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
 * Fills a column of a transactions source. A transaction does not name its instalment (docs/decisions.md, 31): it is
 * the one with the same contract, amount and status that changed in the same minute, or else on that day.
 * @param range `null` fills nothing
 * @param same the source's columns of contract sequence, amount and status
 * @param near its time column
 * @param hasTexts the source has sequences as text
 */
export function useDebitJoin(
  source: ReportSource | null,
  range: Days | null,
  {
    into,
    same,
    near,
    hasTexts = false,
  }: { into: keyof DebitDetails; same: readonly string[]; near: string; hasTexts?: boolean },
): { isLoading: boolean } {
  const { data, isLoading } = useDebitDetails(range);
  const found = data?.[into];
  useEffect(() => {
    if (!source || !found?.length) return;
    const entries = hasTexts
      ? found.map(({ keys: [sequence, ...others], ...it }) => ({ ...it, keys: [String(sequence), ...others] }))
      : found;
    source.join({ into, same, near, entries });
  }, [source, found, into, same, near, hasTexts]);
  return { isLoading };
}
