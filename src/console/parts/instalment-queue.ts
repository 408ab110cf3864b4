import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../contract/operation.ts';
import { call } from '../api.ts';
import { CallError, explain } from '../errors.ts';
import { allReasons, isAccepted, type SendResults, type SendState } from '../send-results.ts';
import { usePlace, type Place } from '../place.ts';
import type { InstalmentFamily } from './instalment-family.ts';
import { statusOf, targetOf, type Instalment } from './instalment-totals.ts';
import { isUnknown } from './read-back.tsx';
import { stageOf } from './statuses.ts';
import { readAnew } from './use-read-back.ts';

/** One instalment of the queue; `key` makes its cancel safe to repeat where the service knows the header. */
export interface Step {
  it: Instalment;
  key: string;
  state: 'waiting' | 'sending' | 'done' | 'refused' | 'unknown';
  faults: Fault[];
  /** What was said about it, as it came. */
  received: readonly unknown[];
}
type Result = Pick<Step, 'state' | 'faults' | 'received'> & { isEnd?: boolean };

const ends: Record<Step['state'], SendState> = {
  waiting: 'unknown',
  sending: 'unknown',
  done: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
};

async function cancel(name: InstalmentFamily['cancel'], place: Place, { it, key }: Step): Promise<Result> {
  try {
    const { results } = await call(name, place, targetOf(it), { idempotencyKey: key });
    const { items, strays } = results;
    const isRefused = items.every(({ state }) => state === 'refused');
    return {
      state: isAccepted(results) ? 'done' : isRefused ? 'refused' : 'unknown',
      faults: allReasons(results),
      received: [...items.flatMap((item) => item.received), ...strays.map((stray) => stray.received)],
    };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // After a lost answer the rest waits: sending on into the same silence would only make more of them.
    const received = error.body === undefined ? [] : [error.body];
    if (isUnknown(error)) return { state: 'unknown', faults: error.faults, received, isEnd: true };
    const said = error.faults.length > 0 ? error.faults : [{ Code: error.kind, Message: `${explain(error).title}.` }];
    return {
      state: 'refused',
      faults: said,
      received,
      isEnd: error.kind === 'notPermitted' || error.kind === 'signedOut',
    };
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
    list.map((it): Step => ({ it, key: crypto.randomUUID(), state: 'waiting', faults: [], received: [] })),
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
  const results: SendResults = {
    items: sent.map(({ it, state, faults, received }) => ({
      item: { ...it },
      state: ends[state],
      reasons: state === 'done' ? [] : faults,
      received: state === 'done' ? [] : received,
    })),
    strays: [],
  };
  return {
    steps,
    doing,
    results,
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
