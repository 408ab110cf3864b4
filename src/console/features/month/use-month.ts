import { outcomesOf } from '#console/domain/collections/rates.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { useToday } from '#console/session/today.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { isMonth, monthPlus } from '#kit/dates/calendar-days.ts';
import { monthEnd } from '#kit/dates/ranges.ts';
import { askMonth } from './figures.ts';
import { askUndecided } from './undecided.ts';

/** The month in the address; without one, last month. */
export function useMonthAddress() {
  const today = useToday();
  const [query, change] = useAddress();
  const given = query.get('month') ?? '';
  const month = isMonth(given) ? given : monthPlus(today.slice(0, 7), -1);
  return {
    today,
    month,
    step: query.get('step') ?? '',
    go: (values: { month?: string; step?: string }) => change((now) => put(now, values)),
  };
}

export function useMonth(month: string) {
  const today = useToday();
  const days = { from: `${month}-01`, to: monthEnd(month) };
  const read = useFigures('transactions', days, ['month end'], askMonth);
  const undecided = useFigures(
    'omni-instalment-changes',
    outcomesOf(days, today),
    ['undecided', month],
    askUndecided(days),
  );
  return { month, days, isOver: today > days.to, isFuture: today < days.from, read, undecided };
}

export type Month = ReturnType<typeof useMonth>;
