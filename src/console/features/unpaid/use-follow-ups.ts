import { useCallback, useMemo } from 'react';
import { useAssignments } from '#console/api/assignments.ts';
import { usePromises } from '#console/api/promises.ts';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import { addDays, type DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { usePromiseOutcomes } from './promise-outcomes.ts';
import type { FollowUp } from './where.ts';

/** Days for which an ended promise is shown. */
const promisesKept = 92;

const none: readonly PaymentPromise[] = [];

/** Who follows up the clients of unpaid debits, what these promised and how that ended. */
export function useFollowUps(today: DateText) {
  const promises = usePromises(addDays(today, -promisesKept));
  const assignments = useAssignments();
  const held = useMemo(() => promises.data?.Promises.filter((it) => !it.Withdrawn) ?? none, [promises.data]);
  const outcomes = usePromiseOutcomes(held, today);
  const byClient = useMemo(() => grouped(held, (it) => it.ClientNumber), [held]);
  const assigned = useMemo(
    () => new Map(assignments.data?.Assignments.map((it) => [it.ClientNumber, it])),
    [assignments.data],
  );
  const of = useCallback(
    ({ ClientNumber, ContractSequence }: Pick<UnpaidDebit, 'ClientNumber' | 'ContractSequence'>): FollowUp => ({
      assignment: assigned.get(ClientNumber ?? ''),
      promises: (byClient.get(ClientNumber ?? '') ?? none).filter(
        (it) => it.ContractSequence === null || String(it.ContractSequence) === String(ContractSequence),
      ),
      outcomes,
      today,
    }),
    [assigned, byClient, outcomes, today],
  );
  return {
    of,
    /** To whom a client may be given. */
    people: assignments.data?.People ?? [],
    /** Whether this server knows follow-ups, and this person may read them. */
    isThere: assignments.data !== undefined && promises.data !== undefined,
  };
}

export type FollowUps = ReturnType<typeof useFollowUps>;
