import { addDays, type DateText } from '#rules/calendar.ts';
import { DaySums } from './days.ts';
import type { MatchingItem, Term } from './item.ts';

/** Free, named exactly by one open line, or taken by a match. Only free items are in the sums of days. */
type ItemState = 'free' | 'reserved' | 'taken';

/** What can still be on the bank, by day and by number. */
export class OpenItems {
  readonly items: readonly MatchingItem[];
  readonly days: DaySums;
  private readonly states: ItemState[];
  private readonly byDay = new Map<DateText, number[]>();
  private readonly byId = new Map<string, number>();

  constructor(items: readonly MatchingItem[]) {
    this.items = items;
    this.days = new DaySums(items);
    this.states = items.map(() => 'free');
    items.forEach((item, at) => {
      this.days.add(item, 1);
      this.byId.set(item.id, at);
      const own = this.byDay.get(item.date);
      if (own) own.push(at);
      else this.byDay.set(item.date, [at]);
    });
  }

  stateOf = (at: number): ItemState => this.states[at] ?? 'taken';
  positionOf = (id: string): number | undefined => this.byId.get(id);
  on = (date: DateText): readonly number[] => this.byDay.get(date) ?? [];

  set(positions: readonly number[], state: ItemState): void {
    for (const at of positions) {
      const [item, before] = [this.items[at], this.states[at]];
      if (!item || before === state) continue;
      if (before === 'free') this.days.add(item, -1);
      if (state === 'free') this.days.add(item, 1);
      this.states[at] = state;
    }
  }

  private inDays({ kind, from, to, group }: Term, state: ItemState): number[] {
    const found: number[] = [];
    for (let date = from; date <= to; date = addDays(date, 1))
      for (const at of this.on(date)) {
        const item = this.items[at];
        const isOfTerm = item?.kind === kind && (group === undefined || item.group === group);
        if (isOfTerm && this.states[at] === state) found.push(at);
      }
    return found;
  }

  /** With the items of its days that another line has, so that it is the same sum after the other is undone. */
  complete(term: Term): Term {
    if (term.items) return term;
    const others = [...this.inDays(term, 'reserved'), ...this.inDays(term, 'taken')];
    const without = others.map((at) => this.items[at]?.id ?? '');
    return without.length > 0 ? { ...term, without } : term;
  }

  /**
   * The items of a term, if they are still its count and sum. @param isOwn whether a reserved item is the line's own
   * @returns undefined if an item changed, is taken, or is named by another line
   */
  of(term: Term, isOwn: (at: number) => boolean): number[] | undefined {
    let found: number[];
    if (term.items) {
      found = term.items.map((id) => this.byId.get(id) ?? -1);
      const isFree = (at: number) =>
        this.items[at]?.kind === term.kind &&
        (this.states[at] === 'free' || (this.states[at] === 'reserved' && isOwn(at)));
      if (!found.every(isFree) || new Set(found).size !== found.length) return undefined;
    } else {
      const without = new Set(term.without);
      found = this.inDays(term, 'free').filter((at) => !without.has(this.items[at]?.id ?? ''));
    }
    const cents = found.reduce((sum, at) => sum + (this.items[at]?.cents ?? 0), 0);
    return found.length === term.count && cents === term.cents ? found : undefined;
  }

  /** A single item as a term. */
  single(at: number, sign: 1 | -1): Term {
    const { id, kind, date, cents, group, label } = this.items[at] as MatchingItem;
    return { kind, sign, from: date, to: date, group, items: [id], label, count: 1, cents };
  }
}
