import type { FieldName } from '#contract/fields.ts';
import type { Input } from '#contract/operations.ts';
import { toCents } from '#rules/money.ts';
import {
  horizonLength,
  isKnownAdjustment,
  schedule,
  ScheduleError,
  type Planned,
  type Terms,
} from '#rules/schedule.ts';

type Words = Input<'mandateCreate'>;

/** Values of a form or a retrieve, partly filled. */
export type Draft = { [W in keyof Words]?: Words[W] | null };

const needed = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'] as const;

/** Why there is no estimate yet. */
export type Unestimated =
  | { kind: 'waiting'; missing: readonly FieldName[] }
  | { kind: 'wrong'; field: string; message: string }
  | { kind: 'unknown'; fieldName: 'FrequencyCode' | 'AdjustmentCategory'; code: string };

export type Estimate = Unestimated | { kind: 'planned'; planned: Planned[]; isOpenEnded: boolean };

/** Half-typed amounts count as missing; the field shows its own error. */
const cents = (amount: number | null | undefined) => (typeof amount === 'number' ? toCents(amount) : undefined);

/** Whether a category changes the amount over time, so that it needs an amount or a rate. */
export const isStepping = (category: string | null | undefined): boolean =>
  Boolean(category) && category !== 'N' && category !== 'R';

/**
 * The schedule by the rules shared with our service; an estimate for other services. Unknown frequencies and
 * adjustments give `unknown`, not an error, because the service decides.
 * @param atLeast minimum instalments to plan of an open-ended series
 */
export function estimate(draft: Draft, atLeast = 0): Estimate {
  const { FrequencyCode, CollectionDay, InstalmentStartDate } = draft;
  const InstalmentCents = cents(draft.InstalmentAmount);
  if (!FrequencyCode || CollectionDay == null || !InstalmentStartDate || InstalmentCents === undefined)
    return {
      kind: 'waiting',
      missing: needed.filter((fieldName) =>
        fieldName === 'InstalmentAmount' ? InstalmentCents === undefined : (draft[fieldName] ?? '') === '',
      ),
    };
  const steps = isStepping(draft.AdjustmentCategory);
  if (steps && draft.AdjustmentCategory && !isKnownAdjustment(draft.AdjustmentCategory))
    return { kind: 'unknown', fieldName: 'AdjustmentCategory', code: draft.AdjustmentCategory };
  const terms: Terms = {
    FrequencyCode,
    CollectionDay,
    InstalmentStartDate,
    InstalmentCents,
    NumberOfInstalments: draft.NumberOfInstalments ?? null,
    FirstCollectionDate: draft.FirstCollectionDate || null,
    FirstCollectionCents: cents(draft.FirstCollectionAmount) ?? null,
    AdjustmentCategory: draft.AdjustmentCategory || null,
    AdjustmentCents: steps ? (cents(draft.AdjustmentAmount) ?? null) : null,
    AdjustmentRate: steps ? (draft.AdjustmentRate ?? null) : null,
    MaximumCents: cents(draft.MaximumAmount) ?? null,
  };
  try {
    return {
      kind: 'planned',
      planned: schedule(terms, Math.max(horizonLength, atLeast)),
      isOpenEnded: draft.NumberOfInstalments == null,
    };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    if (error.field === 'FrequencyCode') return { kind: 'unknown', fieldName: 'FrequencyCode', code: FrequencyCode };
    return { kind: 'wrong', field: error.field, message: error.message };
  }
}
