import { holidayOf } from '#console/api/holidays.ts';
import { monthEnd } from '#kit/dates/ranges.ts';
import { addMonths, bankingDay, type DateText } from '#rules/calendar.ts';

interface Payday {
  label: string;
  date: DateText;
}

const dayOf = { 'Payday on the 25th': (month: string) => `${month}-25`, 'Month end': monthEnd };

/** The next of each payday after today, the earlier first. Money comes in on the banking day before a holiday. */
export function paydaysAfter(today: DateText): Payday[] {
  const months = [0, 1].map((by) => addMonths(`${today.slice(0, 7)}-01`, by).slice(0, 7));
  return Object.entries(dayOf)
    .flatMap(([label, day]) => {
      const days = months.map((month) => bankingDay(day(month), 'previous', holidayOf));
      const date = days.find((it) => it > today);
      return date ? [{ label, date }] : [];
    })
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}
