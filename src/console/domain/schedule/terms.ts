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

/** What a capture form holds, or a retrieve returns: any of the fields, as far as they are filled. */
export type Draft = { [W in keyof Words]?: Words[W] | null };

const needed = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'] as const;

/** Why the fields of a form lead to no dates and amounts yet. */
export type Unestimated =
  | { kind: 'waiting'; missing: readonly FieldName[] }
  | { kind: 'wrong'; field: string; message: string }
  | { kind: 'unknown'; fieldName: 'FrequencyCode' | 'AdjustmentCategory'; code: string };

export type Estimate = Unestimated | { kind: 'planned'; planned: Planned[]; isOpenEnded: boolean };

/** Half-typed amounts are the field's own business; here they count as not given yet. */
const cents = (amount: number | null | undefined) => (typeof amount === 'number' ? toCents(amount) : undefined);

/** Whether an adjustment category makes the amount step, so that it needs an amount or a rate. */
export const isStepping = (category: string | null | undefined): boolean =>
  Boolean(category) && category !== 'N' && category !== 'R';

/**
 * The schedule that the fields lead to by the rules this console shares with its own service. An estimate elsewhere: a
 * frequency or adjustment that the rules do not know is `unknown`, not wrong, since the service has the last word.
 * @param atLeast how many instalments of an open-ended series to plan, where there are more than those of its horizon
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
