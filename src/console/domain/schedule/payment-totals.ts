import type { LooseOutput } from '../../../contract/operations.ts';
import { dateOf, isDate } from '../../../rules/calendar.ts';
import { notEditableReasonOf, mayMove, stageOf } from '../statuses.ts';
import { countAndSumOf, sumOf } from '../../kit/ui/sums.ts';

export type Payment = LooseOutput<'payoutPaymentList'>;

export const isScheduled = (it: Payment): boolean => stageOf(it.PaymentStatus) === 'scheduled';

/** Why this payment cannot be changed; undefined where it can, or where only the service knows. */
export const notEditableReason = (it: Payment, today: string): string | undefined =>
  notEditableReasonOf(
    { isNumbered: it.PaymentSequence != null, status: it.PaymentStatus, due: it.PaymentDate ?? '' },
    today,
  );

/** Those that may still go out: scheduled ones, and ahead of today those whose status says nothing here. */
export const ahead = (list: readonly Payment[], today: string): Payment[] =>
  list.filter((it) => mayMove(it.PaymentStatus, it.PaymentDate ?? '', today));

/** Whole cents; null where an amount is missing or is none. */
export const centsOf = (list: readonly Payment[]): number | null => sumOf(list.map((it) => it.PaymentAmount));

/** `3 payments, R 300,00`. */
export const countAndSum = (list: readonly Payment[]): string =>
  countAndSumOf(
    'payment',
    list.map((it) => it.PaymentAmount),
  );

/**
 * What a cancel of the payout contract at `date` (a date-time) takes: scheduled, after it, not going out today; and what may
 * be taken, since its status or its date says nothing here.
 */
export const affectedByCancel = (list: readonly Payment[], date: string, today: string): Payment[] =>
  ahead(list, today).filter((it) => {
    const at = it.PaymentDate ?? '';
    return !isDate(dateOf(at)) || (at > date && dateOf(at) > today);
  });

const order = ['SCHEDULED', 'SUBMITTED', 'PAID', 'UNPAID', 'CANCELLED'];
const rankOf = (status: string) =>
  order.includes(status.toUpperCase()) ? order.indexOf(status.toUpperCase()) : order.length;

/** The statuses there are, as a payment goes through them; one that nobody foresaw comes last, as it came. */
export const statusesOf = (list: readonly Payment[]): string[] =>
  [...new Set(list.map((it) => it.PaymentStatus ?? ''))].toSorted((one, other) => rankOf(one) - rankOf(other));

const dateText = (it: Payment) => it.PaymentDate ?? '';

/** By date, those of one minute in their own order. */
export const byDate = (list: readonly Payment[]): Payment[] =>
  list.toSorted((one, other) => (dateText(one) < dateText(other) ? -1 : dateText(one) > dateText(other) ? 1 : 0));

/** The next that goes out, or may. */
export const nextOf = (list: readonly Payment[], today: string): Payment | undefined => byDate(ahead(list, today))[0];
