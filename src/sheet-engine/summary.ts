import type { RowState } from '#answers/send/results.ts';
import { sheetItemCents, dayIn, type ClientDetails, type RowProblem, type RowReading } from './rows.ts';

/**
 * The state of a row. Rows are unknown while they are sent, so that after a crash they are read back; those that are `waiting` were
 * taken, and wait for a second person.
 */
export type SheetRowState = Exclude<RowState, 'sending'> | 'waiting' | 'excluded';

export const noStates: Readonly<Record<SheetRowState, number>> = {
  unsent: 0,
  accepted: 0,
  waiting: 0,
  refused: 0,
  unknown: 0,
  excluded: 0,
};

/** Nothing of it is left to send or correct. */
export const isTaken = (state: SheetRowState): boolean => state === 'accepted' || state === 'waiting';

export interface SheetRow extends RowReading {
  cells: string[];
  before?: readonly string[];
  state: SheetRowState;
  /** In the workbook. */
  isHidden?: boolean;
  /** Cleared by a change. */
  client?: ClientDetails;
  /** Why the service refused it, or would. */
  reasons: RowProblem[];
}

export interface ProblemGroup extends RowProblem {
  count: number;
  first: number;
}

export interface SheetSummary {
  /** Non-empty rows. */
  rows: number;
  unchanged: number;
  /** Rows in the view, with the empty ones at the end. */
  shown: number;
  isEdit: boolean;
  ready: number;
  withProblems: number;
  states: Record<SheetRowState, number>;
  /** Rows that the workbook hides and that were not sent, and how many of them are excluded. */
  hidden: { rows: number; excluded: number };
  /** Rows that are there already, and how many of them are sent all the same. */
  existing: { rows: number; allowed: number };
  problems: ProblemGroup[];
  repairs: { message: string; count: number }[];
  /** Whole cents; undefined if the operation has no amount. */
  cents: number | undefined;
  days: { day: string; count: number; cents: number }[];
  clients: { toAdd: number; added: number };
  canUndo: boolean;
  canRedo: boolean;
}

/** The most frequent ones. */
const shownProblems = 50;

const isWarning = (problem: RowProblem): boolean => problem.isWarning === true;

/** Can be sent and was not; no check refused it. */
export const isRowReady = (row: SheetRow): boolean =>
  row.state === 'unsent' && row.idle === undefined && row.reasons.length === 0 && row.problems.every(isWarning);

/** @param groups by message */
function addTo(groups: Map<string, ProblemGroup[]>, problem: RowProblem, at: number): void {
  let alike = groups.get(problem.message);
  if (!alike) groups.set(problem.message, (alike = []));
  for (const group of alike)
    if (group.fieldName === problem.fieldName) {
      group.count += 1;
      return;
    }
  alike.push({ ...problem, count: 1, first: at });
}

function addAll(repairs: Map<string, number>, ofRow: readonly string[]): void {
  for (const message of ofRow.length === 1 ? ofRow : new Set(ofRow))
    repairs.set(message, (repairs.get(message) ?? 0) + 1);
}

/** Without times, in order. */
function byDay(sums: ReadonlyMap<string, { count: number; cents: number }>): SheetSummary['days'] {
  const days = new Map<string, SheetSummary['days'][number]>();
  for (const [text, { count, cents }] of sums) {
    const day = text.slice(0, 10);
    const before = days.get(day);
    days.set(day, { day, count: count + (before?.count ?? 0), cents: cents + (before?.cents ?? 0) });
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** One pass without allocations per row, because it runs while sending. */
export function rowCounts(
  rows: readonly SheetRow[],
): Omit<SheetSummary, 'shown' | 'clients' | 'isEdit' | 'canUndo' | 'canRedo'> {
  const states: Record<SheetRowState, number> = { ...noStates };
  const problems = new Map<string, ProblemGroup[]>();
  const repairs = new Map<string, number>();
  // With the time: cutting it off would allocate per row.
  const days = new Map<string, { count: number; cents: number }>();
  let [total, unchanged, ready, withProblems, cents, hasAmount] = [0, 0, 0, 0, 0, false];
  const hidden = { rows: 0, excluded: 0 };
  const existing = { rows: 0, allowed: 0 };
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || row.idle === 'blank') continue;
    total += 1;
    if (row.idle === 'unchanged' && row.state === 'unsent') unchanged += 1;
    states[row.state] += 1;
    if (row.isHidden && (row.state === 'unsent' || row.state === 'excluded')) {
      hidden.rows += 1;
      if (row.state === 'excluded') hidden.excluded += 1;
    }
    if (row.state === 'excluded') continue;
    if (row.repairs.length > 0) addAll(repairs, row.repairs);
    if (row.client && row.client.repairs.length > 0) addAll(repairs, row.client.repairs);
    if (!isTaken(row.state) && row.reasons.length + row.problems.length > 0) {
      if (!row.reasons.every(isWarning) || !row.problems.every(isWarning)) withProblems += 1;
      for (const problem of row.reasons) addTo(problems, problem, at);
      for (const problem of row.problems) {
        addTo(problems, problem, at);
        if (!problem.isAllowable) continue;
        existing.rows += 1;
        if (problem.isWarning) existing.allowed += 1;
      }
    }
    if (!isRowReady(row)) continue;
    ready += 1;
    const own = sheetItemCents(row.item);
    if (own !== undefined) {
      cents += own;
      hasAmount = true;
    }
    const text = dayIn(row.item);
    if (text === undefined) continue;
    let day = days.get(text);
    if (!day) days.set(text, (day = { count: 0, cents: 0 }));
    day.count += 1;
    day.cents += own ?? 0;
  }
  const byCount = [...problems.values()]
    .flat()
    .toSorted((one, other) => other.count - one.count || one.first - other.first);
  return {
    rows: total,
    unchanged,
    ready,
    withProblems,
    states,
    hidden,
    existing,
    problems: byCount.slice(0, shownProblems),
    repairs: [...repairs]
      .map(([message, count]) => ({ message, count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, shownProblems),
    cents: hasAmount ? cents : undefined,
    days: byDay(days),
  };
}
