import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { recordInAudit } from '#console/api/audit.ts';
import { useLoadedLabels } from '#console/api/lookups.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { loadNames } from '#console/session/client-names.ts';
import type { FieldName } from '#contract/fields.ts';
import { shownOf, type Column } from '#kit/grid/columns.ts';
import type { MenuItem } from '#kit/ui/menu.tsx';
import { countText } from '#kit/ui/sums.ts';
import { leadingZeros } from '#report-engine/export/text.ts';
import { fileName, fileTypes, saveFile } from '#report-engine/save-file.ts';
import { listFileColumns, fileRows } from './file.ts';

export interface ListExport<Row> {
  /** For the file name. */
  title: string;
  noun: readonly [string, string];
  count: number;
  /**
   * All rows in the list's order; may retrieve them first, with the names of clients. `onProgress` receives a progress
   * text.
   */
  rows(onProgress: (text: string) => void): readonly Row[] | Promise<readonly Row[]>;
  columns: readonly (FieldName | Column<Row>)[];
  /** The active filters, as text. */
  filteredBy: readonly (readonly [label: string, value: string])[];
  /** What still loads, such as `contracts without a mandate`. */
  waitsFor?: string;
}

interface Job<Row> {
  format: 'csv' | 'xlsx';
  to: WritableStream<Uint8Array>;
  /** The rows and their names have loaded. */
  isLoaded: boolean;
  /** Retrieved rows. */
  read?: readonly Row[];
  isWriting: boolean;
}

const clientOf = (row: object) => (row as { ClientNumber?: unknown }).ClientNumber;

/**
 * Exports the list, written in a worker after everything in it has loaded, so that the file never depends on timing.
 * @returns the items of a menu, and what to say of the export
 */
export function useListExport<Row extends object>(list: ListExport<Row>) {
  const { title, noun, count, rows, columns, filteredBy, waitsFor = '' } = list;
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  const isForbidden = useForbidden('clientList') !== undefined;
  const wanted = listFileColumns(columns.map(shownOf));
  const { labelOf, isLoading } = useLoadedLabels(wanted.map((it) => it.fieldName));
  const [job, setJob] = useState<Job<Row>>();
  const [progress, setProgress] = useState('');
  const [message, setMessage] = useState<{ text: string; isFault: boolean }>();

  const end = (text: string, isFault: boolean) => {
    setJob(undefined);
    setProgress('');
    setMessage({ text, isFault });
  };
  const fail = (error: unknown, to: WritableStream<Uint8Array>) => {
    void to.abort(error).catch(() => undefined);
    end(`No file was kept: ${String((error as Error).message)}`, true);
  };
  const name = (format: Job<Row>['format']) =>
    fileName({
      title: `${title} ${merchant} ${product}`,
      count: waitsFor ? undefined : count,
      isPart: filteredBy.length > 0,
      noun,
      format,
    });

  const begin = async (format: Job<Row>['format']) => {
    setMessage(undefined);
    // Browsers open the save dialog only directly from a click.
    const to = await saveFile(name(format), fileTypes[format]);
    if (!to) return;
    const next: Job<Row> = { format, to, isLoaded: false, isWriting: false };
    setJob(next);
    try {
      const some = rows(setProgress);
      const read = some instanceof Promise ? await some : undefined;
      const numbers = (read ? [] : await some).flatMap((it) => (clientOf(it) ? [String(clientOf(it))] : []));
      if (!isForbidden) await loadNames(queries, { merchant, product }, numbers, setProgress);
      setJob({ ...next, isLoaded: true, read });
    } catch (error) {
      fail(error, to);
    }
  };

  // Reads the latest render, with names and everything else that has loaded.
  const write = useEffectEvent(async ({ format, to, read }: Job<Row>) => {
    setProgress('Exporting…');
    try {
      const { writeList } = await import('#report-engine/list-file.ts');
      const all = read ?? (await rows(setProgress));
      await recordInAudit(merchant, {
        Action: 'export',
        What: title,
        Format: format,
        Records: all.length,
        Product: product,
      });
      const about = [
        ['List', title],
        ['Merchant', merchant],
        ['Product', product],
        ...filteredBy,
        ['Rows', all.length],
      ];
      await writeList(
        {
          format,
          columns: wanted.map(({ fieldName, kind, title: head }) => ({ fieldName, kind, title: head })),
          about: format === 'csv' ? undefined : about,
          rows: fileRows(all, wanted, labelOf),
        },
        to,
      );
      end(`Exported: ${name(format)}`, false);
    } catch (error) {
      fail(error, to);
    }
  });
  const isReady = job?.isLoaded === true && !job.isWriting && !isLoading && waitsFor === '';
  useEffect(() => {
    if (!job || !isReady) return;
    setJob({ ...job, isWriting: true });
    void write(job);
  }, [job, isReady]);
  // Leaving the page aborts the file.
  const to = job && !job.isWriting ? job.to : undefined;
  const leave = useEffectEvent(() => void to?.abort().catch(() => undefined));
  useEffect(() => () => leave(), []);

  const waiting = job?.isLoaded && !job.isWriting ? `Loading ${waitsFor || 'the names of codes'}…` : progress;
  const heading = `Export ${countText(count, noun)} as`;
  const items: MenuItem[] = [
    { label: `${heading} Excel (XLSX)`, act: () => void begin('xlsx') },
    { label: `${heading} CSV`, note: leadingZeros, act: () => void begin('csv') },
  ];
  return { items: count > 0 ? items : [], progress: job && (waiting || 'Exporting…'), message };
}
