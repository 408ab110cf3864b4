import {
  isNumber,
  isText,
  type ReportColumns,
  type NumberColumn,
  type TextColumn,
  type TimeColumn,
} from './columns.ts';
import { Dictionary, hashOf } from './dictionary.ts';

/** With the field that followed it last time: most records have the same order. */
export interface KnownField {
  /** With its quotes. */
  key: Uint8Array;
  next: KnownField | undefined;
  text?: TextColumn;
  number?: NumberColumn;
  time?: TimeColumn;
}

export class KnownFields {
  /** Fields that are no columns. */
  readonly unknown = new Set<string>();
  private readonly columns: ReportColumns;
  private readonly renamed: Readonly<Record<string, string>>;
  private readonly keys = new Dictionary();
  private readonly fields: (KnownField | undefined)[] = [];

  /** @param renamed columns by their names in this body */
  constructor(columns: ReportColumns, renamed: Readonly<Record<string, string>>) {
    this.columns = columns;
    this.renamed = renamed;
  }

  /** `from` to `to` includes the quotes. */
  at(buffer: Uint8Array, from: number, to: number, nameOf: () => string): KnownField {
    const code = this.keys.codeOf(buffer, from, to, hashOf(buffer, from, to));
    return (this.fields[code] ??= this.learn(buffer.slice(from, to), nameOf()));
  }

  private learn(key: Uint8Array, fieldName: string): KnownField {
    // Escapes give another entry for the same column.
    const column = this.columns.column(this.renamed[fieldName] ?? fieldName);
    const learnt: KnownField = { key, next: undefined, text: undefined };
    if (column === undefined) this.unknown.add(fieldName);
    else if (isText(column)) learnt.text = column;
    else if (isNumber(column)) learnt.number = column;
    else learnt.time = column;
    return learnt;
  }
}
