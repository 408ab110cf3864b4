import type { ReactNode } from 'react';
import { unknownText } from '#console/domain/statuses.ts';
import type { KeyFact } from '#console/kit/record/header.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { weekdayText } from '#rules/day-text.ts';
import type { Progress, ScheduledItem, Share } from './progress.ts';

const money = ({ cents }: Share): ReactNode => <MoneyText cents={cents} />;

interface Of {
  /** Undefined while it is on its way; null where it could not be read. */
  progress: Progress | null | undefined;
  noun: 'instalment' | 'payment';
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const unread = 'Could not be loaded';

/** The fact while nothing can be said; undefined once something can. */
function unknownFact(label: string, progress: Progress | null | undefined): KeyFact | undefined {
  if (progress === undefined) return { label, value: undefined };
  return progress === null ? { label, value: '—', note: unread } : undefined;
}

/** The next day on which money moves. Nothing is claimed where a status or the reading does not support it. */
export function nextFact({ progress, noun, label }: Of & { label: string }): KeyFact {
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { next, unknown } = progress;
  if (next) return { label, value: weekdayText(next.due), note: amountOf(next) };
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'None scheduled', note: `No ${noun} is to come` };
}

const amountOf = ({ amount }: ScheduledItem): ReactNode =>
  typeof amount === 'number' ? <MoneyText amount={amount} /> : undefined;

/** What is paid of all. `isOpenEnded`: more will be added, so that there is no whole. */
export function paidFact({ progress, noun, isOpenEnded }: Of & { isOpenEnded: boolean }): KeyFact {
  const label = 'Paid';
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { paid, total, unknown } = progress;
  const value = money(paid);
  if (unknown.length > 0) return { label, value: '—', note: unknownText(unknown) };
  if (isOpenEnded || total.count === 0) return { label, value, note: counted(paid.count, noun) };
  return {
    label,
    value,
    note: (
      <>
        of {money(total)} · {paid.count} of {counted(total.count, noun)}
      </>
    ),
  };
}

/** How many came back unpaid, and their sum. */
export function unpaidFact({ progress, noun }: Of): KeyFact {
  const label = 'Unpaid';
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { unpaid, unknown } = progress;
  if (unpaid.count > 0) return { label, value: money(unpaid), note: counted(unpaid.count, noun), isUrgent: true };
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'Nothing unpaid', note: undefined };
}

/** Count and sum of what is still to come, or of what is paid. */
export function sumFact({ progress, noun, label, share }: Of & { label: string; share: 'open' | 'paid' }): KeyFact {
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { [share]: sum, unknown } = progress;
  if (unknown.length > 0) return { label, value: '—', note: unknownText(unknown) };
  return { label, value: money(sum), note: counted(sum.count, noun) };
}
