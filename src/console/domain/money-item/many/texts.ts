import { loweredText } from '#console/domain/contract/rhythm.ts';
import { fieldLabel } from '#console/domain/write/difference.ts';
import { formatField } from '#kit/ui/format.tsx';
import { countText } from '#kit/ui/sums.ts';
import { weekdayText } from '#rules/day-text.ts';
import { capital } from '../edited-text.ts';
import { itemCountText, nameOf, nounOf, type MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { BulkChange } from './plan.ts';

const verbs = { amount: 'Change', tracking: 'Change', cancel: 'Cancel' } as const;
export const verbOf = ({ kind }: BulkChange): string => (kind in verbs ? verbs[kind as keyof typeof verbs] : 'Move');
const pasts: Record<string, string> = { Change: 'changed', Move: 'moved', Cancel: 'cancelled' };
export const pastOf = (change: BulkChange): string => pasts[verbOf(change)] ?? '';

/** `instalment 3`, `12 instalments`. */
export const countedItems = (list: readonly MoneyItem[]): string => {
  const [first] = list;
  if (!first) return 'nothing';
  return list.length === 1 ? nameOf(first, false) : itemCountText(list.length, nounOf(first));
};

function howFar(change: BulkChange, { amount }: MoneyItemResource): string {
  switch (change.kind) {
    case 'shift': {
      const days = change.days ?? 0;
      return ` ${countText(Math.abs(days), ['day', 'days'])} ${days < 0 ? 'earlier' : 'later'}`;
    }
    case 'date':
      return ` to ${weekdayText(change.date ?? '')}`;
    case 'bankingDay':
      return ` to the ${change.to} banking day`;
    case 'amount':
      return ` to ${formatField(amount, change.amount)}`;
    case 'tracking':
      return `: ${loweredText(fieldLabel('TrackingCode'))} ${formatField('TrackingCode', change.code)}`;
    case 'cancel':
      return '';
  }
}

/** `12 instalments moved 2 days later` */
export const doneText = (done: readonly MoneyItem[], change: BulkChange, resource: MoneyItemResource): string =>
  `${capital(countedItems(done))} ${pastOf(change)}${howFar(change, resource)}`;
