import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { isStale, type CallOutcome, type SentItems } from '#console/api/client.ts';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { showStored } from '#console/domain/write/show-stored.ts';
import type { WriteName } from '#contract/operations.ts';
import type { Run } from './run.ts';
import { sendOnce } from './send.ts';
import { Unanswered } from './sent-calls.ts';

/** Given up when the page is left. */
export function useUnanswered(): Unanswered {
  const [unanswered] = useState(() => new Unanswered());
  useEffect(() => () => unanswered.end(), [unanswered]);
  return unanswered;
}

/**
 * Sends a batch or a cancel, once (see `sendOnce`). After a lost answer the same input, sent again, is the same call. Once the
 * person leaves the page, the shell asks for its outcome (`EarlierCalls`).
 *
 * @param run of a batch: it refetches at the end, and its stop ends the waiting for an answer
 */
export function useWrite<N extends WriteName>(name: N, run?: Run) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  const [isAgain, setAgain] = useState(false);
  const unanswered = useUnanswered();
  const mutation = useMutation<CallOutcome<N>, CallError, SentItems<N>>({
    mutationKey: [name, merchant, product],
    mutationFn: (input) =>
      sendOnce(name, { merchant, product }, input, {
        unanswered,
        signal: run?.isRunning ? run.signal : undefined,
        onAgain: () => setAgain(true),
      }),
    onSuccess: ({ results }) => showStored(client, name, { merchant, product }, results),
    // A mandate also creates instalments and changes.
    onSettled: () => {
      setAgain(false);
      if (!run?.isRunning) void client.invalidateQueries({ predicate: isStale });
    },
  });
  const { reset: forgetAnswer } = mutation;
  /** The person goes on with something else: a call without an answer is asked for, too. */
  const reset = useCallback(() => {
    unanswered.end();
    forgetAnswer();
  }, [unanswered, forgetAnswer]);
  return { ...mutation, isAgain, reset };
}

export type Write<N extends WriteName> = ReturnType<typeof useWrite<N>>;
