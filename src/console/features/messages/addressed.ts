import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { maxClients, numbersOf, useClientRecipients } from './clients.ts';
import type { Recipient } from './draft.ts';

/** Client numbers that did not become recipients, by why. */
export interface LeftOut {
  missing: readonly string[];
  failed: readonly string[];
  surplus: readonly string[];
}

/** Clients that the address names become recipients; then the address lets go of them, or they would come back. */
export function useAddressed(add: (recipients: readonly Recipient[]) => void) {
  const [query, setQuery] = useSearchParams();
  const [left, setLeft] = useState<LeftOut>({ missing: [], failed: [], surplus: [] });
  const wanted = numbersOf(query.get('client') ?? '');
  const numbers = wanted.slice(0, maxClients);
  const found = useClientRecipients(numbers, query.get('contract') ?? undefined);
  const isFound = numbers.length > 0 && !found.isLoading;
  const take = useEffectEvent(() => {
    add(found.recipients);
    setLeft({ missing: found.missing, failed: found.failed, surplus: wanted.slice(maxClients) });
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('client');
        after.delete('contract');
        return after;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isFound) take();
  }, [isFound]);
  const look = (clients: readonly string[]) => setQuery({ client: clients.join(',') }, { replace: true });
  return { left, look, isLooking: numbers.length > 0 && found.isLoading };
}
