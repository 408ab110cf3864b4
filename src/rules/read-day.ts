import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  isDate,
  isDateTime,
  weekday,
  type DateText,
  type DateTimeText,
} from './calendar.ts';

/**
 * Which year a day without one means: that of the next such day, the last, or the nearest. Today counts as both next
 * and last.
 */
export type DayLean = 'ahead' | 'back' | 'near';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Where the first three letters differ in Afrikaans. */
const afrikaans: Readonly<Record<string, string>> = { mrt: 'mar', maa: 'mar', mei: 'may', okt: 'oct', des: 'dec' };
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const startsWith = (list: readonly string[], word: string): number =>
  word.length < 3 ? -1 : list.findIndex((it) => word.startsWith(it));

const two = (value: number): string => String(value).padStart(2, '0');
const dateAt = (year: number, month: number, day: number): DateText | undefined => {
  const date = `${year}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : undefined;
};

/** The candidate that the lean prefers; undefined ones are days that do not exist, such as 30 February. */
function chosen(candidates: readonly (DateText | undefined)[], today: DateText, lean: DayLean): DateText | undefined {
  const there = candidates.filter((it) => it !== undefined);
  const fits = there.filter((it) => (lean === 'ahead' ? it >= today : lean === 'back' ? it <= today : true));
  const distance = (date: DateText) => Math.abs(daysBetween(today, date));
  return (fits.length > 0 ? fits : there).toSorted((one, other) => distance(one) - distance(other))[0];
}

/** `26` means 2026: two digits are this century's. */
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

function ofYear(day: number, month: number, year: string | undefined, today: DateText, lean: DayLean) {
  if (year) return dateAt(fullYear(year), month, day);
  const now = Number(today.slice(0, 4));
  // A 29 February may be four years away, but people would then type the year.
  return chosen(
    [now - 1, now, now + 1].map((it) => dateAt(it, month, day)),
    today,
    lean,
  );
}

function stepped(sign: string, count: string, unit: string, today: DateText): DateText | undefined {
  const by = Number(count) * (sign === '-' ? -1 : 1);
  try {
    switch (unit) {
      case 'w':
        return addDays(today, by * 7);
      case 'm':
        return addMonths(today, by);
      case 'y':
        return addMonths(today, by * 12);
      default:
        return addDays(today, by);
    }
  } catch {
    return undefined;
  }
}

function ofWord(word: string, today: DateText, lean: DayLean): DateText | undefined {
  if (word === 'today' || word === 'now') return today;
  if (word === 'tomorrow') return addDays(today, 1);
  if (word === 'yesterday') return addDays(today, -1);
  if (word === 'month end' || word === 'eom')
    return `${today.slice(0, 8)}${daysInMonth(Number(today.slice(0, 4)), Number(today.slice(5, 7)))}`;
  const index = /^[a-z]+$/.test(word) ? startsWith(days, word) : -1;
  if (index < 0) return undefined;
  const ahead = (index + 1 - weekday(today) + 7) % 7;
  return addDays(today, lean === 'back' && ahead > 0 ? ahead - 7 : ahead);
}

/**
 * The day of a typed text, relative to `today`: `2026-11-25`, `25/11/2026` and `25.11` (day first, as in South Africa),
 * `25 nov`, `Nov 25 2026`, `25`, `+3d`, `-2w`, `+1m`, `today`, `friday`. @returns undefined for any other text.
 */
export function readDay(typed: string, today: DateText, lean: DayLean = 'near'): DateText | undefined {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const step = /^([+-]) ?(\d{1,4}) ?(d|w|m|y)?[a-z]*$/.exec(text);
  if (step) return stepped(step[1] ?? '+', step[2] ?? '0', step[3] ?? 'd', today);
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dateAt(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/.exec(text);
  if (numeric) return ofYear(Number(numeric[1]), Number(numeric[2]), numeric[3], today, lean);
  if (/^\d{1,2}$/.test(text)) {
    const first = `${today.slice(0, 8)}01`;
    const of = (by: number) => `${addMonths(first, by).slice(0, 8)}${two(Number(text))}`;
    return chosen(
      [of(-1), of(0), of(1)].map((it) => (isDate(it) ? it : undefined)),
      today,
      lean,
    );
  }
  const plain = text
    .replaceAll(',', '')
    .replace(/^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|[a-z]+dag) (?=\d|[a-z])/, '');
  const named =
    /^(?<day>\d{1,2})[ -]?(?<month>[a-z]{3,9})[ -]?(?<year>\d{4}|\d{2})?$/.exec(plain)?.groups ??
    /^(?<month>[a-z]{3,9}) ?(?<day>\d{1,2})(?: (?<year>\d{4}))?$/.exec(plain)?.groups;
  const word = named?.month ?? '';
  const month = named ? startsWith(months, afrikaans[word.slice(0, 3)] ?? word) + 1 : 0;
  if (named && month > 0) return ofYear(Number(named.day), month, named.year, today, lean);
  return ofWord(text, today, lean);
}

/**
 * The minute of a typed text: a day, followed by a time such as `08:00` or `8h30`; a day alone means 00:00. @returns
 * undefined for any other text.
 */
export function readMinute(typed: string, today: DateText, lean: DayLean = 'near'): DateTimeText | undefined {
  const [, before = typed, hour, minute] = /^(.*?)[ ,]+(\d{1,2})[:h](\d{2})$/i.exec(typed.trim()) ?? [];
  const date = readDay(before, today, lean);
  const at = `${date} ${hour === undefined ? '00:00' : `${hour.padStart(2, '0')}:${minute}`}`;
  return isDateTime(at) ? at : undefined;
}
