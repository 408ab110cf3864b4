import { normalStatus } from '#answers/statuses.ts';
import type { Transaction } from '#console/domain/timeline/events.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { transactionKeys } from '../transaction-key.ts';

export type InstalmentChange = LooseOutput<'omniInstalmentChangeReport'>;

/** A returned debit. */
export interface UnpaidDebit extends Transaction {
  key: string;
  InstalmentSequence?: number | null;
  /** The bank's code; missing if the service doesn't return it. */
  InstalmentResult?: string | null;
}

/** Default failed status; the interface lists no statuses (docs/interface.md, States). */
export const usualFailed = 'UNPAID';

export const isFailed = (status: string | null | undefined, failed: string): boolean =>
  normalStatus(status) === normalStatus(failed);

const minute = (at: string | null | undefined) => at?.slice(0, 16);

/** Applies the tests in turn, skipping those that nothing passes; `undefined` if several remain. */
function only<It>(list: readonly It[], ...tests: ((it: It) => boolean)[]): It | undefined {
  let left = list;
  for (const test of tests) {
    const fewer = left.filter(test);
    if (fewer.length > 0) left = fewer;
  }
  return left.length === 1 ? left[0] : undefined;
}

/**
 * Failed debits, each with its reason. A transaction doesn't name its instalment (docs/decisions.md, 31), so it is
 * matched with a failed instalment of the same contract and amount, changed in the same minute, else on the same day.
 * If several fit, none is chosen: a guessed reason is worse than none.
 */
export function unpaidOf(debits: readonly Transaction[], changed: readonly InstalmentChange[]): UnpaidDebit[] {
  const byContract = new Map<unknown, InstalmentChange[]>();
  for (const change of changed) {
    const of = byContract.get(change.ContractSequence);
    if (of) of.push(change);
    else byContract.set(change.ContractSequence, [change]);
  }
  const keyOf = transactionKeys();
  return debits.map((debit): UnpaidDebit => {
    const same = (byContract.get(debit.ContractSequence) ?? []).filter(
      (other) => other.InstalmentAmount === debit.Amount,
    );
    const found =
      debit.ContractSequence == null
        ? undefined
        : only(
            same,
            (other) => other.LastUpdateDate?.slice(0, 10) === debit.TransactionDate?.slice(0, 10),
            (other) => minute(other.LastUpdateDate) === minute(debit.TransactionDate),
          );
    return {
      ...debit,
      key: keyOf(debit),
      InstalmentSequence: found?.InstalmentSequence,
      InstalmentResult: found?.InstalmentResult,
    };
  });
}
