import {
  isNumber,
  isText,
  isTime,
  type ReportColumn,
  type ReportColumns,
  type TextColumn,
} from '#answers/report/columns.ts';
import { dayOf, dayTextAt, noTime, timeText } from '#answers/report/wall-minutes.ts';
import { centsOf, foreignCurrency, toCents } from '#rules/money.ts';
import type { RowGroup, GroupBy, ColumnSum, SumSpec } from './protocol.ts';
import { stride, type Work } from './work.ts';

/** Null if an amount was negative, which may be money the other way, or no whole cents, or if the result exceeds 2^53. */
class Total {
  private sum = 0;
  private isWhole = true;

  add(cents: number | undefined): void {
    if (cents === undefined || cents < 0) this.isWhole = false;
    else this.sum += cents;
  }

  get cents(): number | null {
    return this.isWhole && Number.isSafeInteger(this.sum) ? this.sum : null;
  }
}

function centsAt(column: ReportColumn, row: number): number | undefined {
  if (!isNumber(column)) return undefined;
  const amount = column.numbers[row] as number;
  if (!Number.isNaN(amount)) return toCents(amount);
  const odd = column.odd.rows.size > 0 ? column.odd.rows.get(row) : undefined;
  return odd === undefined ? undefined : centsOf(column.odd.dictionary.valueOf(odd));
}

/** Numbers the distinct values of a column from 0, in the order requested. */
class Keys {
  readonly texts: (string | null)[] = [];
  private readonly columns: ReportColumns;
  private readonly column: ReportColumn;
  /** The column if it is a text column: testing its type per row would take most of the time. */
  private readonly texted: TextColumn | undefined;
  private readonly part: GroupBy['part'];
  private readonly byText = new Map<string | null, number>();
  private readonly byValue = new Map<number, number>();
  private readonly byCode: number[] = [];

  constructor(columns: ReportColumns, column: ReportColumn, part?: GroupBy['part']) {
    this.columns = columns;
    this.column = column;
    this.texted = isText(column) ? column : undefined;
    this.part = part;
  }

  at(row: number): number {
    const { texted } = this;
    if (texted) {
      const code = texted.codes[row] as number;
      return (this.byCode[code] ??= this.ofText(this.partOf(texted.dictionary.shownOf(code))));
    }
    const column = this.column as Exclude<ReportColumn, TextColumn>;
    if (column.odd.rows.size > 0 && column.odd.rows.has(row)) return this.ofText(this.textOfOdd(column, row));
    const cell = (isNumber(column) ? column.numbers[row] : column.minutes[row]) as number;
    // Minutes are many, days are few.
    const value = isTime(column) && this.part && cell !== noTime ? dayOf(cell) * 1440 : cell;
    let key = this.byValue.get(value);
    if (key === undefined) this.byValue.set(value, (key = this.ofText(this.textOf(column, value))));
    return key;
  }

  private textOf(column: ReportColumn, value: number): string | null {
    if (!isTime(column)) return Number.isNaN(value) ? null : String(value);
    return value === noTime ? null : this.partOf(this.part ? dayTextAt(value) : timeText(value, column.form));
  }

  private textOfOdd(column: Exclude<ReportColumn, { codes: unknown }>, row: number): string | null {
    if (this.part && isTime(column)) {
      const minutes = column.minutes[row] as number;
      return minutes === noTime ? null : this.partOf(dayTextAt(minutes));
    }
    const value = this.columns.valueAt(column, row);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  private partOf<T extends string | null>(text: T): T | string {
    if (this.part === 'name') return text?.replace(/\[\d+\]$/, '') ?? text;
    return this.part === 'month' ? (text?.slice(0, 7) ?? text) : text;
  }

  private ofText(text: string | null): number {
    let key = this.byText.get(text);
    if (key === undefined) this.byText.set(text, (key = this.texts.push(text) - 1));
    return key;
  }
}

/** A tree of maps, since combined numbers would need a base. */
export class Tuples {
  private readonly keys: readonly Keys[];
  private readonly tree: number[][] = [[]];
  private readonly whole: boolean[] = [];

  constructor(columns: ReportColumns, by: readonly GroupBy[]) {
    this.keys = by.map(({ fieldName, part }) => new Keys(columns, columnOf(columns, fieldName), part));
  }

  at(row: number): number {
    const { keys, tree } = this;
    let node = 0;
    // Not `for … of`, which takes twice as long here.
    for (let level = 0; level < keys.length; level += 1) {
      const branch = tree[node] as number[];
      const index = (keys[level] as Keys).at(row);
      node = branch[index] ??= tree.push([]) - 1;
    }
    return node;
  }

  /** Whether a row has a value in each column. @param node its number, from `at` */
  isWholeAt(row: number, node: number): boolean {
    return (this.whole[node] ??= this.keys.every((key) => Boolean(key.texts[key.at(row)])));
  }

  textsAt(row: number): (string | null)[] {
    return this.keys.map((key) => key.texts[key.at(row)] ?? null);
  }
}

type Partials = (Omit<ColumnSum, 'cents'> & { total: Total })[];

const sumsIn = (partials: Partials): ColumnSum[] =>
  partials.filter(Boolean).map(({ total, ...sum }) => ({ ...sum, cents: total.cents }));

/** Adds up amounts as a `SumSpec` allows. @throws RangeError for an unknown field */
class Adding {
  private readonly amounts: ReportColumn;
  private readonly apart: Tuples;
  private readonly hasCurrency: boolean;

  constructor(columns: ReportColumns, { fieldName, apart, currency }: SumSpec) {
    this.amounts = columnOf(columns, fieldName);
    this.hasCurrency = currency !== undefined;
    this.apart = new Tuples(
      columns,
      [...apart, ...(currency === undefined ? [] : [currency])].map((it) => ({ fieldName: it })),
    );
  }

  add(sums: Partials, row: number): void {
    const sum = (sums[this.apart.at(row)] ??= { ...this.keysAt(row), count: 0, total: new Total() });
    sum.count += 1;
    sum.total.add(centsAt(this.amounts, row));
  }

  private keysAt(row: number): Pick<ColumnSum, 'keys' | 'currency' | 'currencyText'> {
    const texts = this.apart.textsAt(row);
    if (!this.hasCurrency) return { keys: texts };
    const currencyText = texts.at(-1) ?? null;
    const currency = foreignCurrency(currencyText);
    return { keys: texts.slice(0, -1), currencyText, ...(currency && { currency }) };
  }
}

export function* sumsOf(columns: ReportColumns, rows: Uint32Array, sum: SumSpec | undefined): Work<ColumnSum[]> {
  if (!sum) return [];
  const [all] = yield* groupsOf(columns, rows, [], sum);
  return all?.sums ?? [];
}

/**
 * In the order of the groups' first rows. @throws RangeError for an unknown field
 * @param least omits smaller groups, to save memory
 */
export function* groupsOf(
  columns: ReportColumns,
  rows: Uint32Array,
  by: readonly GroupBy[],
  sum?: SumSpec,
  least = 1,
): Work<RowGroup[]> {
  const tuples = new Tuples(columns, by);
  const counts: number[] = [];
  if (least > 1)
    for (let at = 0; at < rows.length; at += 1) {
      const group = tuples.at(rows[at] as number);
      counts[group] = (counts[group] ?? 0) + 1;
      if (at % stride === 0) yield;
    }
  const adding = sum && new Adding(columns, sum);
  const groups: { keys: (string | null)[]; count: number; sums: Partials }[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    if (at % stride === 0) yield;
    const tuple = tuples.at(row);
    if (least > 1 && (counts[tuple] ?? 0) < least) continue;
    const group = (groups[tuple] ??= { keys: tuples.textsAt(row), count: 0, sums: [] });
    group.count += 1;
    adding?.add(group.sums, row);
  }
  return groups.filter(Boolean).map(({ keys, count, sums }) => ({ keys, count, sums: sumsIn(sums) }));
}

/** Ties in the order received. @throws as `groupsOf` */
export function* distinctOf(
  columns: ReportColumns,
  rows: Uint32Array,
  fieldName: string,
  most: number,
): Work<{ values: { value: string | null; count: number }[]; isAll: boolean }> {
  const keys = new Keys(columns, columnOf(columns, fieldName));
  const counts: number[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const key = keys.at(rows[at] as number);
    counts[key] = (counts[key] ?? 0) + 1;
    if (at % stride === 0) yield;
  }
  const values = counts.map((count, key) => ({ value: keys.texts[key] ?? null, count }));
  return {
    values: values.toSorted((one, other) => other.count - one.count).slice(0, most),
    isAll: values.length <= most,
  };
}

function columnOf(columns: ReportColumns, fieldName: string): ReportColumn {
  const column = columns.column(fieldName);
  if (!column) throw new RangeError(`No column ${fieldName}.`);
  return column;
}
