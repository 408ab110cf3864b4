import { useCallback, useState } from 'react';
import { localStore } from '#kit/base/storage.ts';

/** Not personal, so it may outlive the session. */
export interface Layout {
  /** Unlisted columns follow. */
  order: readonly string[];
  hidden: readonly string[];
  /** Number of pinned first columns, at least one. */
  pinned: number;
  /** Pixels, of resized columns. */
  widths: Readonly<Record<string, number>>;
}

export const plainLayout: Layout = { order: [], hidden: [], pinned: 1, widths: {} };

export const narrowestPx = 64;
export const widestPx = 800;

/** Per key press. */
export const widthStepPx = 24;

interface Sized {
  fieldName: string;
  width: number;
  /** Takes spare width first, up to these pixels. */
  growsTo?: number;
}

/** With hidden ones. */
export function orderedColumns<C extends { fieldName: string }>(columns: readonly C[], layout: Layout): C[] {
  const named = layout.order.flatMap((fieldName) => columns.find((it) => it.fieldName === fieldName) ?? []);
  return [...named, ...columns.filter((it) => !layout.order.includes(it.fieldName))];
}

/** If all are hidden, all are shown. */
export function arrangedColumns<C extends Sized>(columns: readonly C[], layout: Layout): C[] {
  const list = orderedColumns(columns, layout).map((it) => ({ ...it, width: layout.widths[it.fieldName] ?? it.width }));
  const shown = list.filter((it) => !layout.hidden.includes(it.fieldName));
  return shown.length > 0 ? shown : list;
}

/**
 * Distributes the remaining width in proportion, but not to resized columns unless all are. Whole pixels, never less
 * than a column's own width.
 */
export function filledWidths(given: readonly Sized[], layout: Layout, room: number): number[] {
  let spare = room - given.reduce((all, it) => all + it.width, 0);
  const columns = given.map((column) => {
    const isOwn = layout.widths[column.fieldName] !== undefined;
    const more = isOwn ? 0 : Math.max(0, Math.min((column.growsTo ?? 0) - column.width, spare));
    spare -= more;
    return { ...column, width: column.width + more };
  });
  const free = columns.filter((it) => layout.widths[it.fieldName] === undefined);
  const taking = new Set(free.length > 0 ? free : columns.slice(-1));
  const sum = columns.reduce((all, it) => all + it.width, 0);
  const share = columns.reduce((all, it) => all + (taking.has(it) ? it.width : 0), 0);
  const remaining = Math.max(0, room - sum);
  return columns.map((it) => it.width + (taking.has(it) && share > 0 ? Math.floor((remaining * it.width) / share) : 0));
}

/**
 * Left offsets in pixels of the pinned columns. Together they take at most 60 % of the width, so that a phone still
 * shows others.
 */
export function heldAt(widths: readonly number[], pinned: number, room: number): number[] {
  const lefts = [0];
  let end = widths[0] ?? 0;
  for (const width of widths.slice(1, pinned)) {
    if (end + width > room * 0.6) break;
    lefts.push(end);
    end += width;
  }
  return lefts;
}

/** Moves a column by -1 or 1 past hidden ones; the number of pinned columns stays. */
export function movedBy(columns: readonly Sized[], layout: Layout, fieldName: string, by: -1 | 1): Layout {
  const all = orderedColumns(columns, layout).map((it) => it.fieldName);
  const seen = arrangedColumns(columns, layout).map((it) => it.fieldName);
  const beside = seen[seen.indexOf(fieldName) + by];
  if (beside === undefined || !seen.includes(fieldName)) return layout;
  const rest = all.filter((it) => it !== fieldName);
  rest.splice(rest.indexOf(beside) + (by === 1 ? 1 : 0), 0, fieldName);
  return { ...layout, order: rest };
}

/** Pins a column after the pinned ones, or unpins it. The first column is always pinned. */
export function pinnedBy(columns: readonly Sized[], layout: Layout, fieldName: string): Layout {
  const seen = arrangedColumns(columns, layout).map((it) => it.fieldName);
  const position = seen.indexOf(fieldName);
  const isPinned = position < layout.pinned;
  const pinned = isPinned ? layout.pinned - 1 : layout.pinned + 1;
  if (position < 0 || pinned < 1) return layout;
  const target = seen.filter((it) => it !== fieldName)[(isPinned ? pinned : layout.pinned) - 1];
  const rest = orderedColumns(columns, layout).flatMap((it) => (it.fieldName === fieldName ? [] : it.fieldName));
  rest.splice(target === undefined ? 0 : rest.indexOf(target) + 1, 0, fieldName);
  return { ...layout, order: rest, pinned };
}

/** The last visible one stays. */
export function withColumnToggled(columns: readonly Sized[], layout: Layout, fieldName: string): Layout {
  const seen = arrangedColumns(columns, layout);
  if (layout.hidden.includes(fieldName)) return { ...layout, hidden: layout.hidden.filter((it) => it !== fieldName) };
  if (seen.length <= 1) return layout;
  const isPinned = seen.findIndex((it) => it.fieldName === fieldName) < layout.pinned;
  return {
    ...layout,
    hidden: [...layout.hidden, fieldName],
    pinned: isPinned ? Math.max(1, layout.pinned - 1) : layout.pinned,
  };
}

/** In whole pixels, within bounds; without `width`, resets it. */
export function sizedTo(layout: Layout, fieldName: string, width?: number): Layout {
  const { [fieldName]: _, ...others } = layout.widths;
  if (width === undefined) return { ...layout, widths: others };
  return {
    ...layout,
    widths: { ...others, [fieldName]: Math.round(Math.max(narrowestPx, Math.min(widestPx, width))) },
  };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((it) => typeof it === 'string'))] : [];

/** Ignores invalid entries: another version may have written it. */
export function readLayout(text: string | null): Layout {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '');
  } catch {
    return plainLayout;
  }
  if (typeof kept !== 'object' || kept === null) return plainLayout;
  const { order, hidden, pinned, widths } = kept as Record<string, unknown>;
  const sizes = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
  const fits = (width: unknown): width is number =>
    typeof width === 'number' && width >= narrowestPx && width <= widestPx;
  return {
    order: texts(order),
    hidden: texts(hidden),
    pinned: typeof pinned === 'number' && Number.isInteger(pinned) ? Math.max(1, pinned) : 1,
    widths: Object.fromEntries(sizes.filter((entry): entry is [string, number] => fits(entry[1]))),
  };
}

export function useLayout(name: string): [Layout, (layout: Layout) => void] {
  const key = `grid-${name}`;
  const [kept, setKept] = useState(() => ({ key, layout: readLayout(localStore.getItem(key)) }));
  const current = kept.key === key ? kept : { key, layout: readLayout(localStore.getItem(key)) };
  if (current !== kept) setKept(current);
  const set = useCallback(
    (layout: Layout) => {
      setKept({ key, layout });
      if (layout === plainLayout) localStore.removeItem(key);
      else localStore.setItem(key, JSON.stringify(layout));
    },
    [key],
  );
  return [current.layout, set];
}
