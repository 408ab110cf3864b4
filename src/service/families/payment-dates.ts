import type { Input } from '../../contract/operations.ts';
import { civilOf, dateOf, fromDayNumber, lastDay, weekday, type DateTimeText } from '../../rules/calendar.ts';
import { periods } from '../../rules/frequencies.ts';
import { series } from '../../rules/recurrence.ts';
import { Refusal } from '../errors.ts';

type Terms = Pick<Input<'payoutContractCreate'>, 'FrequencyCode' | 'NumberOfPayments' | 'PaymentStartDate'>;

/**
 * The dates of the payments that a payout contract asks for. The start is the first and sets the rhythm: by weeks its
 * weekday, by months its day of the month. A date past the year 9999 is null. Without a number there are none: its
 * payments are then created one by one.
 * @throws Refusal for a frequency that gives no dates from a start.
 */
export function paymentDates({ FrequencyCode, NumberOfPayments, PaymentStartDate }: Terms): (DateTimeText | null)[] {
  const period = FrequencyCode == null ? undefined : periods.get(FrequencyCode);
  if (FrequencyCode != null && (!period || 'byRule' in period))
    throw new Refusal({
      Field: 'FrequencyCode',
      Code: 'INVALID',
      Message: 'The frequency code is not known, or its days follow a rule that a start date does not give.',
    });
  if (!period && NumberOfPayments != null && NumberOfPayments > 1)
    throw new Refusal({
      Field: 'FrequencyCode',
      Code: 'REQUIRED',
      Message: 'FrequencyCode is required for more than one payment.',
    });
  if (!period) return NumberOfPayments == null ? [] : [PaymentStartDate];
  const start = dateOf(PaymentStartDate);
  const dayAt = series(period, 'weeks' in period ? weekday(start) : civilOf(start).day, start, undefined);
  return Array.from({ length: NumberOfPayments ?? 0 }, (_, n) =>
    dayAt(n) > lastDay ? null : fromDayNumber(dayAt(n)) + PaymentStartDate.slice(dateOf(start).length),
  );
}
