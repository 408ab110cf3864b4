import { lastAgainst, type Against } from '#console/domain/collections/against.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { dayText } from '#rules/day-text.ts';
import { byDate, itemCents, type MoneyItem } from './item.ts';

interface Attempts {
  /** Unpaid since the last paid one, by date. */
  failed: MoneyItem[];
  paidOn?: string;
  /** Submitted, without an outcome, by date. */
  underway: MoneyItem[];
  /** Why none of its debits should be collected again. */
  against?: Against<MoneyItem>;
}

/**
 * How a contract's debits ended so far, before another one is collected.
 * @param againstOf why a reason is against collecting again, '' if it is not
 */
export function attemptsOf(items: readonly MoneyItem[], againstOf = againstText): Attempts {
  const list = byDate(items);
  const inStage = (stage: MoneyItem['stage']) => list.filter((it) => it.stage === stage);
  const paid = inStage('paid').at(-1);
  const failed = inStage('unpaid').filter((it) => !paid || it.due > paid.due);
  return {
    failed,
    paidOn: paid && paid.due,
    underway: inStage('underway'),
    against: lastAgainst(failed, (it) => againstOf(it.reason)),
  };
}

/** `Tried 2 times since the last paid debit of 13 Oct 2026.`; '' for none. */
export function triedText({ failed, paidOn }: Pick<Attempts, 'failed' | 'paidOn'>): string {
  if (failed.length === 0) return '';
  const count = failed.length === 1 ? 'once' : `${failed.length} times`;
  return paidOn
    ? `Tried ${count} since the last paid debit of ${dayText(paidOn)}.`
    : `Tried ${count}; none has been paid.`;
}

/** `R 407,95 of 13 Oct 2026 was returned: Authority cancelled. …` */
export const returnedText = (item: MoneyItem, text: string): string =>
  `${centsText(itemCents([item]))} of ${dayText(item.due)} was returned: ${text}`;
