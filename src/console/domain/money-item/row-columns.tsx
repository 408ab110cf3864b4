import type { Column } from '#kit/grid/columns.ts';
import { dateOf } from '#rules/calendar.ts';
import { hasStrip, NextDebit, RowStrip, UnpaidSum, type Told } from './row-cells.tsx';

/** A row with its debits, and what it is sorted and exported by. */
export interface ToldRow {
  debits?: Told;
  UnpaidCount?: number;
  NextDebit?: string;
  UnpaidSum?: number;
}

export const toldOf = (debits: Told): ToldRow => ({
  debits,
  UnpaidCount: debits?.last.filter((it) => it.mark === 'unpaid').length,
  NextDebit: debits?.next && dateOf(debits.next.due),
  UnpaidSum: debits?.unpaid ? debits.unpaid / 100 : undefined,
});

export const stripColumn: Column<ToldRow> = {
  fieldName: 'UnpaidCount',
  label: 'Last six, next',
  align: 'left',
  width: 124,
  growsTo: 148,
  isPlain: true,
  cell: ({ debits }) => hasStrip(debits) && <RowStrip debits={debits} />,
  exported: [],
};

export const nextDebitColumn: Column<ToldRow> = {
  fieldName: 'NextDebit',
  label: 'Next debit',
  align: 'left',
  width: 168,
  growsTo: 212,
  isPlain: true,
  cell: ({ debits }) => <NextDebit debits={debits} />,
  exported: [{ fieldName: 'NextDebit', label: 'Next debit', kind: 'date' }],
};

export const unpaidColumn: Column<ToldRow> = {
  fieldName: 'UnpaidSum',
  label: 'Unpaid',
  align: 'right',
  isAmount: true,
  width: 104,
  growsTo: 120,
  cell: ({ debits }) => debits?.unpaid !== 0 && debits !== null && <UnpaidSum debits={debits} />,
  exported: [{ fieldName: 'UnpaidSum', label: 'Unpaid', kind: 'amount' }],
};
