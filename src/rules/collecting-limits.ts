import { dateOf, type DateText } from './calendar.ts';

/** How often and how much a merchant collects again. Amounts are whole cents; null is no limit. */
export interface CollectingRule {
  /** For each missed debit. */
  attempts: number | null;
  /** Debits of a client in a calendar month. */
  payerMonth: number | null;
  /** Of one debit that is added. */
  largest: number | null;
  /** Of all debits that are added, by the month of their day. */
  month: number | null;
  /** Whether a second person is needed where a debit was returned with a reason to stop. */
  stopReasons: boolean;
}

/** Where the merchant has not set others. */
export const usualCollectingRule: CollectingRule = {
  attempts: 2,
  payerMonth: null,
  largest: null,
  month: null,
  stopReasons: true,
};

/** A debit of a contract as far as attempts are counted. */
export interface CountedDebit {
  /** A day, or a day and time. */
  due: string;
  /** `paid`, `unpaid` or `cancelled`; all others may still be paid. */
  stage: string | undefined;
  reason?: string | null;
  /** The day on which it was added by hand; null for a debit of the schedule. */
  addedOn: DateText | null;
}

interface CollectingBudget {
  /** Debits that nothing has collected since, the first one first. */
  missed: CountedDebit[];
  /** Attempts since the first of them that were not paid, or are not yet. */
  used: number;
  /** Null for no limit, and where nothing is missed. */
  left: number | null;
  /** The last unpaid debit with a reason to stop that no paid one followed. */
  stop: CountedDebit | undefined;
}

/**
 * What a contract has missed, and what was tried since. An attempt is a debit that was added by hand, after a missed one, whichever it
 * was for. One that is paid settles the first missed debit; a paid debit of the schedule settles all but the last one. A cancelled
 * debit counts for nothing.
 * @param attempts most for each missed debit; null for any number
 */
export function collectingBudget(
  debits: readonly CountedDebit[],
  attempts: number | null,
  isStopReason: (reason: string) => boolean,
): CollectingBudget {
  const byDay = debits
    .filter(({ stage }) => stage !== 'cancelled')
    .toSorted(
      (one, other) => compared(one.due, other.due) || Number(one.addedOn !== null) - Number(other.addedOn !== null),
    );
  let missed: CountedDebit[] = [];
  let tries: CountedDebit[] = [];
  const countSince = () => {
    const [first] = missed;
    tries = first ? tries.filter((it) => it.due >= first.due) : [];
  };
  for (const debit of byDay) {
    const [first] = missed;
    const isAttempt = debit.addedOn !== null && first !== undefined && debit.addedOn >= dateOf(first.due);
    if (debit.stage === 'paid') {
      missed = isAttempt ? missed.slice(1) : missed.slice(-1);
      countSince();
    } else if (isAttempt) tries.push(debit);
    else if (debit.stage === 'unpaid') missed.push(debit);
  }
  const lastPaid = byDay.findLast(({ stage }) => stage === 'paid');
  const stop = byDay.findLast(
    ({ stage, reason, due }) =>
      stage === 'unpaid' && isStopReason(reason ?? '') && (lastPaid === undefined || due > lastPaid.due),
  );
  const left = attempts === null || missed.length === 0 ? null : Math.max(0, attempts * missed.length - tries.length);
  return { missed, used: tries.length, left, stop };
}

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
