import { addDays, type DateText, type DateTimeText } from '#rules/calendar.ts';

/** What time it is on the wall; the only place in the service that asks the machine. */
export interface Clock {
  /** @param daysAhead whole days that a merchant's test clock is ahead; the time of day stays the wall's. */
  now(daysAhead?: number): DateTimeText;
  today(daysAhead?: number): DateText;
}

/** The wall clock of a time zone. The text is formatted from the instant once; it is never turned back into one. */
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
