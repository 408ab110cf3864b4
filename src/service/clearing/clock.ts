import { addDays, type DateText, type DateTimeText } from '#rules/calendar.ts';

/** The wall clock; the only code in the service that reads the machine's time. */
export interface Clock {
  /** @param daysAhead whole days that a merchant's test clock is ahead; the time of day is the real one. */
  now(daysAhead?: number): DateTimeText;
  today(daysAhead?: number): DateText;
}

/** The wall clock of a time zone. The instant is formatted once, and the text is never turned back into one. */
export function wallClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const now = (daysAhead = 0) => {
    const wall = format.format().replace(',', '');
    return daysAhead === 0 ? wall : addDays(wall.slice(0, 10), daysAhead) + wall.slice(10);
  };
  return { now, today: (daysAhead) => now(daysAhead).slice(0, 10) };
}
