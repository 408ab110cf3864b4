import type { Assignment } from '#contract/assignments.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import { centsText, countText } from '#kit/ui/sums.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { weekdayName } from '#rules/day-text.ts';
import { centsOf } from '#rules/money.ts';
import type { PromiseOutcome } from '#rules/promised-money.ts';

/** Where the follow-up of a client is, in few words. */
export interface Where {
  text: string;
  tone?: 'good' | 'bad' | 'quiet';
}

/** What is known of a client or contract. */
export interface FollowUp {
  assignment: Assignment | undefined;
  /** The last ones first, without those that were withdrawn. */
  promises: readonly PaymentPromise[];
  /** Undefined where the money can't be read. */
  outcomes: ReadonlyMap<string, PromiseOutcome> | undefined;
  today: DateText;
}

/** In the row of a list: the month is this one or the next. */
const shortDay = (day: DateText): string => `${weekdayName(day)} ${Number(day.slice(8))}`;

/** Whether more is known than that it waits. */
export const hasEnded = (outcome: PromiseOutcome | undefined): boolean =>
  outcome !== undefined && outcome.state !== 'waiting';

/** A promise in words: what was said, and how it ended as far as that is known. */
export function promiseText(
  { Day, Amount }: PaymentPromise,
  outcome: PromiseOutcome | undefined,
  today: DateText,
): Where {
  const promised = centsOf(Amount) ?? 0;
  switch (outcome?.state) {
    case 'kept':
      return { text: `Kept ${centsText(promised)}`, tone: 'good' };
    case 'partly':
      return { text: `Paid ${centsText(outcome.cents)} of ${centsText(promised)}`, tone: 'bad' };
    case 'broken':
      return { text: 'Broke a promise', tone: 'bad' };
    default:
      return { text: today <= Day ? `Promised ${shortDay(Day)}` : `Promised for ${shortDay(Day)}` };
  }
}

export const isDone = ({ assignment, today }: Pick<FollowUp, 'assignment' | 'today'>): boolean =>
  dateOf(assignment?.Done?.At ?? '') === today;

/** Assigned to this person, and due for a next step today. */
export const isMineToday = ({ assignment, today }: Pick<FollowUp, 'assignment' | 'today'>): boolean =>
  assignment?.To?.IsMe === true && (assignment.FollowUp ?? today) <= today && !isDone({ assignment, today });

/** @param days since the debit was returned */
export function whereOf(follow: FollowUp, returned: string, days: number | undefined): Where | undefined {
  const { assignment, promises, outcomes, today } = follow;
  const { FollowUp: day, NextStep } = assignment ?? {};
  const [last] = promises;
  const broken = promises.filter((it) => outcomes?.get(it.PromiseId)?.state === 'broken').length;
  const outcome = last && outcomes?.get(last.PromiseId);
  if (last && outcome?.state === 'broken' && broken > 1)
    return { text: `Broke ${countText(broken, ['promise', 'promises'])}`, tone: 'bad' };
  // What is planned after a promise was broken comes after it; a promise that holds comes first.
  if (last && (outcome?.state !== 'kept' || last.Day >= today)) return promiseText(last, outcome, today);
  if (day && day > today) return { text: `Reminder ${shortDay(day)}` };
  if (day || NextStep) return { text: NextStep ?? 'Call today' };
  if (last) return promiseText(last, outcome, today);
  return assignment?.To && days !== undefined && days < 7
    ? { text: `New since ${weekdayName(returned)}`, tone: 'quiet' }
    : undefined;
}

/** What was done today, in grey. */
export const doneTodayText = ({ assignment, promises, outcomes, today }: FollowUp): string => {
  const [last] = promises;
  if (last && dateOf(last.At) === today) return promiseText(last, outcomes?.get(last.PromiseId), today).text;
  if (assignment?.FollowUp && assignment.FollowUp > today) return `Reminder ${shortDay(assignment.FollowUp)}`;
  return assignment?.To && !assignment.To.IsMe ? `Given to ${assignment.To.Name}` : 'Done';
};

/** `SS` of Sam Staff. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};
