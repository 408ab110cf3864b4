import { useEffect, useEffectEvent, useState } from 'react';
import { useRead, type ClientAnswer } from '#console/api/client.ts';
import { operations } from '#contract/operations.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { KnownClient } from '#sheet-engine/clients/names.ts';
import { clientFieldsOf, takesName } from '#sheet-engine/clients/new.ts';
import type { ColumnFields } from '#sheet-engine/columns.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { ImportKind } from '../kinds.ts';

/** The last digits, enough to distinguish clients; none of a short number. */
const endingOf = (value: unknown): string | undefined => {
  const digits = String(value ?? '');
  return digits.length > 6 ? digits.slice(-4) : undefined;
};

const knownOf = ({
  ClientNumber,
  ClientName,
  AccountNumber,
  CellphoneNumber,
}: ClientAnswer<'clientList'>['records'][number]): KnownClient => ({
  number: String(ClientNumber ?? ''),
  name: ClientName ?? '',
  account: endingOf(AccountNumber),
  phone: endingOf(CellphoneNumber),
});

/** Loads the known clients into a sheet with client columns, to find them by name and to add the others. */
export function useSheetClients(
  { operation }: ImportKind,
  columns: ColumnFields,
  { run }: Import,
  onSummary: (summary: SheetSummary) => void,
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
    void pass(data?.records.map(knownOf));
  }, [isWanted, isPending, data]);
  return {
    isLoading: !isPassed,
    /** The service doesn't list clients, so new ones can't be recognised. */
    isUnlisted: isWanted && isError,
  };
}
