import { useState } from 'react';
import type { SendResult, SendResults } from '#answers/send/results.ts';
import { CallError, isUnknown } from '#console/api/errors.ts';
import { Run, useRun } from '#console/domain/outbox/run.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { endedBy } from '#console/kit/outcome/outcome.tsx';
import type { Input } from '#contract/operations.ts';
import { itemOf, partsOf, type Prepared, type RowOutcome } from './rows.ts';

/** Milliseconds for which a check for later collections is valid: about one call. */
const freshMs = 10_000;

export interface Round {
  total: number;
  /** Rows sent, answered or not. */
  sent: number;
  /** Keys of debits collected again while this page was open, which ended the run. */
  late: readonly string[];
  items: readonly Input<'instalmentCreate'>[];
  results: SendResults;
  error?: CallError;
}

function outcomeOf(result: SendResult | undefined, error: CallError | undefined): RowOutcome | undefined {
  if (error) return isUnknown(error) ? { state: 'unknown', reasons: [] } : undefined;
  return result ?? { state: 'unknown', reasons: [] };
}

/**
 * Sends new instalments in batches of one call each. The run ends after a batch with an unknown outcome, which is sent again first,
 * as it was, or when another person has collected one of the debits.
 * @param onOutcomes called with outcomes by row key
 * @param look checks for later collections; returns for each row whether it must not be sent
 */
export function useSendParts<Row extends Prepared>(
  onOutcomes: (outcomes: ReadonlyMap<string, RowOutcome>) => void,
  look: () => Promise<(row: Row) => boolean>,
) {
  const [run] = useState(() => new Run());
  const { doing, work } = useRun(run);
  const isSending = doing === 'sending';
  const write = useWrite('instalmentCreate', run);
  const [round, setRound] = useState<Round>();
  const [last, setLast] = useState<readonly Row[]>([]);
  const sendPart = async (items: Input<'instalmentCreate'>[]): Promise<{ results: SendResults; error?: CallError }> => {
    try {
      return { results: (await write.mutateAsync(items)).results };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { results: endedBy(error, items as never), error };
    }
  };

  /** @param first the batch without an answer, as it was sent */
  const send = (rows: readonly Row[], first?: readonly Row[]) =>
    work(async () => {
      const parts = [...(first ? [first] : []), ...partsOf(rows)];
      let checkedAt = -Infinity;
      let now: Round = { total: parts.flat().length, sent: 0, late: [], items: [], results: { items: [], strays: [] } };
      const show = (fields: Partial<Round>) => setRound((now = { ...now, ...fields }));
      show({});
      await run.start({
        next: async () => {
          if (first && parts[0] === first) return parts.shift();
          if (parts.length > 0 && performance.now() - checkedAt > freshMs) {
            const isTaken = await look();
            checkedAt = performance.now();
            const late = parts.flat().filter(isTaken);
            if (late.length > 0) {
              show({ late: late.map((it) => it.unpaid.key) });
              return undefined;
            }
          }
          return parts.shift();
        },
        send: async (part) => {
          const items = part.map(itemOf);
          const keys = part.map((it) => it.unpaid.key);
          setLast(part);
          const { results, error } = await sendPart(items);
          const outcomes = keys.flatMap((key, at) => {
            const outcome = outcomeOf(results.items[at], error);
            return outcome ? [[key, outcome] as const] : [];
          });
          onOutcomes(new Map(outcomes));
          show({
            sent: now.sent + (error?.kind === 'savedBefore' ? 0 : part.length),
            items: [...now.items, ...items],
            results: {
              items: [...now.results.items, ...results.items],
              strays: [...now.results.strays, ...results.strays],
            },
            error,
          });
          return error !== undefined || outcomes.some(([, { state }]) => state === 'unknown');
        },
      });
    });
  return { write, round, isSending, send, again: (rows: readonly Row[]) => send(rows, last), stop: () => run.stop() };
}
