/** Decides how values are compared, summed, filtered and written to a file. */
export type ColumnKind = 'text' | 'integer' | 'amount' | 'number' | 'date' | 'dateTime' | 'records';

export interface ColumnSpec {
  fieldName: string;
  kind: ColumnKind;
  label?: string;
}

export type Row = Readonly<Record<string, unknown>>;
