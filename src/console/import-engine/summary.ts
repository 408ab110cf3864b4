import { moneyOf, type ClientDetails, type Problem, type RowReading } from './rows.ts';

/** The state of a row. */
export type RowState = 'unsent' | 'accepted' | 'refused' | 'unknown';

/** A row of an import, and what is known of it. */
export interface Row extends RowReading {
  cells: string[];
  /** The cells of the record that was opened, where the row edits one. */
  before?: readonly string[];
  state: RowState;
  /** What it says of its client, once that was read; read again after a change. */
  client?: ClientDetails;
  /** Why the service refused it when it was sent, or would. */
  reasons: Problem[];
}

export interface ProblemGroup extends Problem {
  count: number;
  /** The first row that has it. */
  first: number;
}

export interface Summary {
  /** Rows with something in them. */
  rows: number;
  /** Rows that were opened to be edited and stand as they were: there is nothing to send of them. */
  unchanged: number;
  /** Rows of the filter, and the empty ones below them. */
  shown: number;
  /** The rows edit records. */
  isEdit: boolean;
  /** Rows without a problem that were not sent. */
  ready: number;
  withProblems: number;
  states: Record<RowState, number>;
  problems: ProblemGroup[];
  repairs: { message: string; count: number }[];
  /** Whole cents of what is ready; undefined where the operation has no amount. */
  cents: number | undefined;
  days: { day: string; count: number; cents: number }[];
  /** Clients that are not there yet: those that ready rows wait for, and those that were added. */
  clients: { toAdd: number; added: number };
  canUndo: boolean;
  canRedo: boolean;
}

/** Problems that are listed, those of most rows first. */
const shownProblems = 50;

const isWarning = (it: Problem): boolean => it.isWarning === true;

/** Can be sent, and was not; nor would it be refused, as far as the service was asked. */
export const isReady = (row: Row): boolean =>
  row.state === 'unsent' && row.idle === undefined && row.reasons.length === 0 && row.problems.every(isWarning);

/** What there is to say of all rows together. */
export function countsOf(rows: readonly Row[]): Omit<Summary, 'shown' | 'clients' | 'isEdit' | 'canUndo' | 'canRedo'> {
  const states: Record<RowState, number> = { unsent: 0, accepted: 0, refused: 0, unknown: 0 };
  const problems = new Map<string, ProblemGroup>();
  const repairs = new Map<string, number>();
  const days = new Map<string, { count: number; cents: number }>();
  let [total, unchanged, ready, withProblems, cents, hasAmount] = [0, 0, 0, 0, 0, false];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || row.idle === 'blank') continue;
    total += 1;
    if (row.idle === 'unchanged' && row.state === 'unsent') unchanged += 1;
    states[row.state] += 1;
    // Most rows have none, and nothing is made for them: this runs while rows are sent.
    if (row.repairs.length > 0)
      for (const message of new Set(row.repairs)) repairs.set(message, (repairs.get(message) ?? 0) + 1);
    if (row.state !== 'accepted' && row.reasons.length + row.problems.length > 0) {
      const open = [...row.reasons, ...row.problems];
      if (open.some((it) => !it.isWarning)) withProblems += 1;
      for (const problem of open) {
        const key = `${problem.fieldName}\n${problem.message}`;
        const group = problems.get(key);
        if (group) group.count += 1;
        else problems.set(key, { ...problem, count: 1, first: at });
      }
    }
    if (!isReady(row)) continue;
    ready += 1;
    const money = moneyOf(row.item);
    if (money.cents !== undefined) [cents, hasAmount] = [cents + money.cents, true];
    if (money.day === undefined) continue;
    const day = days.get(money.day) ?? { count: 0, cents: 0 };
    day.count += 1;
    day.cents += money.cents ?? 0;
    days.set(money.day, day);
  }
  const byCount = [...problems.values()].toSorted((one, other) => other.count - one.count || one.first - other.first);
  return {
    rows: total,
    unchanged,
    ready,
    withProblems,
    states,
    problems: byCount.slice(0, shownProblems),
    repairs: [...repairs].map(([message, count]) => ({ message, count })),
    cents: hasAmount ? cents : undefined,
    days: [...days].map(([day, it]) => ({ day, ...it })).toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  };
}
