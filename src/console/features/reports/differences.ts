import { moneyOf, type Money } from '#console/domain/collections/money.ts';
import type { RowGroup } from '#report-engine/protocol.ts';

export interface RecordPair {
  now: number;
  before: number;
}

export interface ComparedMoney {
  kind: string;
  label: string;
  count: RecordPair;
  currency?: string;
  /** Whole cents; undefined if an amount of either range is missing, negative or not in whole cents. */
  cents?: RecordPair;
}

export interface Compared {
  key: string | null;
  count: RecordPair;
  money: ComparedMoney[];
}

function pairOf(kind: string, now: Money | undefined, before: Money | undefined): ComparedMoney {
  const [one, other] = [now ?? { count: 0, cents: 0 }, before ?? { count: 0, cents: 0 }];
  const label = (now ?? before)?.label ?? '';
  const currency = (now ?? before)?.currency;
  const count = { now: one.count, before: other.count };
  const line = { kind, label, count, ...(currency && { currency }) };
  return one.cents === null || other.cents === null
    ? line
    : { ...line, cents: { now: one.cents, before: other.cents } };
}

const countOf = (groups: readonly RowGroup[]) => groups.reduce((sum, it) => sum + it.count, 0);

function lineOf(key: string | null, now: readonly RowGroup[], before: readonly RowGroup[]): Compared {
  const [one, other] = [now, before].map((groups) => moneyOf(groups.flatMap((it) => it.sums)));
  const kinds = new Set([...(one ?? []), ...(other ?? [])].map((it) => it.kind));
  const of = (money: readonly Money[] | undefined, kind: string) => money?.find((it) => it.kind === kind);
  return {
    key,
    count: { now: countOf(now), before: countOf(before) },
    money: [...kinds].map((kind) => pairOf(kind, of(one, kind), of(other, kind))),
  };
}

/** By their first key, largest first. */
export function comparedRecords(
  now: readonly RowGroup[],
  before: readonly RowGroup[],
): { lines: Compared[]; total: Compared } {
  const of = (groups: readonly RowGroup[], key: string | null) => groups.filter((it) => (it.keys[0] ?? null) === key);
  const lines = [...new Set([...now, ...before].map((it) => it.keys[0] ?? null))]
    .map((key) => lineOf(key, of(now, key), of(before, key)))
    .toSorted((a, b) => b.count.now + b.count.before - (a.count.now + a.count.before));
  return { lines, total: lineOf(null, now, before) };
}
