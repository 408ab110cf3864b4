import { useRef } from 'react';
import type { GridHead } from '#kit/grid/table.tsx';

export function MenuButton(props: {
  head: GridHead;
  isFiltered: boolean;
  isOpen: boolean;
  onOpen(header: Element | null): void;
}) {
  const { head, isFiltered, isOpen, onOpen } = props;
  // The pointer press closes an open menu before the click arrives.
  const wasOpen = useRef(false);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-aside="menu"
      data-on={isFiltered || undefined}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={`Menu of ${head.label}${isFiltered ? ', filtered' : ''}`}
      onPointerDown={() => {
        wasOpen.current = isOpen;
      }}
      onClick={(event) => {
        if (!wasOpen.current) onOpen(event.currentTarget.closest('th'));
        wasOpen.current = false;
      }}
    >
      {isFiltered ? '▾' : '⋮'}
    </button>
  );
}

/** The header's edge: drag to resize, double-click to reset. */
export function Resizer(props: { width: number; onDraw(width: number): void; onDone(): void; onReset(): void }) {
  const { width, onDraw, onDone, onReset } = props;
  const start = useRef<{ x: number; width: number }>(undefined);
  const end = () => {
    start.current = undefined;
    onDone();
  };
  return (
    <span
      aria-hidden
      data-resize=""
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onDraw(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
    />
  );
}
