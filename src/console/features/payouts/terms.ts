import { compareSchedules, type Pair } from '#console/domain/schedule/compare.ts';
import type { Unestimated } from '#console/domain/schedule/terms.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { periods } from '#rules/frequencies.ts';
import { toCents } from '#rules/money.ts';
import { paymentDates } from '#rules/payment-dates.ts';
import { ScheduleError, type Planned } from '#rules/schedule.ts';

/** What the form of a new payout contract holds, as far as it is filled. */
export type PayoutDraft = Partial<Input<'payoutContractCreate'>>;

/** A payment that the terms lead to; one without a date would lie past the year 9999 and is refused. */
export interface PlannedPayment {
  date: string | null;
  cents: number;
}

type PayoutEstimate = Unestimated | { kind: 'planned'; planned: PlannedPayment[] };

/**
 * The payments that the fields lead to, by the rule this console shares with its own service. A frequency that the rules
 * do not know is `unknown`, not wrong, since the lookup of the service has the last word.
 */
export function estimatePayments(draft: PayoutDraft): PayoutEstimate {
  const { FrequencyCode, NumberOfPayments, PaymentStartDate, PaymentAmount } = draft;
  // Half-typed amounts are the field's own business; here they count as not given yet.
  const cents = typeof PaymentAmount === 'number' ? toCents(PaymentAmount) : undefined;
  if (!PaymentStartDate || cents === undefined)
    return {
      kind: 'waiting',
      missing: [
        ...(PaymentStartDate ? [] : ['PaymentStartDate' as const]),
        ...(cents === undefined ? ['PaymentAmount' as const] : []),
      ],
    };
  if (FrequencyCode && !periods.has(FrequencyCode))
    return { kind: 'unknown', fieldName: 'FrequencyCode', code: FrequencyCode };
  try {
    const dates = paymentDates({ FrequencyCode: FrequencyCode || null, NumberOfPayments, PaymentStartDate });
    return { kind: 'planned', planned: dates.map((date) => ({ date, cents })) };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return { kind: 'wrong', field: error.field, message: error.message };
  }
}

type MadePayment = NonNullable<LooseOutput<'payoutContractCreate'>['SuccessPayments']>[number];

const asPlanned = ({ date, cents }: PlannedPayment, index: number): Planned[] =>
  date === null
    ? []
    : [
        {
          InstalmentSequence: index + 1,
          InstalmentActionDate: date,
          InstalmentCents: cents,
          DebitSequenceType: 'RCUR',
        },
      ];

/** Payments made beside those expected: the comparison of instalments, since both go by date and amount alone. */
export const comparePayments = (expected: readonly PlannedPayment[], made: readonly MadePayment[]): Pair[] =>
  compareSchedules(
    expected.flatMap(asPlanned),
    made.map((it) => ({
      InstalmentSequence: it.PaymentSequence,
      InstalmentActionDate: it.PaymentDate,
      InstalmentAmount: it.PaymentAmount,
    })),
  );
