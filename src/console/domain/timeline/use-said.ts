import { useMemo } from 'react';
import { useNotes } from '#console/api/notes.ts';
import { useClientPromises } from '#console/api/promises.ts';
import type { Event } from './events.ts';

/**
 * What was noted about a client and what it promised, as events.
 * @param contract only what is about this one, or about the client as a whole
 */
export function useSaidEvents(client: string | null | undefined, contract?: unknown): Event[] {
  const notes = useNotes(client ?? '').data?.Notes;
  const promises = useClientPromises(client).data?.Promises;
  return useMemo(() => {
    const isMeant = ({ ContractSequence }: { ContractSequence: number | null }) =>
      contract == null || ContractSequence === null || String(ContractSequence) === String(contract);
    const named = ({ ContractNumber }: { ContractNumber: string | null }) => (contract == null ? ContractNumber : null);
    return [
      ...(notes ?? [])
        .filter(isMeant)
        .map((note): Event => ({ kind: 'note', at: note.At, note, contract: named(note) })),
      ...(promises ?? [])
        .filter(isMeant)
        .map((promise): Event => ({ kind: 'promise', at: promise.At, promise, contract: named(promise) })),
    ].toReversed();
  }, [notes, promises, contract]);
}
