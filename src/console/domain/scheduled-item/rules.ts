import { dateOf, isDate } from '../../../rules/calendar.ts';
import { countAndSumOf } from '../../kit/ui/sums.ts';
import { mayMove, notEditableReasonOf, stageOf } from '../statuses.ts';
import type { ScheduledItem } from './progress.ts';

/** Where the two kinds of money on a day, instalments and payments, keep what they have in common. */
interface Kind<T> {
  noun: 'instalment' | 'payment';
  /** Its number within its contract; one without is never offered to be changed. */
  numberOf: (it: T) => unknown;
  statusOf: (it: T) => string;
  /** A date-time, or a date; '' where none was given. */
  dueOf: (it: T) => string;
  amountOf: (it: T) => unknown;
}

/** What holds for either kind alike. */
export function rulesOf<T>({ noun, numberOf, statusOf, dueOf, amountOf }: Kind<T>) {
  /** Those that may still move: scheduled ones, and ahead of today those whose status says nothing here. */
  const ahead = (list: readonly T[], today: string): T[] =>
    list.filter((it) => mayMove(statusOf(it), dueOf(it), today));
  return {
    ahead,
    isScheduled: (it: T): boolean => stageOf(statusOf(it)) === 'scheduled',
    /** Why it cannot be changed; undefined where it can, or where only the service knows. */
    notEditableReason: (it: T, today: string): string | undefined =>
      notEditableReasonOf({ isNumbered: numberOf(it) != null, status: statusOf(it), due: dueOf(it) }, today),
    /** `3 instalments, R 300,00`. */
    countAndSum: (list: readonly T[]): string => countAndSumOf(noun, list.map(amountOf)),
    /**
     * What a cancel of the whole contract at `date` (a date-time) takes: scheduled, after it, and not going out today; and
     * what may be taken, since its status or its date says nothing here.
     */
    affectedByCancel: (list: readonly T[], date: string, today: string): T[] =>
      ahead(list, today).filter((it) => {
        const at = dueOf(it);
        return !isDate(dateOf(at)) || (at > date && dateOf(at) > today);
      }),
    /** As progress and summaries take it. */
    itemOf: (it: T): ScheduledItem => ({ amount: amountOf(it), status: statusOf(it), due: dueOf(it) }),
  };
}
