import { compareSchedules, type SchedulePair } from '#console/domain/schedule/compare.ts';
import type { Unestimated } from '#console/domain/schedule/terms.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { periods } from '#rules/frequencies.ts';
import { toCents } from '#rules/money.ts';
import { paymentDates } from '#rules/payment-dates.ts';
import { ScheduleError, type Planned } from '#rules/schedule.ts';

export type PayoutDraft = Partial<Input<'payoutContractCreate'>>;

/** `date` is `null` after the year 9999; such a payment is refused. */
export interface PlannedPayment {
  date: string | null;
  cents: number;
}

type PayoutEstimate = Unestimated | { kind: 'planned'; planned: PlannedPayment[] };

/**
 * The payments of the typed terms, by the rule shared with this package's service. An unlisted frequency is `unknown`,
 * not wrong: the service's lookup decides.
 */
export function estimatePayments(draft: PayoutDraft): PayoutEstimate {
  const { FrequencyCode, NumberOfPayments, PaymentStartDate, PaymentAmount } = draft;
  // The field reports half-typed amounts; here they count as missing.
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

/** Compares created with expected payments, by date and amount like instalments. */
export const comparePayments = (expected: readonly PlannedPayment[], made: readonly MadePayment[]): SchedulePair[] =>
  compareSchedules(
    expected.flatMap(asPlanned),
    made.map((it) => ({
      InstalmentSequence: it.PaymentSequence,
      InstalmentActionDate: it.PaymentDate,
      InstalmentAmount: it.PaymentAmount,
    })),
  );
