import { sameness } from './rows.ts';
import type { Row } from './summary.ts';

/** Gives rows that would do the same twice a problem each, but for the first. */
export function markTwins(rows: readonly Row[], operation: string): void {
  const first = new Set<string>();
  for (const row of rows) {
    if (row.idle || row.problems.some((it) => !it.isWarning)) continue;
    const same = sameness(operation, row.item);
    if (!same) continue;
    if (first.has(same.key))
      row.problems = [...row.problems, { message: same.message, isWarning: same.isWarning, isTwin: true }];
    else first.add(same.key);
  }
}
