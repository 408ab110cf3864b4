import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError, explain } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useToday } from '#console/session/today.ts';
import { minuteText } from '#rules/day-text.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { ExistingItem } from '#sheet-engine/existing.ts';
import { idOfImport } from '#sheet-engine/store.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { ImportKind } from '../kinds.ts';
import { repeatable } from '../repeat/rows.ts';
import { existingItems, withClients } from './read.ts';

/** Enough for a month's file; beyond, what the service has is compared alone. */
const mostItems = 20_000;

/** Whether a service accepts the same twice; clients and contracts have a number that only one can have. */
export const mayExist = ({ operation }: ImportKind): boolean => operation in repeatable;

/**
 * Finds the rows whose debit or payment is there already, or that another import has sent: asked again before each
 * sending, because others add records meanwhile.
 */
export function useExisting(
  kind: ImportKind,
  session: Import,
  runId: string,
  onSummary: (summary: SheetSummary) => void,
) {
  const { merchant, product } = useTenant();
  const today = useToday();
  const queries = useQueryClient();
  const [isReading, setReading] = useState(false);
  /** Why what is there is not known. */
  const [problem, setProblem] = useState('');
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const sentBefore = async (signal: AbortSignal) => {
    const rows = await session.existing.texts(mostItems);
    const body = { Import: idOfImport(runId), Items: rows.map(({ text }) => text) };
    const { Sent } = await callExtension('importSentBefore', { merchant, product }, { body, signal });
    return Sent.flatMap(({ Item, At }) => {
      const row = rows[Item];
      return row ? [{ at: row.at, by: `The import of ${minuteText(At)} sent this already.` }] : [];
    });
  };
  const read = async () => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    setReading(true);
    setProblem('');
    const failed = (error: unknown) => {
      if (!signal.aborted)
        setProblem(error instanceof CallError ? explain(error).title : 'The records could not be compared');
    };
    try {
      const range = await session.existing.range();
      if (!range) return;
      const tenant = { merchant, product };
      const sent = await sentBefore(signal).catch((error: unknown) => (failed(error), []));
      let items: ExistingItem[] = [];
      try {
        const found = await existingItems(kind, tenant, { range, today, signal });
        items = await withClients(found, await session.existing.unnumbered(found), tenant, queries);
      } catch (error) {
        failed(error);
      }
      if (signal.aborted) return;
      await session.existing.know(items, sent);
      const summary = await session.run.summary();
      if (!signal.aborted) onSummary(summary);
    } catch (error) {
      failed(error);
    } finally {
      if (!signal.aborted) setReading(false);
    }
  };
  return { isReading, problem, read };
}
