import type { Days } from '#kit/dates/ranges.ts';
import { dateOf, isDate, toDayNumber, type DateText, type DateTimeText } from '#rules/calendar.ts';
import type { RecurrencePeriod } from '#rules/recurrence.ts';
import { ascending, periodCounts, lengthOf, periodsFrom, usualPeriod } from './periods.ts';

/** `date` with or without a time; whole cents, null if the amount can't be read. */
export interface Due {
  date: DateTimeText;
  cents: number | null;
}

/** A debit (or payment) to come, before and after a change; a new one has no `before`, a cancelled one no `after`. */
export interface RehearsedMove {
  before?: Due;
  after?: Due;
}

/** A contract that a change may affect. */
export interface ContractSeries {
  contract: string;
  /** All that are to come, changed or not. */
  moves: readonly RehearsedMove[];
  /** Days of those collected or under way. Failed and cancelled ones collect nothing, so they don't count. */
  gone?: readonly DateTimeText[];
  /** Before and after; by default the usual distance between the debits before. */
  periods?: readonly [RecurrencePeriod, RecurrencePeriod];
  /** Maximum in whole cents, before and after. */
  caps?: readonly [number | undefined, number | undefined];
  /** `2027-08`: the last month that `moves` covers on both sides. */
  until?: string;
}

interface Doubled extends Days {
  count: number;
}

export interface Rehearsed {
  contract: string;
  /** The next three. */
  before: Due[];
  after: Due[];
  /** How many come after those three. */
  more: number;
  added: number;
  dropped: number;
  /** Periods that lose their only debit, ascending. Where all debits of a period are cancelled, that is the change. */
  skipped: Days[];
  /** Periods with more debits than before, at least two. */
  doubled: Doubled[];
  /** Changed debits above the maximum `cap`, in whole cents. */
  above: Due[];
  cap?: number;
}

/** Whole cents, null if any amount of the month can't be read. */
export interface MonthCash {
  month: string;
  before: number | null;
  after: number | null;
}

export interface Rehearsal {
  /** Those that change; those that need attention first, otherwise in the given order. */
  contracts: Rehearsed[];
  /** What these contracts have to come, ascending by month. */
  cash: MonthCash[];
}

const shown = 3;
const isReadable = (due: Due | undefined): due is Due => due !== undefined && isDate(dateOf(due.date));
const byDate = (list: readonly (Due | undefined)[]): Due[] =>
  list.filter(isReadable).toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));

/** Skipped by the longer of both periods, doubled by the shorter: an edit from weeks to months is neither as such. */
function attention({ moves, gone = [], periods, until }: ContractSeries): Pick<Rehearsed, 'skipped' | 'doubled'> {
  const isCovered = (date: DateText) => until === undefined || date.slice(0, 7) <= until;
  const past = gone.map(dateOf).filter(isDate);
  const datesOf = (list: readonly (Due | undefined)[]) =>
    [...past, ...byDate(list).map((it) => dateOf(it.date))].filter(isCovered);
  const before = datesOf(moves.map((it) => it.before));
  const after = datesOf(moves.map((it) => it.after));
  const kept = datesOf(moves.map((it) => it.after && it.before));
  const first = before.toSorted()[0];
  if (first === undefined) return { skipped: [], doubled: [] };
  const [was, will] = periods ?? Array.from({ length: 2 }, () => usualPeriod(ascending(before.map(toDayNumber))));
  const isLonger = was && will && lengthOf(was) > lengthOf(will);
  const long = periodsFrom(first, (isLonger ? was : will) ?? { months: 1 });
  const short = periodsFrom(first, (isLonger ? will : was) ?? { months: 1 });
  const left = periodCounts(after, long.indexOf);
  const [old, now] = [periodCounts(before, short.indexOf), periodCounts(after, short.indexOf)];
  return {
    skipped: ascending(periodCounts(kept, long.indexOf).keys())
      .filter((at) => !left.has(at))
      .map(long.daysOf),
    doubled: ascending(now.keys()).flatMap((at) => {
      const count = now.get(at) ?? 0;
      return count > Math.max(1, old.get(at) ?? 0) ? [{ ...short.daysOf(at), count }] : [];
    }),
  };
}

const isSame = ({ before, after }: RehearsedMove) => before?.date === after?.date && before?.cents === after?.cents;

export const needsAttention = ({ skipped, doubled, above }: Rehearsed): boolean =>
  skipped.length + doubled.length + above.length > 0;

function rehearsed(series: ContractSeries): Rehearsed {
  const { contract, moves, caps: [wasCap, cap] = [] } = series;
  const [before, after] = [byDate(moves.map((it) => it.before)), byDate(moves.map((it) => it.after))];
  return {
    contract,
    before: before.slice(0, shown),
    after: after.slice(0, shown),
    more: Math.max(0, after.length - shown),
    added: moves.filter((it) => it.after && !it.before).length,
    dropped: moves.filter((it) => it.before && !it.after).length,
    ...attention(series),
    above: byDate(
      moves
        .filter((it) => wasCap !== cap || it.before?.cents !== it.after?.cents)
        .map((it) => (cap !== undefined && it.after?.cents != null && it.after.cents > cap ? it.after : undefined)),
    ),
    cap,
  };
}

/** Adds each due to its month, on one side. */
function add(cash: Map<string, MonthCash>, list: readonly Due[], side: 'before' | 'after'): void {
  for (const due of list) {
    const month = due.date.slice(0, 7);
    const sums = cash.get(month) ?? { month, before: 0, after: 0 };
    const sum = sums[side];
    cash.set(month, { ...sums, [side]: sum === null || due.cents === null ? null : sum + due.cents });
  }
}

/**
 * What a change of debits would do, without doing it: per contract the next three before and after, the periods that it
 * skips or collects twice, amounts above a maximum; and the cash by month. A change of nothing gives nothing. Debits of
 * unreadable dates are left out. Money in and money out take two calls.
 *
 * Source: docs/decisions.md, 49. Never throws for readable dates from 1901 to 9998.
 */
export function rehearse(list: readonly ContractSeries[]): Rehearsal {
  const changed = list
    .map((series) => ({ series, result: rehearsed(series) }))
    .filter(({ series, result }) => series.moves.some((it) => !isSame(it)) || result.above.length > 0);
  const cash = new Map<string, MonthCash>();
  for (const { series } of changed) {
    const { moves, until = '9999-12' } = series;
    const isCovered = (due: Due) => due.date.slice(0, 7) <= until;
    add(cash, byDate(moves.map((it) => it.before)).filter(isCovered), 'before');
    add(cash, byDate(moves.map((it) => it.after)).filter(isCovered), 'after');
  }
  const contracts = changed.map((it) => it.result);
  return {
    contracts: [...contracts.filter(needsAttention), ...contracts.filter((it) => !needsAttention(it))],
    cash: [...cash.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1)),
  };
}
