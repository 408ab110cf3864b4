import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../contract/operation.ts';
import { call } from '../api.ts';
import { CallError, explain } from '../errors.ts';
import { usePlace, type Place } from '../place.ts';
import type { InstalmentFamily } from './instalment-family.ts';
import { statusOf, targetOf, type Instalment } from './instalment-totals.ts';
import { isUnknown } from './read-back.tsx';
import { stageOf } from './statuses.ts';
import type { Written } from './tally.ts';
import { readAnew } from './use-read-back.ts';

/** One instalment of the queue; `key` makes its cancel safe to repeat where the service knows the header. */
export interface Step {
  it: Instalment;
  key: string;
  state: 'waiting' | 'sending' | 'done' | 'refused' | 'unknown';
  faults: Fault[];
}
type Result = Pick<Step, 'state' | 'faults'> & { isEnd?: boolean };

async function cancel(name: InstalmentFamily['cancel'], place: Place, { it, key }: Step): Promise<Result> {
  try {
    const { Successful, Failed } = await call(name, place, targetOf(it), { idempotencyKey: key });
    if (Failed[0]) return { state: 'refused', faults: Failed[0].Errors ?? [] };
    return { state: Successful.length > 0 ? 'done' : 'unknown', faults: [] };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // After a lost answer the rest waits: sending on into the same silence would only make more of them.
    if (isUnknown(error)) return { state: 'unknown', faults: [], isEnd: true };
    const said = error.faults.length > 0 ? error.faults : [{ Code: error.kind, Message: `${explain(error).title}.` }];
    return { state: 'refused', faults: said, isEnd: error.kind === 'notPermitted' || error.kind === 'signedOut' };
  }
}

/** Whether an instalment whose cancel got no answer is cancelled; what still stands may be sent again. */
async function found(name: InstalmentFamily['list'], place: Place, { it }: Step): Promise<Step['state']> {
  try {
    const [now] = await readAnew(name, place, targetOf(it));
    if (!now) return 'unknown';
    return stageOf(statusOf(now)) === 'cancelled' ? 'done' : 'waiting';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return 'unknown';
  }
}

/** Cancels instalments one after the other, as the interface takes them, each accounted for; it can be stopped between two. */
export function useCancelQueue(family: InstalmentFamily, list: readonly Instalment[]) {
  const { merchant, product } = usePlace();
  const client = useQueryClient();
  const [steps, setSteps] = useState(() =>
    list.map((it): Step => ({ it, key: crypto.randomUUID(), state: 'waiting', faults: [] })),
  );
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'reading'>('nothing');
  const isStopped = useRef(false);
  // Nothing more goes once the page is gone.
  useEffect(() => () => void (isStopped.current = true), []);

  const mark = (key: string, result: Partial<Step>) =>
    setSteps((before) => before.map((step) => (step.key === key ? { ...step, ...result } : step)));
  const work = async (kind: 'sending' | 'reading', of: Step['state'], act: (step: Step) => Promise<boolean>) => {
    isStopped.current = false;
    setDoing(kind);
    try {
      for (const step of steps.filter((it) => it.state === of)) {
        if (isStopped.current) break;
        if (await act(step)) break;
      }
    } finally {
      setDoing('nothing');
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(merchant) });
    }
  };
  const place = { merchant, product };
  const sent = steps.filter((it) => it.state !== 'waiting' && it.state !== 'sending');
  const written: Written = {
    Successful: sent.filter((it) => it.state === 'done').map((it) => it.it),
    Failed: sent.filter((it) => it.state === 'refused').map(({ it, faults }) => ({ ...it, Errors: faults })),
    api: { CallSequence: 0, Status: '', Version: '', Name: '' },
  };
  return {
    steps,
    doing,
    written,
    sent: sent.length,
    waiting: steps.filter((it) => it.state === 'waiting').length,
    unknown: sent.filter((it) => it.state === 'unknown').length,
    stop: () => void (isStopped.current = true),
    run: () =>
      work('sending', 'waiting', async (step) => {
        mark(step.key, { state: 'sending' });
        const { isEnd = false, ...result } = await cancel(family.cancel, place, step);
        mark(step.key, result);
        return isEnd;
      }),
    readBack: () =>
      work('reading', 'unknown', async (step) => {
        mark(step.key, { state: await found(family.list, place, step) });
        return false;
      }),
  };
}
