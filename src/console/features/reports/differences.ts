import type { Group } from '../../report-engine/protocol.ts';

interface Pair {
  now: number;
  before: number;
}

export interface Compared {
  key: string | null;
  count: Pair;
  /** Whole cents; nothing where an amount of either range is no whole cents. */
  cents?: Pair;
}

const nothing: Pick<Group, 'count' | 'cents'> = { count: 0, cents: 0 };

function pair(key: string | null, now = nothing, before = nothing): Compared {
  const count = { now: now.count, before: before.count };
  return now.cents === null || before.cents === null
    ? { key, count }
    : { key, count, cents: { now: now.cents, before: before.cents } };
}

const plus = (one: typeof nothing, other: typeof nothing): typeof nothing => ({
  count: one.count + other.count,
  cents: one.cents === null || other.cents === null ? null : one.cents + other.cents,
});

/** The groups of two ranges, by the first key, matched by value; the largest first. What is in one alone counts 0 in the other. */
export function compared(now: readonly Group[], before: readonly Group[]): { lines: Compared[]; total: Compared } {
  const of = (groups: readonly Group[]) => new Map(groups.map((it) => [it.keys[0] ?? null, it] as const));
  const [one, other] = [of(now), of(before)];
  const lines = [...new Set([...one.keys(), ...other.keys()])]
    .map((key) => pair(key, one.get(key), other.get(key)))
    .toSorted((a, b) => b.count.now + b.count.before - (a.count.now + a.count.before));
  return { lines, total: pair(null, now.reduce(plus, nothing), before.reduce(plus, nothing)) };
}
