import { marksOf } from '#console/domain/schedule/table.tsx';
import { dateOf } from '#rules/calendar.ts';
import type { MoneyItem } from './item.ts';
import type { MarkName } from './mark.tsx';

export function itemMark(item: MoneyItem, next: MoneyItem | undefined, today: string): MarkName {
  if (item.stage !== undefined && item.stage !== 'scheduled') return item.stage;
  if (item === next) return 'next';
  if (item.stage === undefined && dateOf(item.due) < today) return 'unknown';
  return marksOf(item.due, '').length > 0 ? 'holiday' : 'scheduled';
}
