import type { Output } from '../../contract/operations.ts';
import { fromCents } from '../../rules/money.ts';
import { centsOf, isScheduled, nextOf, type Payment } from './payment-totals.ts';

/** A payout contract as its payments tell of it: the interface has no list of payout contracts. */
export interface PayoutSum {
  ContractSequence: number;
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  /** How many; absent, like all that follows, while the payments are not known. */
  payments?: number;
  /** Amounts of the wire, of all payments, of those paid and of those still scheduled. */
  total?: number;
  paid?: number;
  ahead?: number;
  /** The next payment that goes out. */
  next?: string;
  nextAmount?: number;
}

const paidOf = (list: readonly Payment[]) => list.filter((it) => it.PaymentStatus === 'PAID');

function sumOf(list: readonly Payment[]): Omit<PayoutSum, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'> {
  const next = nextOf(list);
  return {
    payments: list.length,
    total: fromCents(centsOf(list)),
    paid: fromCents(centsOf(paidOf(list))),
    ahead: fromCents(centsOf(list.filter(isScheduled))),
    next: next?.PaymentDate ?? undefined,
    nextAmount: next?.PaymentAmount ?? undefined,
  };
}

/** The payout contracts that payments belong to, in their order; a payment without a sequence tells of none. */
export function payoutsOf(payments: readonly Payment[]): PayoutSum[] {
  const grouped = new Map<number, Payment[]>();
  for (const it of payments) {
    if (it.ContractSequence == null) continue;
    const held = grouped.get(it.ContractSequence);
    if (held) held.push(it);
    else grouped.set(it.ContractSequence, [it]);
  }
  return [...grouped].map(([ContractSequence, list]) => ({
    ContractSequence,
    ClientNumber: list[0]?.ClientNumber,
    ContractNumber: list[0]?.ContractNumber,
    ...sumOf(list),
  }));
}

/** A payout contract as its retrieve tells of it; the payments come with it, though a service may leave them out. */
export function payoutOf(it: Output<'payoutContractList'>): PayoutSum[] {
  const { ContractSequence, ClientNumber, ContractNumber, ContractPayments } = it;
  if (ContractSequence == null) return [];
  return [{ ContractSequence, ClientNumber, ContractNumber, ...(ContractPayments && sumOf(ContractPayments)) }];
}
