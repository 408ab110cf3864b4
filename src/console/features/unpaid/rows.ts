import type { RowState } from '#answers/send/results.ts';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { sumOf } from '#console/kit/ui/sums.ts';
import type { Fault } from '#contract/operation.ts';
import type { Input } from '#contract/operations.ts';
import { grouped } from '#rules/sums.ts';

/** Cents; `null` if an amount is missing or invalid. */
export const centsOf = (list: readonly { Amount?: number | null }[]): number | null =>
  sumOf(list.map((it) => it.Amount));

/** A new instalment for a returned debit, as far as it is filled in. */
export interface Prepared {
  unpaid: UnpaidDebit;
  date: string;
  amount: number | null;
}

export const identityOf = ({ ContractSequence, ClientNumber, ContractNumber }: UnpaidDebit) =>
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

/** Instalments per call. */
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
