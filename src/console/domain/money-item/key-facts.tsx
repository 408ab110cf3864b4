import { isUnreleased, unknownText } from '#console/model/statuses.ts';
import type { KeyFact } from '#kit/record/header.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { dateOf, daysBetween, isDate } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { itemCountText, type MoneyItem, type Noun } from './item.ts';
import type { Progress, Share } from './progress.ts';

const money = ({ cents }: Share) => <MoneyText cents={cents} isLarge />;

/** `in 2 days`; '' for a day that has passed. */
function daysAheadText(at: string, today: string): string {
  const days = isDate(dateOf(at)) ? daysBetween(today, dateOf(at)) : -1;
  return days < 0 ? '' : days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

interface Source {
  /** `undefined` while loading, `null` after an error. */
  progress: Progress | null | undefined;
  noun: Noun;
}

const missingFact = (label: string, progress: null | undefined): KeyFact =>
  progress === null ? { label, value: '—', note: 'Could not be loaded' } : { label, value: undefined };

/** The next day on which money moves. No claim after an error or with an unknown status. */
export function nextFact({ progress, noun, label, today }: Source & { label: string; today: string }): KeyFact {
  if (!progress) return missingFact(label, progress);
  const { next, unknown } = progress;
  if (next) {
    const amount = next.amount;
    // It moves on no day before its release.
    const ahead = isUnreleased(next.status) ? 'not released yet' : daysAheadText(next.due, today);
    return {
      label,
      value: weekdayText(next.due),
      note: (
        <>
          {typeof amount === 'number' && <MoneyText amount={amount} />}
          {typeof amount === 'number' && ahead && ' · '}
          {ahead}
        </>
      ),
    };
  }
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'None scheduled', note: `No ${noun} is to come` };
}

/** How much of the total is paid. `isOpenEnded`: more will be added, so there is no total. */
export function paidFact({ progress, noun, isOpenEnded }: Source & { isOpenEnded: boolean }): KeyFact {
  const label = 'Paid';
  if (!progress) return missingFact(label, progress);
  const { paid, total, unknown } = progress;
  const value = money(paid);
  if (unknown.length > 0) return { label, value: '—', note: unknownText(unknown) };
  if (isOpenEnded || total.count === 0) return { label, value, note: itemCountText(paid.count, noun) };
  return {
    label,
    value,
    note: (
      <>
        of <MoneyText cents={total.cents} /> · {paid.count} of {itemCountText(total.count, noun)}
      </>
    ),
  };
}

/** @param hrefOf link to an unpaid item */
export function unpaidFact({
  progress,
  noun,
  hrefOf,
}: Source & { hrefOf?: (it: MoneyItem) => string | undefined }): KeyFact {
  const label = 'Unpaid';
  if (!progress) return missingFact(label, progress);
  const { unpaid, failed, unknown } = progress;
  const [first] = failed;
  if (first)
    return {
      label,
      value: money(unpaid),
      note: `${unpaid.count > 1 ? `${itemCountText(unpaid.count, noun)}, ` : ''}since ${dayText(first.due)}`,
      isUrgent: true,
      to: hrefOf?.(first),
    };
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'Nothing unpaid', note: undefined };
}

export function sumFact({ progress, noun, label, share }: Source & { label: string; share: 'open' | 'paid' }): KeyFact {
  if (!progress) return missingFact(label, progress);
  const { [share]: sum, unknown } = progress;
  if (unknown.length > 0) return { label, value: '—', note: unknownText(unknown) };
  return { label, value: money(sum), note: itemCountText(sum.count, noun) };
}

/** Unpaid money first: it needs action, and the first fact is the large one. */
export const urgentFirst = (facts: readonly KeyFact[]): KeyFact[] =>
  facts.toSorted((one, other) => Number(other.isUrgent ?? false) - Number(one.isUrgent ?? false));
