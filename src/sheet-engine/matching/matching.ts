import type { DateText } from '#rules/calendar.ts';
import { formatCents } from '#rules/money.ts';
import {
  onBank,
  stemOf,
  totalOf,
  type AccountRule,
  type BankEntry,
  type MatchingItem,
  type ItemKind,
  type Match,
  type MatchOutcome,
  type Suggestion,
  type Tolerance,
} from './item.ts';
import { OpenItems } from './open-items.ts';
import { References } from './references.ts';
import { isRetention, limitedDifference } from './retention.ts';
import { suggestionsFor } from './suggest.ts';

export interface MatchingSetup {
  items: readonly MatchingItem[];
  lines: readonly BankEntry[];
  /** Confirmed before, in the order of their confirmation. */
  matches: readonly Match[];
  tolerance: Tolerance;
  rules: readonly AccountRule[];
}

/** Days that a person chose. */
export interface OwnSum {
  paid: { from: DateText; to: DateText };
  returned?: { from: DateText; to: DateText } | undefined;
}

const monthOf = (date: DateText): string => date.slice(0, 7);

/**
 * Suggests what the lines of an account are, and never decides: only `confirm` makes a match, from items that no other
 * match has. Every match is its line's amount to the cent.
 */
export class Matching {
  /** Matches of an earlier time whose items or lines changed since. */
  readonly broken: Match[] = [];
  private readonly lines: ReadonlyMap<string, BankEntry>;
  private readonly tolerance: Tolerance;
  private readonly rules: readonly AccountRule[];
  private readonly open: OpenItems;
  private readonly references: References;
  private readonly named = new Map<string, number[]>();
  private readonly matches = new Map<string, { match: Match; items: number[] }>();
  /** Open lines by the item that they name exactly. */
  private claims = new Map<number, string[]>();

  constructor({ items, lines, matches, tolerance, rules }: MatchingSetup) {
    this.lines = new Map(lines.map((it) => [it.id, it]));
    this.tolerance = tolerance;
    this.rules = rules;
    this.open = new OpenItems(items);
    this.references = new References(items);
    for (const line of lines) this.named.set(line.id, this.references.named(line));
    for (const match of matches) if (this.add(match) !== undefined) this.broken.push(match);
    this.claim();
  }

  /** @returns why it is no match */
  private add(match: Match): string | undefined {
    const line = this.lines.get(match.line);
    if (!line) return 'The line is not on this account.';
    if (this.matches.has(match.line)) return 'The line is already matched.';
    if (totalOf(match.terms) - match.difference !== line.cents) return 'The sum is not the amount of the line.';
    if (match.difference !== 0 && match.name === undefined) return 'The difference has no name.';
    const isOwn = (at: number) => this.claims.get(at)?.every((id) => id === match.line) ?? false;
    const items: number[] = [];
    for (const term of match.terms) {
      const own = this.open.of(term, isOwn);
      if (!own) return 'It was matched with debits that have changed, or that another line is matched with.';
      // A call takes no hundred thousand arguments.
      for (const at of own) items.push(at);
    }
    if (new Set(items).size !== items.length) return 'It has the same debit twice.';
    this.open.set(items, 'taken');
    this.matches.set(match.line, { match, items });
    return undefined;
  }

  /** All or none. @returns the matches to keep @throws RangeError with the reason; then nothing has changed */
  confirm(matches: readonly Match[]): Match[] {
    const added: Match[] = [];
    for (const match of matches) {
      const whole = { ...match, terms: match.terms.map((it) => this.open.complete(it)) };
      const problem = this.add(whole);
      if (problem !== undefined) {
        for (const { line } of added) this.undo(line);
        throw new RangeError(problem);
      }
      added.push(whole);
    }
    this.claim();
    return added;
  }

  undo(line: string): void {
    const found = this.matches.get(line);
    if (!found) return;
    this.matches.delete(line);
    this.open.set(found.items, 'free');
    this.claim();
  }

  confirmed = (): Match[] => [...this.matches.values()].map(({ match }) => match);

  /** Cents of a month's named differences. */
  differencesIn(month: string): number {
    let sum = 0;
    for (const { match } of this.matches.values())
      if (monthOf(this.lines.get(match.line)?.date ?? '') === month)
        sum += limitedDifference(match, this.tolerance.retention ?? 0);
    return sum;
  }

  /** An item that one open line alone names exactly is kept out of the sums of days until that line is matched. */
  private claim(): void {
    const before = [...this.claims.keys()].filter((at) => this.open.stateOf(at) === 'reserved');
    this.open.set(before, 'free');
    this.claims = new Map();
    for (const line of this.lines.values()) {
      if (this.matches.has(line.id)) continue;
      for (const at of this.exactOf(line)) this.claims.set(at, [...(this.claims.get(at) ?? []), line.id]);
    }
    const alone = [...this.claims].filter(([, lines]) => lines.length === 1).map(([at]) => at);
    this.open.set(alone, 'reserved');
  }

  private exactOf(line: BankEntry): number[] {
    const named = this.named.get(line.id) ?? [];
    if (named.length === 0) return [];
    return this.references.exact(
      line,
      named.filter((at) => this.open.stateOf(at) !== 'taken'),
    );
  }

  /**
   * A person's own sum of days: what was paid, less what was returned; or what was paid out. @returns a reason instead if
   * it differs by more than the tolerance
   */
  byHand(id: string, { paid, returned }: OwnSum): Suggestion | string {
    const line = this.lines.get(id);
    if (!line || this.matches.has(id)) return 'The line is matched.';
    const { days } = this.open;
    const termsOf = (kind: ItemKind, { from, to }: OwnSum['paid']) =>
      days.terms(kind, undefined, onBank(kind), { from: days.at(from), to: days.at(to) });
    const sums = termsOf(line.cents < 0 ? 'paidOut' : 'paid', paid);
    if (sums.length === 0) return 'Nothing of these days is open.';
    const late = returned ? termsOf('returned', returned) : [];
    // The service may call a return after payment a failed debit.
    const returns = returned && late.length === 0 ? termsOf('failed', returned) : late;
    const terms = [...sums, ...returns];
    const difference = totalOf(terms) - line.cents;
    const most = Math.min(this.tolerance.line, this.tolerance.month - this.differencesIn(monthOf(line.date)));
    if (Math.abs(difference) > most && !isRetention({ terms, difference }, this.tolerance.retention ?? 0))
      return `The sum is ${formatCents(totalOf(terms))}. A difference may be ${formatCents(Math.max(0, most))} at most; it can be changed in the account settings.`;
    const rule = returns.length > 0 ? 'lessReturns' : paid.from === paid.to ? 'day' : 'days';
    return { rule, terms, difference };
  }

  /** Of the open lines, by the line's id. */
  outcomes(): Map<string, MatchOutcome> {
    const found = new Map<string, MatchOutcome>();
    const used = new Map<string, number>();
    for (const line of this.lines.values()) {
      if (this.matches.has(line.id)) continue;
      const month = monthOf(line.date);
      const differences = used.get(month) ?? this.differencesIn(month);
      used.set(month, differences);
      found.set(line.id, this.outcome(line, this.tolerance.month - differences));
    }
    return found;
  }

  outcomeOf(id: string): MatchOutcome | undefined {
    const line = this.lines.get(id);
    if (!line || this.matches.has(id)) return undefined;
    return this.outcome(line, this.tolerance.month - this.differencesIn(monthOf(line.date)));
  }

  private outcome(line: BankEntry, monthLeft: number): MatchOutcome {
    const outcome = this.suggested(line, monthLeft);
    const [only] = outcome.fits;
    if (!only || outcome.fits.length > 1) return outcome;
    const stem = stemOf(line.text);
    const byRule = this.rules.find((it) => it.stem === stem && it.rule === only.rule);
    return byRule && (only.difference === 0 || only.rule === 'named') ? { ...outcome, byRule } : outcome;
  }

  private suggested(line: BankEntry, monthLeft: number): MatchOutcome {
    const exact = this.exactOf(line);
    if (exact.some((at) => (this.claims.get(at) ?? []).length > 1)) return { fits: [], why: { is: 'two lines' } };
    if (exact.length > 0)
      return {
        fits: exact.map((at): Suggestion => {
          const kind = this.open.items[at]?.kind ?? 'paid';
          return { rule: 'exact', terms: [this.open.single(at, onBank(kind))], difference: 0 };
        }),
        ...(exact.length > 1 && { why: { is: 'several' } as const }),
      };
    const { tolerance, open, references } = this;
    return suggestionsFor(line, this.named.get(line.id) ?? [], {
      open,
      references,
      tolerance: { line: tolerance.line, monthLeft, retention: tolerance.retention ?? 0 },
    });
  }
}
