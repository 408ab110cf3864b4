import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../../contract/operation.ts';
import { CallError, explain, isUnknown } from '../../api/errors.ts';
import { allReasons, isAccepted, type SendResults, type SendState } from '../../api/send-results.ts';
import { useTenant, type Tenant } from '../../api/tenant.ts';
import { forget, type Unconfirmed } from '../../session/unconfirmed.ts';
import { verify } from '../write/verify.ts';
import { sendOnce } from '../write/write.ts';
import type { InstalmentResource } from './resource.ts';
import { keyOf, targetOf, type Instalment } from './totals.ts';

/** One instalment of the queue. */
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

async function cancel(
  name: InstalmentResource['cancel'],
  tenant: Tenant,
  { it }: Step,
  cleared: ReadonlySet<string>,
  onRecord: (records: readonly Unconfirmed[]) => void,
): Promise<Result> {
  try {
    const { results } = await sendOnce(name, tenant, targetOf(it), cleared, onRecord);
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
    if (isUnknown(error))
      return { state: 'unknown', faults: error.faults, received, isEnd: error.kind !== 'unconfirmed' };
    const said = error.faults.length > 0 ? error.faults : [{ Code: error.kind, Message: `${explain(error).title}.` }];
    return {
      state: 'refused',
      faults: said,
      received,
      isEnd: error.kind === 'notPermitted' || error.kind === 'signedOut',
    };
  }
}

/** Whether an instalment whose cancel got no answer is cancelled; what is not may be sent again, for nothing is cancelled twice. */
async function found(records: readonly Unconfirmed[], cleared: Set<string>): Promise<Step['state']> {
  try {
    const verdicts = await Promise.all(records.map(async (it) => (await verify(it))[0]?.verdict));
    const isThere = verdicts.includes('there');
    for (const { key } of records)
      if (isThere) forget(key);
      else cleared.add(key);
    return isThere ? 'done' : 'waiting';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return 'unknown';
  }
}

/** Cancels instalments one after the other, as the interface takes them, each accounted for; it can be stopped between two. */
export function useCancelQueue(resource: InstalmentResource, list: readonly Instalment[]) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  const [steps, setSteps] = useState(() =>
    list.map((it): Step => ({ it, key: keyOf(it), state: 'waiting', faults: [], received: [] })),
  );
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'reading'>('nothing');
  const isStopped = useRef(false);
  const records = useRef(new Map<string, readonly Unconfirmed[]>());
  const cleared = useRef(new Set<string>());
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
  const tenant = { merchant, product };
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
        const { isEnd = false, ...result } = await cancel(resource.cancel, tenant, step, cleared.current, (all) =>
          records.current.set(step.key, all),
        );
        mark(step.key, result);
        return isEnd;
      }),
    readBack: () =>
      work('reading', 'unknown', async (step) => {
        mark(step.key, { state: await found(records.current.get(step.key) ?? [], cleared.current) });
        return false;
      }),
  };
}
