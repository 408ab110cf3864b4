import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { isStale } from '#console/domain/write/write.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { Summary } from '#console/import-engine/summary.ts';
import type { Kind } from './kinds.ts';
import { Sending } from './sending.ts';

/** Milliseconds between two looks at how far it is: to sum up many rows takes as long as to send some. */
const lookEvery = 300;

/** The sending of an import, as its page follows it. */
export function useSend(kind: Kind, session: Import, onSummary: (summary: Summary) => void) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'tryingAgain' | 'pausing' | 'checking'>('nothing');
  const [inconclusive, setInconclusive] = useState<{ alike: number }>();
  const [clientsUnknown, setClientsUnknown] = useState(0);
  const [sending] = useState(() => new Sending(kind, { merchant, product }, session));
  useEffect(() => () => sending.stop(), [sending]);

  const refresh = async () => onSummary(await session.run.summary());
  const work = async (what: 'sending' | 'checking', act: () => Promise<unknown>) => {
    setDoing(what);
    setInconclusive(undefined);
    try {
      await act();
    } finally {
      await refresh();
      setClientsUnknown(sending.clientsUnknown);
      setDoing('nothing');
      void client.invalidateQueries({ predicate: isStale });
    }
  };
  const send = async (most?: number) => {
    let lookedAt = 0;
    await sending.send(async (isTryingAgain) => {
      setDoing((now) => (now === 'pausing' ? now : isTryingAgain ? 'tryingAgain' : 'sending'));
      if (performance.now() - lookedAt < lookEvery) return;
      await refresh();
      lookedAt = performance.now();
    }, most);
  };
  return {
    doing,
    /** The service answered the check, and the results of some rows are unknown; of so many one of that day and amount is there. */
    inconclusive,
    /** New clients of whom it is not known whether they were added. */
    clientsUnknown,
    /** @param most how many rows; all without it */
    send: (most?: number) => work('sending', () => send(most)),
    check: () =>
      work('checking', async () => {
        if (await sending.check()) setInconclusive({ alike: sending.alikeCount });
      }),
    accept: () => work('checking', () => sending.accept()),
    release: () => work('checking', () => sending.release()),
    stop: () => {
      sending.stop();
      setDoing('pausing');
    },
  };
}
