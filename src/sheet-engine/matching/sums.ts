import { filledDays, type DayRange, type DaySums, type Sums } from './days.ts';
import { totalOf, type ItemKind, type MatchRule, type Suggestion, type Term } from './item.ts';

/** Consecutive days that a settlement may be the sum of. */
export const maxDays = 10;

interface Question {
  cents: number;
  /** Days of the line, and the earliest that its sum may end with. */
  line: number;
  earliest: number;
  /** Largest difference in cents; 0 finds exact sums only. */
  tolerance: number;
}

interface Found {
  exact: Suggestion[];
  near: Suggestion[];
}

/** Enough to show that several fit. */
const maxFound = 12;

/** Days of returns that a settlement may be less: the same days, those after, both, or one of them alone. */
function returnDays(counts: Int32Array, range: DayRange, line: number): (DayRange & { isOneOfSeveral?: boolean })[] {
  const same = filledDays(counts, range.from, range.to);
  const after = filledDays(counts, range.to + 1, line);
  const found: (DayRange & { isOneOfSeveral?: boolean })[] = [];
  for (const days of [same, after]) {
    if (!days) continue;
    found.push(days);
    // A single day is that range already.
    for (let day = days.from; days.from < days.to && day <= days.to; day += 1)
      if (counts[day]) found.push({ from: day, to: day, isOneOfSeveral: true });
  }
  if (same && after) found.push({ from: same.from, to: after.to });
  return found;
}

const returnKinds = ['returned', 'failed'] as const;
type ReturnKind = (typeof returnKinds)[number];

class Search {
  readonly found: Found = { exact: [], near: [] };
  private readonly days: DaySums;
  private readonly question: Question;

  constructor(days: DaySums, question: Question) {
    this.days = days;
    this.question = question;
  }

  /** Where a sum belongs, if anywhere. Terms are created only then: most sums are no match. */
  private listFor(sum: number, mayDiffer: boolean): Suggestion[] | undefined {
    const { cents, tolerance } = this.question;
    const { exact, near } = this.found;
    const difference = sum - cents;
    let list: Suggestion[] | undefined;
    if (difference === 0) list = exact;
    // A sum of the other sign is no part of this line.
    else if (mayDiffer && difference > 0 && difference <= tolerance && Math.sign(sum) === Math.sign(cents)) list = near;
    return list && list.length < maxFound ? list : undefined;
  }

  private put(list: Suggestion[], rule: MatchRule, terms: Term[]): void {
    list.push({ rule, terms, difference: totalOf(terms) - this.question.cents });
  }

  /** Paid debits of consecutive days, alone and less returns. */
  paid(group: string | undefined): void {
    const { line, earliest } = this.question;
    const { cents, counts } = this.days.of('paid', group);
    const returns = returnKinds.map((kind) => ({ kind, of: this.days.of(kind, group) }));
    for (let to = Math.min(line, counts.length - 1); to >= Math.max(0, earliest); to -= 1) {
      if (!counts[to]) continue;
      let [sum, count] = [0, 0];
      for (let from = to; from > to - maxDays && from >= 0; from -= 1) {
        if (!counts[from]) continue;
        sum += cents[from] ?? 0;
        count += counts[from] ?? 0;
        const range = { from, to };
        if (group === undefined && this.days.isOfOneGroup('paid', range, count)) continue;
        const rule = from === to ? 'day' : 'days';
        const list = this.listFor(sum, true);
        if (list) this.put(list, rule, this.days.terms('paid', group, 1, range));
        for (const { kind, of } of returns) this.lessReturns(kind, of, group, range, sum);
      }
    }
  }

  /** The service may call a return after payment a failed debit, so either kind is tried. */
  private lessReturns(kind: ReturnKind, of: Sums, group: string | undefined, range: DayRange, sum: number): void {
    for (const days of returnDays(of.counts, range, this.question.line)) {
      let rest = sum;
      for (let day = days.from; day <= days.to; day += 1) rest -= of.cents[day] ?? 0;
      const list = this.listFor(rest, !days.isOneOfSeveral && kind === 'returned');
      if (list)
        this.put(list, 'lessReturns', [
          ...this.days.terms('paid', group, 1, range),
          ...this.days.terms(kind, group, -1, days),
        ]);
    }
  }

  /** Debits of the account: payouts, or returns, of consecutive days. */
  out(kind: ItemKind, group: string | undefined): void {
    const { line, earliest } = this.question;
    const { cents, counts } = this.days.of(kind, group);
    for (let to = Math.min(line, counts.length - 1); to >= Math.max(0, earliest); to -= 1) {
      if (!counts[to]) continue;
      let [sum, count] = [0, 0];
      for (let from = to; from > to - maxDays && from >= 0; from -= 1) {
        if (!counts[from]) continue;
        sum += cents[from] ?? 0;
        count += counts[from] ?? 0;
        const range = { from, to };
        if (group === undefined && this.days.isOfOneGroup(kind, range, count)) continue;
        const list = this.listFor(-sum, true);
        if (list) this.put(list, from === to ? 'day' : 'days', this.days.terms(kind, group, -1, range));
      }
    }
  }
}

/** All sums of whole days that are the line's amount, and those within the tolerance above it. */
export function sumsOfDays(days: DaySums, question: Question): Found {
  const search = new Search(days, question);
  for (const group of days.groups) {
    search.paid(group);
    if (question.cents < 0) for (const kind of ['paidOut', 'returned', 'failed'] as const) search.out(kind, group);
  }
  return search.found;
}
