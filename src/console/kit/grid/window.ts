/** Height of a row, in pixels; all rows have one, so that row n is found without measuring those before it. */
export const rowHeight = 36;

/** Rows kept ready above and below what is seen; more than a step. */
const overscan = 6;

/** Rows by which the window moves. */
const step = 4;

/** Browsers stop laying out between 17 and 33 million pixels; a taller list scrolls in proportion instead. */
const tallest = 15_000_000;

/** Which rows stand in the document, and the empty heights before and after them that make the scrollbar right. */
export interface Window {
  first: number;
  /** The row after the last. */
  end: number;
  before: number;
  after: number;
}

const scaleOf = (full: number, view: number) => (full > tallest ? (full - view) / (tallest - view) : 1);

/** @param view height, in pixels, of the part of the rows that is seen */
export function windowOf(count: number, scrollTop: number, view: number): Window {
  const full = count * rowHeight;
  const scale = scaleOf(full, view);
  const top = Math.max(0, Math.min(scrollTop * scale, full - view));
  const topmost = Math.floor(top / rowHeight);
  // In proportion, the overscan rows above must still fit between the start and the scroll position.
  const least = scale === 1 ? 0 : Math.min(topmost, Math.ceil((top - top / scale) / rowHeight));
  const first = Math.max(0, least, topmost - overscan);
  const end = Math.min(count, Math.ceil((top + view) / rowHeight) + overscan);
  const before = Math.max(0, first * rowHeight - (top - top / scale));
  return { first, end, before, after: Math.max(0, Math.min(full, tallest) - before - (end - first) * rowHeight) };
}

/** The scroll position that brings a row into view, moving as little as can be. */
export function scrollTopFor(row: number, count: number, scrollTop: number, view: number): number {
  const scale = scaleOf(count * rowHeight, view);
  const [top, y] = [scrollTop * scale, row * rowHeight];
  if (y < top) return y / scale;
  return y + rowHeight > top + view ? (y + rowHeight - view) / scale : scrollTop;
}

/** The scroll position as far as it matters: by steps of some rows, so that less than one renders nothing. */
export const settled = (scrollTop: number, count: number): number =>
  count * rowHeight > tallest ? scrollTop : Math.floor(scrollTop / (step * rowHeight)) * step * rowHeight;
