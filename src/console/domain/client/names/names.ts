import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { askForNames, namesFreshFor, wantName } from '#console/session/client-names.ts';
import { clientsOf, useRecentRecords } from '#console/session/recent-records.ts';

/** Milliseconds without a call after which the page's own are taken to be answered. */
const pause = 100;

/** True from the moment when no call has been on its way for a while. Calls after that draw nothing again. */
function useIsQuiet(): boolean {
  const queries = useQueryClient();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (isQuiet) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      if (queries.isFetching() === 0) timer = setTimeout(() => setQuiet(true), pause);
    };
    look();
    // A timer that is left over sets what nobody draws any more.
    return queries.getQueryCache().subscribe(look);
  }, [isQuiet, queries]);
  return isQuiet;
}

/** Number and name of the clients that are known; another object whenever more are. */
export interface KnownClients {
  clients: ReadonlyMap<string, { ClientName?: string }>;
}

/**
 * The clients of this merchant and product, as far as they are known. Most retrieves give numbers only (interface,
 * Mandate), so all clients are retrieved once, after what the page itself asks for.
 */
export function useKnownClients(): KnownClients {
  const { merchant, product } = useTenant();
  const isForbidden = useForbidden('clientList') !== undefined;
  const isQuiet = useIsQuiet();
  const list = useRead('clientList', isQuiet && !isForbidden ? {} : null, { staleTime: namesFreshFor });
  // A service may refuse the list of all (interface, Clients); then those on screen are asked for one by one.
  const isRefused = list.error?.kind === 'refused';
  useEffect(() => {
    if (isRefused) askForNames({ merchant, product });
  }, [isRefused, merchant, product]);
  const version = useRecentRecords();
  // Another object with each version, as the names that are known are others then.
  return useMemo(() => ({ version, clients: clientsOf({ merchant, product }) }), [merchant, product, version]);
}

type NameOf = (clientNumber: string | null | undefined) => string | undefined;

/** The name of a client by number, as far as it is known, to be joined to a list of any length: it asks for no name. */
export function useKnownNames(): NameOf {
  const known = useKnownClients();
  return useCallback(
    (clientNumber) => (clientNumber ? known.clients.get(clientNumber)?.ClientName : undefined),
    [known],
  );
}

/** The same for the few that a page draws, each of which is wanted. */
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

/** The same in a sentence, with the number behind it: `Naledi Dlamini (C00002)`, or the number alone. */
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
