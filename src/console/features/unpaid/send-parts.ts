import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError, isUnknown } from '#console/api/errors.ts';
import type { SendResult, SendResults } from '#console/api/send/results.ts';
import { isStale, useWrite } from '#console/domain/write/write.ts';
import { endedBy } from '#console/kit/outcome/outcome.tsx';
import type { Fields } from '#console/session/unconfirmed-fields.ts';
import type { Input } from '#contract/operations.ts';
import { itemOf, partsOf, resultOf, type Prepared, type RowResult } from './rows.ts';

/** Milliseconds for which a look at what others collected is fresh: about as long as one call may take. */
const freshMs = 10_000;

/** How far a run is, or how it ended. */
export interface Run {
  total: number;
  /** Rows that were answered for, or whose answer was lost. */
  sent: number;
  isRunning: boolean;
  /** Debits that were collected again while this page was open, which ended the run. */
  late: number;
  items: readonly Input<'instalmentCreate'>[];
  /** What the service said of each row that went. */
  results?: SendResults;
  error?: CallError;
}

const nothing: SendResults = { items: [], strays: [] };
const joined = (one: SendResults, other: SendResults): SendResults => ({
  items: [...one.items, ...other.items],
  strays: [...one.strays, ...other.strays],
});

/**
 * Sends new instalments part by part, each as a call of its own that is read back by itself when its answer is lost. The run
 * ends with the first part whose result is not known for certain, and with the first that somebody else was quicker with.
 *
 * @param about the contracts whose unanswered writes are shown
 * @param note told what became of rows, by key
 * @param look reads what others have collected meanwhile; says of a row whether that keeps it from going
 */
export function useSendParts<Row extends Prepared>(
  about: readonly Fields[],
  note: (results: ReadonlyMap<string, RowResult | undefined>) => void,
  look: () => Promise<(row: Row) => boolean>,
) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  // One reading after the last part, not after each.
  const write = useWrite('instalmentCreate', about, { isPart: () => isRunning.current });
  const [run, setRun] = useState<Run>();
  const [lastSent, setLastSent] = useState<readonly string[]>([]);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => void (isStopped.current = true);
  }, []);
  useEffect(() => {
    if (!run?.isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [run?.isRunning]);

  /** Sends a part. @returns what became of it; an error where the call ended without an answer */
  const sendPart = async (items: Input<'instalmentCreate'>[]): Promise<{ results: SendResults; error?: CallError }> => {
    try {
      return { results: (await write.mutateAsync(items)).results };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { results: endedBy(error, items as never), error };
    }
  };

  const send = async (going: readonly Row[]) => {
    const parts = partsOf(going);
    const state: Run = { total: going.length, sent: 0, isRunning: true, late: 0, items: [] };
    const tell = (fields: Partial<Run>) => setRun({ ...Object.assign(state, fields) });
    isStopped.current = false;
    isRunning.current = true;
    tell({});
    try {
      let checkedAt = -Infinity;
      let results = nothing;
      for (const [index, part] of parts.entries()) {
        if (isStopped.current) break;
        if (performance.now() - checkedAt > freshMs) {
          const isTaken = await look();
          checkedAt = performance.now();
          const late = parts.slice(index).flat().filter(isTaken).length;
          if (late > 0) {
            tell({ late });
            break;
          }
        }
        const items = part.map(itemOf);
        const keys = part.map((it) => it.unpaid.key);
        setLastSent(keys);
        const ended = await sendPart(items);
        const { error } = ended;
        results = joined(results, ended.results);
        const of = new Map(keys.map((key, at) => [key, resultFor(ended.results.items[at], error)]));
        // A call that was refused as a whole, or held up by another that has no answer, leaves its rows as they were.
        note(new Map([...of].filter(([, result]) => result !== undefined)));
        // Held up by another that has no answer, none of them went.
        const went = error?.kind === 'unconfirmed' ? 0 : part.length;
        tell({ sent: state.sent + went, items: [...state.items, ...items], results, error });
        if (error || [...of.values()].some((it) => it?.state === 'unknown')) break;
      }
    } finally {
      isRunning.current = false;
      tell({ isRunning: false });
      void client.invalidateQueries({ predicate: isStale });
    }
  };
  return { write, run, lastSent, send, stop: () => void (isStopped.current = true) };
}

function resultFor(result: SendResult | undefined, error: CallError | undefined): RowResult | undefined {
  if (!error) return result ? resultOf(result) : { state: 'unknown' };
  return isUnknown(error) && error.kind !== 'unconfirmed' ? { state: 'unknown' } : undefined;
}
