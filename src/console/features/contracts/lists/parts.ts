import { useMemo } from 'react';
import { isEndingSoon } from '#console/domain/money-item/row-debits.ts';
import { useRowDebits } from '#console/domain/money-item/use-row-debits.ts';
import type { ListedContract } from './use-contracts.ts';

/** Parts of all contracts, by the debits that were read; in the address of the list. */
const partLabels = { unpaid: 'Unpaid', 'ending-soon': 'Ending soon' } as const;
export type PartName = keyof typeof partLabels;

export const contractPart = (only: string): PartName | undefined =>
  Object.hasOwn(partLabels, only) ? (only as PartName) : undefined;

export const partLabel = (part: PartName): string => partLabels[part];

/** @param all the contracts that are listed; empty reads no debits */
export function useParts(all: readonly ListedContract[]) {
  const debits = useRowDebits(all.length);
  const { debits: read, of, to, hasEnds } = debits;
  return useMemo(() => {
    // Also what can't be added up.
    const unpaid = (it: ListedContract) => (of(it) ?? { unpaid: 0 }).unpaid !== 0;
    const isEnding = (it: ListedContract) => isEndingSoon(it, of(it), to);
    const countOf = (isIn: typeof unpaid) => (read ? all.filter(isIn).length : undefined);
    return {
      isIn: { unpaid, 'ending-soon': isEnding },
      /** Whether the reports say which contracts are in a part. */
      isKnown: { unpaid: read !== undefined, 'ending-soon': hasEnds },
      counts: { unpaid: countOf(unpaid), 'ending-soon': hasEnds ? countOf(isEnding) : undefined },
    };
  }, [all, read, of, to, hasEnds]);
}
