import { dateOf, type DateText, type DateTimeText } from './calendar.ts';
import { sequenceType, type Planned } from './schedule.ts';

/** A stored instalment; its amount in whole cents. */
export interface ReplannedInstalment {
  sequence: number;
  /**
   * Its position in the plan of the terms, from 1; null when it is outside the plan: added by hand, or dropped by an
   * edit.
   */
  place: number | null;
  date: DateTimeText;
  cents: number;
  type: string | null;
  status: string;
}

/**
 * The instalments of a contract after an edit of its terms, position by position: those that are sent, or due today,
 * stay; those beyond the new plan are cancelled and lose their position; positions without an instalment get a new one.
 *
 * An instalment that differs from the old plan was set by hand. It keeps its amount. It keeps its date if the plan's
 * date did not move, or if its date is still between the new dates before and after it: outside them, one period would
 * be collected twice and another not at all. Types are `retyped`.
 *
 * @param was the plan of the old terms, `will` that of the new ones; both as far as the series has got
 * @param today instalments due by then no longer change
 * @returns the existing instalments in their order, then new ones, numbered after the highest
 */
export function replan(
  instalments: readonly ReplannedInstalment[],
  was: readonly Planned[],
  will: readonly Planned[],
  today: DateText,
): ReplannedInstalment[] {
  const after = instalments.map((instalment): ReplannedInstalment => {
    if (instalment.place === null || instalment.status !== 'SCHEDULED' || dateOf(instalment.date) <= today)
      return instalment;
    const [old, to] = [was[instalment.place - 1], will[instalment.place - 1]];
    if (!to) return { ...instalment, place: null, status: 'CANCELLED' };
    const isMoved = old !== undefined && instalment.date !== old.InstalmentActionDate;
    const keepsDate =
      isMoved &&
      (old.InstalmentActionDate === to.InstalmentActionDate ||
        isBetween(instalment.date, will[instalment.place - 2], will[instalment.place]));
    const keepsCents = old !== undefined && instalment.cents !== old.InstalmentCents;
    return {
      ...instalment,
      date: keepsDate ? instalment.date : to.InstalmentActionDate,
      cents: keepsCents ? instalment.cents : to.InstalmentCents,
    };
  });
  const places = new Set(instalments.map((it) => it.place));
  const last = Math.max(0, ...instalments.map((it) => it.sequence));
  const added = will
    .filter((it) => !places.has(it.InstalmentSequence) && dateOf(it.InstalmentActionDate) > today)
    .map((it, index) => ({
      sequence: last + 1 + index,
      place: it.InstalmentSequence,
      date: it.InstalmentActionDate,
      cents: it.InstalmentCents,
      type: it.DebitSequenceType,
      status: 'SCHEDULED',
    }));
  return [...after, ...added];
}

const isBetween = (date: DateTimeText, before: Planned | undefined, after: Planned | undefined): boolean =>
  (!before || dateOf(before.InstalmentActionDate) < dateOf(date)) &&
  (!after || dateOf(date) < dateOf(after.InstalmentActionDate));

function typesOf(instalments: readonly ReplannedInstalment[], isOpenEnded: boolean): Map<number, string> {
  const live = instalments
    .flatMap((it) => (it.place === null || it.status === 'CANCELLED' ? [] : [{ ...it, place: it.place }]))
    .toSorted((one, other) => (one.date === other.date ? one.place - other.place : one.date < other.date ? -1 : 1));
  return new Map(live.map((it, n) => [it.sequence, sequenceType(n, live.length, isOpenEnded)]));
}

/**
 * The instalments of `after` with corrected types: a scheduled one gets the type of its position among the live ones,
 * so that a series has one first and one last after any cut, addition, cancellation or move. A type that differed from
 * its position before the change was set by hand and stays.
 *
 * @param wasOpenEnded whether the series had no last before, `isOpenEnded` after
 */
export function retyped(
  before: readonly ReplannedInstalment[],
  after: readonly ReplannedInstalment[],
  wasOpenEnded: boolean,
  isOpenEnded: boolean,
): ReplannedInstalment[] {
  const [old, now] = [typesOf(before, wasOpenEnded), typesOf(after, isOpenEnded)];
  return after.map((instalment) => {
    const type = now.get(instalment.sequence);
    if (instalment.status !== 'SCHEDULED' || type === undefined) return instalment;
    const isByHand = old.has(instalment.sequence) && instalment.type !== old.get(instalment.sequence);
    return isByHand ? instalment : { ...instalment, type };
  });
}
