import { contractIdOf, type Named } from '#console/api/contract-id.ts';
import { mayMove, notEditableReasonOf, stageOf } from '#console/domain/statuses.ts';
import type { Event, Line, Transaction } from '#console/domain/timeline/events.ts';
import { partsOf } from '#console/kit/form/difference.ts';
import { countAndSumOf } from '#console/kit/ui/sums.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
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
  /** The field of its status in the change reports. */
  statusField: 'InstalmentStatus' | 'PaymentStatus';
  /** What its bank answered, as a code. */
  resultOf: (it: T) => string | null | undefined;
}

/** The codes of why debits or payouts failed, by what the reports say of them. */
export interface Reasons {
  ofTransaction: (transaction: Transaction) => string | undefined;
  /** Of a change to the status that the reason is for. */
  ofLine: (line: Line) => string | undefined;
}

/** Of one that does not say which contract it is of; its number alone would name one of every contract. */
export const unidentified = 'its client is not known here';

/** What holds for either kind alike. */
export function rulesOf<T extends Named>({
  noun,
  numberOf,
  statusOf,
  dueOf,
  amountOf,
  statusField,
  resultOf,
}: Kind<T>) {
  /** Those that may still move: scheduled ones, and ahead of today those whose status says nothing here. */
  const ahead = (list: readonly T[], today: string): T[] =>
    list.filter((it) => mayMove(statusOf(it), dueOf(it), today));
  /** The bank's code for why it failed; nothing for what is paid. */
  const reasonOf = (it: T): string | undefined =>
    stageOf(statusOf(it)) === 'paid' ? undefined : resultOf(it) || undefined;

  /**
   * What each transaction was for. The transaction report names no instalment and no payment (interface, Reports), so they are
   * matched by the minute and status of the change that the same outcome left in the change report, and by the amount;
   * without such a change, by status, amount and the nearest date not after it.
   */
  function matched(list: readonly T[], events: readonly Event[]): Map<Transaction, T | undefined> {
    const changedAt = new Map<string, string>();
    for (const event of events)
      for (const { field, next } of event.kind === 'change' ? event.lines : [])
        if (field.startsWith(`${statusField}[`)) changedAt.set(`${field} ${next}`, event.at);
    const changeOf = (it: T) => changedAt.get(`${statusField}[${numberOf(it)}] ${statusOf(it)}`);
    const free = new Set(list);
    const result = new Map<Transaction, T | undefined>();
    const transactions = events.flatMap((it) => (it.kind === 'transaction' ? [it.transaction] : [])).toReversed();
    for (const it of transactions) {
      const at = it.TransactionDate ?? '';
      const fits = [...free].filter((one) => statusOf(one) === (it.Status ?? '') && amountOf(one) === it.Amount);
      const exact = fits.find((one) => changeOf(one) === at);
      const nearest = fits
        .filter((one) => changeOf(one) === undefined && dueOf(one) <= at)
        .toSorted((one, other) => (dueOf(one) < dueOf(other) ? 1 : -1))[0];
      const found = exact ?? nearest;
      if (found) free.delete(found);
      result.set(it, found);
    }
    return result;
  }

  function reasonsIn(list: readonly T[], events: readonly Event[]): Reasons {
    const pairs = matched(list, events);
    const byNumber = new Map(list.map((it) => [String(numberOf(it)), it]));
    return {
      ofTransaction: (transaction) => {
        const found = pairs.get(transaction);
        return found && reasonOf(found);
      },
      ofLine: ({ field, next }) => {
        const { fieldName, sequence } = partsOf(field);
        const found = fieldName === statusField && sequence ? byNumber.get(sequence) : undefined;
        return found && statusOf(found) === next ? reasonOf(found) : undefined;
      },
    };
  }

  const fixedReason = (it: T, today: string) =>
    notEditableReasonOf({ isNumbered: numberOf(it) != null, status: statusOf(it), due: dueOf(it) }, today);

  return {
    ahead,
    matched,
    reasonOf,
    reasonsIn,
    isScheduled: (it: T): boolean => stageOf(statusOf(it)) === 'scheduled',
    /** Whether it can still change, by whichever call. */
    isChangeable: (it: T, today: string): boolean => fixedReason(it, today) === undefined,
    /** Why it cannot be changed by itself; undefined where it can, or where only the service knows. */
    notEditableReason: (it: T, today: string): string | undefined =>
      fixedReason(it, today) ?? (contractIdOf(it) ? undefined : unidentified),
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
