import { useState } from 'react';
import { isSent, type RowState, type SendResults } from '#answers/send/results.ts';
import { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Run, useRun } from '#console/domain/outbox/run.ts';
import { sendRows, takesMany, unsentRow, type BatchRow } from '#console/domain/outbox/send-rows.ts';
import { useUnanswered } from '#console/domain/outbox/use-write.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { inContractOrder, type Planned } from './plan.ts';

export interface QueueRow extends BatchRow {
  it: MoneyItem;
  key: string;
  /** The rows of its last call. */
  sentWith?: readonly QueueRow[];
  /** It could not be read again, and is sent without. */
  isUnread?: boolean;
}

/** The changed items among `items`, by their keys. @throws CallError, or the signal's reason */
type Look = (items: readonly MoneyItem[], signal: AbortSignal) => Promise<ReadonlyMap<string, MoneyItem>>;

/** Edits per call; a cancel takes one instalment (docs/interface.md, Instalments). */
const chunk = 200;

/**
 * Sends changes one call after the other. Without an answer sending stops, and begins with the same call again. Only refused rows
 * are corrected and resent.
 *
 * @param look before each call. What another person changed meanwhile is refused, and replaced only if it is sent again
 */
export function useQueue(
  operation: MoneyItemResource['edit'] | NonNullable<MoneyItemResource['cancel']>,
  planned: readonly Planned[],
  look?: { changed: Look; text: (now: MoneyItem) => string },
) {
  const { merchant, product } = useTenant();
  // Mutated: copying 20,000 rows for each response would be too slow.
  const [rows] = useState(() =>
    planned.flatMap(({ it, key, item }): QueueRow[] => (item ? [{ ...unsentRow(item), it, key }] : [])),
  );
  const [order] = useState(() => (look ? inContractOrder(rows) : rows));
  const [, render] = useState(0);
  const [run] = useState(() => new Run());
  const [importId] = useState(() => crypto.randomUUID());
  const { doing, work } = useRun(run);
  const unanswered = useUnanswered();

  const rerender = () => render((count) => count + 1);
  const having = (state: RowState): QueueRow[] => rows.filter((it) => it.state === state);
  const mark = (some: readonly QueueRow[], result: (at: number) => Partial<BatchRow>) => {
    for (const [at, row] of some.entries()) Object.assign(row, result(at));
    rerender();
  };
  const refuse = (row: QueueRow, Message: string, fields: Partial<QueueRow>) =>
    Object.assign(row, { state: 'refused', faults: [{ Code: '', Message }], ...fields });
  /** Those whose values are still as in their rows; none after a stop. */
  const unchanged = async (next: readonly QueueRow[]): Promise<QueueRow[]> => {
    const known = next.filter((it) => !it.isUnread);
    if (!look || known.length === 0) return [...next];
    try {
      const changed = await look.changed(
        known.map((it) => it.it),
        run.signal,
      );
      for (const row of known) {
        const now = changed.get(row.key);
        // From now on it is compared with what the person has seen.
        if (now) refuse(row, look.text(now), { it: now });
      }
    } catch (error) {
      if (!(error instanceof CallError) && !run.isStopped) throw error;
      for (const row of run.isStopped ? [] : known)
        refuse(row, 'It could not be checked whether it has changed since.', { isUnread: true });
    }
    const left = next.filter((it) => it.state !== 'refused');
    if (!run.isStopped) return left;
    mark(left, () => ({ state: 'unsent' }));
    return [];
  };
  const send = () =>
    work(() =>
      run.start({
        next: async () => {
          const before = order.find((it) => it.state === 'unknown')?.sentWith;
          if (before) return before;
          while (!run.isStopped) {
            const some = order.filter((it) => it.state === 'unsent').slice(0, takesMany(operation) ? chunk : 1);
            if (some.length === 0) return undefined;
            mark(some, () => ({ state: 'sending' }));
            const next = await unchanged(some);
            if (next.length > 0) return next;
          }
          return undefined;
        },
        send: async (next) => {
          const call = await sendRows(operation, { merchant, product }, next, {
            imported: { id: importId },
            unanswered,
            signal: run.signal,
          });
          for (const row of next) row.sentWith = next;
          mark(next, (at) => call.rows[at] ?? { state: 'unknown' });
          return call.isEnd || next.some(({ state }) => state === 'unknown');
        },
      }),
    );
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
