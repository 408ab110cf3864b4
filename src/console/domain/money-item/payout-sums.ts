import { unknownAmong } from '#answers/statuses.ts';
import { config } from '#console/api/config.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { itemCents, moneyItems, type Payment } from './item.ts';
import { nextOf } from './rules.ts';

/** A payout contract, derived from its payments: the interface has no list of payout contracts. */
export interface PayoutSum {
  ContractSequence?: number | null;
  ClientNumber?: string | null;
  ClientName?: string | null;
  ContractNumber?: string | null;
  /** Count; missing, like all fields below, if the payments are unknown. */
  payments?: number;
  /**
   * Cents of payments not cancelled, paid, and scheduled. `null` if an amount is missing or invalid; missing if a
   * status is unknown.
   */
  total?: number | null;
  paid?: number | null;
  ahead?: number | null;
  /** The next payment that goes out, or may. */
  next?: string;
  nextAmount?: number;
}

function sumsOf(
  list: readonly Payment[],
  today: DateText,
): Omit<PayoutSum, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'> {
  const next = nextOf(list, today);
  const areStatusesKnown = unknownAmong(list.map((it) => it.status)).length === 0;
  return {
    payments: list.length,
    ...(areStatusesKnown && {
      total: itemCents(list.filter((it) => it.stage !== 'cancelled')),
      paid: itemCents(list.filter((it) => it.stage === 'paid')),
      ahead: itemCents(list.filter((it) => it.stage === 'scheduled')),
    }),
    next: next?.due || undefined,
    nextAmount: next?.amount ?? undefined,
  };
}

/** In the order of the payments; ignores payments without a contract. */
export function payoutsOf(payments: readonly LooseOutput<'payoutPaymentList'>[], today: DateText): PayoutSum[] {
  const groups = grouped(moneyItems('payment', payments).filter(segmentOfRecord), segmentOfRecord);
  return [...groups.values()].map((list) => ({
    ContractSequence: list[0]?.ContractSequence,
    ClientNumber: list[0]?.ClientNumber,
    ContractNumber: list[0]?.ContractNumber,
    ...sumsOf(list, today),
  }));
}

/**
 * A payout contract from its retrieve. Unless `isWhole`, a service may leave payments out, so an empty list means
 * unknown.
 */
export function payoutOf(
  contract: LooseOutput<'payoutContractList'>,
  today: DateText,
  isWhole = config().leftOut === 'empty',
): PayoutSum[] {
  const { ContractSequence, ClientNumber, ContractNumber, ContractPayments } = contract;
  if (!segmentOfRecord(contract)) return [];
  return [
    {
      ContractSequence,
      ClientNumber,
      ContractNumber,
      ...(ContractPayments &&
        (ContractPayments.length > 0 || isWhole) &&
        sumsOf(moneyItems('payment', ContractPayments), today)),
    },
  ];
}
