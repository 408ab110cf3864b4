import { addDays, daysBetween } from '#rules/calendar.ts';
import { onBank, type BankEntry, type MatchingItem, type Match, type Suggestion, type Term } from '../item.ts';
import { Matching } from '../matching.ts';
import { generatedMonth } from './month.ts';

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

interface Counts {
  lines: number;
  together: number;
  byHand: number;
  several: number;
  open: number;
}

/** The items by day and reference, and which are matched, kept apart from the engine's own record. */
class Books {
  readonly taken = new Set<MatchingItem>();
  private readonly byDay = new Map<string, MatchingItem[]>();
  private readonly byReference = new Map<string, MatchingItem[]>();
  private readonly byId = new Map<string, MatchingItem>();

  constructor(items: readonly MatchingItem[]) {
    const put = (map: Map<string, MatchingItem[]>, key: string, item: MatchingItem) => {
      const own = map.get(key);
      if (own) own.push(item);
      else map.set(key, [item]);
    };
    for (const it of items) {
      put(this.byDay, it.date, it);
      for (const reference of it.references) put(this.byReference, reference, it);
      this.byId.set(it.id, it);
    }
  }

  itemsOf({ kind, from, to, group, items, without = [] }: Term): MatchingItem[] {
    if (items) return items.flatMap((id) => this.byId.get(id) ?? []);
    const others = new Set(without);
    const found: MatchingItem[] = [];
    for (let date = from; date <= to; date = addDays(date, 1))
      for (const it of this.byDay.get(date) ?? [])
        if (it.kind === kind && (group === undefined || it.group === group) && !others.has(it.id)) found.push(it);
    return found;
  }

  /** What one line would be, by a reference in it. */
  fitting(line: BankEntry, reference: string): MatchingItem[] {
    const isNear = (item: MatchingItem) => item.date <= line.date && item.date >= addDays(line.date, -14);
    return (this.byReference.get(reference) ?? []).filter(
      (it) => it.cents * onBank(it.kind) === line.cents && isNear(it),
    );
  }

  /** Exact sums of consecutive whole days of the paid items that no other line has. */
  wholeDays(line: BankEntry, without: ReadonlySet<string>): number {
    const sums = new Map<string, number>();
    for (let ago = 0; ago <= 14; ago += 1) {
      const date = addDays(line.date, -ago);
      const free = (this.byDay.get(date) ?? []).filter(
        (it) => it.kind === 'paid' && !this.taken.has(it) && !without.has(it.id),
      );
      if (free.length > 0)
        sums.set(
          date,
          free.reduce((sum, it) => sum + it.cents, 0),
        );
    }
    const days = [...sums.keys()].toSorted();
    let count = 0;
    for (const [at, to] of days.entries()) {
      // Five banking days are at least five days.
      if (daysBetween(to, line.date) > 5) continue;
      for (let sum = 0, from = at; from >= 0 && daysBetween(days[from] ?? '', to) < 10; from -= 1) {
        sum += sums.get(days[from] ?? '') ?? 0;
        if (sum === line.cents) count += 1;
      }
    }
    return count;
  }

  take(match: Match, line: BankEntry): void {
    let sum = 0;
    for (const term of match.terms) {
      const own = this.itemsOf(term);
      check(own.length === term.count, 'a term has its items');
      for (const it of own) {
        check(!this.taken.has(it), 'an item is matched once');
        this.taken.add(it);
        sum += term.sign * it.cents;
      }
    }
    check(sum - match.difference === line.cents, 'a match is its line to the cent');
    check(match.difference >= 0, 'nothing more than the sum is explained');
    check((match.difference === 0) === (match.name === undefined), 'a difference has a name');
  }
}

const asMatch = (line: BankEntry, suggestion: Suggestion): Match => ({
  ...suggestion,
  line: line.id,
  ...(suggestion.difference !== 0 && { name: 'fee' as const }),
});

const referenceIn = (line: BankEntry): string => /LN\d+|PAY\d+X/.exec(line.text)?.[0] ?? '';

/** Confirms together what is exact and the only one, after checking both by other means. */
function confirmExact(matching: Matching, books: Books, lines: readonly BankEntry[]): number {
  const outcomes = matching.outcomes();
  const exact = lines.flatMap((line) => {
    const [only, ...others] = outcomes.get(line.id)?.fits ?? [];
    return only?.rule === 'exact' && others.length === 0 ? [{ line, match: asMatch(line, only) }] : [];
  });
  for (const { line } of exact) {
    const fitting = books.fitting(line, referenceIn(line));
    check(fitting.length === 1, 'one item fits the line');
    const rivals = lines.filter((it) => it.cents === line.cents && referenceIn(it) === referenceIn(line));
    check(
      rivals.filter((it) => books.fitting(it, referenceIn(it))[0] === fitting[0]).length === 1,
      'one line fits the item',
    );
  }
  const whole = matching.confirm(exact.map(({ match }) => match));
  exact.forEach(({ line }, at) => {
    const match = whole[at];
    if (match) books.take(match, line);
  });
  return exact.length;
}

/** Works through a generated month as a clerk does, and checks every match by other means than the engine's. */
export function workThrough(seed: number, debits?: number, lineCount?: number): Counts {
  const { items, lines } = generatedMonth(seed, debits, lineCount);
  const setup = { items, lines, tolerance: { line: 50_000, month: 200_000 }, rules: [] };
  const matching = new Matching({ ...setup, matches: [] });
  const books = new Books(items);
  const counts: Counts = { lines: lines.length, together: 0, byHand: 0, several: 0, open: 0 };
  counts.together = confirmExact(matching, books, lines);
  for (const line of lines.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
    const outcome = matching.outcomeOf(line.id);
    if (!outcome) continue;
    const [only, ...others] = outcome.fits;
    if (!only || others.length > 0) {
      counts[only ? 'several' : 'open'] += 1;
      check(outcome.why !== undefined, 'an open line says why');
      continue;
    }
    const [match] = matching.confirm([asMatch(line, only)]);
    if ((only.rule === 'day' || only.rule === 'days') && line.cents > 0) {
      const without = new Set(match?.terms.flatMap((it) => it.without ?? []));
      check(books.wholeDays(line, without) <= (only.difference === 0 ? 1 : 0), 'one suggested where more sums fit');
    }
    if (match) books.take(match, line);
    counts.byHand += 1;
  }
  const confirmed = matching.confirmed();
  check(confirmed.length === counts.together + counts.byHand, 'every match is kept');
  check(confirmed.length + counts.several + counts.open === lines.length, 'every line is accounted for');
  // Stored and read again, every match is the same.
  const again = new Matching({ ...setup, matches: confirmed });
  check(again.broken.length === 0, 'stored matches hold');
  check([...again.outcomes().keys()].join() === [...matching.outcomes().keys()].join(), 'the same lines are open');
  return counts;
}
