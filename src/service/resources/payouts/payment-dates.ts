import type { DateTimeText } from '#rules/calendar.ts';
import { paymentDates as datesOf, type PaymentTerms } from '#rules/payment-dates.ts';
import { ScheduleError } from '#rules/schedule.ts';
import { Refusal } from '#service/base/errors.ts';

/**
 * The dates of the payments of a payout contract, null for one past the year 9999.
 * @throws Refusal naming the field that makes no dates.
 */
export function termsPaymentDates(terms: PaymentTerms): (DateTimeText | null)[] {
  try {
    return datesOf(terms);
  } catch (error) {
    if (error instanceof ScheduleError)
      throw new Refusal({ Field: error.field, Code: error.code, Message: error.message });
    throw error;
  }
}
