import { fileTypes, saveFile } from '#report-engine/save-file.ts';
import type { ReadOptions } from '#sheet-engine/values.ts';
import type { ImportKind } from './kinds.ts';
import { headingsOf } from './records.ts';

const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV for spreadsheets: a byte order mark for UTF-8, and no cell that would count as a formula. */
const csvOf = (rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`\ufeff${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`);

async function save(name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const file = await saveFile(name, 'text/csv');
  const writer = file?.getWriter();
  await writer?.write(csvOf(rows));
  await writer?.close();
}

export async function saveTemplate(
  kind: ImportKind,
  fieldNames: readonly string[],
  codes: ReadOptions['codes'],
  format: 'csv' | 'xlsx',
): Promise<void> {
  const name = `${kind.group === 'New' ? 'New' : 'Changed'} ${kind.many}.${format}`;
  if (format === 'csv') return save(name, [headingsOf(fieldNames)]);
  // First: browsers show the save dialog only directly after a click.
  const writer = (await saveFile(name, fileTypes.xlsx))?.getWriter();
  if (!writer) return;
  const { writeTemplate } = await import('./workbook-template.ts');
  await writeTemplate(kind, fieldNames, codes, (bytes) => writer.write(bytes));
  await writer.close();
}

/** Exports rows, to be corrected elsewhere and imported again. */
export function saveRows(
  name: string,
  headings: readonly string[],
  rows: readonly { cells: string[]; reasons: string }[],
): void {
  void save(name, [
    [...headings, 'Reason'],
    ...rows.map(({ cells, reasons }) => [...headings.map((_, at) => cells[at] ?? ''), reasons]),
  ]);
}
