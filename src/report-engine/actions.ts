import { isText, isTime, type ReportColumn, type ReportColumns } from '#answers/report/columns.ts';
import { stride, type Work } from './work.ts';

export interface FoldedActions {
  /** The first row of each action. */
  rows: Uint32Array;
  /** By such a row: how many further rows its action has. */
  more: ReadonlyMap<number, number>;
}

/** What is equal in all rows of one action. */
const sameOfAction = [
  'ChangeDate',
  'ChangeType',
  'UserId',
  'ContractSequence',
  'ClientNumber',
  'ContractNumber',
  'PaymentSequence',
];

const isEnd = (type: string | null): boolean => /^(CANCEL|DELETE)/i.test(type ?? '');

/**
 * A change report logs an action field by field: all fields of a new record, or a cancel with its reason, its day and each
 * instalment that ends with it. Instalments are created and edited one by one, and their fields end with their number.
 * @param rows in the order shown. Not every row that was received: a slice that was requested again leaves rows behind.
 */
export function* foldedActions(columns: ReportColumns, rows: Uint32Array): Work<FoldedActions> {
  const [type, field] = [columns.column('ChangeType'), columns.column('FieldChanged')];
  const more = new Map<number, number>();
  if (!type || !field || !isText(type) || !isText(field)) return { rows, more };
  const same = sameOfAction.flatMap((fieldName) => columns.column(fieldName) ?? []);
  const firsts = new Uint32Array(rows.length);
  const byAction = new Map<string, number>();
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    if (at % stride === 0) yield;
    const row = rows[at] as number;
    const [number] = isEnd(type.dictionary.shownOf(type.codes[row] as number))
      ? ['']
      : (/\[\d+\]$/.exec(field.dictionary.shownOf(field.codes[row] as number) ?? '') ?? ['']);
    const key = [number, ...same.map((column) => cellOf(column, row))].join(' ');
    const first = byAction.get(key);
    if (first !== undefined) more.set(first, (more.get(first) ?? 0) + 1);
    else {
      byAction.set(key, row);
      firsts[count++] = row;
    }
  }
  return { rows: firsts.slice(0, count), more };
}

const cellOf = (column: ReportColumn, row: number): number | undefined =>
  (isText(column) ? column.codes : isTime(column) ? column.minutes : column.numbers)[row];
