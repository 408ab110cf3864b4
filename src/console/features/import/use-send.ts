import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { useRun } from '#console/domain/write/run.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import type { Kind } from './kinds.ts';
import { Sending } from './sending.ts';

/** Milliseconds between two summaries: summing up many rows takes as long as sending some. */
const summaryEvery = 300;

/** The sending of an import and its state, for its page. */
export function useSend(kind: Kind, session: Import, onSummary: (summary: Summary) => void) {
  const { merchant, product } = useTenant();
  const [inconclusive, setInconclusive] = useState<{ alike: number }>();
  const [clientsUnknown, setClientsUnknown] = useState(0);
  const [sending] = useState(() => new Sending(kind, { merchant, product }, session));
  const { doing, setDoing, work } = useRun<'tryingAgain' | 'pausing'>(sending);

  const refresh = async () => onSummary(await session.run.summary());
  const settled = (what: 'sending' | 'checking', act: () => Promise<unknown>) =>
    work(what, async () => {
      setInconclusive(undefined);
      try {
        await act();
      } finally {
        await refresh();
        setClientsUnknown(sending.clientsUnknown);
      }
    });
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
    /** The service answered the check, and some rows are still unknown; `alike` of them have one of their day and amount. */
    inconclusive,
    /** New clients whose outcome is unknown. */
    clientsUnknown,
    /** @param most how many rows; all without it */
    send: (most?: number) => settled('sending', () => send(most)),
    check: () =>
      settled('checking', async () => {
        if (await sending.check()) setInconclusive({ alike: sending.alikeCount });
      }),
    accept: () => settled('checking', () => sending.accept()),
    release: () => settled('checking', () => sending.release()),
    stop: () => {
      sending.stop();
      setDoing('pausing');
    },
  };
}
