import { sameness, type RowProblem } from './rows.ts';
import type { SheetRow } from './summary.ts';

export function markDuplicates(rows: readonly SheetRow[], operation: string): void {
  const first = new Set<string>();
  // Shared, because there may be 100,000.
  const shared = new Map<string, RowProblem[]>();
  for (const row of rows) {
    if (row.idle || row.state === 'excluded' || row.problems.some((it) => !it.isWarning)) continue;
    const same = sameness(operation, row.item);
    if (!same) continue;
    if (!first.has(same.key)) first.add(same.key);
    else {
      const { message, isWarning } = same;
      const problems = shared.get(message) ?? [{ message, isWarning, isDuplicate: true }];
      shared.set(message, problems);
      row.problems = row.problems.length > 0 ? [...row.problems, ...problems] : problems;
    }
  }
}
