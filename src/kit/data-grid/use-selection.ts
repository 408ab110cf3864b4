import { useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { GridView } from '#kit/base/grid-source.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { cellOf, movedFocus, type GridCell, type OnKey } from '#kit/grid/focus.ts';
import type { GridHandle } from '#kit/grid/table.tsx';
import type { Row } from '#rules/column.ts';
import { spanOf, type Selection } from './selection.ts';

/** With Shift, by dragging, or all; cleared when rows or columns change. */
export function useSelection(
  handle: RefObject<GridHandle | null>,
  view: GridView,
  columns: readonly ShownColumn<Row>[],
) {
  const [selection, setSelection] = useState<Selection>();

  const shape = JSON.stringify([view, columns.map((it) => it.fieldName)]);
  const [seen, setSeen] = useState(shape);
  if (seen !== shape) {
    setSeen(shape);
    setSelection(undefined);
  }
  const span = selection && spanOf(selection);

  const dragged = useRef<GridCell>(undefined);
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target as Element);
    dragged.current = undefined;
    if (!cell || event.button !== 0 || (event.target as Element).closest('button, a, [data-resize]')) return;
    if (event.shiftKey) {
      // Prevents text selection.
      event.preventDefault();
      setSelection({ from: selection?.from ?? handle.current?.at ?? cell, to: cell });
      handle.current?.go(cell);
    } else {
      dragged.current = cell.row > 0 ? cell : undefined;
      setSelection(undefined);
    }
  };
  const onMouseOver = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-column]');
    // Tooltip of a truncated cell, set on hover: scrolling would write it for every cell.
    if (element) element.title = element.scrollWidth > element.clientWidth ? (element.textContent ?? '') : '';
    const from = dragged.current;
    const to = cellOf(element);
    if (!from || !to || event.buttons !== 1) return;
    const isSame = to.row === from.row && to.column === from.column;
    if ((isSame && !selection) || to.row === 0) return;
    getSelection()?.removeAllRanges();
    setSelection({ from, to });
  };

  const onSelectionKey: OnKey = (event, from, sizes) => {
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && key.toLowerCase() === 'a' && !shiftKey && sizes.rows > 1) {
      setSelection({ from: { row: 1, column: 0 }, to: { row: sizes.rows - 1, column: sizes.columns - 1 } });
      return true;
    }
    if (key === ' ' && shiftKey && !isControl && from.row > 0) {
      setSelection({ from: { row: from.row, column: 0 }, to: { row: from.row, column: sizes.columns - 1 } });
      return true;
    }
    if (key === 'Escape' && selection) {
      setSelection(undefined);
      return true;
    }
    const next = movedFocus(key, isControl, from, sizes);
    if (!next) return false;
    setSelection(shiftKey ? { from: selection?.from ?? from, to: next } : undefined);
    if (shiftKey) handle.current?.go(next);
    return shiftKey;
  };

  return { selection, span, onMouseDown, onMouseOver, onSelectionKey };
}
