import type { DateText, DateTimeText } from '../../rules/calendar.ts';

/**
 * The minute that a clock on the wall of `timeZone` shows now. Formatting the instant is the only thing a Date is used for:
 * what is sent is always this text, never a shifted instant (interface, Conventions 4).
 */
export function nowIn(timeZone: string, instant: Date = new Date()): DateTimeText {
  // The language only names the numerals; the order comes from the parts, since languages and engines differ in theirs.
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((it) => it.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** The day on that wall. */
export const todayIn = (timeZone: string, instant?: Date): DateText => nowIn(timeZone, instant).slice(0, 10);
