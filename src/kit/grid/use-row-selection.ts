import { useCallback, useRef, useState } from 'react';

/** Both ends are included. */
export function rowsBetween<Row>(
  list: readonly Row[],
  keyOf: (row: Row) => string,
  from: Row,
  to: Row,
): readonly Row[] {
  const positions = [from, to].map((end) => list.findIndex((row) => keyOf(row) === keyOf(end)));
  return positions.includes(-1) ? [to] : list.slice(Math.min(...positions), Math.max(...positions) + 1);
}

/**
 * Keeps the selection when the list is sorted, filtered or refetched. A click with Shift sets all rows from the last
 * clicked one.
 * @param list the selectable rows in order, or a function that returns those between two
 */
export function useRowSelection<Row>(
  keyOf: (row: Row) => string,
  list: readonly Row[] | ((from: Row, to: Row) => Promise<readonly Row[]>),
) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const last = useRef<Row>(undefined);
  const select = useCallback(
    (rows: readonly Row[], isOn = true) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const row of rows)
          if (isOn) after.set(keyOf(row), row);
          else after.delete(keyOf(row));
        return after;
      }),
    [keyOf],
  );
  const clear = useCallback(() => setSelected(new Map()), []);
  const has = useCallback((row: Row) => selected.has(keyOf(row)), [selected, keyOf]);
  const toggle = useCallback(
    async (row: Row, isRange: boolean) => {
      const from = last.current;
      last.current = row;
      if (!isRange || from === undefined) select([row], !has(row));
      else select(typeof list === 'function' ? await list(from, row) : rowsBetween(list, keyOf, from, row), !has(row));
    },
    [keyOf, select, has, list],
  );
  return { selected, has, select, clear, toggle };
}

export type RowSelection<Row> = ReturnType<typeof useRowSelection<Row>>;
