import type { Output } from '../../contract/operations.ts';
import { dateOf } from '../../rules/calendar.ts';
import { formatCents, toCents } from '../../rules/money.ts';

export type Payment = Output<'payoutPaymentList'>;

export const isScheduled = (it: Payment): boolean => it.PaymentStatus === 'SCHEDULED';

/** Why this payment cannot be changed; nothing where it can. A status that was not returned is left to the service. */
export function heldBack(it: Payment, today: string): string | undefined {
  if (it.PaymentSequence == null) return 'not numbered';
  if (it.PaymentStatus && it.PaymentStatus !== 'SCHEDULED') return 'no longer scheduled';
  if (it.PaymentDate && dateOf(it.PaymentDate) <= today) return 'goes out today';
  return undefined;
}

/** Summed as whole cents, since floats drift. */
export const centsOf = (list: readonly Payment[]): number =>
  list.reduce((total, it) => total + (toCents(it.PaymentAmount ?? 0) ?? 0), 0);

/** `3 payments, R 300,00`. */
export const countAndSum = (list: readonly Payment[]): string =>
  `${list.length} ${list.length === 1 ? 'payment' : 'payments'}, ${formatCents(centsOf(list))}`;

/** What a cancel of the payout contract at `date` (a date-time) takes: scheduled, after it, not going out today. */
export const goingAfter = (list: readonly Payment[], date: string, today: string): Payment[] =>
  list.filter((it) => {
    const at = it.PaymentDate ?? '';
    return isScheduled(it) && at > date && dateOf(at) > today;
  });

const order = ['SCHEDULED', 'SUBMITTED', 'PAID', 'UNPAID', 'CANCELLED'];
const placeOf = (status: string) => (order.includes(status) ? order.indexOf(status) : order.length);

/** The statuses there are, as a payment goes through them; one that nobody foresaw comes last, as it came. */
export const statusesOf = (list: readonly Payment[]): string[] =>
  [...new Set(list.map((it) => it.PaymentStatus ?? ''))].toSorted((one, other) => placeOf(one) - placeOf(other));

const dateText = (it: Payment) => it.PaymentDate ?? '';

/** By date, those of one minute in their own order. */
export const byDate = (list: readonly Payment[]): Payment[] =>
  list.toSorted((one, other) => (dateText(one) < dateText(other) ? -1 : dateText(one) > dateText(other) ? 1 : 0));

/** The next that goes out. */
export const nextOf = (list: readonly Payment[]): Payment | undefined => byDate(list.filter(isScheduled))[0];
