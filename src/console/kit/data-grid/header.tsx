import { useRef } from 'react';
import type { Head } from '#console/kit/grid/table.tsx';

/** Opens the menu of a column, from its header. */
export function MenuButton({
  head,
  isFiltered,
  isOpen,
  onOpen,
}: {
  head: Head;
  isFiltered: boolean;
  isOpen: boolean;
  onOpen(header: Element | null): void;
}) {
  // Pressing it closes an open menu by itself, before the click comes.
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

/** The edge of a header that is drawn to change the width; a double click gives the column its own width again. */
export function Resizer({
  width,
  onDraw,
  onDone,
  onReset,
}: {
  width: number;
  onDraw(width: number): void;
  onDone(): void;
  onReset(): void;
}) {
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
