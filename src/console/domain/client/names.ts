import { useIsFetching } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRead } from '../../api/client.ts';
import { useForbidden } from '../../api/permission.ts';
import { useTenant } from '../../api/tenant.ts';
import { askForName } from './names-by-number.ts';
import { clientsOf, useRecentRecords } from '../../session/recent-records.ts';

const fiveMinutes = 300_000;
/** Milliseconds without a call after which the page's own are taken to be answered. */
const pause = 100;

/** True from the moment when no call has been on its way for a while. */
function useIsQuiet(): boolean {
  const fetching = useIsFetching();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (isQuiet || fetching > 0) return;
    const timer = setTimeout(() => setQuiet(true), pause);
    return () => clearTimeout(timer);
  }, [isQuiet, fetching]);
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
export const useKnownClients = (): KnownClients => useListedClients().known;

function useListedClients(): { known: KnownClients; isRefused: boolean } {
  const { merchant, product } = useTenant();
  const isForbidden = useForbidden('clientList') !== undefined;
  const isQuiet = useIsQuiet();
  const list = useRead('clientList', isQuiet && !isForbidden ? {} : null, { staleTime: fiveMinutes });
  const version = useRecentRecords();
  // Another object with each version, as the names that are known are others then.
  const known = useMemo(() => ({ version, clients: clientsOf({ merchant, product }) }), [merchant, product, version]);
  return { known, isRefused: list.error?.kind === 'refused' };
}

/**
 * The name of a client by number, as far as it is known. A service may refuse the list of all (interface, Clients); then
 * those on screen are asked for one by one.
 */
export function useClientNames(): (clientNumber: string | null | undefined) => string | undefined {
  const { merchant, product } = useTenant();
  const { known, isRefused } = useListedClients();
  return useCallback(
    (clientNumber) => {
      if (!clientNumber) return undefined;
      const client = known.clients.get(clientNumber);
      if (isRefused && client?.ClientName === undefined) askForName({ merchant, product }, clientNumber);
      return client?.ClientName;
    },
    [known, isRefused, merchant, product],
  );
}
