import { stageOf } from '#console/model/statuses.ts';
import { addDays, addMonths, bankingDay, dateOf, isDate, type DateText } from '#rules/calendar.ts';

/** The kinds of which a month can be repeated, and the field of their day. */
export const repeatable: Readonly<Record<string, string>> = {
  instalmentCreate: 'InstalmentActionDate',
  omniInstalmentCreate: 'CollectionDate',
  payoutPaymentCreate: 'PaymentDate',
};

/** Money of one contract on a day, collected or paid out, or about to be. */
export interface Item {
  contract: { sequence: unknown; numbers: string | undefined };
  day: DateText;
  status: string | null | undefined;
  /** What is sent of it besides its date. */
  fields: Readonly<Record<string, unknown>>;
}

export interface Repeated {
  rows: { day: DateText; fields: Item['fields'] }[];
  /** Those whose contract has one in the new month already, or of which that cannot be told. */
  already: number;
  /** Those of which that cannot be told: the two months name their contracts by different numbers. */
  unclear: number;
  /** Those whose day would have passed: they have the next banking day. */
  late: number;
}

const monthOf = (day: DateText) => day.slice(0, 7);

/**
 * The items of one month a month later, on banking days after today. A contract that has something in the new month already
 * is left out as a whole: whatever makes it so, such as a series, must not be done twice.
 *
 * @param month `2026-10`, the month that is repeated
 * @param items of that month and of the one after it, at least
 */
export function repeated(
  month: string,
  items: readonly Item[],
  today: DateText,
  holidayOf: (date: DateText) => string | undefined,
): Repeated {
  const known = items.filter((it) => isDate(it.day) && stageOf(it.status) !== 'cancelled');
  const next = monthOf(addMonths(`${month}-01`, 1));
  const there = known.filter((it) => monthOf(it.day) === next).map((it) => it.contract);
  const sequences = new Set(there.map((it) => it.sequence));
  const numbers = new Set(there.map((it) => it.numbers));
  const isThere = ({ sequence, numbers: own }: Item['contract']) =>
    (sequence != null && sequences.has(sequence)) || (own !== undefined && numbers.has(own));
  // Contracts are told apart only by a number that both have.
  const isUnclear = ({ sequence, numbers: own }: Item['contract']) =>
    there.some((it) => (it.sequence == null || sequence == null) && (it.numbers === undefined || own === undefined));
  const result: Repeated = { rows: [], already: 0, unclear: 0, late: 0 };
  const earliest = addDays(today, 1);
  for (const { contract, day, fields } of known.filter((it) => monthOf(it.day) === month)) {
    if (isThere(contract)) result.already += 1;
    else if (isUnclear(contract)) result.unclear += 1;
    else {
      const moved = bankingDay(addMonths(dateOf(day), 1), 'next', holidayOf);
      if (moved < earliest) result.late += 1;
      result.rows.push({ day: moved < earliest ? bankingDay(earliest, 'next', holidayOf) : moved, fields });
    }
  }
  return result;
}
