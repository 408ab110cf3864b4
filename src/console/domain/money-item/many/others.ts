import { useMemo } from 'react';
import { normalized } from '#console/api/normalize.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { ReportSource } from '#console/report-engine/protocol.ts';
import type { MoneyItem } from '../item.ts';

const fieldNames = ['ContractSequence', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentStatus'];

const ask = async (source: ReportSource): Promise<MoneyItem[]> =>
  normalized([...(await source.found(fieldNames, [])).rows] as MoneyItem[]);

/**
 * Other instalments of the list's contracts in a range: two debits of one contract on a day are mostly a mistake.
 * `undefined` while loading, or without a range.
 */
export function useOthers(days: Days | null, list: readonly MoneyItem[]): readonly MoneyItem[] | undefined {
  const { data } = useFigures('future-transactions', days, ['scheduled by contract'], ask);
  return useMemo(() => {
    const contracts = new Set(list.map((it) => it.ContractSequence));
    return data?.filter((it) => contracts.has(it.ContractSequence));
  }, [data, list]);
}
