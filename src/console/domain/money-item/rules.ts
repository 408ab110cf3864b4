import type { Event, Line, Transaction } from '#console/domain/timeline/events.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { mayMove, notEditableReasonOf } from '#console/model/statuses.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { byDate, type MoneyItem } from './item.ts';

/** Why an item without an identified contract can't be changed: every contract has an item with its number. */
export const unidentifiedItem = 'its client is not known here';

const fixedReason = (item: MoneyItem, today: string) =>
  notEditableReasonOf({ isNumbered: item.number != null, status: item.status, due: item.due }, today);

/** By any operation. */
export const isChangeable = (item: MoneyItem, today: string): boolean => fixedReason(item, today) === undefined;

/** Why it can't be edited on its own; `undefined` if it can, or if only the service knows. */
export const notEditableReason = (item: MoneyItem, today: string): string | undefined =>
  fixedReason(item, today) ?? (contractIdOf(item) ? undefined : unidentifiedItem);

/** Items that may still move: scheduled ones, and future ones with an unknown status. */
export const ahead = <T extends MoneyItem>(list: readonly T[], today: string): T[] =>
  list.filter((it) => mayMove(it.status, it.due, today));

export const nextOf = <T extends MoneyItem>(list: readonly T[], today: string): T | undefined =>
  byDate(ahead(list, today))[0];

/**
 * Items that a cancel of the contract at `date` (a date-time) takes: scheduled after it and not going out today, or
 * possibly taken because their status or date is unknown.
 */
export const affectedByCancel = <T extends MoneyItem>(list: readonly T[], date: string, today: string): T[] =>
  ahead(list, today).filter(({ due }) => !isDate(dateOf(due)) || (due > date && dateOf(due) > today));

/** The number of the item whose status a field of the change reports is. */
export function statusNumber(field: string): string | undefined {
  const { fieldName, sequence } = partsOf(field);
  return fieldName === 'InstalmentStatus' || fieldName === 'PaymentStatus' ? sequence : undefined;
}

/**
 * The item of each transaction, which the transaction report doesn't name (docs/decisions.md, 31): matched by amount
 * and by the minute and status of the change in the change report; without such a change, by status, amount and the
 * nearest date not after it.
 */
export function matched<T extends MoneyItem>(
  list: readonly T[],
  events: readonly Event[],
): Map<Transaction, T | undefined> {
  const changedAt = new Map<string, string>();
  for (const event of events)
    for (const { field, next } of event.kind === 'change' ? event.lines : []) {
      const number = statusNumber(field);
      if (number) changedAt.set(`${number} ${next}`, event.at);
    }
  const changeOf = (item: T) => changedAt.get(`${item.number} ${item.status}`);
  const free = new Set(list);
  const result = new Map<Transaction, T | undefined>();
  const transactions = events.flatMap((it) => (it.kind === 'transaction' ? [it.transaction] : [])).toReversed();
  for (const transaction of transactions) {
    const at = transaction.TransactionDate ?? '';
    const fits = [...free].filter((it) => it.status === (transaction.Status ?? '') && it.amount === transaction.Amount);
    const exact = fits.find((it) => changeOf(it) === at);
    const nearest = byDate(fits.filter((it) => changeOf(it) === undefined && it.due <= at)).at(-1);
    const found = exact ?? nearest;
    if (found) free.delete(found);
    result.set(transaction, found);
  }
  return result;
}

export interface RuleReasons {
  ofTransaction: (transaction: Transaction) => string | undefined;
  /** For a change to the status with that reason. */
  ofLine: (line: Line) => string | undefined;
}

export function reasonsIn(list: readonly MoneyItem[], events: readonly Event[]): RuleReasons {
  const pairs = matched(list, events);
  const byNumber = new Map(list.map((it) => [String(it.number), it]));
  return {
    ofTransaction: (transaction) => {
      const found = pairs.get(transaction);
      return found && found.reason;
    },
    ofLine: ({ field, next }) => {
      const found = byNumber.get(statusNumber(field) ?? '');
      return found && found.status === next ? found.reason : undefined;
    },
  };
}
