import { useEffect, useState } from 'react';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { parseClientSearch, searchClients, type ClientMatch } from '#console/domain/client/search.ts';
import { clientsOf, useRecentRecords } from '#console/session/recent-records.ts';

type Clients = Parameters<typeof searchClients>[0];
const fiveMinutes = 300_000;

export interface FoundClients {
  matches: readonly ClientMatch[];
  count: number;
  isComplete: boolean;
  isPending: boolean;
}

/**
 * Clients by part of their name, number, telephone, or the end of an account or ID number. Searches the list of all
 * clients here, so that the typed text is never sent; if the service refuses the list, the session's clients.
 */
export function useFoundClients(tenant: Tenant, text: string, limit: number): FoundClients {
  const isForbidden = useForbidden('clientList') !== undefined;
  const list = useRead('clientList', isForbidden ? null : {}, { staleTime: fiveMinutes });
  const version = useRecentRecords();
  const [found, setFound] = useState<{ text: string; in: unknown; matches: readonly ClientMatch[] }>();
  const { merchant, product } = tenant;
  const records = list.data?.records;
  // Seen clients change with every answer, the list only when it is refetched.
  const searched = records ?? version;

  useEffect(() => {
    if (list.isLoading) return;
    const stop = new AbortController();
    const among: Clients = records ?? [...clientsOf({ merchant, product }).values()];
    searchClients(among, parseClientSearch(text), limit, stop.signal).then(
      (matches) => setFound({ text, in: searched, matches }),
      // Outdated.
      () => undefined,
    );
    return () => stop.abort();
  }, [list.isLoading, records, searched, merchant, product, text, limit]);

  return {
    matches: found?.text === text ? found.matches : [],
    count: records?.length ?? clientsOf(tenant).size,
    isComplete: records !== undefined,
    isPending: list.isLoading || found?.text !== text || found.in !== searched,
  };
}
