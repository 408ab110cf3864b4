import { useEffect, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { useRun } from '#console/domain/outbox/run.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { ImportKind } from './kinds.ts';
import { ImportSending } from './sending.ts';

/** Between summaries: a summary of many rows takes as long as sending some. */
const summaryEveryMs = 300;

export function useSend(kind: ImportKind, session: Import, onSummary: (summary: SheetSummary) => void) {
  const { merchant, product } = useTenant();
  const [clientsUnknown, setClientsUnknown] = useState(0);
  const [sending] = useState(() => new ImportSending(kind, { merchant, product }, session));
  useEffect(() => () => sending.leave(), [sending]);
  const refresh = async () => onSummary(await session.run.summary());
  const { doing, setDoing, work } = useRun<'tryingAgain' | 'pausing'>(sending, async () => {
    await refresh();
    setClientsUnknown(sending.clientsUnknown);
  });
  const send = async (most?: number) => {
    let summedUpAt = 0;
    await sending.send(async (isTryingAgain) => {
      setDoing((now) => (now === 'pausing' ? now : isTryingAgain ? 'tryingAgain' : 'sending'));
      if (performance.now() - summedUpAt < summaryEveryMs) return;
      await refresh();
      summedUpAt = performance.now();
    }, most);
  };
  return {
    doing,
    clientsUnknown,
    /** First what has no answer. @param most number of rows; all by default */
    send: (most?: number) => work(() => send(most)),
    stop: () => {
      sending.stop();
      setDoing('pausing');
    },
  };
}
