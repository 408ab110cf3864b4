import { useEffect, useEffectEvent, useState } from 'react';
import { useRead } from '../../../api/client.ts';
import type { Import } from '../../../import-engine/client.ts';
import type { ColumnFields } from '../../../import-engine/columns.ts';
import { clientFieldsOf } from '../../../import-engine/new-clients.ts';
import type { Summary } from '../../../import-engine/summary.ts';
import type { Kind } from '../kinds.ts';

/** Tells a sheet that has columns about clients which of them are there, so that only the others are added. */
export function useKnownClients(
  { operation }: Kind,
  columns: ColumnFields,
  { clients, run }: Import,
  onSummary: (summary: Summary) => void,
) {
  const own = clientFieldsOf(operation);
  const isWanted = columns.some((it) => it !== undefined && own.includes(it));
  const { data, isPending, isError } = useRead('clientList', isWanted ? {} : null);
  const [isTold, setTold] = useState(!isWanted);
  const tell = useEffectEvent(async (numbers: string[] | undefined) => {
    await clients.know(numbers);
    onSummary(await run.summary());
    setTold(true);
  });
  useEffect(() => {
    if (isWanted && !isPending) void tell(data?.records.flatMap((it) => it.ClientNumber ?? []));
  }, [isWanted, isPending, data]);
  return {
    isLoading: !isTold,
    /** The service does not list its clients, so that new ones cannot be told from others. */
    isUnlisted: isWanted && isError,
  };
}
