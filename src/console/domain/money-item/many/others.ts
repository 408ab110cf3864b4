import { useMemo } from 'react';
import { normalized } from '#console/api/normalize.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { ReportSource } from '#console/report-engine/protocol.ts';
import type { Instalment } from '../item.ts';

const fieldNames = ['ContractSequence', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentStatus'];

const ask = async (source: ReportSource): Promise<Instalment[]> =>
  normalized([...(await source.found(fieldNames, [])).rows] as Instalment[]);

/**
 * What else is scheduled in some days for the contracts of a list: two debits of one contract on a day are mostly a mistake.
 * Nothing while that is not known, or where no days are given.
 */
export function useOthers(days: Days | null, list: readonly Instalment[]): readonly Instalment[] | undefined {
  const { data } = useFigures('future-transactions', days, ['scheduled by contract'], ask);
  return useMemo(() => {
    const contracts = new Set(list.map((it) => it.ContractSequence));
    return data?.filter((it) => contracts.has(it.ContractSequence));
  }, [data, list]);
}
