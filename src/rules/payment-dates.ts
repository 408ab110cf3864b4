import { civilOf, dateOf, fromDayNumber, isDateTime, lastDay, weekday, type DateTimeText } from './calendar.ts';
import { periods } from './frequencies.ts';
import { series } from './recurrence.ts';
import { ScheduleError } from './schedule.ts';

export interface PaymentTerms {
  FrequencyCode?: string | null;
  NumberOfPayments?: number | null;
  PaymentStartDate: DateTimeText;
}

/**
 * The payment dates of a payout contract. Preview and service both call this, so they agree. The start is the first
 * date and sets the rhythm: its weekday for weeks, its day of the month for months. A date past the year 9999 is null.
 * Without NumberOfPayments there are none: payments are then created one by one.
 * @throws ScheduleError for terms that give no dates
 */
export function paymentDates({
  FrequencyCode,
  NumberOfPayments,
  PaymentStartDate,
}: PaymentTerms): (DateTimeText | null)[] {
  const period = FrequencyCode == null ? undefined : periods.get(FrequencyCode);
  if (FrequencyCode != null && (!period || 'byRule' in period))
    throw new ScheduleError(
      'FrequencyCode',
      'INVALID',
      'The frequency code is not known, or its days follow a rule that a start date does not give.',
    );
  if (!period && NumberOfPayments != null && NumberOfPayments > 1)
    throw new ScheduleError('FrequencyCode', 'REQUIRED', 'FrequencyCode is required for more than one payment.');
  if (!isDateTime(PaymentStartDate))
    throw new ScheduleError('PaymentStartDate', 'INVALID', 'A date and time that exist, as YYYY-MM-DD HH:MM.');
  if (!period) return NumberOfPayments == null ? [] : [PaymentStartDate];
  const start = dateOf(PaymentStartDate);
  const dayAt = series(period, 'weeks' in period ? weekday(start) : civilOf(start).day, start, undefined);
  return Array.from({ length: NumberOfPayments ?? 0 }, (_, n) =>
    dayAt(n) > lastDay ? null : fromDayNumber(dayAt(n)) + PaymentStartDate.slice(dateOf(start).length),
  );
}
