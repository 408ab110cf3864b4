import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { WriteName } from '#contract/operations.ts';
import { Run, useRun } from './run.ts';
import { sendRows, type BatchRow, type CallResult } from './send-rows.ts';
import { useUnanswered } from './use-write.ts';

/**
 * Sends rows in calls, one after the other. Without an answer it stops, and begins with the same call again.
 * @param onChange called when rows have changed, after a call with its result
 * @param importId of all its calls
 */
export function useRowCalls<Row extends BatchRow>(
  name: WriteName,
  onChange: (call?: CallResult) => void,
  importId?: string,
) {
  const { merchant, product } = useTenant();
  const [run] = useState(() => new Run());
  const [sentWith] = useState(() => new WeakMap<Row, readonly Row[]>());
  const { doing, work } = useRun(run);
  const unanswered = useUnanswered();
  /** Changes rows in place: copying 20,000 of them for each answer would be too slow. */
  const mark = (rows: readonly Row[], fields: (at: number) => Partial<Row>, call?: CallResult) => {
    for (const [at, row] of rows.entries()) Object.assign(row, fields(at));
    onChange(call);
  };
  return {
    run,
    isSending: doing === 'sending',
    mark,
    /** @param next the rows of the next call, after the previous one; `undefined` ends the run */
    send: (rows: readonly Row[], next: (previous?: CallResult) => Promise<readonly Row[] | undefined>) =>
      work(async () => {
        let call: CallResult | undefined;
        await run.start<readonly Row[]>({
          next: () => {
            const unknown = rows.find((it) => it.state === 'unknown');
            return (unknown && sentWith.get(unknown)) ?? next(call);
          },
          send: async (part) => {
            const isRepeat = part.some((it) => it.state === 'unknown');
            for (const row of part) sentWith.set(row, part);
            const { rows: results, isEnd } = (call = await sendRows(name, { merchant, product }, part, {
              ...(importId !== undefined && {
                imported: { id: importId, isEnd: rows.every(({ state }) => state !== 'unsent') },
              }),
              unanswered,
              signal: run.signal,
            }));
            const resultAt = (at: number): Partial<BatchRow> => results[at] ?? { state: 'unknown' };
            // What could not be asked about is as unknown as before.
            const fieldsAt = (at: number) => (isRepeat && resultAt(at).state === 'unsent' ? {} : resultAt(at));
            mark(part, (at) => fieldsAt(at) as Partial<Row>, call);
            return isEnd || part.some(({ state }) => state === 'unknown');
          },
        });
      }),
    stop: () => run.stop(),
  };
}
