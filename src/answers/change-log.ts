import type { LooseOutput } from '#contract/operations.ts';
import { normalStatus } from './statuses.ts';

type ContractChange = LooseOutput<'contractChangeReport'>;

/** The contract's status, which one report calls by the mandate's field. */
export const isLoggedStatus = (fieldName: string | null | undefined): boolean =>
  fieldName === 'MandateStatusCode' || fieldName === 'Status';

/** The newest logged status of a contract, whose retrieve returns none; of one minute, the later one. */
export const loggedStatus = (changes: readonly ContractChange[]): string | undefined =>
  changes
    .toSorted((one, other) => ((one.ChangeDate ?? '') < (other.ChangeDate ?? '') ? -1 : 1))
    .findLast((it) => isLoggedStatus(it.FieldChanged))?.NewValue ?? undefined;

/** How a payout contract ended, from its change log: its retrieve does not return that. */
export function payoutStatusOf(changes: readonly ContractChange[]): 'CANCELLED' | 'COMPLETED' | undefined {
  if (changes.some((it) => it.FieldChanged === 'CancelCode' && it.NewValue)) return 'CANCELLED';
  const last = normalStatus(changes.findLast((it) => it.FieldChanged === 'Status')?.NewValue);
  return last === 'CANCELLED' || last === 'COMPLETED' ? last : undefined;
}
