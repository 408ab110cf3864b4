import { useRef, useState } from 'react';
import { isSent, type RowState, type SendResults } from '#console/api/send/results.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Run, useRun } from '#console/domain/write/run.ts';
import { readBack, sendRows, takesMany, unsentRow, type BatchRow } from '#console/domain/write/send-rows.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { Planned } from './plan.ts';

export interface QueueRow extends BatchRow {
  it: MoneyItem;
  key: string;
}

/** Edits per call; a cancel takes one instalment (docs/interface.md, Instalments). */
const chunk = 200;

/**
 * Sends changes one call after the other. After a lost response sending stops until its outcome is checked. Only
 * refused rows are corrected and resent.
 */
export function useQueue(
  operation: MoneyItemResource['edit'] | NonNullable<MoneyItemResource['cancel']>,
  planned: readonly Planned[],
) {
  const { merchant, product } = useTenant();
  // Mutated: copying 20,000 rows for each response would be too slow.
  const [rows] = useState(() => planned.flatMap(({ it, key, item }) => (item ? { ...unsentRow(item), it, key } : [])));
  const [, render] = useState(0);
  const [run] = useState(() => new Run());
  const [importId] = useState(() => crypto.randomUUID());
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
          const call = await sendRows(operation, { merchant, product }, next, cleared.current, { importId });
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
    /** Rows that are sent only after a further confirmation, with the reason by their key. */
    refuse: (reasons: ReadonlyMap<string, string>) => {
      const some = rows.filter((it) => reasons.has(it.key));
      mark(some, (at) => ({
        state: 'refused',
        faults: [{ Code: '', Message: reasons.get(some[at]?.key ?? '') ?? '' }],
      }));
    },
    /** Corrects a refused row for the next run. */
    correct: (row: QueueRow, fields: Record<string, unknown>) =>
      mark([row], () => ({ item: { ...row.item, ...fields } })),
    again: () => {
      mark(having('refused'), () => ({ state: 'unsent', faults: [] }));
      return send();
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
