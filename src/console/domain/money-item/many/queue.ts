import { useState } from 'react';
import type { RowState } from '#answers/send/results.ts';
import { CallError } from '#console/api/errors.ts';
import { resultsOfRows, takesMany, unsentRow, type BatchRow } from '#console/domain/outbox/send-rows.ts';
import { useRowCalls } from '#console/domain/outbox/use-row-calls.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { inContractOrder, type PlannedChange } from './plan.ts';

export interface QueueRow extends BatchRow {
  before: MoneyItem;
  key: string;
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
  planned: readonly PlannedChange[],
  look?: { changed: Look; text: (now: MoneyItem) => string },
) {
  const [rows] = useState(() =>
    planned.flatMap(({ before, key, item }): QueueRow[] => (item ? [{ ...unsentRow(item), before, key }] : [])),
  );
  const [order] = useState(() => (look ? inContractOrder(rows) : rows));
  const [, render] = useState(0);
  const [importId] = useState(() => crypto.randomUUID());
  const calls = useRowCalls<QueueRow>(operation, () => render((count) => count + 1), importId);
  const { run, mark } = calls;
  const refuse = (row: QueueRow, Message: string, fields: Partial<QueueRow>) =>
    Object.assign(row, { state: 'refused', faults: [{ Code: '', Message }], ...fields });
  /** Those whose values are still as in their rows; none after a stop. */
  const unchanged = async (next: readonly QueueRow[]): Promise<QueueRow[]> => {
    const known = next.filter((it) => !it.isUnread);
    if (!look || known.length === 0) return [...next];
    try {
      const changed = await look.changed(
        known.map((it) => it.before),
        run.signal,
      );
      for (const row of known) {
        const now = changed.get(row.key);
        // From now on it is compared with what the person has seen.
        if (now) refuse(row, look.text(now), { before: now });
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
    calls.send(order, async () => {
      while (!run.isStopped) {
        const some = order.filter((it) => it.state === 'unsent').slice(0, takesMany(operation) ? chunk : 1);
        if (some.length === 0) return undefined;
        mark(some, () => ({ state: 'sending' }));
        const next = await unchanged(some);
        if (next.length > 0) return next;
      }
      return undefined;
    });
  const counts: Record<RowState, number> = { unsent: 0, sending: 0, accepted: 0, refused: 0, unknown: 0 };
  for (const { state } of rows) counts[state] += 1;
  return {
    ...counts,
    rows: rows as readonly QueueRow[],
    isSending: calls.isSending,
    total: rows.length,
    sent: rows.length - counts.unsent - counts.sending,
    results: () => resultsOfRows(rows),
    stop: calls.stop,
    send,
    /** Corrects a refused row for the next run. */
    correct: (row: QueueRow, fields: Record<string, unknown>) =>
      mark([row], () => ({ item: { ...row.item, ...fields } })),
    again: () => {
      mark(
        rows.filter((it) => it.state === 'refused'),
        () => ({ state: 'unsent', faults: [] }),
      );
      return send();
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
