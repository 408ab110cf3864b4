import { fieldOf } from '../../../contract/fields.ts';
import { operations } from '../../../contract/operations.ts';
import { fieldsOf } from '../../import-engine/rows.ts';
import { saveFile } from '../../report-engine/save-file.ts';
import type { Kind } from './kinds.ts';

const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines as spreadsheets open them: with the mark that says UTF-8, and no cell that would count as a formula. */
const csvOf = (rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`\ufeff${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`);

async function save(name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const file = await saveFile(name, 'text/csv');
  const writer = file?.getWriter();
  await writer?.write(csvOf(rows));
  await writer?.close();
}

/** A sheet with a heading for each field of an import, the required ones first. */
export function saveTemplate(kind: Kind): void {
  const { required, optional } = fieldsOf(operations[kind.operation]);
  const headings = [...required, ...optional].map((it) => fieldOf(it)?.label ?? it);
  void save(`${kind.group === 'New' ? 'New' : 'Changed'} ${kind.many}.csv`, [headings]);
}

/** Rows as they stand in the sheet, to be corrected elsewhere and imported again. */
export function saveRows(
  name: string,
  headings: readonly string[],
  rows: readonly { cells: string[]; said: string }[],
): void {
  void save(name, [
    [...headings, 'Reason'],
    ...rows.map(({ cells, said }) => [...headings.map((_, at) => cells[at] ?? ''), said]),
  ]);
}
