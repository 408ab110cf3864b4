import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SendResults, SendState } from '#console/api/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { readBack, sendSteps, takesMany, type Step as SentStep } from '#console/domain/write/steps.ts';
import { isStale } from '#console/domain/write/write.ts';
import type { Instalment } from '../item.ts';
import type { InstalmentResource } from '../resource.ts';
import type { Planned } from './plan.ts';

/** One instalment on its way. */
export interface Step extends SentStep {
  it: Instalment;
  key: string;
}

/** Edits that go together; a cancel names one instalment (interface, Instalments). */
const chunk = 200;

const ends: Record<Step['state'], SendState> = {
  waiting: 'unknown',
  sending: 'unknown',
  done: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
};

const waitingFor = ({ it, key, item = {} }: Planned): Step => ({
  it,
  key,
  item,
  state: 'waiting',
  faults: [],
  received: [],
  records: [],
});

/**
 * Sends changes of many instalments, one call after the other, each row accounted for. It can be stopped between two calls;
 * after a lost answer nothing more goes until that was read back; only what was refused is corrected and goes again.
 */
export function useQueue(
  operation: InstalmentResource['edit'] | InstalmentResource['cancel'],
  rows: readonly Planned[],
) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  // Changed in place: a copy of twenty thousand steps for each answer would take the page's time.
  const [steps] = useState(() => rows.flatMap((it) => (it.item ? waitingFor(it) : [])));
  const [, draw] = useState(0);
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'reading'>('nothing');
  const isStopped = useRef(false);
  const cleared = useRef(new Set<string>());
  // Nothing more goes once the page is gone.
  useEffect(() => () => void (isStopped.current = true), []);

  const mark = (step: Step, result: Partial<Step>) => void Object.assign(step, result);
  const redraw = () => draw((count) => count + 1);
  const work = async (kind: 'sending' | 'reading', act: () => Promise<void>) => {
    isStopped.current = false;
    setDoing(kind);
    try {
      await act();
    } finally {
      setDoing('nothing');
      void client.invalidateQueries({ predicate: isStale });
    }
  };
  const run = async () => {
    for (let isEnd = false; !isEnd && !isStopped.current; redraw()) {
      const next = steps.filter((it) => it.state === 'waiting').slice(0, takesMany(operation) ? chunk : 1);
      if (next.length === 0) return;
      for (const step of next) mark(step, { state: 'sending' });
      redraw();
      const sending = await sendSteps(operation, { merchant, product }, next, cleared.current);
      isEnd = sending.isEnd;
      for (const [at, step] of next.entries())
        mark(step, { ...(sending.results[at] ?? { state: 'unknown' }), records: sending.records });
    }
  };
  const read = async () => {
    const unknown = steps.filter((it) => it.state === 'unknown');
    const { states } = await readBack(operation, unknown, cleared.current);
    for (const [at, step] of unknown.entries()) mark(step, { state: states[at] ?? 'unknown', faults: [] });
  };
  const counted = (state: Step['state']) => steps.reduce((sum, it) => sum + (it.state === state ? 1 : 0), 0);
  const [waiting, sending] = [counted('waiting'), counted('sending')];
  return {
    steps: steps as readonly Step[],
    doing,
    total: steps.length,
    sent: steps.length - waiting - sending,
    waiting,
    done: counted('done'),
    refused: counted('refused'),
    unknown: counted('unknown'),
    /** What became of those that were sent. */
    results: (): SendResults => ({
      items: steps
        .filter((it) => it.state !== 'waiting' && it.state !== 'sending')
        .map(({ item, state, faults, received }) => ({
          item,
          state: ends[state],
          reasons: state === 'done' ? [] : faults,
          received: state === 'done' ? [] : received,
        })),
      strays: [],
    }),
    stop: () => void (isStopped.current = true),
    run: () => work('sending', run),
    readBack: () => work('reading', read),
    /** Corrects what was refused; it goes with the next run. */
    correct: (step: Step, fields: Record<string, unknown>) => {
      mark(step, { item: { ...step.item, ...fields } });
      redraw();
    },
    /** Lets the refused ones go again. */
    again: () => {
      for (const step of steps) if (step.state === 'refused') mark(step, { state: 'waiting', faults: [] });
      return work('sending', run);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
