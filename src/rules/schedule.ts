import { addMonths, dateOf, fromDayNumber, isDateTime, lastDay, type DateText, type DateTimeText } from './calendar.ts';
import { frequencies, periods } from './frequencies.ts';
import { addRate, maxCents } from './money.ts';
import { monthIndexOf, series } from './recurrence.ts';

/** The terms of a mandate or contract: the interface's fields, amounts in whole cents. */
export interface Terms {
  FrequencyCode: string;
  CollectionDay: number;
  InstalmentStartDate: DateTimeText;
  InstalmentCents: number;
  NumberOfInstalments?: number | null;
  FirstCollectionDate?: DateTimeText | null;
  FirstCollectionCents?: number | null;
  AdjustmentCategory?: string | null;
  AdjustmentCents?: number | null;
  AdjustmentRate?: number | null;
  MaximumCents?: number | null;
}

export interface Planned {
  InstalmentSequence: number;
  InstalmentActionDate: DateTimeText;
  InstalmentCents: number;
  DebitSequenceType: DebitSequenceType;
}

/** A debit's position in its series, as banks name it: first, recurring, final, or the only one. */
type DebitSequenceType = 'FRST' | 'RCUR' | 'FNAL' | 'OOFF';

/** The type of debit `n`, from 0, of a series of `count`; an open-ended one has no last. */
export function sequenceType(n: number, count: number, isOpenEnded: boolean): DebitSequenceType {
  const isLast = !isOpenEnded && n === count - 1;
  if (n === 0) return isLast ? 'OOFF' : 'FRST';
  return isLast ? 'FNAL' : 'RCUR';
}

/** Terms that give no schedule. `field` is the interface's name, so that a form can show the error at it. */
export class ScheduleError extends Error {
  readonly field: string;
  readonly code: 'REQUIRED' | 'INVALID' | 'CONFLICT' | 'OUT_OF_RANGE';
  constructor(field: string, code: ScheduleError['code'], message: string) {
    super(message);
    this.name = 'ScheduleError';
    this.field = field;
    this.code = code;
  }
}

/** The most instalments of one set of terms. */
export const maxInstalments = 600;

/** Instalments planned ahead for an open-ended series. */
export const horizonLength = 12;

/**
 * Months between steps. N (never) and steps linked to the repo rate (whose changes cannot be computed) have none;
 * neither has a category of a deployment's own.
 */
const stepMonths: ReadonlyMap<string, number> = new Map([
  ['Q', 3],
  ['B', 6],
  ['A', 12],
  ['N', 0],
  ['R', 0],
]);

export const isKnownAdjustment = (category: string): boolean => stepMonths.has(category);

/**
 * The instalments of a mandate or contract, ascending by date. Preview and service both call this, so they agree.
 *
 * The series starts on the first matching date on or after InstalmentStartDate, keeps that time of day, and has
 * NumberOfInstalments dates. Without that number it is open-ended and `horizon` dates are planned, the last of them not
 * FNAL (a caller that extends the horizon requests more and keeps the tail). A first collection comes before the series
 * and is not counted in it: dates of the series up to its day are dropped. Its amount is its own, not limited by
 * MaximumCents. InstalmentCents then steps on the anniversaries of the first date of the series (see `amounts`).
 *
 * @throws ScheduleError for terms that give no schedule. Source: docs/decisions.md, 15.
 */
export function schedule(terms: Terms, horizon = horizonLength): Planned[] {
  const period = periods.get(terms.FrequencyCode);
  const frequency = frequencies.find((each) => each.FrequencyCode === terms.FrequencyCode);
  if (!period || !frequency) throw new ScheduleError('FrequencyCode', 'INVALID', 'The frequency code is not known.');
  if (!frequency.CollectionDays.some((day) => day.CollectionDay === terms.CollectionDay)) {
    throw new ScheduleError('CollectionDay', 'INVALID', 'The frequency does not have this collection day.');
  }
  const start = dateTime('InstalmentStartDate', terms.InstalmentStartDate);
  const count = terms.NumberOfInstalments ?? undefined;
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= maxInstalments)) {
    throw new ScheduleError('NumberOfInstalments', 'OUT_OF_RANGE', `A whole number from 1 to ${maxInstalments}.`);
  }
  const first = firstCollection(terms);

  const dayAt = series(period, terms.CollectionDay, dateOf(start), first && dateOf(first.date));
  const dates = Array.from({ length: count ?? horizon }, (_, n) => {
    const day = dayAt(n);
    if (day > lastDay)
      throw new ScheduleError('InstalmentStartDate', 'OUT_OF_RANGE', 'The series runs past the year 9999.');
    return fromDayNumber(day);
  });
  const time = start.slice(10);
  const entries = amounts(terms, dates, 'months' in period).map(({ date, cents }) => ({ date: date + time, cents }));
  if (first) entries.unshift(first);

  return entries.map((entry, n) => ({
    InstalmentSequence: n + 1,
    InstalmentActionDate: entry.date,
    InstalmentCents: entry.cents,
    DebitSequenceType: sequenceType(n, entries.length, count === undefined),
  }));
}

function dateTime(field: string, text: string): DateTimeText {
  if (!isDateTime(text)) throw new ScheduleError(field, 'INVALID', 'A date and time that exist, as YYYY-MM-DD HH:MM.');
  return text;
}

function collectable(field: string, cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new ScheduleError(field, 'INVALID', 'An amount in whole cents.');
  if (cents < 1 || cents > maxCents)
    throw new ScheduleError(field, 'OUT_OF_RANGE', 'At least one cent, and not too large.');
  return cents;
}

/** Date and amount are a pair. */
function firstCollection(terms: Terms): { date: DateTimeText; cents: number } | undefined {
  const date = terms.FirstCollectionDate ?? undefined;
  const cents = terms.FirstCollectionCents ?? undefined;
  if (date === undefined && cents === undefined) return undefined;
  const pair = 'A first collection needs its date and its amount.';
  if (date === undefined) throw new ScheduleError('FirstCollectionDate', 'REQUIRED', pair);
  if (cents === undefined) throw new ScheduleError('FirstCollectionAmount', 'REQUIRED', pair);
  return { date: dateTime('FirstCollectionDate', date), cents: collectable('FirstCollectionAmount', cents) };
}

/**
 * The amount of each date of the series, in cents. A step adds the adjustment amount or rate (a negative one lowers);
 * rates compound and round half up at each step. MaximumCents limits each step, so a higher amount stays at it.
 *
 * @param byMonth for dates by months, an anniversary is the collection of its month: the last Friday of April is the
 * quarter of the last Friday of January though it may be on an earlier day. By weeks, it is the calendar date.
 */
function amounts(terms: Terms, dates: readonly DateText[], byMonth: boolean): { date: DateText; cents: number }[] {
  const start = collectable('InstalmentAmount', terms.InstalmentCents);
  const maximum = terms.MaximumCents == null ? undefined : collectable('MaximumAmount', terms.MaximumCents);
  if (maximum !== undefined && start > maximum) {
    throw new ScheduleError('InstalmentAmount', 'OUT_OF_RANGE', 'The instalment is above the maximum amount.');
  }
  const raise = adjustment(terms);
  const origin = dates[0];
  if (!raise || origin === undefined) return dates.map((date) => ({ date, cents: start }));

  let cents = start;
  let taken = 0;
  return dates.map((date) => {
    const months = monthIndexOf(date) - monthIndexOf(origin);
    const whole = byMonth || addMonths(origin, months) <= date ? months : months - 1;
    for (const due = Math.floor(whole / raise.every); taken < due; taken += 1) {
      cents = Math.min(raise.apply(cents), maximum ?? Infinity);
      if (cents < 1 || cents > maxCents) {
        throw new ScheduleError(
          raise.field,
          'OUT_OF_RANGE',
          `The adjustment takes the amount out of range on ${date}.`,
        );
      }
    }
    return { date, cents };
  });
}

/** The effect of a step and the months between steps; undefined when the amount never steps. */
function adjustment(terms: Terms): { field: string; every: number; apply: (cents: number) => number } | undefined {
  const cents = terms.AdjustmentCents ?? undefined;
  const rate = terms.AdjustmentRate ?? undefined;
  if (cents !== undefined && !(Number.isSafeInteger(cents) && Math.abs(cents) <= maxCents)) {
    throw new ScheduleError('AdjustmentAmount', 'INVALID', 'An amount in whole cents.');
  }
  if (rate !== undefined && !Number.isFinite(rate)) {
    throw new ScheduleError('AdjustmentRate', 'INVALID', 'A rate in percent.');
  }
  // Zero adjusts nothing, so it is no conflict: callers that send every field send 0 for the unused one.
  if (cents && rate)
    throw new ScheduleError('AdjustmentRate', 'CONFLICT', 'An adjustment is an amount or a rate, not both.');

  const every = stepMonths.get(terms.AdjustmentCategory ?? 'N');
  if (!every) return undefined;
  if (rate) return { field: 'AdjustmentRate', every, apply: (current) => addRate(current, rate) };
  if (cents) return { field: 'AdjustmentAmount', every, apply: (current) => current + cents };
  if (cents === undefined && rate === undefined) {
    throw new ScheduleError('AdjustmentAmount', 'REQUIRED', 'This adjustment category needs an amount or a rate.');
  }
  return undefined;
}
