import type { ColumnKind, ColumnSpec, Row } from '#rules/column.ts';
import { Dictionary, grownArray } from './dictionary.ts';
import { minutesOf, noTime, timeText, type TimeForm } from './wall-minutes.ts';

/**
 * The records of a report as columns, in the order received. Arrays may be longer than `Columns.length`. A missing
 * field counts as null.
 */

/** Each row has the number of its dictionary entry, 0 for no value. */
export interface TextColumn {
  fieldName: string;
  kind: 'text' | 'records';
  dictionary: Dictionary;
  codes: Uint8Array | Uint16Array | Uint32Array;
}

/** Values of another type than their column, by row, as entries of `dictionary`. */
export interface OddValues {
  rows: Map<number, number>;
  dictionary: Dictionary;
}

/** JSON numbers, NaN for no value. An amount of whole cents is exactly `cents / 100`. Rows in `odd` have NaN here. */
export interface NumberColumn {
  fieldName: string;
  kind: 'integer' | 'amount' | 'number';
  numbers: Float64Array;
  odd: OddValues;
}

/**
 * Wall-clock minutes (wall-minutes.ts), `noTime` for no value. A row in `odd` has a text in another form, with its
 * minutes here for sorting, or no time at all.
 */
export interface TimeColumn {
  fieldName: string;
  kind: 'date' | 'dateTime';
  minutes: Uint32Array;
  form: TimeForm;
  odd: OddValues;
}

export type ReportColumn = TextColumn | NumberColumn | TimeColumn;

export const isText = (column: ReportColumn): column is TextColumn => 'codes' in column;
export const isNumber = (column: ReportColumn): column is NumberColumn => 'numbers' in column;
export const isTime = (column: ReportColumn): column is TimeColumn => 'minutes' in column;

const initialCapacity = 1 << 10;

const emptyOdd = (): OddValues => ({ rows: new Map(), dictionary: new Dictionary() });

function emptyColumn(fieldName: string, kind: ColumnKind): ReportColumn {
  switch (kind) {
    case 'text':
    case 'records':
      return {
        fieldName,
        kind,
        dictionary: new Dictionary(kind === 'text' ? 'texts' : 'values'),
        codes: new Uint32Array(initialCapacity),
      };
    case 'integer':
    case 'amount':
    case 'number':
      return { fieldName, kind, numbers: new Float64Array(initialCapacity).fill(NaN), odd: emptyOdd() };
    case 'date':
    case 'dateTime':
      return { fieldName, kind, minutes: new Uint32Array(initialCapacity).fill(noTime), form: kind, odd: emptyOdd() };
  }
}

export class ReportColumns {
  readonly list: readonly ReportColumn[];
  length = 0;
  private capacity = initialCapacity;
  private readonly byName: Map<string, ReportColumn>;
  /** Without a value so far: the first one sets the column's form. */
  private readonly formless = new Set<TimeColumn>();

  constructor(specs: readonly ColumnSpec[]) {
    this.list = specs.map(({ fieldName, kind }) => emptyColumn(fieldName, kind));
    this.byName = new Map(this.list.map((column) => [column.fieldName, column]));
    for (const column of this.list) if (isTime(column)) this.formless.add(column);
  }

  column(fieldName: string): ReportColumn | undefined {
    return this.byName.get(fieldName);
  }

  /** Makes room for one more row, which counts once `length` includes it. */
  makeRoom(): void {
    if (this.length < this.capacity) return;
    const room = Math.max(initialCapacity, this.capacity * 2);
    for (const column of this.list) {
      if (isText(column)) {
        // `trim` may have narrowed it; entries may exceed 16 bits again.
        const codes = new Uint32Array(room);
        codes.set(column.codes);
        column.codes = codes;
      } else if (isNumber(column)) {
        column.numbers = grownArray(column.numbers, new Float64Array(room)).fill(NaN, this.length);
      } else {
        column.minutes = grownArray(column.minutes, new Uint32Array(room)).fill(noTime, this.length);
      }
    }
    this.capacity = room;
  }

  /** Forgets all rows and their texts, for a reader that has taken them. */
  empty(): void {
    for (const column of this.list) {
      if (isText(column)) {
        column.codes.fill(0);
        column.dictionary = new Dictionary(column.kind === 'text' ? 'texts' : 'values');
      } else {
        if (isNumber(column)) column.numbers.fill(NaN);
        else column.minutes.fill(noTime);
        column.odd = emptyOdd();
      }
    }
    this.length = 0;
  }

  /** Empties the next row, which a broken record may have begun. */
  clearRow(): void {
    const row = this.length;
    for (const column of this.list) {
      if (isText(column)) column.codes[row] = 0;
      else {
        if (isNumber(column)) column.numbers[row] = NaN;
        else column.minutes[row] = noTime;
        if (column.odd.rows.size > 0) column.odd.rows.delete(row);
      }
    }
  }

  /** Sets a field of the next row. @param json the value's own bytes; `value` is their `parseJson` */
  put(column: ReportColumn, value: unknown, json: Uint8Array): void {
    const row = this.length;
    if (isText(column)) {
      const { kind, codes, dictionary } = column;
      if (value === null) codes[row] = 0;
      else if (kind === 'text' && typeof value === 'string') codes[row] = dictionary.codeOfText(value);
      else codes[row] = dictionary.codeOfRaw(json);
      return;
    }
    // A record may repeat a field; as with JSON.parse, the last one counts.
    if (column.odd.rows.size > 0) column.odd.rows.delete(row);
    if (isNumber(column)) {
      const fits = typeof value === 'number' && Number.isFinite(value);
      column.numbers[row] = fits ? value : NaN;
      if (!fits && value !== null) keepOdd(column.odd, row, value, json);
      return;
    }
    const minutes = typeof value === 'string' ? minutesOf(value) : noTime;
    column.minutes[row] = minutes;
    if (value === null) return;
    if (minutes !== noTime) this.learnForm(column, (value as string).length);
    if (minutes === noTime || timeText(minutes, column.form) !== value) keepOdd(column.odd, row, value, json);
  }

  /** Sets the form of a column without one, by the length of its first text. */
  learnForm(column: TimeColumn, length: number): void {
    if (this.formless.size === 0 || !this.formless.delete(column)) return;
    if (length === 10) column.form = 'date';
    else if (length === 16) column.form = 'dateTime';
  }

  valueAt(column: ReportColumn, row: number): unknown {
    if (isText(column)) return column.dictionary.valueOf(column.codes[row] as number);
    const odd = column.odd.rows.size > 0 ? column.odd.rows.get(row) : undefined;
    if (odd !== undefined) return column.odd.dictionary.valueOf(odd);
    if (isNumber(column)) {
      const number = column.numbers[row] as number;
      return Number.isNaN(number) ? null : number;
    }
    const minutes = column.minutes[row] as number;
    return minutes === noTime ? null : timeText(minutes, column.form);
  }

  rowAt(row: number, shown = this.list): Row {
    const record: Record<string, unknown> = {};
    for (const column of shown) record[column.fieldName] = this.valueAt(column, row);
    return record;
  }

  /** Reverts `trim`. */
  widen(column: TextColumn): void {
    if (column.codes instanceof Uint32Array && column.codes.length >= this.length) return;
    const codes = new Uint32Array(Math.max(this.capacity, this.length));
    codes.set(column.codes);
    column.codes = codes;
  }

  /** Frees unused capacity, with entry numbers as narrow as possible. */
  trim(): void {
    for (const column of this.list) {
      if (isNumber(column)) column.numbers = column.numbers.slice(0, this.length);
      else if (isTime(column)) column.minutes = column.minutes.slice(0, this.length);
      else {
        column.dictionary.trim();
        const { size } = column.dictionary;
        const Codes = size <= 1 << 8 ? Uint8Array : size <= 1 << 16 ? Uint16Array : Uint32Array;
        column.codes = new Codes(column.codes.subarray(0, this.length));
      }
    }
    this.capacity = this.length;
  }

  /** Bytes of memory, without the side tables of odd values. */
  get byteLength(): number {
    let bytes = 0;
    for (const column of this.list) {
      if (isText(column)) bytes += column.codes.byteLength + column.dictionary.byteLength;
      else bytes += isNumber(column) ? column.numbers.byteLength : column.minutes.byteLength;
    }
    return bytes;
  }
}

function keepOdd({ rows, dictionary }: OddValues, row: number, value: unknown, json: Uint8Array): void {
  rows.set(row, typeof value === 'string' ? dictionary.codeOfText(value) : dictionary.codeOfRaw(json));
}
