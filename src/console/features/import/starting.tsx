import { useEffect, useEffectEvent } from 'react';
import type { Import } from '#console/import-engine/client.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import { Skeletons } from '#console/kit/ui/states.tsx';
import { useToday } from '#console/session/today.ts';
import type { SheetLayout } from './columns.tsx';
import type { Kind } from './kinds.ts';
import { columnsOf, headingsOf, sheetOfRecords } from './records.ts';
import { useCodes } from './use-codes.ts';

/** A sheet that comes from no file. */
export interface Start {
  name: string;
  /** What it is filled with; nothing for an empty one. */
  records?: readonly Readonly<Record<string, unknown>>[];
  /** What should be known of them. */
  note?: string;
  /** The records are stored: only what is changed in them is sent. */
  isEdit?: boolean;
}

interface Props {
  kind: Kind;
  runId: string;
  start: Start;
  session: Import;
  onBegin(layout: SheetLayout, summary: Summary): void;
}

/** Fills a sheet without a file, as soon as the codes are here by which cells are read. */
export function Starting({ kind: { operation }, runId, start, session, onBegin }: Props) {
  const today = useToday();
  const { codes, branches, isLoading } = useCodes(columnsOf(operation));
  const begin = useEffectEvent(async () => {
    const { name, records, isEdit = false } = start;
    const empty = { headings: headingsOf(columnsOf(operation)), columns: columnsOf(operation), rows: [] };
    const { headings, columns, rows } = records ? sheetOfRecords(operation, records, { codes }) : empty;
    const options = { today, dayOrder: 'day', codes, branches } as const;
    const run = { id: runId, name, headings, operation, columns, constants: {}, options };
    const summary = await session.session.start(run, rows, isEdit ? rows : undefined);
    onBegin({ headings, columns }, summary);
  });
  useEffect(() => {
    if (!isLoading) void begin();
  }, [isLoading]);
  return <Skeletons rows={8} />;
}
