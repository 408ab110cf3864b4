import { addDays, type DateText } from '#rules/calendar.ts';
import type { MarkName } from './mark.tsx';

/** Debits of a row's strip, before the next one. */
export const maxLast = 6;

interface RowDebit {
  mark: MarkName;
  due: string;
}

/** What a row tells of the debits of its contract or client, as far as the reports of some months have them. */
export interface RowDebits {
  /** The last ones, the oldest first. */
  last: readonly RowDebit[];
  /** At the bank, or the next scheduled one. */
  next?: RowDebit & { isAtBank: boolean };
  /** About the day of the next one: a weekend, or another debit of the contract. */
  odd: readonly string[];
  /** Cents; 0 for none, `null` for amounts that can't be added. */
  unpaid: number | null;
  /** The last scheduled day. */
  lastDay: DateText | undefined;
}

const byDue = (one: RowDebit, other: RowDebit) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0);

/** The debits of all contracts of a client. */
export function debitsTogether(list: readonly RowDebits[]): RowDebits | undefined {
  const next = list
    .filter((it) => it.next)
    .toSorted((one, other) =>
      one.next && other.next
        ? Number(other.next.isAtBank) - Number(one.next.isAtBank) || byDue(one.next, other.next)
        : 0,
    )[0];
  return list.length === 0
    ? undefined
    : {
        last: list
          .flatMap((it) => it.last)
          .toSorted(byDue)
          .slice(-maxLast),
        next: next?.next,
        odd: next?.odd ?? [],
        unpaid: list.reduce<number | null>(
          (sum, it) => (sum === null || it.unpaid === null ? null : sum + it.unpaid),
          0,
        ),
        lastDay: list
          .flatMap((it) => it.lastDay ?? [])
          .toSorted()
          .at(-1),
      };
}

/** Longer than the pauses of a monthly contract. */
const pauseDays = 45;
const frequent: readonly unknown[] = ['WEEK', 'FRTN', 'MNTH', 'ADHO'];

/**
 * Nothing is scheduled for long before the end of what was read.
 *
 * @param to the last day that was read
 */
export const isEndingSoon = (
  terms: { FrequencyCode?: string | null; NumberOfInstalments?: number | null },
  debits: RowDebits | undefined,
  to: DateText,
): boolean =>
  Boolean(terms.NumberOfInstalments) &&
  frequent.includes(terms.FrequencyCode) &&
  debits?.lastDay !== undefined &&
  addDays(debits.lastDay, pauseDays) <= to;
