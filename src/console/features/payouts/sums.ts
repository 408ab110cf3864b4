import { config } from '#console/api/config.ts';
import { centsOf, type Payment } from '#console/domain/money-item/item.ts';
import { isScheduled, nextOf } from '#console/domain/money-item/rules.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';

/** A payout contract as its payments tell of it: the interface has no list of payout contracts. */
export interface PayoutSum {
  ContractSequence?: number | null;
  ClientNumber?: string | null;
  ClientName?: string | null;
  ContractNumber?: string | null;
  /** How many; absent, like all that follows, while the payments are not known. */
  payments?: number;
  /**
   * Whole cents of those not cancelled, of those paid, and of those still scheduled; null where an amount is missing or is
   * none, absent where a status does not say which a payment is.
   */
  total?: number | null;
  paid?: number | null;
  ahead?: number | null;
  /** The next payment that goes out, or may. */
  next?: string;
  nextAmount?: number;
}

const paidOf = (list: readonly Payment[]) => list.filter((it) => stageOf(it.PaymentStatus) === 'paid');

function sumsOf(
  list: readonly Payment[],
  today: DateText,
): Omit<PayoutSum, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'> {
  const next = nextOf(list, today);
  const areStatusesKnown = unknownAmong(list.map((it) => it.PaymentStatus)).length === 0;
  return {
    payments: list.length,
    ...(areStatusesKnown && {
      total: centsOf(list.filter((it) => stageOf(it.PaymentStatus) !== 'cancelled')),
      paid: centsOf(paidOf(list)),
      ahead: centsOf(list.filter(isScheduled)),
    }),
    next: next?.PaymentDate ?? undefined,
    nextAmount: next?.PaymentAmount ?? undefined,
  };
}

/** The payout contracts that payments belong to, in their order; a payment that names none tells of none. */
export function payoutsOf(payments: readonly Payment[], today: DateText): PayoutSum[] {
  const grouped = new Map<string, Payment[]>();
  for (const it of payments) {
    const key = segmentOfRecord(it);
    const group = grouped.get(key);
    if (group) group.push(it);
    else if (key) grouped.set(key, [it]);
  }
  return [...grouped.values()].map((list) => ({
    ContractSequence: list[0]?.ContractSequence,
    ClientNumber: list[0]?.ClientNumber,
    ContractNumber: list[0]?.ContractNumber,
    ...sumsOf(list, today),
  }));
}

/**
 * A payout contract as its retrieve tells of it; the payments come with it, though a service may leave them out. Of such a
 * service an empty list may mean that, too, so nothing is said of it.
 */
export function payoutOf(
  it: LooseOutput<'payoutContractList'>,
  today: DateText,
  isWhole = config().leftOut === 'empty',
): PayoutSum[] {
  const { ContractSequence, ClientNumber, ContractNumber, ContractPayments } = it;
  if (!segmentOfRecord(it)) return [];
  return [
    {
      ContractSequence,
      ClientNumber,
      ContractNumber,
      ...(ContractPayments && (ContractPayments.length > 0 || isWhole) && sumsOf(ContractPayments, today)),
    },
  ];
}
