import { densityStore } from './density.ts';

/** Pixels; equal for all rows, so that row n is found without measuring. */
export const rowHeight = (): number => (densityStore.get() === 'compact' ? 30 : 36);

/** Rows by which the window moves. */
const stepRows = 4;

/** Rows above and below the visible ones that are in the document, too: more than a step. */
const overscanRows = 6;

/** Browsers stop laying out between 17 and 33 million pixels; taller lists scroll in proportion. */
const tallestPx = 15_000_000;

/** The rows that are in the document, by position. */
interface Window {
  first: number;
  /** Exclusive. */
  end: number;
  /** Pixels of the rows before and after them, which the document has as empty heights. */
  before: number;
  after: number;
}

/** Pixels of rows for each pixel of scrolling. */
const scaleOf = (fullPx: number, viewPx: number) => (fullPx > tallestPx ? (fullPx - viewPx) / (tallestPx - viewPx) : 1);

/** The rows to render at a scroll position. @param viewPx height of the visible rows */
export function windowOf(count: number, scrollTop: number, viewPx: number): Window {
  const fullPx = count * rowHeight();
  const scale = scaleOf(fullPx, viewPx);
  const top = Math.max(0, Math.min(scrollTop * scale, fullPx - viewPx));
  const topmost = Math.floor(top / rowHeight());
  // When scrolling in proportion, the overscan rows above must still fit before the scroll position.
  const least = scale === 1 ? 0 : Math.min(topmost, Math.ceil((top - top / scale) / rowHeight()));
  const first = Math.max(0, least, topmost - overscanRows);
  const end = Math.min(count, Math.ceil((top + viewPx) / rowHeight()) + overscanRows);
  const before = Math.max(0, first * rowHeight() - (top - top / scale));
  return { first, end, before, after: Math.max(0, Math.min(fullPx, tallestPx) - before - (end - first) * rowHeight()) };
}

/** The scroll position, in pixels, that shows a row and is closest to the present one. */
export function scrollTopFor(row: number, count: number, scrollTop: number, viewPx: number): number {
  const scale = scaleOf(count * rowHeight(), viewPx);
  const [top, y] = [scrollTop * scale, row * rowHeight()];
  if (y < top) return y / scale;
  return y + rowHeight() > top + viewPx ? (y + rowHeight() - viewPx) / scale : scrollTop;
}

/** Rounded to steps, so that smaller scrolls render nothing. */
export const steppedScroll = (scrollTop: number, count: number): number =>
  count * rowHeight() > tallestPx
    ? scrollTop
    : Math.floor(scrollTop / (stepRows * rowHeight())) * stepRows * rowHeight();
