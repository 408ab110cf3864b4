import type { DateTimeText } from './calendar.ts';

/** Cached: creating a format takes milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // The language only sets the numerals; the order is taken from the parts, because engines differ.
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
 * Formatting is the only use of a Date: requests have this text, never a shifted instant (docs/interface.md,
 * Conventions 4).
 */
export function wallTime(timeZone: string, instant: Date): DateTimeText {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((it) => it.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}
