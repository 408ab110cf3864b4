import { rulesOf } from '#console/domain/scheduled-item/rules.ts';
import { inOrder } from '#console/domain/statuses.ts';
import { sumOf } from '#console/kit/ui/sums.ts';
import type { LooseOutput } from '#contract/operations.ts';

export type Payment = LooseOutput<'payoutPaymentList'>;

export const { affectedByCancel, ahead, countAndSum, isScheduled, itemOf, notEditableReason, reasonOf, reasonsIn } =
  rulesOf<Payment>({
    noun: 'payment',
    numberOf: (it) => it.PaymentSequence,
    statusOf: (it) => it.PaymentStatus ?? '',
    dueOf: (it) => it.PaymentDate ?? '',
    amountOf: (it) => it.PaymentAmount,
    statusField: 'PaymentStatus',
    resultOf: (it) => it.ResponseCode,
  });

/** Whole cents; null where an amount is missing or is none. */
export const centsOf = (list: readonly Payment[]): number | null => sumOf(list.map((it) => it.PaymentAmount));

/** The statuses there are, as a payment goes through them. */
export const statusesOf = (list: readonly Payment[]): string[] => inOrder(list.map((it) => it.PaymentStatus ?? ''));

const dateText = (it: Payment) => it.PaymentDate ?? '';

/** By date, those of one minute in their own order. */
export const byDate = (list: readonly Payment[]): Payment[] =>
  list.toSorted((one, other) => (dateText(one) < dateText(other) ? -1 : dateText(one) > dateText(other) ? 1 : 0));

/** The next that goes out, or may. */
export const nextOf = (list: readonly Payment[], today: string): Payment | undefined => byDate(ahead(list, today))[0];
