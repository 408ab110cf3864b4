/** Refusals of one caller that are written, in an hour; the next entry says how many were not. */
const most = 60;
const period = 3_600_000;
const callers = 10_000;

export interface Budget {
  /** The number skipped before; undefined if this one must be skipped too. */
  take(chain: string, caller: string): number | undefined;
}

/** Refusals cost their caller nothing, so without a bound they could fill the disk. Each process counts its own. */
export function createBudget(now: () => number = Date.now): Budget {
  const used = new Map<string, { since: number; count: number; skipped: number }>();
  return {
    take(chain, caller) {
      const key = JSON.stringify([chain, caller]);
      const known = used.get(key);
      used.delete(key);
      const isOver = known === undefined || now() - known.since >= period;
      const share = isOver ? { since: now(), count: 0, skipped: known?.skipped ?? 0 } : known;
      used.set(key, share);
      if (used.size > callers) used.delete(used.keys().next().value ?? '');
      if (share.count >= most) {
        share.skipped++;
        return undefined;
      }
      share.count++;
      const { skipped } = share;
      share.skipped = 0;
      return skipped;
    },
  };
}
