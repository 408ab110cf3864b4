import { moneyOf, type Money } from '#console/domain/collections/money.ts';
import { sumOf } from '#kit/ui/sums.ts';
import type { MoneyItem } from './item.ts';

/** Sums by outcome: collected, unpaid, paid out … A list has instalments or payouts, so no label says which. */
export const moneyOfItems = (items: readonly MoneyItem[]): Money[] =>
  moneyOf(
    items.map((it) => ({
      keys: [it.status, it.kind === 'payment' ? 'PAYOUT' : null],
      count: 1,
      cents: sumOf([it.amount]),
      currency: it.currency,
    })),
  ).map((it) => ({ ...it, label: it.label.replace(/^Payouts: /, '') }));
