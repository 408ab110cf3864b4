import { isNumber, isText, isTime, type Column, type Columns, type TextColumn } from './columns.ts';
import type { Join, JoinEntry } from './protocol.ts';
import { dayOf, minutesOf, noTime } from './wall-minutes.ts';
import { stride, type Work } from './work.ts';

/** Whether a row has a key's value in a column. */
function has(column: Column, row: number, key: JoinEntry['keys'][number]): boolean {
  if (isNumber(column)) return column.numbers[row] === key;
  return isText(column) && column.dictionary.shownOf(column.codes[row] as number) === key;
}

/** Those that pass a test; all of them where none does. */
function preferred<It>(list: readonly It[], test: (it: It) => boolean): readonly It[] {
  const fewer = list.filter(test);
  return fewer.length > 0 ? fewer : list;
}

/**
 * Fills a column with what other records say, as `Join` describes it. Rows that come later are filled by the next `fill`;
 * a value that came with the record itself stays where nothing is found.
 */
export class Joining {
  private readonly columns: Columns;
  private readonly join: Join;
  private readonly byKey = new Map<JoinEntry['keys'][number], JoinEntry[]>();
  /** By entry of the first column's dictionary: the entry of the filled one. For joins by one column of texts alone. */
  private readonly byCode: (number | undefined)[] = [];
  /** Rows that have been looked at. */
  private done = 0;

  constructor(columns: Columns, join: Join) {
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

  /** Looks at the rows that have come since. */
  *fill(): Work<void> {
    const into = this.columns.column(this.join.into);
    const same = this.join.same.map((fieldName) => this.columns.column(fieldName));
    const near = this.join.near === undefined ? undefined : this.columns.column(this.join.near);
    const [first] = same;
    if (!into || !isText(into) || !first || same.includes(undefined)) return;
    while (this.done < this.columns.length) {
      // Arrays are others once more rows or values have come, which may be at every turn.
      this.columns.widen(into);
      const end = Math.min(this.done + stride, this.columns.length);
      for (let row = this.done; row < end; row += 1) {
        const code = this.codeAt(row, into, same as Column[], near);
        if (code !== 0) into.codes[row] = code;
      }
      this.done = end;
      yield;
    }
  }

  private codeAt(row: number, into: TextColumn, [first, ...others]: Column[], near: Column | undefined): number {
    if (!first) return 0;
    if (!isText(first))
      return isNumber(first) ? this.found(this.byKey.get(first.numbers[row] as number), row, into, others, near) : 0;
    const code = first.codes[row] as number;
    const candidates = () => this.byKey.get(first.dictionary.shownOf(code) ?? '');
    if (others.length > 0 || near) return this.found(candidates(), row, into, others, near);
    return (this.byCode[code] ??= this.found(candidates(), row, into, others, near));
  }

  /** The entry of the value that all that fit best agree on; 0 for none. */
  private found(
    candidates: readonly JoinEntry[] | undefined,
    row: number,
    into: TextColumn,
    others: readonly Column[],
    near: Column | undefined,
  ): number {
    if (!candidates) return 0;
    let left = candidates.filter(({ keys }) => others.every((column, at) => has(column, row, keys[at + 1] ?? '')));
    const minutes = near && isTime(near) ? (near.minutes[row] as number) : noTime;
    if (left.length > 1 && minutes !== noTime) {
      // Another service may tell seconds, too.
      const timeOf = ({ at = '' }: JoinEntry) => minutesOf(at.slice(0, 16));
      left = [...preferred(left, (it) => timeOf(it) !== noTime && dayOf(timeOf(it)) === dayOf(minutes))];
      left = [...preferred(left, (it) => timeOf(it) === minutes)];
    }
    const values = new Set(left.map((it) => it.value));
    const [value] = values;
    return values.size === 1 && value !== undefined && value !== '' ? into.dictionary.codeOfText(value) : 0;
  }
}
