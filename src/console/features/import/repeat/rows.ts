import { stageOf } from '#answers/statuses.ts';
import { addDays, addMonths, bankingDay, dateOf, isDate, type DateText } from '#rules/calendar.ts';

/** Operations whose month can be repeated, with their date field. */
export const repeatable: Readonly<Record<string, string>> = {
  instalmentCreate: 'InstalmentActionDate',
  omniInstalmentCreate: 'CollectionDate',
  payoutPaymentCreate: 'PaymentDate',
};

/** An amount of one contract on a day, past or future. */
export interface ContractAmount {
  contract: { sequence: unknown; numbers: string | undefined };
  day: DateText;
  status: string | null | undefined;
  /** Fields to send besides the date. */
  fields: Readonly<Record<string, unknown>>;
}

interface Repeated {
  rows: { day: DateText; fields: ContractAmount['fields'] }[];
  /** Items whose contract has one in the new month, or may have. */
  already: number;
  /** Items whose contract may have one: the two months identify it by different numbers. */
  unclear: number;
  /** Items whose day would have passed; they get the next banking day. */
  late: number;
}

const monthOf = (day: DateText) => day.slice(0, 7);

/**
 * Items of one month, moved to the next, on banking days after today. A contract with anything in the new month is left
 * out as a whole: a series, for example, must not be doubled.
 * @param month the repeated month, `2026-10`
 * @param items at least those of that month and the next
 */
export function repeated(
  month: string,
  items: readonly ContractAmount[],
  today: DateText,
  holidayOf: (date: DateText) => string | undefined,
): Repeated {
  const known = items.filter((it) => isDate(it.day) && stageOf(it.status) !== 'cancelled');
  const next = monthOf(addMonths(`${month}-01`, 1));
  const there = known.filter((it) => monthOf(it.day) === next).map((it) => it.contract);
  const sequences = new Set(there.map((it) => it.sequence));
  const numbers = new Set(there.map((it) => it.numbers));
  const isThere = ({ sequence, numbers: own }: ContractAmount['contract']) =>
    (sequence != null && sequences.has(sequence)) || (own !== undefined && numbers.has(own));
  // Contracts are distinguished only by a number that both have.
  const isUnclear = ({ sequence, numbers: own }: ContractAmount['contract']) =>
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
