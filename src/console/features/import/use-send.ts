import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { useRun } from '#console/domain/write/run.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import type { Kind } from './kinds.ts';
import { Sending } from './sending.ts';

/** Milliseconds between summaries: a summary of many rows takes as long as sending some. */
const summaryEvery = 300;

export function useSend(kind: Kind, session: Import, onSummary: (summary: Summary) => void) {
  const { merchant, product } = useTenant();
  const [inconclusive, setInconclusive] = useState<{ alike: number }>();
  const [clientsUnknown, setClientsUnknown] = useState(0);
  const [sending] = useState(() => new Sending(kind, { merchant, product }, session));
  const refresh = async () => onSummary(await session.run.summary());
  const { doing, setDoing, work } = useRun<'tryingAgain' | 'pausing'>(sending, async () => {
    await refresh();
    setClientsUnknown(sending.clientsUnknown);
  });
  const begin = (what: 'sending' | 'checking', act: () => Promise<unknown>) => {
    setInconclusive(undefined);
    return work(what, act);
  };
  const send = async (most?: number) => {
    let summedUpAt = 0;
    await sending.send(async (isTryingAgain) => {
      setDoing((now) => (now === 'pausing' ? now : isTryingAgain ? 'tryingAgain' : 'sending'));
      if (performance.now() - summedUpAt < summaryEvery) return;
      await refresh();
      summedUpAt = performance.now();
    }, most);
  };
  return {
    doing,
    /** The check was answered and some rows are still unknown; `alike` of them match a record by day and amount. */
    inconclusive,
    clientsUnknown,
    /** @param most number of rows; all by default */
    send: (most?: number) => begin('sending', () => send(most)),
    check: () =>
      begin('checking', async () => {
        if (await sending.check()) setInconclusive({ alike: sending.alikeCount });
      }),
    accept: () => begin('checking', () => sending.accept()),
    release: () => begin('checking', () => sending.release()),
    stop: () => {
      sending.stop();
      setDoing('pausing');
    },
  };
}
