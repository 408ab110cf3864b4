import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowHeight, scrollTopFor, windowOf } from '#kit/grid/window.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import type { ShownRow } from '#sheet-engine/view.ts';

/** The visible rows; the worker has all others. */
export function useWindow(run: Import['run'], summary: SheetSummary) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [view, setView] = useState(480);
  const [rows, setRows] = useState<{ first: number; list: readonly ShownRow[] }>({ first: 0, list: [] });
  const { first, end, before, after } = windowOf(summary.shown, scrollTop, view);

  useEffect(() => {
    let isCurrent = true;
    void run.window(first, end).then((list) => isCurrent && setRows({ first, list }));
    return () => void (isCurrent = false);
    // A new summary means that rows have changed.
  }, [run, first, end, summary]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView(Math.max(rowHeight(), element.clientHeight - rowHeight())));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    frame,
    rows,
    first,
    end,
    before,
    after,
    page: Math.max(1, Math.floor(view / rowHeight()) - 1),
    rowAt: (position: number) => rows.list[position - rows.first],
    scrolled: () => setScrollTop(frame.current?.scrollTop ?? 0),
    scrollTo: (position: number) => {
      const element = frame.current;
      if (!element) return;
      element.scrollTop = scrollTopFor(position, summary.shown, element.scrollTop, view);
      setScrollTop(element.scrollTop);
    },
  };
}
