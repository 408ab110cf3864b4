import { mayMove, stageOf, unknownAmong } from '#console/domain/statuses.ts';
import { sumOf } from '#console/kit/ui/sums.ts';
import { dateOf } from '#rules/calendar.ts';

/** Money on a day: what an instalment and a payment have in common. */
export interface ScheduledItem {
  amount: unknown;
  status: string;
  /** A date-time, or a date; '' where none was given. */
  due: string;
}

export interface Share {
  count: number;
  /** Whole cents; null where an amount is missing or is none. */
  cents: number | null;
}

const shareOf = (items: readonly ScheduledItem[]): Share => ({
  count: items.length,
  cents: sumOf(items.map((item) => item.amount)),
});

export interface Progress {
  paid: Share;
  unpaid: Share;
  /** Still to come, or on its way: nobody knows yet how it ends. */
  open: Share;
  /** All but what is cancelled. */
  total: Share;
  /** The next that moves, or may. */
  next: ScheduledItem | undefined;
  /** Statuses that say nothing here: with any of them, no share may be claimed to be whole. */
  unknown: readonly string[];
}

/** How far the money of one record has come. */
export function progressOf(items: readonly ScheduledItem[], today: string): Progress {
  const at = (...stages: readonly string[]) => items.filter((item) => stages.includes(stageOf(item.status) ?? ''));
  const open = items
    .filter((item) => mayMove(item.status, item.due, today))
    .toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0));
  return {
    paid: shareOf(at('paid')),
    unpaid: shareOf(at('unpaid')),
    open: shareOf(at('scheduled', 'underway')),
    total: shareOf(at('scheduled', 'underway', 'paid', 'unpaid')),
    // What is overdue and yet scheduled is nobody's next day.
    next: open.find((item) => dateOf(item.due) >= today) ?? open[0],
    unknown: unknownAmong(items.map((item) => item.status)),
  };
}
