import type { MonthDifference, MonthRow } from '#contract/month-end.ts';
import type { ExtraSheet } from './pack/spec.ts';

export interface MonthChange {
  kind: 'new' | 'gone' | 'status' | 'returned';
  row: MonthRow;
  /** The status before and after; the time of a late return. */
  before?: string;
  after?: string;
  at?: string;
}

const keyOf = ({ TransactionDate, ContractSequence, TransactionType, Cents }: MonthRow): string =>
  JSON.stringify([TransactionDate, ContractSequence, TransactionType, Cents]);

/**
 * The differences as a person reads them: a row that is gone and a new one with its contract, minute, type and amount
 * are one whose status changed. Rows have no identifier, so with a changed amount they stay two.
 */
export function monthChanges(differences: readonly MonthDifference[]): MonthChange[] {
  const gone = new Map<string, MonthRow[]>();
  for (const { Kind, Row } of differences)
    if (Kind === 'gone') gone.set(keyOf(Row), [...(gone.get(keyOf(Row)) ?? []), Row]);
  const changes = differences.flatMap(({ Kind, Row, At }): MonthChange[] => {
    if (Kind === 'gone') return [];
    if (Kind === 'returned') return [{ kind: 'returned', row: Row, at: At }];
    const before = gone.get(keyOf(Row))?.shift();
    if (!before) return [{ kind: 'new', row: Row }];
    return [{ kind: 'status', row: Row, before: before.Status ?? '', after: Row.Status ?? '' }];
  });
  return [...changes, ...[...gone.values()].flat().map((row): MonthChange => ({ kind: 'gone', row }))];
}

const words: Record<MonthChange['kind'], string> = {
  new: 'New',
  gone: 'No longer reported',
  status: 'Status changed',
  returned: 'Returned after the month',
};

/** The changes as a sheet of the pack. */
export function changeSheet(differences: readonly MonthDifference[]): ExtraSheet {
  return {
    name: 'Changed since',
    titles: [
      'What changed',
      'Transaction',
      'Contract',
      'Client number',
      'Contract number',
      'Amount',
      'Status',
      'Then',
      'Returned',
    ],
    rows: monthChanges(differences).map(({ kind, row, before = '', at = '' }) => [
      words[kind],
      row.TransactionDate ?? '',
      String(row.ContractSequence ?? ''),
      row.ClientNumber ?? '',
      row.ContractNumber ?? '',
      { cents: row.Cents },
      row.Status ?? '',
      before,
      at,
    ]),
  };
}
