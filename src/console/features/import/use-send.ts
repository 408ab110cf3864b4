import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTenant } from '../../api/tenant.ts';
import { readBack, sendSteps, type Step } from '../../domain/write/steps.ts';
import type { Import } from '../../import-engine/client.ts';
import type { Item, Problem } from '../../import-engine/rows.ts';
import type { RowState, Summary } from '../../import-engine/summary.ts';
import { faultText } from '../../kit/outcome/fault-text.ts';
import { lookedUp, unconfirmedAbout } from '../../session/unconfirmed.ts';
import type { Kind } from './kinds.ts';

/** Rows of one call: a service answers that many in about a second, so that progress is seen and a stop is soon. */
const chunk = 250;

const states: Record<Step['state'], RowState> = {
  waiting: 'unsent',
  sending: 'unknown',
  done: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
};

const stepOf = (item: Item): Step => ({ item, state: 'waiting', faults: [], received: [], records: [] });

const saidOf = (step: Pick<Step, 'faults' | 'state'>): Problem[] => {
  if (step.state !== 'refused') return [];
  const said = step.faults.map((it) => ({ fieldName: it.Field, message: faultText({ ...it, Field: undefined }) }));
  return said.length > 0 ? said : [{ message: 'Refused without a reason.' }];
};

/**
 * Sends the rows of an import, call after call. Each call is taken down with its key before it goes; after a lost answer
 * nothing more goes until the rows in question were looked up.
 */
export function useSend(kind: Kind, { session, run }: Import, onSummary: (summary: Summary) => void) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  const [doing, setDoing] = useState<'nothing' | 'sending' | 'checking'>('nothing');
  const [isChecked, setChecked] = useState(false);
  const isStopped = useRef(false);
  const cleared = useRef(new Set<string>());
  const steps = useRef(new Map<number, Step>());
  useEffect(() => () => void (isStopped.current = true), []);

  const settle = async (rows: readonly { at: number }[], results: readonly Pick<Step, 'state' | 'faults'>[]) => {
    const settled = rows.map(({ at }, index) => {
      const result = results[index] ?? { state: 'unknown', faults: [] };
      return { at, state: states[result.state], said: saidOf(result) };
    });
    onSummary(await run.settle(settled));
    await session.keepStates();
  };
  const work = async (what: 'sending' | 'checking', act: () => Promise<void>) => {
    isStopped.current = false;
    setDoing(what);
    try {
      await act();
    } finally {
      setDoing('nothing');
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(merchant) });
    }
  };
  const send = async () => {
    for (let isEnd = false; !isEnd && !isStopped.current;) {
      const rows = await run.next(chunk);
      if (rows.length === 0) return;
      // Whatever happens from here on, nobody will take them for unsent.
      await session.keepStates();
      const sent = rows.map(({ item }) => stepOf(item));
      const answer = await sendSteps(kind.operation, { merchant, product }, sent, cleared.current);
      isEnd = answer.isEnd || answer.results.every((it) => it.state === 'waiting');
      for (const [index, { at }] of rows.entries())
        steps.current.set(at, { ...(sent[index] as Step), ...answer.results[index], records: answer.records });
      await settle(rows, answer.results);
    }
  };
  const check = async () => {
    setChecked(true);
    const rows = await run.unknown();
    const tenant = { merchant, product };
    const unknown: Step[] = [];
    for (const { at, item } of rows) {
      const step = steps.current.get(at) ?? stepOf(item);
      const records = step.records.length > 0 ? step.records : unconfirmedAbout(kind.operation, tenant, item);
      // Of one that went in an earlier visit nothing may be left but the row itself.
      const asked = records.length > 0 ? records : [await lookedUp(kind.operation, tenant, item)];
      unknown.push({ ...step, records: asked });
    }
    const found = await readBack(kind.operation, unknown, cleared.current);
    await settle(
      rows,
      found.map((state) => ({ state, faults: [] })),
    );
  };
  return {
    doing,
    /** Looked up, and some could not be told. */
    isChecked,
    send: () => work('sending', send),
    check: () => work('checking', check),
    /** The person has looked, and wants them to go again. */
    release: () =>
      work('checking', async () => {
        const rows = await run.unknown();
        for (const { item } of rows)
          for (const { key } of unconfirmedAbout(kind.operation, { merchant, product }, item)) cleared.current.add(key);
        await settle(
          rows,
          rows.map(() => ({ state: 'waiting', faults: [] })),
        );
      }),
    stop: () => void (isStopped.current = true),
  };
}
