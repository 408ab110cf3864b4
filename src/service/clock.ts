import type { DateText, DateTimeText } from '../rules/calendar.ts';

/** What time it is on the wall; the only place in the service that asks the machine. */
export interface Clock {
  now(): DateTimeText;
  today(): DateText;
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
  const now = () => format.format().replace(',', '');
  return { now, today: () => now().slice(0, 10) };
}
