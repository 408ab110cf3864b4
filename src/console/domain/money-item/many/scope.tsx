import { useContractPhrases } from '#console/domain/contract/names.ts';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { formatCount } from '#kit/ui/sums.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';

/** Whose items are changed. */
export function ScopeLine({ list, resource }: { list: readonly MoneyItem[]; resource: MoneyItemResource }) {
  const contracts = new Set(list.map(segmentOfRecord)).size;
  const phraseOf = useContractPhrases(resource.contracts);
  const [first] = list;
  return <TenantLine>{contracts === 1 && first ? phraseOf(first) : `${formatCount(contracts)} contracts`}.</TenantLine>;
}
