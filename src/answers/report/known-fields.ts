import {
  isNumber,
  isText,
  type ReportColumns,
  type NumberColumn,
  type TextColumn,
  type TimeColumn,
} from './columns.ts';
import { Dictionary, hashOf } from './dictionary.ts';

/** A field name in a body, with the column for its values: one of `text`, `number` and `time`, or none. */
export interface KnownField {
  /** The bytes of the name with its quotes. */
  key: Uint8Array;
  /**
   * The field that followed it in the last record. The parser sets it and expects it again: most records have their fields in
   * the same order.
   */
  next: KnownField | undefined;
  text?: TextColumn;
  number?: NumberColumn;
  time?: TimeColumn;
}

/**
 * The field names of a body by their bytes. A report repeats a few names millions of times: each is decoded once, and then found
 * without a string.
 */
export class KnownFields {
  /** Names for which there is no column. */
  readonly unknownFields = new Set<string>();
  private readonly columns: ReportColumns;
  private readonly renamed: Readonly<Record<string, string>>;
  private readonly keys = new Dictionary();
  /** By their code in `keys`. */
  private readonly fields: (KnownField | undefined)[] = [];

  /** @param renamed columns by their names in this body */
  constructor(columns: ReportColumns, renamed: Readonly<Record<string, string>>) {
    this.columns = columns;
    this.renamed = renamed;
  }

  /**
   * The field whose name is at `from` to `to` of the buffer, with its quotes.
   * @param decode the name as text, called for a new one only
   */
  find(buffer: Uint8Array, from: number, to: number, decode: () => string): KnownField {
    const code = this.keys.codeOf(buffer, from, to, hashOf(buffer, from, to));
    return (this.fields[code] ??= this.add(buffer.slice(from, to), decode()));
  }

  private add(key: Uint8Array, fieldName: string): KnownField {
    // A name that is also written with escapes has other bytes: a second entry for the same column.
    const column = this.columns.column(this.renamed[fieldName] ?? fieldName);
    const known: KnownField = { key, next: undefined, text: undefined };
    if (column === undefined) this.unknownFields.add(fieldName);
    else if (isText(column)) known.text = column;
    else if (isNumber(column)) known.number = column;
    else known.time = column;
    return known;
  }
}
