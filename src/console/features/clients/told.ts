import { useMemo } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useIsListed, useListed } from '#console/domain/list/search.ts';
import { toldOf, type ToldRow } from '#console/domain/money-item/row-columns.tsx';
import { debitsTogether } from '#console/domain/money-item/row-debits.ts';
import { useRowDebits } from '#console/domain/money-item/use-row-debits.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { grouped } from '#rules/sums.ts';

/**
 * Clients with the debits of their contracts, which must all be listed: reports name contracts, not always their client.
 *
 * @param isReady the clients have loaded, which come first
 */
export function useToldClients<Row extends { ClientNumber?: string | null }>(rows: readonly Row[], isReady: boolean) {
  const isListed = useIsListed('contractList');
  const forbidden = [
    useForbidden('mandateList'),
    useForbidden('contractList'),
    useForbidden('transactionReport'),
    useForbidden('futureTransactionReport'),
  ];
  const mayTell = isListed && forbidden.every((it) => it === undefined);
  const input = mayTell && isReady ? {} : null;
  const mandates = useListed('mandateList', '', input);
  const contracts = useListed('contractList', '', input);
  const failed = [mandates, contracts].some((it) => it.isUnlisted || (it.error && it.error.kind !== 'notFound'));
  const isRead = input !== null && !failed && !mandates.isLoading && !contracts.isLoading;
  const count = isRead ? mandates.records.length + contracts.records.length : 0;
  const { of, isLoading } = useRowDebits(count);
  const byClient = useMemo(() => {
    if (!isRead || isLoading) return undefined;
    const all = new Map([...mandates.records, ...contracts.records].map((it) => [segmentOfRecord(it), it]));
    return new Map(
      [...grouped([...all.values()], (it) => it.ClientNumber ?? '')].map(([number, list]) => [
        number,
        debitsTogether(list.flatMap((it) => of(it) ?? [])),
      ]),
    );
  }, [isRead, isLoading, mandates.records, contracts.records, of]);
  const told = useMemo(
    () =>
      rows.map((row): Row & ToldRow => ({
        ...row,
        ...toldOf(failed ? null : byClient && (byClient.get(row.ClientNumber ?? '') ?? null)),
      })),
    [rows, byClient, failed],
  );
  return { told, mayTell, isLoading: mayTell && !failed && byClient === undefined };
}
