import { isOver, normalStatus, stageOf } from '#answers/statuses.ts';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';

/** Payouts that their preparer can correct on any day: nothing is paid before a release (docs/decisions.md, 57). */
const unreleased = new Set(['WAITING', 'SENT_BACK', 'MISSED']);

type Status = string | null | undefined;

export const isUnreleased = (status: Status): boolean => unreleased.has(normalStatus(status));

const order = ['WAITING', 'SENT_BACK', 'MISSED', 'SCHEDULED', 'SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED'];
const rankOf = (status: string) =>
  order.includes(normalStatus(status)) ? order.indexOf(normalStatus(status)) : order.length;

/** Distinct statuses in life-cycle order, unknown ones last. */
export const statusesInOrder = (statuses: readonly string[]): string[] =>
  [...new Set(statuses)].toSorted((one, other) => rankOf(one) - rankOf(other));

/** Why due money can't be changed; undefined if it can, or if only the service knows. */
export function notEditableReasonOf(it: { isNumbered: boolean; status: Status; due: string }, today: DateText) {
  if (!it.isNumbered) return 'not numbered';
  if (isUnreleased(it.status)) return undefined;
  if (isOver(it.status) || stageOf(it.status) === 'underway') return 'no longer scheduled';
  const date = dateOf(it.due);
  if (!isDate(date) || date > today) return undefined;
  return date === today ? 'goes out today' : 'its day has passed';
}

/** Whether money may still move: it is scheduled, or its status is unknown and its day has not passed. */
export function mayMove(status: Status, due: string, today: DateText): boolean {
  const stage = stageOf(status);
  if (stage !== undefined || isOver(status)) return stage === 'scheduled';
  return !isDate(dateOf(due)) || dateOf(due) >= today;
}

export const unknownText = (statuses: readonly string[]): string => {
  const fieldNames = statuses.filter(Boolean).map((it) => `“${it}”`);
  if (fieldNames.length === 0) return 'No status.';
  return `We don’t recognise the status ${fieldNames.join(', ')}.`;
};
