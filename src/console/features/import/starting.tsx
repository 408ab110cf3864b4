import { useEffect, useEffectEvent } from 'react';
import { useToday } from '#console/session/today.ts';
import { Skeletons } from '#kit/ui/states.tsx';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { SheetLayout } from './columns.tsx';
import type { ImportKind } from './kinds.ts';
import { sheetColumns, headingsOf, sheetOfRecords } from './records.ts';
import { useCodes } from './use-codes.ts';

/** A sheet without a file. */
export interface Start {
  name: string;
  /** Initial rows; without them the sheet is empty. */
  records?: readonly Readonly<Record<string, unknown>>[];
  note?: string;
  /** The records exist: only changed fields are sent. */
  isEdit?: boolean;
}

interface Props {
  kind: ImportKind;
  runId: string;
  start: Start;
  session: Import;
  onBegin(layout: SheetLayout, summary: SheetSummary): void;
}

/** Creates a sheet without a file once the lookups have loaded. */
export function Starting({ kind: { operation }, runId, start, session, onBegin }: Props) {
  const today = useToday();
  const { codes, branches, isLoading } = useCodes(sheetColumns(operation));
  const begin = useEffectEvent(async () => {
    const { name, records, isEdit = false } = start;
    const empty = { headings: headingsOf(sheetColumns(operation)), columns: sheetColumns(operation), rows: [] };
    const { headings, columns, rows } = records ? sheetOfRecords(operation, records, { codes }) : empty;
    const options = { today, dayOrder: 'day', codes, branches } as const;
    const run = { id: runId, name, headings, operation, columns, constants: {}, options };
    const summary = await session.session.start(run, rows, isEdit ? { before: rows } : {});
    onBegin({ headings, columns }, summary);
  });
  useEffect(() => {
    if (!isLoading) void begin();
  }, [isLoading]);
  return <Skeletons rows={8} />;
}
