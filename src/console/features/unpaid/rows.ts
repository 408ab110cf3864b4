import type { BatchRow } from '#console/domain/outbox/send-rows.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { isDate } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import type { DeskRow } from './desk.ts';

/** A new instalment for a returned debit, as far as it is filled in. */
interface NewDebit {
  unpaid: DeskRow;
  date: string;
  amount: number | null;
}

export interface NewDebitRow extends NewDebit, BatchRow {
  /** The person collects although the debit was collected again, or a reason is against it. */
  isAnyway?: boolean;
}

/** Whether a row may be sent. Unknown outcomes are checked first. */
export const isOpen = ({ state }: NewDebitRow): boolean => state === 'unsent' || state === 'refused';

export function newDebitProblem({ date, amount }: NewDebit, today: string, lastDay: string): string | undefined {
  if (!isDate(date)) return 'Choose a date.';
  if (date <= today) return 'Choose a day after today.';
  if (date > lastDay) return `Choose a day up to ${dayText(lastDay)}.`;
  return amount !== null && amount > 0 ? undefined : 'Enter an amount.';
}

export const newInstalment = ({ unpaid, date, amount }: NewDebit) => ({
  ...contractIdOf(unpaid),
  InstalmentActionDate: `${date} 00:00`,
  InstalmentAmount: amount ?? Number.NaN,
});

/** Instalments per call. */
const partSize = 100;

/** Batches of about `size`. Debits of one contract stay together, since a later collection counts for all of them. */
export function debitBatches<New extends NewDebit>(rows: readonly New[], size = partSize): New[][] {
  const parts: New[][] = [];
  for (const group of grouped(rows, (it) => segmentOfRecord(it.unpaid)).values()) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= size) last.push(...group);
    else parts.push([...group]);
  }
  return parts;
}
