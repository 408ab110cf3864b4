import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '#console/api/config.ts';
import { CallError, explain } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { ExistingItem } from '#console/import-engine/existing.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import { digestsOfRows, sentImports } from '#console/session/sent-imports.ts';
import { useToday } from '#console/session/today.ts';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import type { Kind } from '../kinds.ts';
import { repeatable } from '../repeat/rows.ts';
import { existingItems, withClients } from './read.ts';

/** Enough for a month's file; beyond, what the service has is compared alone. */
export const mostDigests = 20_000;

/** Whether a service accepts the same twice; clients and contracts have a number that only one can have. */
export const mayExist = ({ operation }: Kind): boolean => operation in repeatable;

/**
 * Finds the rows whose debit or payment is there already, or that an import of this browser has sent: asked again before each
 * sending, because others add records meanwhile.
 */
export function useExisting(
  kind: Kind,
  session: Import,
  { owner, runId }: { owner: string; runId: string },
  onSummary: (summary: Summary) => void,
) {
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const today = useToday();
  const queries = useQueryClient();
  const [isReading, setReading] = useState(false);
  /** Why what is there is not known. */
  const [problem, setProblem] = useState('');
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const sentBefore = async () => {
    const earlier = sentImports(owner).filter(({ id }) => id !== runId);
    if (earlier.length === 0) return [];
    const rows = await session.existing.texts('unsent', mostDigests);
    const digests = await digestsOfRows(rows.map(({ text }) => text));
    return rows.flatMap(({ at: row }, index) => {
      const one = earlier.find((it) => it.rows.has(digests[index] ?? ''));
      const by = one && `The import of ${minuteText(wallTime(timeZone, new Date(one.at)))} sent this already.`;
      return by === undefined ? [] : [{ at: row, by }];
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
      const sent = await sentBefore();
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
