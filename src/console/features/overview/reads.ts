import { askDayGroups, askPayouts } from '#console/domain/collections/ask.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { usualFailed } from '#console/domain/collections/unpaid/debits.ts';
import { askFailed } from '#console/domain/collections/unpaid/use-unpaid.ts';
import { useToday } from '#console/session/today.ts';
import { daysOf } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { addDays } from '#rules/calendar.ts';
import { sameDays } from './changes.ts';

const ahead = 14;

// One constant, so that cards share the call.

const askDue = (source: ReportSource) => askDayGroups('future-transactions', source);

/** Today and the following thirteen days. */
export function useDue() {
  const from = useToday();
  const days = { from, to: addDays(from, ahead - 1) };
  return { days, read: useFigures('future-transactions', days, ['days'], askDue) };
}

async function askTwoMonths(source: ReportSource) {
  const found = await askDayGroups('transactions', source);
  const [failed, payouts] = await Promise.all([askFailed(source, usualFailed), askPayouts(source)]);
  return { ...found, failed, payouts };
}

export function useTwoMonths() {
  const today = useToday();
  const [last, now] = [daysOf('last-month', today), daysOf('this-month', today)];
  return {
    today,
    last,
    now,
    ...sameDays(today),
    read: useFigures('transactions', { from: last.from, to: now.to }, ['outcomes'], askTwoMonths),
  };
}
