import { dateOf, isDate, type DateText } from '#rules/calendar.ts';

/** How far a debit or a payout has come. */
type Stage = 'scheduled' | 'underway' | 'paid' | 'unpaid' | 'cancelled';

const stages: Record<string, Stage> = {
  SCHEDULED: 'scheduled',
  SUBMITTED: 'underway',
  TRACKING: 'underway',
  PAID: 'paid',
  UNPAID: 'unpaid',
  CANCELLED: 'cancelled',
};

/** Words that end a record whoever uses them, though not all of them say how. */
const finalStatuses = new Set([
  'PAID',
  'UNPAID',
  'CANCELLED',
  'CANCELED',
  'COMPLETED',
  'SUCCESS',
  'SUCCESSFUL',
  'FAILED',
  'REJECTED',
  'RETURNED',
  'REVERSED',
  'EXPIRED',
  'DELETED',
]);

type Status = string | null | undefined;

const normal = (status: Status): string => String(status ?? '').toUpperCase();

/** What a status says; undefined for none, and for a word of the provider's own: the interface lists none (States). */
export const stageOf = (status: Status): Stage | undefined =>
  Object.hasOwn(stages, normal(status)) ? stages[normal(status)] : undefined;

/** Known to be over: nothing can change it any more. Of any other record the service decides. */
export const isOver = (status: Status): boolean => finalStatuses.has(normal(status));

const order = ['SCHEDULED', 'SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED'];
const rankOf = (status: string) =>
  order.includes(status.toUpperCase()) ? order.indexOf(status.toUpperCase()) : order.length;

/** The statuses there are, each once, as money goes through them; one that nobody foresaw comes last, as it came. */
export const inOrder = (statuses: readonly string[]): string[] =>
  [...new Set(statuses)].toSorted((one, other) => rankOf(one) - rankOf(other));

/** Why money that is due cannot be changed; undefined where it can, or where only the service knows. */
export function notEditableReasonOf(it: { isNumbered: boolean; status: Status; due: string }, today: DateText) {
  if (!it.isNumbered) return 'not numbered';
  if (isOver(it.status) || stageOf(it.status) === 'underway') return 'no longer scheduled';
  const date = dateOf(it.due);
  if (!isDate(date) || date > today) return undefined;
  return date === today ? 'goes out today' : 'its day has passed';
}

/** Whether money may still move: it is scheduled, or its status does not say and its day has not passed. */
export function mayMove(status: Status, due: string, today: DateText): boolean {
  const stage = stageOf(status);
  if (stage !== undefined || isOver(status)) return stage === 'scheduled';
  return !isDate(dateOf(due)) || dateOf(due) >= today;
}

/** The statuses that say nothing here, each once; '' for none. A statement about money needs that there are none. */
export const unknownAmong = (statuses: readonly Status[]): string[] => [
  ...new Set(statuses.filter((it) => stageOf(it) === undefined).map((it) => it ?? '')),
];

/** Why something is not said. */
export const unknownText = (statuses: readonly string[]): string => {
  const fieldNames = statuses.filter(Boolean).map((it) => `“${it}”`);
  if (fieldNames.length === 0) return 'No status.';
  return `What the status ${fieldNames.join(', ')} means is not known here.`;
};
