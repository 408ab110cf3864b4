import type { DateText, DateTimeText } from '#rules/calendar.ts';

/** One for each zone: to make one takes milliseconds, and a page asks many times what day it is. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // The language only names the numerals; the order comes from the parts, since languages and engines differ in theirs.
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * The minute that a clock on the wall of `timeZone` shows now. Formatting the instant is the only thing a Date is used for:
 * what is sent is always this text, never a shifted instant (interface, Conventions 4).
 */
export function nowIn(timeZone: string, instant: Date = new Date()): DateTimeText {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((it) => it.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** The day on that wall. */
export const todayIn = (timeZone: string, instant?: Date): DateText => nowIn(timeZone, instant).slice(0, 10);
