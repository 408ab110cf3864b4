import { useMemo } from 'react';
import { reportContract } from '#console/domain/money-item/report-contract.ts';
import { holidayOf } from '#console/kit/dates/calendar-days.ts';
import { show } from '#console/kit/ui/format.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { addDays, bankingDay, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import type { PreparedDebits, Row } from './prepared.ts';

const contractDay = ({ unpaid }: Row, date: string) => `${segmentOfRecord(unpaid)} ${date}`;

/** What the contracts have scheduled next, and on which days they would be debited twice. */
export function useComing({ rows, before, isReading }: Pick<PreparedDebits, 'rows' | 'before' | 'isReading'>) {
  const scheduled = useMemo(() => before && grouped(before, reportContract), [before]);
  const own = useMemo(() => grouped(rows, (it) => contractDay(it, it.date)), [rows]);
  const of = ({ unpaid }: Row) => scheduled?.get(reportContract(unpaid)) ?? [];
  const dueOf = (it: { InstalmentActionDate?: string | null }) => it.InstalmentActionDate ?? '';
  return {
    isTwice: (row: Row): boolean =>
      row.date !== '' &&
      (of(row).some((it) => dateOf(dueOf(it)) === row.date) || (own.get(contractDay(row, row.date))?.length ?? 0) > 1),
    /** Later dates for rows on a day with another debit of their contract, by key. */
    apart: (list: readonly Row[]): Map<string, DateText> => {
      const taken = new Set<string>();
      return new Map(
        list.flatMap((row) => {
          const isTaken = (date: DateText) =>
            taken.has(contractDay(row, date)) || of(row).some((it) => dateOf(dueOf(it)) === date);
          let { date } = row;
          while (isDate(date) && isTaken(date)) date = bankingDay(addDays(date, 1), 'next', holidayOf);
          taken.add(contractDay(row, date));
          return date === row.date ? [] : [[row.unpaid.key, date] as const];
        }),
      );
    },
    textOf: (row: Row): string => {
      if (isReading) return 'Looking…';
      const [next] = of(row).toSorted((one, other) => dueOf(one).localeCompare(dueOf(other)));
      if (next) return `${dayText(dueOf(next))}, ${show('InstalmentAmount', next.InstalmentAmount)}`;
      return before ? 'Nothing' : '';
    },
  };
}
