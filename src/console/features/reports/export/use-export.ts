import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordInAudit } from '#console/api/audit.ts';
import { useLoadedLabels } from '#console/api/lookups.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { joinsApplied, useDebitDetails } from '#console/domain/collections/debit-details.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { fileRowCount } from '#console/domain/collections/report-text.ts';
import { lookupFields, useChangedText } from '#console/domain/timeline/changed-text.ts';
import { loadNames } from '#console/session/client-names.ts';
import { businessNow } from '#console/session/wall-clock.ts';
import type { Range } from '#kit/dates/ranges.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import type { Exported, ExportOptions, ReportSource, ReportState } from '#report-engine/protocol.ts';
import { fileName, fileTypes, saveFile } from '#report-engine/save-file.ts';
import type { GroupChoice } from '../groups/grouping.ts';
import { namesContractOnly, useClientsByContract, useCreators } from '../joins.tsx';
import { aboutOf } from './about.ts';
import { reportFileColumns, groupedRows } from './columns.ts';

export interface ExportProps {
  report: Report;
  range: Range;
  source: ReportSource;
  state: ReportState;
  columns: readonly string[];
  /** Empty exports rows. */
  by: readonly GroupChoice[];
  isOneProduct: boolean;
  fields: Readonly<Record<string, unknown>>;
  onClose(): void;
}

export interface Choices extends Pick<ExportOptions, 'format' | 'decimal' | 'dates' | 'byteOrderMark'> {
  /** Next to their labels. */
  hasCodes: boolean;
  /** CSV: a description above the titles. */
  hasHeading: boolean;
  fieldNames: ReadonlySet<string>;
}

type Done = { result: Exported; name: string } | { problem: string };

interface Job {
  choices: Choices;
  picked: string[];
  to: WritableStream<Uint8Array>;
  name: string;
}

const maxNamed = 100_000;

/** Writes once everything in the file has loaded. */
export function useExport({ report, range, source, state, columns, by, isOneProduct, fields }: ExportProps) {
  const { merchant, product } = useTenant();
  const isOfChanges = columns.includes('OldValue') || columns.includes('NewValue');
  const queries = useQueryClient();
  const isForbidden = useForbidden('clientList') !== undefined;
  const { labelOf: labelOfCode, isLoading: isLoadingLabels } = useLoadedLabels(
    isOfChanges ? [...columns, ...lookupFields] : columns,
  );
  const changedText = useChangedText({ isShort: true, isWanted: isOfChanges });
  const nameOfClient = useKnownNames();
  const hasReasons = isOneProduct && report.joined.includes('InstalmentResult');
  const reasons = useDebitDetails(hasReasons ? range : null);
  const hasCreators =
    isOneProduct &&
    report.joined.includes('UserId') &&
    [...columns, ...by.map((it) => it.fieldName)].includes('UserId');
  const creators = useCreators(hasCreators ? range : null);
  const isOfContracts = namesContractOnly(report);
  const contracts = useClientsByContract(isOfContracts && isOneProduct ? range : null);
  const { by: sort } = useUrlSort('group-sort');
  const [progress, setProgress] = useState('');
  const [job, setJob] = useState<Job>();
  const [done, setDone] = useState<Done>();
  const abort = useRef<AbortController>(undefined);
  const end = (next?: Done) => {
    setJob(undefined);
    setProgress('');
    setDone(next);
  };
  const fail = (error: unknown, to?: WritableStream<Uint8Array>) => {
    void to?.abort(error).catch(() => undefined);
    const problem = abort.current?.signal.aborted ? 'Stopped' : String((error as Error).message);
    end({ problem: `No file was kept: ${problem}` });
  };

  const clientNumbers = async (): Promise<string[]> => {
    if (isOfContracts) {
      const found = contracts.data ?? (await contracts.refetch({ cancelRefetch: false })).data ?? [];
      return [...new Set(found.flatMap(({ keys: [, number] }) => number || []))];
    }
    const { values } = await source.distinct('ClientNumber', maxNamed);
    return values.flatMap(({ value }) => value || []);
  };

  const begin = async (choices: Choices, picked: string[]) => {
    setDone(undefined);
    const { format } = choices;
    const title = [
      state.isComplete ? '' : 'INCOMPLETE',
      report.title,
      merchant,
      report.product === 'none' ? '' : product,
    ]
      .filter(Boolean)
      .join(' ');
    const days = range.from === range.to ? range.from : `${range.from} to ${range.to}`;
    const name = fileName({ title: `${title} ${days}`, count: fileRowCount(state), noun: ['row', 'rows'], format });
    abort.current = new AbortController();
    setProgress('Writing…');
    // First: browsers open the save dialog only directly from a click.
    const to = await saveFile(name, fileTypes[format]);
    if (!to) return end();
    try {
      if (isOneProduct && report.joined.includes('ClientName') && !isForbidden) {
        const numbers = await clientNumbers();
        await loadNames(queries, { merchant, product }, numbers, setProgress);
      }
      setProgress('Loading reasons and the names of codes…');
      setJob({ choices, picked, to, name });
    } catch (error) {
      fail(error, to);
    }
  };

  // Reads the latest render, whose names have been joined.
  const write = useEffectEvent(async ({ choices, picked, to, name }: Job) => {
    const { format, decimal, dates, byteOrderMark, hasCodes, hasHeading } = choices;
    const signal = abort.current?.signal;
    try {
      await joinsApplied(source);
      signal?.throwIfAborted();
      setProgress('Writing…');
      const nameOf = (clientNumber: string | null) => (isOneProduct ? nameOfClient(clientNumber) : undefined);
      const rows =
        by.length > 0
          ? await groupedRows(source, { by, sort, nameOf })
          : { columns: await reportFileColumns(report, source, picked, labelOfCode, changedText, hasCodes) };
      const at = businessNow();
      const about =
        format === 'xlsx' || hasHeading
          ? aboutOf({ report, range, state, merchant, product, fields, by, at })
          : undefined;
      await recordInAudit(merchant, {
        Action: 'export',
        What: report.title,
        Format: format,
        Records: fileRowCount(state),
        Product: product,
      });
      const options: ExportOptions = { format, decimal, dates, byteOrderMark, about, ...rows };
      end({ result: await source.exportTo(options, to, signal), name });
    } catch (error) {
      fail(error, to);
    }
  });
  const isReady = job !== undefined && !reasons.isLoading && !creators.isLoading && !isLoadingLabels;
  useEffect(() => {
    if (!job || !isReady) return;
    setJob(undefined);
    void write(job);
  }, [job, isReady]);
  return { write: begin, stop: () => abort.current?.abort(), done, progress };
}
