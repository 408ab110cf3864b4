import { addDays, dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';

/** Business time: what is due, sent, answered and past. Sign-in, tokens, leases and the audit use the machine's. */
export interface Clock {
  /** @param daysAhead whole days that a merchant's test clock is ahead; the time of day stays. */
  now(daysAhead?: number): DateTimeText;
  today(daysAhead?: number): DateText;
}

const clockBy = (now: () => DateTimeText): Clock => ({
  now: (daysAhead = 0) => ahead(now(), daysAhead),
  today: (daysAhead = 0) => dateOf(ahead(now(), daysAhead)),
});

const ahead = (wall: DateTimeText, days: number): DateTimeText =>
  days === 0 ? wall : addDays(dateOf(wall), days) + wall.slice(10);

/** The wall time of an instant (milliseconds since 1970, or now) in a time zone. The text is never turned back into an instant. */
export function wallTimesOf(timeZone: string): (instant?: number) => DateTimeText {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => format.format(instant).replace(',', '');
}

export const wallClock = (timeZone: string): Clock => clockBy(wallTimesOf(timeZone));

export const stoppedClock = (at: DateTimeText): Clock => clockBy(() => at);

/** The business clock of a service: a sandbox's may be stopped. */
export const createClock = (settings: { timeZone: string; sandboxNow?: DateTimeText }): Clock =>
  settings.sandboxNow === undefined ? wallClock(settings.timeZone) : stoppedClock(settings.sandboxNow);
