import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { normalizedRecords } from '#answers/normalize.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { loadNumbers } from '#console/domain/contract/load-numbers.ts';
import { loadNames } from '#console/session/client-names.ts';
import { clientsOf, contractsSeen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { rowsOf } from '#kit/data-grid/selection.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import type { Row } from '#rules/column.ts';
import { clientOf, moneyItem, type Instalment } from '../item.ts';
import { notEditableReason } from '../rules.ts';

export type Positioned = Instalment & { position: number };

/** Adds the numbers that the report leaves out, if this session has seen the contract. */
function withNumbers<T extends Instalment>(item: T, tenant: Tenant): T {
  const seen = item.ContractSequence == null ? undefined : contractsSeen(tenant).get(String(item.ContractSequence));
  return {
    ...item,
    ClientNumber: item.ClientNumber || seen?.ClientNumber,
    ContractNumber: item.ContractNumber || seen?.ContractNumber,
  };
}

export const instalmentOf = (row: Row): Instalment => moneyItem('instalment', normalizedRecords([{ ...row }])[0] ?? {});

/** Rows of a source as instalments: the visible ones, a range, or all of them for a file or a sheet. */
export function useRows(source: ReportSource | null, count: number) {
  const { merchant, product } = useTenant();
  const tenant = { merchant, product };
  const today = useToday();
  const queries = useQueryClient();
  const isForbidden = useForbidden('clientList') !== undefined;
  const nameOfClient = useKnownNames();
  const [isGathering, setGathering] = useState(false);
  const gathering = useRef<AbortController>(undefined);
  useEffect(() => () => gathering.current?.abort(), [source]);
  const shown = useRef<readonly [number, number]>([0, 0]);
  const show = useCallback(
    (first: number, end: number) => {
      shown.current = [first, end];
      source?.show(first, end);
    },
    [source],
  );
  /** Reading rows makes the source load those instead of the visible ones. */
  const restore = () => source?.show(...shown.current);
  const numbered = (row: Row, position: number): Positioned => withNumbers({ ...instalmentOf(row), position }, tenant);
  const read = async (first: number, end: number, signal: AbortSignal) => {
    const rows = source ? await rowsOf(source, first, end, signal) : [];
    restore();
    return rows.map((row, index) => numbered(row, first + index));
  };
  const isOpen = (item: Instalment) => notEditableReason(item, today) === undefined;

  return {
    show,
    isGathering,
    rowAt: (position: number): Positioned | undefined => {
      const row = source?.rowAt(position);
      return row && numbered(row, position);
    },
    /** Editable rows from position `first` up to `end`, excluded. */
    open: async (first: number, end: number): Promise<Positioned[]> => {
      gathering.current?.abort();
      gathering.current = new AbortController();
      setGathering(true);
      try {
        return (await read(first, end, gathering.current.signal)).filter(isOpen);
      } catch {
        // Replaced by another selection, or the list was closed.
        restore();
        return [];
      } finally {
        setGathering(false);
      }
    },
    forSheet: async () =>
      (await read(0, count, new AbortController().signal))
        .filter(isOpen)
        .map((it) => ({ ...it, ClientName: clientOf(it, nameOfClient), CollectionDate: it.due.slice(0, 10) })),
    /** All rows. Looks up clients and contracts that the reports don't have. */
    forFile: async (onProgress: (text: string) => void) => {
      const all = await read(0, count, new AbortController().signal);
      const unnumbered = all.flatMap((it) =>
        it.ContractSequence != null && !(it.ClientNumber && it.ContractNumber) ? [it.ContractSequence] : [],
      );
      await loadNumbers(queries, tenant, unnumbered, onProgress);
      const complete = all.map((it) => withNumbers(it, tenant));
      const clients = complete.flatMap((it) => it.ClientNumber || []);
      if (!isForbidden) await loadNames(queries, tenant, clients, onProgress);
      const nameOf = (number: string) => clientsOf(tenant).get(number)?.ClientName;
      return complete.map((it) => ({ ...it, ClientName: clientOf(it, nameOf) }));
    },
  };
}
