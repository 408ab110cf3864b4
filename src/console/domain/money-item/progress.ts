import { unknownAmong } from '#answers/statuses.ts';
import { dateOf } from '#rules/calendar.ts';
import { byDate, itemCents, type MoneyItem } from './item.ts';
import { ahead } from './rules.ts';

export interface Share {
  count: number;
  /** Cents; `null` if an amount is missing or unreadable. */
  cents: number | null;
}

const shareOf = (items: readonly MoneyItem[]): Share => ({ count: items.length, cents: itemCents(items) });

export interface Progress {
  paid: Share;
  unpaid: Share;
  /** Scheduled or under way: no outcome yet. */
  open: Share;
  /** Everything except cancelled. */
  total: Share;
  /** The next item that moves, or may. */
  next: MoneyItem | undefined;
  /** Unpaid items, by date. */
  failed: readonly MoneyItem[];
  /** Unknown statuses; with any, the shares may be incomplete. */
  unknown: readonly string[];
}

export function progressOf(items: readonly MoneyItem[], today: string): Progress {
  const at = (...stages: readonly string[]) => items.filter((item) => stages.includes(item.stage ?? ''));
  const open = byDate(ahead(items, today));
  return {
    paid: shareOf(at('paid')),
    unpaid: shareOf(at('unpaid')),
    failed: byDate(at('unpaid')),
    open: shareOf(at('scheduled', 'underway')),
    total: shareOf(at('scheduled', 'underway', 'paid', 'unpaid')),
    // An overdue scheduled item isn't the next one.
    next: open.find((item) => dateOf(item.due) >= today) ?? open[0],
    unknown: unknownAmong(items.map((it) => it.status)),
  };
}
