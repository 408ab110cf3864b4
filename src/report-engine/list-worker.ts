import { openCalls } from '#kit/base/worker-calls.ts';
import type { ColumnSpec, Row } from '#rules/column.ts';
import { exportRows } from './export/index.ts';
import { recordColumns } from './export/records.ts';
import type { AboutCell } from './protocol.ts';

export interface ListFile {
  format: 'csv' | 'xlsx';
  columns: readonly (ColumnSpec & { title: string })[];
  /** XLSX: lines of an extra sheet. */
  about?: readonly (readonly AboutCell[])[];
}

const rows: Row[] = [];

const list = {
  add: (slice: readonly Row[]) => {
    for (const row of slice) rows.push(row);
  },
  async write({ format, columns, about }: ListFile): Promise<void> {
    const options = { format, columns, about, byteOrderMark: true, decimal: '.', dates: 'date' } as const;
    await exportRows(recordColumns(columns, rows), undefined, options, file.write);
  },
};
export type FileWorker = typeof list;

const { file } = openCalls<{ file: { write(bytes: Uint8Array): void } }>(globalThis, { list });
