import { useCallback, useMemo, useState } from 'react';
import { shownOf, type Column } from '#kit/grid/columns.ts';
import type { GridHead } from '#kit/grid/table.tsx';
import type { KitFields } from '#kit/host.ts';
import type { Row } from '#rules/column.ts';
import { arrangedColumns, filledWidths, heldAt, type Layout } from './layout.ts';

const detailsWidthPx = 24;

const plainCell = {};

export function useHeads(given: readonly (keyof KitFields | Column<Row>)[], layout: Layout, room: number) {
  const all = useMemo(() => given.map(shownOf<Row>), [given]);
  const columns = useMemo(() => arrangedColumns(all, layout), [all, layout]);
  // Kept here during a drag, so that rows don't re-render for every pixel.
  const [drawn, setDrawn] = useState<Layout>();
  const heads = useMemo(() => {
    const sizes = drawn ?? layout;
    const [first, ...others] = arrangedColumns(all, sizes);
    const wide =
      first && sizes.widths[first.fieldName] === undefined ? { ...first, width: first.width + detailsWidthPx } : first;
    const list = wide ? [wide, ...others] : others;
    const widths = filledWidths(list, sizes, room);
    return list.map((it, index): GridHead => ({ ...it, width: widths[index] ?? it.width }));
  }, [all, layout, drawn, room]);
  // The others keep their current width.
  const frozen: Layout = { ...layout, widths: Object.fromEntries(heads.map((it) => [it.fieldName, it.width])) };
  const lefts = useMemo(() => {
    const widths = heads.map((it) => it.width);
    return widths.reduce((sum, it) => sum + it, 0) > room ? heldAt(widths, layout.pinned, room) : [];
  }, [heads, layout.pinned, room]);
  // Stable, so that rows don't re-render.
  const pins = useMemo(
    () =>
      lefts.map(
        (left, index) => ({ style: { left }, 'data-pin': index === lefts.length - 1 ? 'edge' : 'inner' }) as const,
      ),
    [lefts],
  );
  const pin = useCallback((index: number) => pins[index] ?? plainCell, [pins]);
  const pinnedPx = lefts.length > 0 ? (lefts.at(-1) ?? 0) + (heads[lefts.length - 1]?.width ?? 0) : 0;
  return { all, columns, heads, frozen, pin, pinnedPx, drawn, setDrawn };
}
