import { useRef, useState } from 'react';
import { isSent, type RowState, type SendResults } from '#console/api/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Run, useRun } from '#console/domain/write/run.ts';
import { readBack, sendRows, takesMany, unsentRow, type BatchRow } from '#console/domain/write/send-rows.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { Planned } from './plan.ts';

/** One item to be sent. */
export interface QueueRow extends BatchRow {
  it: MoneyItem;
  key: string;
}

/** Edits of one call; a cancel takes one instalment (interface, Instalments). */
const chunk = 200;

/**
 * Sends changes of many items, one call after the other. After a lost answer nothing more is sent until that was read
 * back; only refused rows are corrected and sent again.
 */
export function useQueue(
  operation: MoneyItemResource['edit'] | NonNullable<MoneyItemResource['cancel']>,
  planned: readonly Planned[],
) {
  const { merchant, product } = useTenant();
  // Changed in place: copying twenty thousand rows for each answer would take too long.
  const [rows] = useState(() => planned.flatMap(({ it, key, item }) => (item ? { ...unsentRow(item), it, key } : [])));
  const [, render] = useState(0);
  const [run] = useState(() => new Run());
  const { doing, work } = useRun(run);
  const cleared = useRef(new Set<string>());

  const rerender = () => render((count) => count + 1);
  const having = (state: RowState): QueueRow[] => rows.filter((it) => it.state === state);
  const mark = (some: readonly QueueRow[], result: (at: number) => Partial<BatchRow>) => {
    for (const [at, row] of some.entries()) Object.assign(row, result(at));
    rerender();
  };
  const send = () =>
    work('sending', () =>
      run.start({
        next: () => {
          const next = having('unsent').slice(0, takesMany(operation) ? chunk : 1);
          mark(next, () => ({ state: 'sending' }));
          return next.length > 0 ? next : undefined;
        },
        send: async (next) => {
          const call = await sendRows(operation, { merchant, product }, next, cleared.current);
          mark(next, (at) => ({ ...(call.rows[at] ?? { state: 'unknown' }), records: call.records }));
          return call.isEnd;
        },
      }),
    );
  const check = async () => {
    const unknown = having('unknown');
    const { states } = await readBack(operation, unknown, cleared.current);
    mark(unknown, (at) => ({ state: states[at] ?? 'unknown', faults: [] }));
  };
  const counts: Record<RowState, number> = { unsent: 0, sending: 0, accepted: 0, refused: 0, unknown: 0 };
  for (const { state } of rows) counts[state] += 1;
  return {
    ...counts,
    rows: rows as readonly QueueRow[],
    doing,
    total: rows.length,
    sent: rows.length - counts.unsent - counts.sending,
    /** The outcomes of the rows that were sent. */
    results: (): SendResults => ({
      items: rows.filter(isSent).map(({ item, state, faults, received }) => ({
        item,
        state,
        reasons: state === 'accepted' ? [] : faults,
        received: state === 'accepted' ? [] : received,
      })),
      strays: [],
    }),
    stop: () => run.stop(),
    send,
    readBack: () => work('checking', check),
    /** Corrects a refused row, which is sent with the next run. */
    correct: (row: QueueRow, fields: Record<string, unknown>) =>
      mark([row], () => ({ item: { ...row.item, ...fields } })),
    /** Sends the refused rows again. */
    again: () => {
      mark(having('refused'), () => ({ state: 'unsent', faults: [] }));
      return send();
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
