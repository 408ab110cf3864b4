import { onBank, type MatchingItem } from './item.ts';

/** More have countless solutions: three hundred debits of R 199. */
export const maxOpen = 12;

/**
 * The sets of at least two open items with exactly this sum on the bank, up to `most`. @param items at most `maxOpen`
 */
export function setsOf<One extends Pick<MatchingItem, 'kind' | 'cents'>>(
  items: readonly One[],
  cents: number,
  most: number,
): One[][] {
  if (items.length > maxOpen) return [];
  const found: One[][] = [];
  const amounts = items.map((it) => it.cents * onBank(it.kind));
  // In Gray code each set differs from the one before by one item.
  let [chosen, sum] = [0, 0];
  for (let step = 1; step < 1 << items.length && found.length < most; step += 1) {
    const bit = 31 - Math.clz32(step & -step);
    chosen ^= 1 << bit;
    sum += (chosen & (1 << bit) ? 1 : -1) * (amounts[bit] ?? 0);
    if (sum !== cents) continue;
    const set = items.filter((_, at) => chosen & (1 << at));
    if (set.length > 1) found.push(set);
  }
  return found;
}
