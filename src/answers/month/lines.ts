import type { MonthRow } from '#contract/month-end.ts';
import { centsOf } from '#rules/money.ts';
import { isNumber, isText, isTime, type ReportColumn, type ReportColumns } from '../report/columns.ts';

/** By code points, as PostgreSQL's collation "C" sorts UTF-8; JavaScript sorts surrogates before U+E000 to U+FFFF. */
export function byBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left === right) continue;
    const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}

/** An empty text counts as none: services write either. */
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** @throws RangeError for an amount that is missing or not in whole cents */
export function rowReader(columns: ReportColumns): (row: number) => MonthRow {
  const column = (name: string): ReportColumn => {
    const found = columns.column(name);
    if (!found) throw new RangeError(`No column ${name}.`);
    return found;
  };
  const [at, contract, client, number, type, amount, status] = [
    'TransactionDate',
    'ContractSequence',
    'ClientNumber',
    'ContractNumber',
    'TransactionType',
    'Amount',
    'Status',
  ].map(column) as [ReportColumn, ReportColumn, ReportColumn, ReportColumn, ReportColumn, ReportColumn, ReportColumn];
  // Values of a dictionary are few: reading one of them again must not decode it again.
  const cached = (of: ReportColumn): ((row: number) => string | null) => {
    if (!isText(of)) return (row) => text(columns.valueAt(of, row));
    const known: (string | null)[] = [];
    return (row) => (known[of.codes[row] as number] ??= text(columns.valueAt(of, row)));
  };
  const [clientAt, numberAt, typeAt, statusAt] = [cached(client), cached(number), cached(type), cached(status)];
  if (!isTime(at) || !isNumber(amount)) throw new RangeError('A transaction has a time and an amount.');
  return (row) => {
    const cents = centsOf(columns.valueAt(amount, row));
    if (cents === undefined) throw new RangeError('An amount is missing or not in whole cents.');
    const sequence = columns.valueAt(contract, row);
    return {
      TransactionDate: text(columns.valueAt(at, row)),
      ContractSequence: typeof sequence === 'number' || typeof sequence === 'string' ? sequence : null,
      ClientNumber: clientAt(row),
      ContractNumber: numberAt(row),
      TransactionType: typeAt(row),
      Cents: cents,
      Status: statusAt(row),
    };
  };
}
