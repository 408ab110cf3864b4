import { dateOf, daysBetween, type DateText } from './calendar.ts';

/** A debit of a contract, as far as it tells what collecting again brought. Amounts are whole cents. */
export interface FollowedDebit {
  /** A day, or a day and time. */
  due: string;
  /** `paid`, `unpaid` or `cancelled`; all others may still be paid. */
  stage: string | undefined;
  cents: number | undefined;
  /** The bank's code; '' for an unknown one. */
  reason: string;
  /** The day on which it was added by hand; null for a debit of the schedule. */
  addedOn: DateText | null;
}

/** A debit that was added for a missed one. */
export interface CollectingAttempt {
  /** 1 for the first after the missed debit. */
  attempt: number;
  due: DateText;
  /** From the missed debit's day to its own. */
  waitedDays: number;
  /** Undefined while it may still be paid. */
  isPaid: boolean | undefined;
  cents: number | undefined;
}

/** A debit of the schedule that was not paid, with what was tried for it. */
export interface MissedDebit {
  due: DateText;
  cents: number | undefined;
  reason: string;
  attempts: CollectingAttempt[];
}

/**
 * Which debits of one contract were missed and what collecting each of them again brought. A debit that was added by hand is an
 * attempt for the first missed one that was due by then and that no attempt has paid or may still pay. One that was added while nothing
 * was missed counts as one of the schedule; a cancelled one counts for nothing.
 */
export function attemptOutcomes(debits: readonly FollowedDebit[]): MissedDebit[] {
  const missed: MissedDebit[] = [];
  const byDay = debits
    .filter(({ stage }) => stage !== 'cancelled')
    .toSorted(
      (one, other) =>
        (one.due < other.due ? -1 : Number(one.due > other.due)) ||
        Number(one.addedOn !== null) - Number(other.addedOn !== null),
    );
  for (const { due, stage, cents, reason, addedOn } of byDay) {
    const day = dateOf(due);
    const of = missed.find((it) => addedOn !== null && it.due <= addedOn && isToBeTried(it));
    if (of)
      of.attempts.push({
        attempt: of.attempts.length + 1,
        due: day,
        waitedDays: daysBetween(of.due, day),
        isPaid: stage === 'paid' ? true : stage === 'unpaid' ? false : undefined,
        cents,
      });
    else if (stage === 'unpaid') missed.push({ due: day, cents, reason, attempts: [] });
  }
  return missed;
}

/** No attempt has paid it or may still pay it. */
const isToBeTried = ({ attempts }: MissedDebit): boolean => attempts.every(({ isPaid }) => isPaid === false);
