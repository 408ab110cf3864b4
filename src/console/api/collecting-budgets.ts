import { useQuery } from '@tanstack/react-query';
import { mostBudgets, type CollectingBudgetList, type CollectingBudgetQuestion } from '#contract/collecting-budgets.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { useTenant } from './tenant.ts';

type Named = CollectingBudgetQuestion['Contracts'][number];

/**
 * How often the missed debits of contracts may be collected again: an extension of this package's service.
 * @param contracts of more than one call's, the first
 * @param readAt when their debits were read, so that both are of the same time; 0 until then
 */
export function useCollectingBudgets(contracts: readonly Named[], readAt: number) {
  const { merchant, product } = useTenant();
  const asked = contracts.slice(0, mostBudgets);
  return useQuery<CollectingBudgetList, CallError>({
    queryKey: ['collectingBudgets', merchant, product, asked, readAt],
    queryFn: ({ signal }) =>
      callExtension('collectingBudgetList', { merchant, product }, { body: { Contracts: asked }, signal }),
    staleTime: 30_000,
    enabled: asked.length > 0 && readAt > 0,
  });
}
