import type { Word } from '../../contract/fields.ts';
import type { Input } from '../../contract/operations.ts';
import { toCents } from '../../rules/money.ts';
import { schedule, ScheduleError, type Planned, type Terms } from '../../rules/schedule.ts';

/** What a capture form holds: any of the words, as far as they are filled. */
export type Draft = Partial<Input<'mandateCreate'>>;

const needed = ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'] as const;

/** Why the words of a form lead to no dates and amounts yet. */
export type Unestimated =
  | { kind: 'waiting'; missing: readonly Word[] }
  | { kind: 'wrong'; field: string; message: string }
  | { kind: 'unknown'; frequency: string };

export type Estimate = Unestimated | { kind: 'planned'; planned: Planned[]; isOpenEnded: boolean };

/** Half-typed amounts are the field's own business; here they count as not given yet. */
const cents = (amount: number | null | undefined) => (typeof amount === 'number' ? toCents(amount) : undefined);

/** Whether an adjustment category makes the amount step, so that it needs an amount or a rate. */
export const isStepping = (category: string | null | undefined): boolean =>
  Boolean(category) && category !== 'N' && category !== 'R';

/**
 * The schedule that the words lead to by the rules this console shares with its own service. An estimate elsewhere: a
 * frequency that the rules do not know is `unknown`, not wrong, since the lookup of the service has the last word.
 */
export function estimate(draft: Draft): Estimate {
  const { FrequencyCode, CollectionDay, InstalmentStartDate } = draft;
  const InstalmentCents = cents(draft.InstalmentAmount);
  if (!FrequencyCode || CollectionDay == null || !InstalmentStartDate || InstalmentCents === undefined)
    return {
      kind: 'waiting',
      missing: needed.filter((word) =>
        word === 'InstalmentAmount' ? InstalmentCents === undefined : (draft[word] ?? '') === '',
      ),
    };
  const steps = isStepping(draft.AdjustmentCategory);
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
    return { kind: 'planned', planned: schedule(terms), isOpenEnded: draft.NumberOfInstalments == null };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    if (error.field === 'FrequencyCode') return { kind: 'unknown', frequency: FrequencyCode };
    return { kind: 'wrong', field: error.field, message: error.message };
  }
}
