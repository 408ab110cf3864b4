import type { RowState } from '#console/api/send/results.ts';
import { grouped } from '#console/domain/collections/day-groups.ts';
import { transactionKeys } from '#console/domain/collections/transaction-key.ts';
import { sumOf } from '#console/kit/ui/sums.ts';
import type { Fault } from '#contract/operation.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';

export type Transaction = LooseOutput<'transactionReport'>;
export type Changed = LooseOutput<'omniInstalmentChangeReport'>;

/** A returned debit. */
export interface Unpaid extends Transaction {
  key: string;
  InstalmentSequence?: number | null;
  /** The bank's code; missing if the service doesn't return it. */
  InstalmentResult?: string | null;
}

/** Ignores case. */
export const isFailed = (status: string | null | undefined, failed: string): boolean =>
  status?.toUpperCase() === failed.toUpperCase();

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
export function unpaidOf(debits: readonly Transaction[], changed: readonly Changed[]): Unpaid[] {
  const byContract = new Map<unknown, Changed[]>();
  for (const it of changed) {
    const of = byContract.get(it.ContractSequence);
    if (of) of.push(it);
    else byContract.set(it.ContractSequence, [it]);
  }
  const keyOf = transactionKeys();
  return debits.map((it): Unpaid => {
    const same = (byContract.get(it.ContractSequence) ?? []).filter((other) => other.InstalmentAmount === it.Amount);
    const found =
      it.ContractSequence == null
        ? undefined
        : only(
            same,
            (other) => other.LastUpdateDate?.slice(0, 10) === it.TransactionDate?.slice(0, 10),
            (other) => minute(other.LastUpdateDate) === minute(it.TransactionDate),
          );
    return {
      ...it,
      key: keyOf(it),
      InstalmentSequence: found?.InstalmentSequence,
      InstalmentResult: found?.InstalmentResult,
    };
  });
}

/** Cents; `null` if an amount is missing or invalid. */
export const centsOf = (list: readonly { Amount?: number | null }[]): number | null =>
  sumOf(list.map((it) => it.Amount));

/** A new instalment for a returned debit, as far as it is filled in. */
export interface Prepared {
  unpaid: Unpaid;
  date: string;
  amount: number | null;
}

export const identityOf = ({ ContractSequence, ClientNumber, ContractNumber }: Unpaid) =>
  ContractSequence == null
    ? { ClientNumber: ClientNumber ?? undefined, ContractNumber: ContractNumber ?? undefined }
    : { ContractSequence };

/** The item to send: the contract by its sequence, else by both numbers. */
export function itemOf({ unpaid, date, amount }: Prepared): Input<'instalmentCreate'> {
  return {
    ...identityOf(unpaid),
    InstalmentActionDate: `${date} 00:00`,
    InstalmentAmount: amount ?? Number.NaN,
  };
}

export interface RowOutcome {
  state: RowState;
  reasons: readonly Fault[];
  /** From the service, unchanged. */
  received?: readonly unknown[];
}

/** Instalments per call: as many contracts as can be read in time before it (domain/write/read-back.ts). */
const partSize = 100;

/** Batches of about `size`. Debits of one contract stay together, since a later collection counts for all of them. */
export function partsOf<Row extends Prepared>(rows: readonly Row[], size = partSize): Row[][] {
  const parts: Row[][] = [];
  for (const group of grouped(rows, ({ unpaid }) => JSON.stringify(identityOf(unpaid))).values()) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= size) last.push(...group);
    else parts.push([...group]);
  }
  return parts;
}
