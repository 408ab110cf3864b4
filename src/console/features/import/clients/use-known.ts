import { useEffect, useEffectEvent, useState } from 'react';
import { operations } from '../../../../contract/operations.ts';
import { useRead } from '../../../api/client.ts';
import type { Import } from '../../../import-engine/client.ts';
import type { KnownClient } from '../../../import-engine/clients/names.ts';
import type { ColumnFields } from '../../../import-engine/columns.ts';
import { takesName, clientFieldsOf } from '../../../import-engine/clients/new.ts';
import type { Summary } from '../../../import-engine/summary.ts';
import type { Kind } from '../kinds.ts';

/** Tells a sheet that has columns about clients which of them are there: to find them by name, and to add the others. */
export function useKnownClients(
  { operation }: Kind,
  columns: ColumnFields,
  { run }: Import,
  onSummary: (summary: Summary) => void,
) {
  const own = takesName(operations[operation]) ? [...clientFieldsOf(operation), 'ClientName'] : [];
  const isWanted = columns.some((it) => it !== undefined && own.includes(it));
  const { data, isPending, isError } = useRead('clientList', isWanted ? {} : null);
  const [isPassed, setPassed] = useState(!isWanted);
  const pass = useEffectEvent(async (clients: KnownClient[] | undefined) => {
    onSummary(await run.knowClients(clients));
    setPassed(true);
  });
  useEffect(() => {
    if (!isWanted || isPending) return;
    void pass(data?.records.map((it) => ({ number: String(it.ClientNumber ?? ''), name: it.ClientName ?? '' })));
  }, [isWanted, isPending, data]);
  return {
    isLoading: !isPassed,
    /** The service does not list its clients, so that new ones cannot be told from others. */
    isUnlisted: isWanted && isError,
  };
}
