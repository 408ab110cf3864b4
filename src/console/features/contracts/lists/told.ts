import { useMemo } from 'react';
import { isOver } from '#answers/statuses.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { toldOf, type ToldRow } from '#console/domain/money-item/row-columns.tsx';
import { useRowDebits } from '#console/domain/money-item/use-row-debits.ts';
import { useToday } from '#console/session/today.ts';
import type { Mandate } from './use-mandates.ts';

/** A contract with what its row tells: how it is going and what comes next. */
export type ToldMandate = Mandate &
  ToldRow & {
    /** Of one that is over. */
    status?: string;
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
        const isDone = row.MandateStatusCode != null && isOver(row.MandateStatusCode);
        return {
          ...row,
          ...toldOf(isLoading ? undefined : (of(row) ?? null)),
          status: isDone ? contractStatusText(row.MandateStatusCode, row.CancelDate, today) : '',
        };
      }),
    [rows, of, isLoading, today],
  );
  return { ...read, told };
}
