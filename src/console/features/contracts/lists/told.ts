import { useMemo } from 'react';
import { isOver } from '#answers/statuses.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import type { Told } from '#console/domain/money-item/row-cells.tsx';
import { useRowDebits } from '#console/domain/money-item/use-row-debits.ts';
import { useToday } from '#console/session/today.ts';
import { dateOf } from '#rules/calendar.ts';
import type { Mandate } from './use-mandates.ts';

/** A contract with what its row tells: how it is going and what comes next. */
export type ToldMandate = Mandate & {
  debits?: Told;
  /** Of one that is over. */
  status?: string;
  /** Of the debits that the row shows, to sort by. */
  UnpaidCount?: number;
  NextDebit?: string;
  UnpaidSum?: number;
  hasMandate?: boolean;
};

/** @param count of all contracts that are listed; 0 reads no debits */
export function useTold<Row extends Mandate>(rows: readonly Row[], count: number) {
  const today = useToday();
  const read = useRowDebits(count);
  const { of, isLoading } = read;
  const told = useMemo(
    () =>
      rows.map((row): Row & ToldMandate => {
        const debits = isLoading ? undefined : (of(row) ?? null);
        const isDone = row.MandateStatusCode != null && isOver(row.MandateStatusCode);
        return {
          ...row,
          debits,
          status: isDone ? contractStatusText(row.MandateStatusCode, row.CancelDate, today) : '',
          UnpaidCount: debits?.last.filter((it) => it.mark === 'unpaid').length,
          NextDebit: debits?.next && dateOf(debits.next.due),
          UnpaidSum: debits?.unpaid ? debits.unpaid / 100 : undefined,
        };
      }),
    [rows, of, isLoading, today],
  );
  return { ...read, told };
}
