import type { ReactNode } from 'react';
import type { KeyFact } from '#console/kit/record/header.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { unknownText } from '#console/model/statuses.ts';
import { weekdayText } from '#rules/day-text.ts';
import { amountOf, counted, dueOf, type Noun } from './item.ts';
import type { Progress, Share } from './progress.ts';

const money = ({ cents }: Share): ReactNode => <MoneyText cents={cents} />;

interface Source {
  /** `undefined` while loading, `null` after an error. */
  progress: Progress | null | undefined;
  noun: Noun;
}

const unread = 'Could not be loaded';

function unknownFact(label: string, progress: Progress | null | undefined): KeyFact | undefined {
  if (progress === undefined) return { label, value: undefined };
  return progress === null ? { label, value: '—', note: unread } : undefined;
}

/** The next day on which money moves. No claim after an error or with an unknown status. */
export function nextFact({ progress, noun, label }: Source & { label: string }): KeyFact {
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { next, unknown } = progress;
  if (next) {
    const amount = amountOf(next);
    return {
      label,
      value: weekdayText(dueOf(next)),
      note: typeof amount === 'number' ? <MoneyText amount={amount} /> : undefined,
    };
  }
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'None scheduled', note: `No ${noun} is to come` };
}

/** How much of the total is paid. `isOpenEnded`: more will be added, so there is no total. */
export function paidFact({ progress, noun, isOpenEnded }: Source & { isOpenEnded: boolean }): KeyFact {
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

export function unpaidFact({ progress, noun }: Source): KeyFact {
  const label = 'Unpaid';
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { unpaid, unknown } = progress;
  if (unpaid.count > 0) return { label, value: money(unpaid), note: counted(unpaid.count, noun), isUrgent: true };
  return unknown.length > 0
    ? { label, value: '—', note: unknownText(unknown) }
    : { label, value: 'Nothing unpaid', note: undefined };
}

export function sumFact({ progress, noun, label, share }: Source & { label: string; share: 'open' | 'paid' }): KeyFact {
  const none = unknownFact(label, progress);
  if (none || !progress) return none ?? { label, value: undefined };
  const { [share]: sum, unknown } = progress;
  if (unknown.length > 0) return { label, value: '—', note: unknownText(unknown) };
  return { label, value: money(sum), note: counted(sum.count, noun) };
}
