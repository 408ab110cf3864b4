import { fromDayNumber, toDayNumber, type DateText } from '#rules/calendar.ts';
import type { MatchingItem, ItemKind, Term } from './item.ts';

const kinds: readonly ItemKind[] = ['paid', 'failed', 'returned', 'paidOut'];

export interface DayRange {
  from: number;
  to: number;
}

export interface Sums {
  cents: Float64Array;
  counts: Int32Array;
}

/** First and last day with an item in a range: two ranges with the same items are one. */
export function filledDays(counts: Int32Array, from: number, to: number): DayRange | undefined {
  let [first, last] = [Math.max(0, from), Math.min(to, counts.length - 1)];
  while (first <= last && !counts[first]) first += 1;
  while (last >= first && !counts[last]) last -= 1;
  return first <= last ? { from: first, to: last } : undefined;
}

/** Sums of open items by day, kind and product. Days are counted from the first. */
export class DaySums {
  readonly size: number;
  /** Products; the first, undefined, is all of them. */
  readonly groups: readonly (string | undefined)[];
  private readonly first: number;
  private readonly sums = new Map<string, Sums>();

  constructor(items: readonly MatchingItem[]) {
    let [first, last] = [Infinity, -Infinity];
    const dates = new Set(items.map((it) => it.date));
    for (const date of dates) {
      first = Math.min(first, toDayNumber(date));
      last = Math.max(last, toDayNumber(date));
    }
    this.first = dates.size > 0 ? first : 0;
    this.size = dates.size > 0 ? last - first + 1 : 0;
    const groups = [...new Set(items.map((it) => it.group))];
    this.groups = groups.length > 1 ? [undefined, ...groups] : [undefined];
    for (const kind of kinds)
      for (const group of this.groups)
        this.sums.set(`${kind} ${group ?? ''}`, {
          cents: new Float64Array(this.size),
          counts: new Int32Array(this.size),
        });
  }

  at = (date: DateText): number => toDayNumber(date) - this.first;
  dateAt = (day: number): DateText => fromDayNumber(this.first + day);

  /** @param by 1 to open an item, -1 when it is taken */
  add({ kind, group, date, cents }: MatchingItem, by: 1 | -1): void {
    const day = this.at(date);
    for (const one of this.groups.length > 1 ? [undefined, group] : [undefined]) {
      const sums = this.of(kind, one);
      sums.cents[day] = (sums.cents[day] ?? 0) + by * cents;
      sums.counts[day] = (sums.counts[day] ?? 0) + by;
    }
  }

  of(kind: ItemKind, group: string | undefined): Sums {
    const sums = this.sums.get(`${kind} ${group ?? ''}`);
    if (!sums) throw new RangeError('No such kind or product');
    return sums;
  }

  /** Whether one product alone has all items of the days: the same sum is then found under its name. */
  isOfOneGroup(kind: ItemKind, { from, to }: DayRange, count: number): boolean {
    return this.groups.slice(1).some((group) => {
      const { counts } = this.of(kind, group);
      let own = 0;
      for (let day = from; day <= to; day += 1) own += counts[day] ?? 0;
      return own === count;
    });
  }

  /** One term for each product, so that every sum of the month is known by product. */
  terms(kind: ItemKind, group: string | undefined, sign: 1 | -1, { from, to }: DayRange): Term[] {
    const groups = group === undefined && this.groups.length > 1 ? this.groups.slice(1) : [group];
    return groups.flatMap((one) => {
      const { cents, counts } = this.of(kind, one);
      const own = filledDays(counts, from, to);
      if (!own) return [];
      const term: Term = {
        kind,
        sign,
        group: one,
        from: this.dateAt(own.from),
        to: this.dateAt(own.to),
        count: 0,
        cents: 0,
      };
      for (let day = own.from; day <= own.to; day += 1) {
        term.cents += cents[day] ?? 0;
        term.count += counts[day] ?? 0;
      }
      return [term];
    });
  }
}
