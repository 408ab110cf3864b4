import { isDate, type DateText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { config } from './config.ts';

/** The name of a public holiday or of an extra non-banking day. */
export function holidayOf(date: DateText): string | undefined {
  if (!isDate(date)) return undefined;
  const { holidays, extraDays } = config().calendar;
  return extraDays.find((it) => it.date === date)?.name ?? (holidays === 'ZA' ? holidayName(date) : undefined);
}
