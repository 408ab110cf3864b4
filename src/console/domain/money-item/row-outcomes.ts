import { isCollection, isLateReturn } from '#answers/transaction-kind.ts';
import { marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { itemMark } from './item-mark.ts';
import { byDate, itemCents, transactionItem, type MoneyItem } from './item.ts';
import { maxLast, type RowDebits } from './row-debits.ts';
import { ahead } from './rules.ts';

/** Without debits that were returned after they were reported as paid: their return tells it. */
export function debitOutcomes(transactions: readonly LooseOutput<'transactionReport'>[]): MoneyItem[] {
  const outcomes: MoneyItem[] = [];
  for (const [, list] of grouped(transactions, segmentOfRecord)) {
    const own: MoneyItem[] = [];
    for (const transaction of list.toSorted((one, other) =>
      (one.TransactionDate ?? '') < (other.TransactionDate ?? '') ? -1 : 1,
    )) {
      if (!isCollection(transaction)) continue;
      const returned = isLateReturn(transaction)
        ? own.findLastIndex((it) => it.stage === 'paid' && it.amount === transaction.Amount)
        : -1;
      if (returned >= 0) own.splice(returned, 1);
      own.push(transactionItem(transaction));
    }
    outcomes.push(...own);
  }
  return outcomes;
}

export function rowDebitsOf(items: readonly MoneyItem[], today: DateText): RowDebits {
  const list = byDate(items);
  const scheduled = ahead(list, today).filter((it) => it.stage === 'scheduled' && dateOf(it.due) >= today);
  const next = list.find((it) => it.stage === 'underway') ?? scheduled[0];
  const marks = next ? otherMarks(marksOf(next.due, '')) : [];
  const isTwice = scheduled.some((it) => it !== next && dateOf(it.due) === dateOf(next?.due ?? ''));
  return {
    last: list
      .filter((it) => it !== next && it.stage !== 'scheduled' && it.stage !== 'cancelled')
      .slice(-maxLast)
      .map((it) => ({ mark: itemMark(it, undefined, today), due: it.due })),
    next: next && {
      mark: marks.length > 0 ? 'holiday' : 'next',
      due: next.due,
      isAtBank: next.stage === 'underway',
    },
    odd: [...marks, ...(isTwice ? ['twice'] : [])],
    unpaid: itemCents(list.filter((it) => it.stage === 'unpaid')),
    lastDay: scheduled.map((it) => dateOf(it.due)).findLast(isDate),
  };
}
