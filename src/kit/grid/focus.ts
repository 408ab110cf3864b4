import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

/** Row 0 is the header. */
export interface GridCell {
  row: number;
  column: number;
}

/** Links and controls in an element, without those of `data-aside`, which have a shortcut of their own. */
const inner = (within: Element) => [
  ...within.querySelectorAll<HTMLElement>(
    ':is(a[href], button:not(:disabled), input, select):not([data-aside], [data-aside] *)',
  ),
];

const cellAt = (grid: Element, { row, column }: GridCell) =>
  grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);

export function cellOf(target: Element | null): GridCell | undefined {
  const cell = target?.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

/** A cell with a single link or button focuses that, otherwise itself. */
const focusOf = (cell: HTMLElement): HTMLElement => {
  const [only, ...more] = inner(cell);
  return only && more.length === 0 ? only : cell;
};

interface Sizes {
  /** With the header. */
  rows: number;
  columns: number;
  /** Rows by which Page Up and Down move. */
  page: number;
}

const within = (sizes: Sizes, { row, column }: GridCell): GridCell => ({
  row: Math.max(0, Math.min(sizes.rows - 1, row)),
  column: Math.max(0, Math.min(sizes.columns - 1, column)),
});

/** Where a key moves the focus; undefined if it is no key of the grid. @param toEnds with Control */
export function movedFocus(
  key: string,
  toEnds: boolean,
  { row, column }: GridCell,
  sizes: Sizes,
): GridCell | undefined {
  const to: Partial<Record<string, GridCell>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + sizes.page, column },
    PageUp: { row: row - sizes.page, column },
    Home: { row: toEnds ? 0 : row, column: 0 },
    End: { row: toEnds ? sizes.rows - 1 : row, column: sizes.columns - 1 },
  };
  const next = toEnds && !/^(Home|End)$/.test(key) ? undefined : to[key];
  return next && within(sizes, next);
}

/** Handles a key in the cell `from`. @returns whether it did */
export type OnKey = (event: KeyboardEvent, from: GridCell, sizes: Sizes) => boolean;

/**
 * Keyboard of an ARIA grid (APG, Data Grid): one tab stop, arrows, Home, End, Page Up and Down, Ctrl to the ends; Enter
 * enters a cell with several buttons, Escape leaves it.
 * @param reveal scrolls a row (0 the header) into the document and into view
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  sizes: Sizes,
  reveal: (row: number) => void,
  onKey?: OnKey,
) {
  const [chosen, setChosen] = useState<GridCell>({ row: 0, column: 0 });
  const at = within(sizes, chosen);
  const wanted = useRef(false);
  const isWithin = useRef(false);
  const stop = useRef<{ element: HTMLElement; at: GridCell }>(undefined);

  // Cells contain focusable elements. Runs after every render: scrolling adds cells and reuses others.
  useLayoutEffect(() => {
    const frame = grid.current;
    const table = frame?.querySelector<HTMLElement>('[role=grid]');
    if (!frame || !table) return;
    const cell = cellAt(frame, at);
    // While its row is scrolled out, the grid itself has the focus; the next key continues from that row.
    const target = cell ? focusOf(cell) : table;
    const insides = cell ? inner(cell) : [];
    for (const it of inner(frame)) it.tabIndex = insides.includes(it) ? 0 : -1;
    const before = stop.current;
    if (before && before.element !== target) before.element.tabIndex = -1;
    target.tabIndex = 0;
    stop.current = { element: target, at };

    const active = document.activeElement;
    const focused = cellOf(active);
    const isAstray = isWithin.current && (focused?.row !== at.row || focused.column !== at.column) && active !== target;
    if (!wanted.current && !isAstray) return;
    const isWanted = wanted.current;
    wanted.current = false;
    // The element may have shown another row: screen readers announce it only if the focus changes.
    if (active === target && before?.at.row !== at.row) target.blur();
    target.focus({ preventScroll: true });
    if (isWanted) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const go = (to: GridCell) => {
    const next = within(sizes, to);
    wanted.current = true;
    reveal(next.row);
    setChosen(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (/^(input|select|textarea)$/i.test(target.tagName)) return;
    const from = cellOf(target) ?? at;
    if (onKey?.(event, from, sizes)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.shiftKey) return;
    const cell = target.closest<HTMLElement>('[data-column]');
    const next = movedFocus(event.key, event.ctrlKey || event.metaKey, from, sizes);
    if (next) go(next);
    else if (event.key === 'Escape' && cell && target !== cell && focusOf(cell) === cell) cell.focus();
    else if (/^(Enter|F2)$/.test(event.key) && target === cell && inner(cell)[0]) inner(cell)[0]?.focus();
    else return;
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent) => {
    isWithin.current = true;
    const cell = cellOf(event.target);
    if (cell && (cell.row !== at.row || cell.column !== at.column)) setChosen(cell);
  };
  // React reports no blur for removed elements, so a removed row keeps this true.
  const onBlur = (event: FocusEvent) => {
    if (!grid.current?.contains(event.relatedTarget)) isWithin.current = false;
  };

  return { at, go, handlers: { onKeyDown, onFocus, onBlur } };
}
