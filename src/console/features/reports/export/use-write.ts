import { useRef, useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { useLabels } from '../../../api/lookups.ts';
import { useTenant } from '../../../api/tenant.ts';
import { useKnownNames } from '../../../domain/client/names/names.ts';
import type { Report } from '../../../domain/collections/report-list.ts';
import type { Range } from '../../../kit/dates/ranges.ts';
import { useUrlSort } from '../../../kit/grid/sort.ts';
import type { Exported, ExportOptions, ReportSource, ReportState } from '../../../report-engine/protocol.ts';
import { fileName, fileTypes, saveFile } from '../../../report-engine/save-file.ts';
import { nowIn } from '../../../session/wall-clock.ts';
import type { GroupChoice } from '../groups/grouping.ts';
import { aboutOf } from './about.ts';
import { fileColumns, groupedRows } from './columns.ts';

export interface ExportProps {
  report: Report;
  range: Range;
  source: ReportSource;
  state: ReportState;
  /** Fields of the columns as they are shown. */
  columns: readonly string[];
  /** What the report is grouped by; nothing exports its rows. */
  by: readonly GroupChoice[];
  isOneProduct: boolean;
  /** The query's fields besides the range. */
  fields: Readonly<Record<string, unknown>>;
  onClose(): void;
}

export interface Choices extends Pick<ExportOptions, 'format' | 'decimal' | 'dates' | 'byteOrderMark'> {
  /** Codes in columns of their own, beside their labels. */
  hasCodes: boolean;
  /** CSV: what the file holds, above the titles. */
  hasHeading: boolean;
  fieldNames: ReadonlySet<string>;
}

type Done = { result: Exported; name: string } | { problem: string };

/** Writes the file that was chosen, and says how that went. */
export function useWrite({ report, range, source, state, columns, by, isOneProduct, fields }: ExportProps) {
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const labelOfCode = useLabels(columns);
  const nameOfClient = useKnownNames();
  const { by: sort } = useUrlSort('group-sort');
  const [isWriting, setWriting] = useState(false);
  const [done, setDone] = useState<Done>();
  const abort = useRef<AbortController>(undefined);

  const write = async ({ format, decimal, dates, byteOrderMark, hasCodes, hasHeading }: Choices, picked: string[]) => {
    setDone(undefined);
    const title = [
      state.isComplete ? '' : 'INCOMPLETE',
      report.title,
      merchant,
      report.product === 'none' ? '' : product,
    ]
      .filter(Boolean)
      .join(' ');
    const days = range.from === range.to ? range.from : `${range.from} to ${range.to}`;
    const name = fileName({ title: `${title} ${days}`, count: state.count, noun: ['row', 'rows'], format });
    abort.current = new AbortController();
    const { signal } = abort.current;
    setWriting(true);
    try {
      // Before anything else is waited for: the browser opens the choice of a place at a click only.
      const to = await saveFile(name, fileTypes[format]);
      if (!to) return;
      const nameOf = (clientNumber: string | null) => (isOneProduct ? nameOfClient(clientNumber) : undefined);
      const rows =
        by.length > 0
          ? await groupedRows(source, { by, sort, nameOf })
          : { columns: await fileColumns(report, source, picked, labelOfCode, hasCodes) };
      const at = nowIn(timeZone);
      const about =
        format === 'xlsx' || hasHeading
          ? aboutOf({ report, range, state, merchant, product, fields, by, at })
          : undefined;
      const options: ExportOptions = { format, decimal, dates, byteOrderMark, about, ...rows };
      setDone({ result: await source.exportTo(options, to, signal), name });
    } catch (error) {
      const problem = signal.aborted ? 'Stopped' : String((error as Error).message);
      setDone({ problem: `No file was kept: ${problem}` });
    } finally {
      setWriting(false);
    }
  };
  return { write, stop: () => abort.current?.abort(), done, isWriting };
}
