import { useEffect, useRef, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { ImportKind } from '../kinds.ts';
import { checkRows, type CheckResult } from './rows.ts';

export function useCheck(kind: ImportKind, session: Import, onSummary: (summary: SheetSummary) => void) {
  const { merchant, product } = useTenant();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [result, setResult] = useState<CheckResult & { isBeforeSending: boolean }>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    progress,
    result,
    stop: () => stopping.current?.abort(),
    forget: () => setResult(undefined),
    /** @param isBeforeSending the rows are sent next, if none would be refused */
    start: async (isBeforeSending = false) => {
      const { signal } = (stopping.current = new AbortController());
      setResult(undefined);
      setProgress({ done: 0, of: 1 });
      try {
        const onProgress = (done: number, of: number) => setProgress({ done, of });
        const checked = await checkRows(kind, { merchant, product }, session, onProgress, signal);
        setResult({ ...checked, isBeforeSending });
        return checked;
      } finally {
        onSummary(await session.run.summary());
        setProgress(undefined);
      }
    },
  };
}
