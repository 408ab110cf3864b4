import { stageOf } from '#answers/statuses.ts';
import { numberOf, type MoneyItem } from '#console/domain/money-item/item.ts';
import { matched } from '#console/domain/money-item/rules.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import type { Event, Transaction } from './events.ts';

/** A line of a timeline: an event, or all the paid debits between two events. */
export type TimelineLine = Event | { kind: 'paid'; at: string; from: string; transactions: readonly Transaction[] };

const statusFields = ['InstalmentStatus', 'PaymentStatus'];

/**
 * A debit is one line: its transaction. The steps that led there are left out, and paid debits that follow each other
 * are one line. Newest first.
 */
export function timelineLines(events: readonly Event[], items: readonly MoneyItem[]): TimelineLine[] {
  const done = new Set([...matched(items, events).values()].flatMap((it) => (it ? [String(numberOf(it))] : [])));
  const isStep = (field: string) => {
    const { fieldName, sequence } = partsOf(field);
    return statusFields.includes(fieldName) && sequence !== undefined && done.has(sequence);
  };
  const result: TimelineLine[] = [];
  for (const event of events) {
    const before = result.at(-1);
    if (event.kind === 'change' && event.type === 'STATE') {
      const lines = event.lines.filter((it) => !isStep(it.field));
      if (lines.length > 0) result.push({ ...event, lines });
    } else if (event.kind !== 'transaction' || stageOf(event.transaction.Status) !== 'paid') result.push(event);
    else if (before?.kind === 'paid')
      result[result.length - 1] = {
        ...before,
        from: event.at,
        transactions: [...before.transactions, event.transaction],
      };
    else result.push({ kind: 'paid', at: event.at, from: event.at, transactions: [event.transaction] });
  }
  return result;
}
