import { addDays } from '../../rules/calendar.ts';
import { useRead } from '../api.ts';
import { usePlace } from '../place.ts';
import { daysOf } from './ranges.ts';
import { useToday } from './today.ts';

/** Days ahead that the overview shows. */
const ahead = 14;

// Cards that need the same records ask for the same, which is one call.

/** What is due today and in the thirteen days after. */
export function useDue() {
  const from = useToday();
  const days = { from, to: addDays(from, ahead - 1) };
  return { days, read: useRead('futureTransactionReport', { StartDate: days.from, EndDate: days.to }) };
}

/** The transactions of this month and the one before. */
export function useTwoMonths() {
  const today = useToday();
  const { product } = usePlace();
  const [last, now] = [daysOf('last-month', today), daysOf('this-month', today)];
  const read = useRead('transactionReport', {
    StartDate: `${last.from} 00:00`,
    EndDate: `${now.to} 23:59`,
    Product: product,
  });
  return { last, now, read };
}
