const period = 3_600_000;
const callers = 10_000;

interface Budget {
  /** The number skipped before; undefined if this one must be skipped too. */
  take(chain: string, caller: string, action: string): number | undefined;
}

/**
 * What costs its caller nothing could fill the disk, so an hour has a bound: for each action, so that one kind does not hide
 * another. Each process counts its own.
 */
export function createBudget(most: number, now: () => number = Date.now): Budget {
  const used = new Map<string, { since: number; count: number; skipped: number }>();
  return {
    take(chain, caller, action) {
      const key = JSON.stringify([chain, caller, action]);
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
