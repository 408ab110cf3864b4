import { useCallback, useMemo, useState } from 'react';
import { shownOf, type Column } from '#console/kit/grid/columns.ts';
import type { Head } from '#console/kit/grid/table.tsx';
import type { Row } from '#console/report-engine/protocol.ts';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import { arranged, filled, heldAt, type Layout } from './layout.ts';

/** Pixels for the sum of an amount column: thirteen bold digits. */
const sumWidth = 180;

/** Pixels of the details button in the first column. */
const detailsWidth = 24;

const isAmount = (fieldName: string) => fieldOf(fieldName)?.input === 'amount';

const plainCell = {};

/** The arranged columns with their widths in `room` pixels, and the offsets of pinned ones. */
export function useHeads(
  given: readonly (FieldName | Column<Row>)[],
  layout: Layout,
  room: number,
  hasTotals: boolean,
) {
  const all = useMemo(
    () => given.map(shownOf<Row>).map((it) => (hasTotals && isAmount(it.fieldName) ? { ...it, width: sumWidth } : it)),
    [given, hasTotals],
  );
  const columns = useMemo(() => arranged(all, layout), [all, layout]);
  // The width during a drag stays in this hook, so that rows don't re-render for every pixel.
  const [drawn, setDrawn] = useState<Layout>();
  const heads = useMemo(() => {
    const sizes = drawn ?? layout;
    const [first, ...others] = arranged(all, sizes);
    const wide =
      first && sizes.widths[first.fieldName] === undefined ? { ...first, width: first.width + detailsWidth } : first;
    const list = wide ? [wide, ...others] : others;
    const widths = filled(list, sizes, room);
    return list.map((it, index): Head => ({ ...it, width: widths[index] ?? it.width }));
  }, [all, layout, drawn, room]);
  // Resizing one column keeps the others at their current width.
  const frozen: Layout = { ...layout, widths: Object.fromEntries(heads.map((it) => [it.fieldName, it.width])) };
  const lefts = useMemo(() => {
    const widths = heads.map((it) => it.width);
    return widths.reduce((sum, it) => sum + it, 0) > room ? heldAt(widths, layout.pinned, room) : [];
  }, [heads, layout.pinned, room]);
  // Stable until the columns change, so that rows don't re-render.
  const pins = useMemo(
    () =>
      lefts.map(
        (left, index) => ({ style: { left }, 'data-pin': index === lefts.length - 1 ? 'edge' : 'inner' }) as const,
      ),
    [lefts],
  );
  const pin = useCallback((index: number) => pins[index] ?? plainCell, [pins]);
  const pinned = lefts.length > 0 ? (lefts.at(-1) ?? 0) + (heads[lefts.length - 1]?.width ?? 0) : 0;
  return { all, columns, heads, frozen, pin, pinned, drawn, setDrawn };
}
