import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

/** Row 0 is the header. */
interface Cell {
  row: number;
  column: number;
}

const inner = (cell: Element) => [
  ...cell.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input, select'),
];

const cellAt = (grid: Element, { row, column }: Cell) =>
  grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);

function placeOf(target: Element): Cell | undefined {
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

/** A cell with one link or button is that link or button; any other cell takes the focus itself. */
const focusOf = (cell: HTMLElement): HTMLElement => {
  const [only, ...more] = inner(cell);
  return only && more.length === 0 ? only : cell;
};

interface Sizes {
  /** With the header. */
  rows: number;
  columns: number;
  /** Rows that one page down moves. */
  page: number;
  /** The rows in the document now, the header not counted. */
  first: number;
  end: number;
  /** Brings a row (0 the header) into the document and into view. */
  reveal(row: number): void;
}

/**
 * The keyboard of an ARIA grid (APG, Data Grid): one tab stop, arrows, Home, End, Page Up and Down, with Ctrl to the ends;
 * Enter goes into a cell with several buttons, Escape back to it.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, sizes: Sizes) {
  const [at, setAt] = useState<Cell>({ row: 0, column: 0 });
  const wanted = useRef(false);
  const isWithin = useRef(false);

  // What pages put into cells has tab stops of its own; in the document they are set to fit the one stop of the grid.
  // It runs after every render on purpose: scrolling brings in new cells.
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const isRendered = at.row === 0 || (at.row > sizes.first && at.row <= sizes.end);
    const stop = isRendered ? at : { ...at, row: Math.min(sizes.first + 1, sizes.rows - 1) };
    for (const cell of element.querySelectorAll<HTMLElement>('[data-column]')) {
      const place = placeOf(cell);
      const isStop = place?.row === stop.row && place.column === stop.column;
      const insides = inner(cell);
      for (const it of insides) it.tabIndex = isStop ? 0 : -1;
      if (insides.length === 1) cell.removeAttribute('tabindex');
      else cell.tabIndex = isStop ? 0 : -1;
    }
    // A focused row that was scrolled out of the document takes the focus with it: give it to what is seen.
    const isLost = isWithin.current && document.activeElement === document.body;
    if (!wanted.current && !isLost) return;
    const cell = cellAt(element, stop);
    if (!cell) return;
    wanted.current = false;
    const target = focusOf(cell);
    target.focus({ preventScroll: true });
    if (!isLost) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const go = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(sizes.rows - 1, row)),
      column: Math.max(0, Math.min(sizes.columns - 1, column)),
    };
    wanted.current = true;
    sizes.reveal(next.row);
    setAt(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.shiftKey || /^(input|select|textarea)$/i.test(target.tagName)) return;
    const from = placeOf(target);
    if (!from) return;
    const { row, column } = from;
    const toEnds = event.ctrlKey || event.metaKey;
    const cell = target.closest<HTMLElement>('[data-column]');
    const moves: Partial<Record<string, () => void>> = {
      ArrowDown: () => go(row + 1, column),
      ArrowUp: () => go(row - 1, column),
      ArrowRight: () => go(row, column + 1),
      ArrowLeft: () => go(row, column - 1),
      PageDown: () => go(row + sizes.page, column),
      PageUp: () => go(row - sizes.page, column),
      Home: () => go(toEnds ? 0 : row, 0),
      End: () => go(toEnds ? sizes.rows - 1 : row, sizes.columns - 1),
      Escape: target !== cell && cell && focusOf(cell) === cell ? () => cell.focus() : undefined,
      Enter: target === cell ? () => inner(target)[0]?.focus() : undefined,
      F2: target === cell ? () => inner(target)[0]?.focus() : undefined,
    };
    const move = moves[event.key];
    if (!move || (toEnds && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    move();
  };

  const onFocus = (event: FocusEvent) => {
    isWithin.current = true;
    const place = placeOf(event.target);
    if (place && (place.row !== at.row || place.column !== at.column)) setAt(place);
  };
  // React tells no blur of an element that it takes out of the document, so a lost row leaves this as it was.
  const onBlur = (event: FocusEvent) => {
    if (!grid.current?.contains(event.relatedTarget)) isWithin.current = false;
  };

  return { onKeyDown, onFocus, onBlur };
}
