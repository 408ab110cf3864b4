import { ReportColumns, isText, type ReportColumn } from '#answers/report/columns.ts';
import { Dictionary } from '#answers/report/dictionary.ts';
import type { ColumnSpec, Row } from '#rules/column.ts';

const encoder = new TextEncoder();

/** Exports other records like a report. Missing fields are null. */
export function recordColumns(specs: readonly ColumnSpec[], records: readonly Row[]): ReportColumns {
  const columns = new ReportColumns(specs);
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

type Labels = Readonly<Record<string, string>>;

const labelIn = (labels: Labels | undefined, text: string): string =>
  labels && Object.hasOwn(labels, text) ? (labels[text] ?? text) : text;

function countIn(text: string): string {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? String(list.length) : text;
  } catch {
    return text;
  }
}

/** Codes without a label stay. Record lists become their count. */
export function withLabels(column: ReportColumn, labels: Labels | undefined): ReportColumn {
  if (!isText(column) || (!labels && column.kind !== 'records')) return column;
  const { dictionary, codes } = column;
  const labelDictionary = new Dictionary();
  const labelCodes = Array.from({ length: dictionary.size }, (_, code) => {
    const text = code === 0 ? null : dictionary.shownOf(code);
    if (text === null) return 0;
    return labelDictionary.codeOfText(column.kind === 'records' ? countIn(text) : labelIn(labels, text));
  });
  const labelled = new (labelDictionary.size <= 1 << 8 ? Uint8Array : Uint32Array)(codes.length);
  for (let row = 0; row < codes.length; row += 1) labelled[row] = labelCodes[codes[row] as number] as number;
  return { ...column, dictionary: labelDictionary, codes: labelled };
}

/** The same with labels that depend on the field named by another column, such as `InstalmentStatus[3]`. */
export function withLabelsBy(
  column: ReportColumn,
  by: ReportColumn,
  labels: Readonly<Record<string, Labels>>,
): ReportColumn {
  if (!isText(column) || !isText(by)) return column;
  const labelDictionary = new Dictionary();
  // Far fewer pairs than rows.
  const pairs = new Map<number, number>();
  const labelCodes = Uint32Array.from(column.codes, (code, row) => {
    const field = by.codes[row] ?? 0;
    const text = code === 0 ? null : column.dictionary.shownOf(code);
    if (text === null) return 0;
    const pair = field * column.dictionary.size + code;
    const known = pairs.get(pair);
    if (known !== undefined) return known;
    const name = (by.dictionary.shownOf(field) ?? '').replace(/\[\d+\]$/, '');
    const label = labelDictionary.codeOfText(labelIn(Object.hasOwn(labels, name) ? labels[name] : undefined, text));
    pairs.set(pair, label);
    return label;
  });
  return { ...column, dictionary: labelDictionary, codes: labelCodes };
}
