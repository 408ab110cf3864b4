import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { askForNames, namesFreshMs, wantName } from '#console/session/client-names.ts';
import { clientsOf, useRecentRecords } from '#console/session/recent-records.ts';

/** A page without a call for so long has loaded. */
const settleMs = 100;

/** True once no call has been pending for a while; later calls don't re-render. */
export function useIsQuiet(): boolean {
  const queries = useQueryClient();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (isQuiet) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      if (queries.isFetching() === 0) timer = setTimeout(() => setQuiet(true), settleMs);
    };
    look();
    // Stops the timer of an unmounted component.
    return queries.getQueryCache().subscribe(look);
  }, [isQuiet, queries]);
  return isQuiet;
}

/** A new object when more clients are known. */
interface KnownClients {
  clients: ReadonlyMap<string, { ClientName?: string }>;
}

/**
 * The known clients of this tenant. Most retrieves return numbers only, so all clients are retrieved once, after the
 * page's own calls.
 */
export function useKnownClients(): KnownClients {
  const { merchant, product } = useTenant();
  const isForbidden = useForbidden('clientList') !== undefined;
  const isQuiet = useIsQuiet();
  const list = useRead('clientList', isQuiet && !isForbidden ? {} : null, { staleTime: namesFreshMs });
  // A service may refuse to list all clients; then the visible ones are requested one by one.
  const isRefused = list.error?.kind === 'refused';
  useEffect(() => {
    if (isRefused) askForNames({ merchant, product });
  }, [isRefused, merchant, product]);
  const version = useRecentRecords();
  // A new object per version, because it contains different names.
  return useMemo(() => ({ version, clients: clientsOf({ merchant, product }) }), [merchant, product, version]);
}

type NameOf = (clientNumber: string | null | undefined) => string | undefined;

/** A client's name, if known. Requests nothing, so it can be used for lists of any length. */
export function useKnownNames(): NameOf {
  const known = useKnownClients();
  return useCallback(
    (clientNumber) => (clientNumber ? known.clients.get(clientNumber)?.ClientName : undefined),
    [known],
  );
}

/** A client's name, requested if unknown; for the few on screen. */
export function useClientNames(): NameOf {
  const { merchant, product } = useTenant();
  const nameOf = useKnownNames();
  return useCallback(
    (clientNumber) => {
      const name = nameOf(clientNumber);
      if (clientNumber && name === undefined) wantName({ merchant, product }, clientNumber);
      return name;
    },
    [nameOf, merchant, product],
  );
}

/** In a sentence: `Naledi Dlamini (C00002)`, or the number alone. */
export function useClientPhrase(): (client: { ClientNumber?: unknown }) => string {
  const nameOf = useClientNames();
  return useCallback(
    ({ ClientNumber }) => {
      const number = String(ClientNumber ?? '');
      const name = nameOf(number);
      return name ? `${name} (${number})` : number;
    },
    [nameOf],
  );
}
