import { Columns, isText, type Column } from '../columns.ts';
import { Dictionary } from '../dictionary.ts';
import type { ColumnSpec, Row } from '../protocol.ts';

const encoder = new TextEncoder();

/** Records that are no report's, as columns, so that they are written as a report is. Nothing is the value of a missing field. */
export function columnsOf(specs: readonly ColumnSpec[], records: readonly Row[]): Columns {
  const columns = new Columns(specs);
  for (const record of records) {
    columns.makeRoom();
    for (const column of columns.list) {
      const value = record[column.fieldName] ?? null;
      columns.put(column, value, encoder.encode(JSON.stringify(value)));
    }
    columns.length += 1;
  }
  return columns;
}

/** A column of texts with labels in place of its codes; what has no label stays as it came. */
export function withLabels(column: Column, labels: Readonly<Record<string, string>> | undefined): Column {
  if (!labels || !isText(column)) return column;
  const { dictionary, codes } = column;
  const labelDictionary = new Dictionary();
  const labelCodes = Array.from({ length: dictionary.size }, (_, code) => {
    const text = code === 0 ? null : dictionary.shownOf(code);
    return text === null ? 0 : labelDictionary.codeOfText(Object.hasOwn(labels, text) ? (labels[text] ?? text) : text);
  });
  const labelled = new (labelDictionary.size <= 1 << 8 ? Uint8Array : Uint32Array)(codes.length);
  for (let row = 0; row < codes.length; row += 1) labelled[row] = labelCodes[codes[row] as number] as number;
  return { ...column, dictionary: labelDictionary, codes: labelled };
}
