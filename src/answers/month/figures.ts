import type { SignedFigures } from '#contract/month-end.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { centsOf } from '#rules/money.ts';
import { addUp, type Sum } from '#rules/sums.ts';
import { stageOf, unknownAmong } from '../statuses.ts';
import {
  isCollection,
  isDebit,
  isLateReturn,
  isOfUnknownType,
  isPayout,
  transactionTypes,
} from '../transaction-kind.ts';
import { returnedDebits, type ReturnTerms } from './returned-debits.ts';

/** Transactions of a day with the same status and type. */
export interface DaySum extends Sum {
  /** '' if the service returned none. */
  day: DateText;
  status: string;
  type: string;
}

export interface LateReturn {
  at: string;
  contract: number | string;
  client: string;
  contractNumber: string;
  cents: number | null;
  /** Paid in an earlier month. */
  isFromEarlier: boolean;
}

export interface MonthFigures {
  days: DaySum[];
  collected: Sum;
  /** Failed debits, those returned after payment included. */
  returned: Sum;
  afterPayment: Sum;
  /** Of those returned after payment: paid in an earlier month. */
  fromEarlier: Sum;
  lateReturns: LateReturn[];
  paidOut: Sum;
  payoutsUnpaid: Sum;
  /** Statuses that are not known, '' for a missing one. What has one of them is in no figure. */
  unknown: string[];
  unknownCount: number;
  /** What has a type that is not known is in no figure. */
  unknownTypeCount: number;
  /** Whether the service says which transactions are returns of debits that were paid, and which are payouts. */
  saysReturns: boolean;
  saysPayouts: boolean;
  /** Rows without a day, which are in no figure. */
  undatedCount: number;
}

/** A month with more is not closed: they are kept as records. */
export const maxLateReturns = 5000;

const termsOf = (row: Row): ReturnTerms => ({
  contract: row.ContractSequence,
  cents: centsOf(row.Amount),
  at: String(row.TransactionDate),
});

/**
 * The late returns among a month's transactions: one that takes back no debit of the month is of an earlier month's.
 * @param paid the month's, of the contracts of the returns
 */
export function lateReturnsOf(returns: readonly Row[], paid: readonly Row[]): LateReturn[] {
  const debits = returnedDebits(paid.filter(isDebit), returns, termsOf);
  return returns.map((row) => ({
    at: String(row.TransactionDate),
    contract: row.ContractSequence as number | string,
    client: String(row.ClientNumber ?? ''),
    contractNumber: String(row.ContractNumber ?? ''),
    cents: centsOf(row.Amount) ?? null,
    isFromEarlier: !debits.has(row),
  }));
}

/** Whether a sum is of this stage, and money out or in; of an unknown type it is neither. */
export const isMoney =
  (stage: string, isOut: boolean) =>
  ({ status, type }: Pick<DaySum, 'status' | 'type'>): boolean =>
    stageOf(status) === stage && (isOut ? isPayout : isCollection)({ TransactionType: type });

export function figuresOf(sums: readonly DaySum[], lateReturns: readonly LateReturn[]): MonthFigures {
  const [days, undated] = [sums.filter((it) => isDate(it.day)), sums.filter((it) => !isDate(it.day))];
  const ofStage = (stage: string, isOut: boolean) => addUp(days.filter(isMoney(stage, isOut)));
  const unknown = unknownAmong(days.map((it) => it.status));
  const { areCertain } = transactionTypes();
  const countedOf = (list: readonly LateReturn[]) => addUp(list.map(({ cents }) => ({ count: 1, cents })));
  return {
    days,
    collected: ofStage('paid', false),
    returned: ofStage('unpaid', false),
    afterPayment: countedOf(lateReturns),
    fromEarlier: countedOf(lateReturns.filter((it) => it.isFromEarlier)),
    lateReturns: [...lateReturns],
    paidOut: ofStage('paid', true),
    payoutsUnpaid: ofStage('unpaid', true),
    unknown,
    unknownCount: addUp(days.filter((it) => unknown.includes(it.status))).count,
    unknownTypeCount: addUp(days.filter((it) => isOfUnknownType({ TransactionType: it.type }))).count,
    saysReturns: areCertain || sums.some((it) => isLateReturn({ TransactionType: it.type })),
    saysPayouts: areCertain || sums.some((it) => isPayout({ TransactionType: it.type })),
    undatedCount: addUp(undated).count,
  };
}

/** Whole cents; null if one of the sums is not known. */
export interface Balance {
  opening: number | null;
  month: number | null;
  closing: number | null;
}

/**
 * What the service reported as collected and the bank has not shown yet: it is in transit. Money that was paid out and
 * debits that failed are other kinds of money and in neither.
 */
export function balanceOf(
  { collected, afterPayment }: MonthFigures,
  opening: number | null,
  matched: number | null = 0,
): Balance {
  if (opening === null || matched === null || collected.cents === null || afterPayment.cents === null)
    return { opening, month: null, closing: null };
  const month = collected.cents - afterPayment.cents - matched;
  return { opening, month, closing: opening + month };
}

const exact = ({ count, cents }: { count: number; cents: number | null }) => {
  if (cents === null) throw new RangeError('An amount is missing or not in whole cents.');
  return { Count: count, Cents: cents };
};

export function manifestFigures(figures: MonthFigures, balance: Balance, matched: number): SignedFigures {
  if (balance.opening === null || balance.closing === null)
    throw new RangeError('An amount is missing or not in whole cents.');
  return {
    Opening: balance.opening,
    Collected: exact(figures.collected),
    Returned: exact(figures.returned),
    AfterPayment: exact(figures.afterPayment),
    FromEarlier: exact(figures.fromEarlier),
    PaidOut: exact(figures.paidOut),
    PayoutsUnpaid: exact(figures.payoutsUnpaid),
    Matched: matched,
    Closing: balance.closing,
  };
}
