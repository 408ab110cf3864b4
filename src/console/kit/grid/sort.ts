import { put, useAddress } from '../address/address.ts';

export interface SortBy {
  fieldName: string;
  isDescending: boolean;
}

/** Where a grid's order is kept; without one it is kept by the grid and lost with it. */
export interface Sort {
  by: SortBy | null;
  set(by: SortBy | null): void;
}

/** The order in the address: `sort=InstalmentAmount`, descending `sort=-InstalmentAmount`. */
export function useUrlSort(key = 'sort'): Sort {
  const [query, change] = useAddress();
  const text = query.get(key);
  const by = text ? { fieldName: text.replace(/^-/, ''), isDescending: text.startsWith('-') } : null;
  const set = (next: SortBy | null) =>
    change((now) => put(now, { [key]: next ? (next.isDescending ? '-' : '') + next.fieldName : '' }), {
      replace: true,
    });
  return { by, set };
}

/** Ascending, then descending, then as the service gave the rows. */
export const nextSort = (by: SortBy | null, fieldName: string): SortBy | null =>
  by?.fieldName !== fieldName
    ? { fieldName, isDescending: false }
    : by.isDescending
      ? null
      : { fieldName, isDescending: true };

// Numbers inside texts count as numbers: contract C-9 comes before C-10.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/**
 * The rows in order; stable, and rows without a value come last either way. Distinct texts are ranked once, since
 * comparing them by language costs more than all the rest.
 */
export function sorted<Row extends object>(rows: readonly Row[], by: SortBy | null): readonly Row[] {
  if (!by) return rows;
  const values = rows.map((row) => (row as Record<string, unknown>)[by.fieldName]);
  const texts = [...new Set(values.filter((it) => typeof it !== 'number' && !isEmpty(it)).map(String))];
  const rank = new Map(texts.toSorted(collator.compare).map((text, position) => [text, position]));
  const keys = values.map((it) =>
    isEmpty(it) ? undefined : typeof it === 'number' ? it : (rank.get(String(it)) ?? 0),
  );
  const sign = by.isDescending ? -1 : 1;
  return rows
    .map((row, position) => ({ row, key: keys[position] }))
    .toSorted((one, other) => {
      if (one.key === undefined || other.key === undefined)
        return Number(one.key === undefined) - Number(other.key === undefined);
      return sign * (one.key - other.key);
    })
    .map((it) => it.row);
}
