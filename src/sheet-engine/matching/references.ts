import { daysBetween, type DateText } from '#rules/calendar.ts';
import { plainReference } from '../statement/mask.ts';
import { onBank, type BankEntry, type MatchingItem } from './item.ts';

/** Shorter ones are found in ordinary words and dates. */
const minLength = 4;
/** A debit's own credit follows within two weeks; an unpaid debit is settled by the client within three months. */
const maxAfter = 14;
const maxSettled = 92;

/** References that a line may hold: its words, and two next to each other, since banks split them. */
function tokensOf({ text, reference }: Pick<BankEntry, 'text' | 'reference'>): Set<string> {
  const words = `${reference} ${text}`.split(/[\s,;:/|()]+/).map(plainReference);
  const tokens = new Set<string>();
  words.forEach((word, at) => {
    if (word.length >= minLength) tokens.add(word);
    const pair = word + (words[at + 1] ?? '');
    if (word !== '' && pair.length >= minLength) tokens.add(pair);
  });
  return tokens;
}

/** Items by their references. */
export class References {
  private readonly byReference = new Map<string, number[]>();
  private readonly items: readonly MatchingItem[];

  constructor(items: readonly MatchingItem[]) {
    this.items = items;
    items.forEach(({ references }, at) => {
      for (const reference of new Set(references)) {
        if (reference.length < minLength) continue;
        const known = this.byReference.get(reference);
        if (known) known.push(at);
        else this.byReference.set(reference, [at]);
      }
    });
  }

  /** Positions of the items that a line names, each once. */
  named(line: BankEntry): number[] {
    const found = new Set<number>();
    for (const token of tokensOf(line)) for (const at of this.byReference.get(token) ?? []) found.add(at);
    return [...found];
  }

  private within = (at: number, date: DateText, most: number): boolean => {
    const days = daysBetween(this.items[at]?.date ?? date, date);
    return days >= 0 && days <= most;
  };

  private having(line: BankEntry, positions: readonly number[], most: number, sign: 1 | -1): number[] {
    return positions.filter((at) => {
      const item = this.items[at];
      return item !== undefined && item.cents * sign === line.cents && this.within(at, line.date, most);
    });
  }

  /** What the line itself would be: a debit's credit, a return, a payout. */
  exact(line: BankEntry, positions: readonly number[]): number[] {
    return this.having(line, positions, maxAfter, line.cents > 0 ? 1 : -1).filter(
      (at) => onBank(this.items[at]?.kind ?? 'paid') === Math.sign(line.cents),
    );
  }

  /** Unpaid debits that the client may have paid by this credit. */
  settled(line: BankEntry, positions: readonly number[]): number[] {
    return this.having(line, positions, maxSettled, 1).filter((at) =>
      ['failed', 'returned'].includes(this.items[at]?.kind ?? ''),
    );
  }

  /** The latest named item before the line whose amount differs. */
  otherAmount(line: BankEntry, positions: readonly number[]): MatchingItem | undefined {
    const near = positions.filter((at) => this.within(at, line.date, maxAfter)).map((at) => this.items[at]);
    return near.reduce<MatchingItem | undefined>(
      (last, it) => (it && (!last || it.date > last.date) ? it : last),
      undefined,
    );
  }
}
