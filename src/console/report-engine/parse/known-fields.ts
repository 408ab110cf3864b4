import { isNumber, isText, type Columns, type NumberColumn, type TextColumn, type TimeColumn } from '../columns.ts';
import { Dictionary, hashOf } from '../dictionary.ts';

/** A field that records have, and the field that came after it the last time: most records are laid out as the one before. */
export interface Known {
  /** The field in its quotes. */
  key: Uint8Array;
  next: Known | undefined;
  text?: TextColumn;
  number?: NumberColumn;
  time?: TimeColumn;
}

/** The fields of a body's records, by the bytes of their keys. */
export class KnownFields {
  /** Fields that are no columns. */
  readonly unknown = new Set<string>();
  private readonly columns: Columns;
  private readonly renamed: Readonly<Record<string, string>>;
  private readonly keys = new Dictionary();
  private readonly fields: (Known | undefined)[] = [];

  /** @param renamed the columns of fields that are called otherwise in this body */
  constructor(columns: Columns, renamed: Readonly<Record<string, string>>) {
    this.columns = columns;
    this.renamed = renamed;
  }

  /** The field whose key, with its quotes, is at `from` up to `to`. @param nameOf reads it */
  at(buffer: Uint8Array, from: number, to: number, nameOf: () => string): Known {
    const code = this.keys.codeOf(buffer, from, to, hashOf(buffer, from, to));
    return (this.fields[code] ??= this.learn(buffer.slice(from, to), nameOf()));
  }

  private learn(key: Uint8Array, fieldName: string): Known {
    // The same field may be written with escapes: then it is another entry for the same column.
    const column = this.columns.column(this.renamed[fieldName] ?? fieldName);
    const learnt: Known = { key, next: undefined, text: undefined };
    if (column === undefined) this.unknown.add(fieldName);
    else if (isText(column)) learnt.text = column;
    else if (isNumber(column)) learnt.number = column;
    else learnt.time = column;
    return learnt;
  }
}
