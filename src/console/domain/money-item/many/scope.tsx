import { useContractPhrases } from '#console/domain/contract/names.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';

/** Whose items are changed. */
export function ScopeLine({ list, resource }: { list: readonly MoneyItem[]; resource: MoneyItemResource }) {
  const contracts = new Set(list.map(segmentOfRecord)).size;
  const phraseOf = useContractPhrases(resource.contracts);
  const [first] = list;
  return <Muted>{contracts === 1 && first ? phraseOf(first) : `${formatCount(contracts)} contracts`}</Muted>;
}
