import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { localStore } from '#kit/base/storage.ts';
import type { KitFields } from '#kit/host.ts';
import type { Column } from './columns.ts';

/** In localStorage, because columns are not personal. */
export const chosenKey = (list: string) => `columns-${list}`;

/**
 * The columns that a person chose for a list, in their order: from the address, so that a link shows the same, or from
 * this browser. The first identifies the row and stays. None that was chosen is left out for lack of room.
 */
export function useChosenColumns<Row>(list: string, columns: readonly (keyof KitFields | Column<Row>)[]) {
  const text = useSearchParams()[0].get('columns') ?? localStore.getItem(chosenKey(list));
  return useMemo(() => {
    if (!text) return columns;
    const [first, ...rest] = columns.map((it) => (typeof it === 'string' ? { fieldName: it } : it));
    const chosen = text.split(',').flatMap((name) => rest.find((it) => it.fieldName === name) ?? []);
    return [...(first ? [first] : []), ...chosen.map((it) => ({ ...it, priority: undefined, isOptional: false }))];
  }, [columns, text]);
}
