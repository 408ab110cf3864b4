import { addDays, dateOf, weekday, type DateText, type DateTimeText } from './calendar.ts';
import { holidayName } from './holidays.ts';

/** When a merchant's messages go to its clients, and how many. */
export interface MessageRule {
  /** The first minute of a day in which they go: `08:00`. */
  from: string;
  /** The first minute after it in which they do not: `20:00`. */
  to: string;
  saturdays: boolean;
  sundays: boolean;
  /** Public holidays, whatever weekday they are. */
  holidays: boolean;
  /** To one telephone number in seven days; null for any number. */
  mostWeekly: number | null;
}

/** What most merchants want; no rule holds before one sets it. */
export const usualMessageRule: MessageRule = {
  from: '08:00',
  to: '20:00',
  saturdays: true,
  sundays: false,
  holidays: false,
  mostWeekly: null,
};

function isDayOf(rule: MessageRule, day: DateText): boolean {
  if (!rule.holidays && holidayName(day) !== undefined) return false;
  const number = weekday(day);
  return number <= 5 || (number === 6 ? rule.saturdays : rule.sundays);
}

/**
 * The first minute from `at` on in which a message may go.
 * @param earlier when messages went to the same telephone number, in any order
 */
export function messageMayGoAt(rule: MessageRule, at: DateTimeText, earlier: readonly DateTimeText[]): DateTimeText {
  let time = at;
  if (rule.mostWeekly !== null) {
    // As soon as fewer than the most are less than seven days old.
    const full = earlier.toSorted().at(-rule.mostWeekly);
    if (full !== undefined) {
      const free = `${addDays(dateOf(full), 7)}${full.slice(10)}`;
      if (free > time) time = free;
    }
  }
  let day = dateOf(time);
  const minute = time.slice(11);
  if (isDayOf(rule, day) && minute < rule.to) return minute >= rule.from ? time : `${day} ${rule.from}`;
  do day = addDays(day, 1);
  while (!isDayOf(rule, day));
  return `${day} ${rule.from}`;
}
