import { isNumber, isText, isTime, type ReportColumns } from '#answers/report/columns.ts';
import { minutesOf, minutesOfDay, noTime } from '#answers/report/wall-minutes.ts';
import { isOfUnknownType } from '#answers/transaction-kind.ts';
import { Tuples } from './groups.ts';
import type { Counting, LeftOutRows, SliceSpec } from './protocol.ts';
import { allRows, type SliceRows, type Stretch } from './rows.ts';
import { stride, type Work } from './work.ts';

interface Counted {
  /** In the order of the slices; undefined for all rows in the order received. */
  rows: Uint32Array | undefined;
  count: number;
  leftOut: LeftOutRows;
}

/** Of the requested days, without duplicates. */
export class CountedRows {
  private readonly columns: ReportColumns;
  private readonly rows: SliceRows;
  private readonly slices: readonly SliceSpec[];
  private readonly counting: Counting;
  private last: (Counted & { version: number }) | undefined;

  constructor(columns: ReportColumns, rows: SliceRows, slices: readonly SliceSpec[], counting: Counting) {
    this.columns = columns;
    this.rows = rows;
    this.slices = slices;
    this.counting = counting;
  }

  *inOrder(): Work<Counted> {
    const { version, count } = this.rows;
    if (this.last?.version === version) return this.last;
    const ordered = this.rows.ordered();
    const all = yield* this.rows.inOrder(ordered);
    const ofDays = yield* this.ofTheirDays(ordered);
    const once = yield* this.once(ofDays ?? all ?? allRows(count));
    const left = once ?? ofDays;
    const types = yield* this.unknownTypes(left ?? all ?? allRows(count));
    const counted = {
      version,
      rows: left ?? all,
      count: left?.length ?? count,
      leftOut: {
        otherDays: ofDays ? count - ofDays.length : 0,
        repeated: once ? (ofDays?.length ?? count) - once.length : 0,
        ...(types && { types }),
      },
    };
    if (this.rows.version === version) this.last = counted;
    return counted;
  }

  /** Rows with an unreadable day stay. Undefined: all rows. */
  private *ofTheirDays(ordered: readonly Stretch[]): Work<Uint32Array | undefined> {
    const column = this.counting.day === undefined ? undefined : this.columns.column(this.counting.day);
    if (!column || !isTime(column)) return undefined;
    const kept = new Uint32Array(ordered.reduce((sum, { from, to }) => sum + to - from, 0));
    let count = 0;
    for (const { slice, from, to } of ordered) {
      const [least, most] = this.limitsOf(slice);
      for (let row = from; row < to; row += stride) {
        count = keep(column.minutes, row, Math.min(row + stride, to), least, most, kept, count);
        yield;
      }
    }
    return count === kept.length ? undefined : kept.slice(0, count);
  }

  private limitsOf(slice: number): readonly [number, number] {
    const spec = this.slices[slice];
    if (!spec || spec.isOfAnyDay) return [0, Infinity];
    return [minutesOfDay(spec.from), minutesOf(`${spec.to} 23:59`)];
  }

  /** Those of no known kind, with the number of their rows. */
  private *unknownTypes(rows: Uint32Array): Work<LeftOutRows['types']> {
    const column = this.counting.types && this.columns.column(this.counting.types.fieldName);
    if (!column || !isText(column)) return undefined;
    const { codes, dictionary } = column;
    const types = Array.from({ length: dictionary.size }, (_, code) => dictionary.shownOf(code));
    const isUnknown = types.map((type) => isOfUnknownType({ TransactionType: type }));
    if (!isUnknown.includes(true)) return undefined;
    const counts = new Map<string, number>();
    for (let at = 0; at < rows.length; at += 1) {
      if (at % stride === 0) yield;
      const code = codes[rows[at] as number] as number;
      const type = isUnknown[code] ? types[code] : undefined;
      if (type) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    return counts.size === 0 ? undefined : [...counts].map(([type, number]) => ({ type, count: number }));
  }

  /** Same name, same values. Undefined: all rows. */
  private *once(rows: Uint32Array): Work<Uint32Array | undefined> {
    const names = (this.counting.names ?? []).map((fieldNames) => new Named(this.columns, fieldNames));
    if (names.length === 0) return undefined;
    const kept = new Uint32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      if (at % stride === 0) yield;
      const row = rows[at] as number;
      let isRepeated = false;
      for (const named of names) {
        const node = named.nodeAt(row);
        if (node === undefined) continue;
        isRepeated = named.has(row, node, (other) => this.areAlike(row, other));
        break;
      }
      if (!isRepeated) kept[count++] = row;
    }
    return count === rows.length ? undefined : kept.slice(0, count);
  }

  private areAlike(one: number, other: number): boolean {
    return this.columns.list.every((column) => {
      if (isText(column)) return column.codes[one] === column.codes[other];
      const values = isNumber(column) ? column.numbers : column.minutes;
      return Object.is(values[one], values[other]) && column.odd.rows.get(one) === column.odd.rows.get(other);
    });
  }
}

class Named {
  private readonly tuples: Tuples;
  /** First row by name. Most names have no other. */
  private readonly first: number[] = [];
  private readonly others = new Map<number, number[]>();

  constructor(columns: ReportColumns, fieldNames: readonly string[]) {
    this.tuples = new Tuples(
      columns,
      fieldNames.map((fieldName) => ({ fieldName })),
    );
  }

  /** Undefined unless the row has all fields of the name. */
  nodeAt(row: number): number | undefined {
    const node = this.tuples.at(row);
    return this.tuples.isWholeAt(row, node) ? node : undefined;
  }

  /** Otherwise remembers it. */
  has(row: number, node: number, isLike: (other: number) => boolean): boolean {
    const first = this.first[node];
    if (first === undefined) {
      this.first[node] = row;
      return false;
    }
    const others = this.others.get(node) ?? [];
    if (isLike(first) || others.some(isLike)) return true;
    this.others.set(node, [...others, row]);
    return false;
  }
}

/** Not in the generator, where it takes much longer. */
function keep(
  minutes: Uint32Array,
  from: number,
  to: number,
  least: number,
  most: number,
  kept: Uint32Array,
  count: number,
): number {
  for (let row = from; row < to; row += 1) {
    const at = minutes[row] as number;
    if (at === noTime || (at >= least && at <= most)) kept[count++] = row;
  }
  return count;
}
