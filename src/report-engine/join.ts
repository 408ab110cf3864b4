import {
  isNumber,
  isText,
  isTime,
  type ReportColumn,
  type ReportColumns,
  type TextColumn,
} from '#answers/report/columns.ts';
import { dayOf, minutesOf, noTime } from '#answers/report/wall-minutes.ts';
import type { ColumnJoin, JoinEntry } from './protocol.ts';
import { stride, type Work } from './work.ts';

function has(column: ReportColumn, row: number, key: JoinEntry['keys'][number]): boolean {
  if (isNumber(column)) return column.numbers[row] === key;
  return isText(column) && column.dictionary.shownOf(column.codes[row] as number) === key;
}

function preferred<It>(list: readonly It[], test: (it: It) => boolean): readonly It[] {
  const fewer = list.filter(test);
  return fewer.length > 0 ? fewer : list;
}

/**
 * Fills a column as `ColumnJoin` describes. Later rows are filled by the next `fill`; a record's own value stays if nothing
 * matches.
 */
export class Joining {
  private readonly columns: ReportColumns;
  private readonly join: ColumnJoin;
  private readonly byKey = new Map<JoinEntry['keys'][number], JoinEntry[]>();
  /** Entry of the filled column by entry of the first column; only for joins by one text column. */
  private readonly byCode: (number | undefined)[] = [];
  private done = 0;

  constructor(columns: ReportColumns, join: ColumnJoin) {
    this.columns = columns;
    this.join = join;
    for (const entry of join.entries) {
      const [key] = entry.keys;
      if (key === undefined) continue;
      const same = this.byKey.get(key);
      if (same) same.push(entry);
      else this.byKey.set(key, [entry]);
    }
  }

  *fill(): Work<void> {
    const into = this.columns.column(this.join.into);
    const same = this.join.same.map((fieldName) => this.columns.column(fieldName));
    const near = this.join.near === undefined ? undefined : this.columns.column(this.join.near);
    const [first] = same;
    if (!into || !isText(into) || !first || same.includes(undefined)) return;
    while (this.done < this.columns.length) {
      // Arrays are replaced when rows or values arrive, which may happen at every turn.
      this.columns.widen(into);
      const end = Math.min(this.done + stride, this.columns.length);
      for (let row = this.done; row < end; row += 1) {
        const code = this.codeAt(row, into, same as ReportColumn[], near);
        if (code !== 0) into.codes[row] = code;
      }
      this.done = end;
      yield;
    }
  }

  private codeAt(
    row: number,
    into: TextColumn,
    [first, ...others]: ReportColumn[],
    near: ReportColumn | undefined,
  ): number {
    if (!first) return 0;
    if (!isText(first))
      return isNumber(first) ? this.found(this.byKey.get(first.numbers[row] as number), row, into, others, near) : 0;
    const code = first.codes[row] as number;
    const candidates = () => this.byKey.get(first.dictionary.shownOf(code) ?? '');
    if (others.length > 0 || near) return this.found(candidates(), row, into, others, near);
    return (this.byCode[code] ??= this.found(candidates(), row, into, others, near));
  }

  /** The entry of the value on which all best matches agree; 0 for none. */
  private found(
    candidates: readonly JoinEntry[] | undefined,
    row: number,
    into: TextColumn,
    others: readonly ReportColumn[],
    near: ReportColumn | undefined,
  ): number {
    if (!candidates) return 0;
    let left = candidates.filter(({ keys }) => others.every((column, at) => has(column, row, keys[at + 1] ?? '')));
    const minutes = near && isTime(near) ? (near.minutes[row] as number) : noTime;
    if (left.length > 1 && minutes !== noTime) {
      // Without seconds, which some services send.
      const timeOf = ({ at = '' }: JoinEntry) => minutesOf(at.slice(0, 16));
      left = [...preferred(left, (it) => timeOf(it) !== noTime && dayOf(timeOf(it)) === dayOf(minutes))];
      left = [...preferred(left, (it) => timeOf(it) === minutes)];
    }
    const values = new Set(left.map((it) => it.value));
    const [value] = values;
    return values.size === 1 && value !== undefined && value !== '' ? into.dictionary.codeOfText(value) : 0;
  }
}
