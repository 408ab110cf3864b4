import type { ReportColumns } from '#answers/report/columns.ts';
import type { Exported, ExportOptions } from '../protocol.ts';
import { writeCsv } from './csv.ts';
import type { Picked, WritePiece } from './picked.ts';
import { recordColumns, withLabels, withLabelsBy } from './records.ts';
import { rowsPerSheet, writeReportWorkbook } from './report-workbook.ts';

/**
 * Without an object or a string per row.
 * @param ofView rows in the order of the view, read until the file is written; without it all rows
 * @param write takes the bytes in order; each array has its own buffer and may be transferred. Its rejection ends the
 * export
 * @param perSheet XLSX: rows of a sheet below its titles
 * @throws RangeError for an unknown field or no fields; TooLargeError for a workbook of more than 4 GB
 */
export async function exportRows(
  report: ReportColumns,
  ofView: Uint32Array | undefined,
  options: ExportOptions,
  write: WritePiece,
  perSheet = rowsPerSheet,
): Promise<Omit<Exported, 'sums'>> {
  const { records } = options;
  const columns = records ? recordColumns(records.specs, records.rows) : report;
  const order = records ? undefined : ofView;
  const picked: Picked = {
    columns: options.columns.map(({ fieldName, title, labels, labelsBy }) => {
      const column = columns.column(fieldName);
      if (!column) throw new RangeError(`No column ${fieldName}.`);
      const by = labelsBy && columns.column(labelsBy.fieldName);
      return { column: labelsBy && by ? withLabelsBy(column, by, labelsBy.labels) : withLabels(column, labels), title };
    }),
    order,
    count: order?.length ?? columns.length,
  };
  if (picked.columns.length === 0) throw new RangeError('A file needs a column.');
  let bytes = 0;
  const counted: WritePiece = (piece) => {
    bytes += piece.length;
    return write(piece);
  };
  if (options.format === 'csv') await writeCsv(picked, options, counted);
  else await writeReportWorkbook(picked, options, counted, perSheet);
  return { rows: picked.count, bytes };
}
