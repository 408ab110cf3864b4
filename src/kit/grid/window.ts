import { densityStore } from './density.ts';

/** Pixels; equal for all rows, so that row n is found without measuring. */
export const rowHeight = (): number => (densityStore.get() === 'compact' ? 30 : 36);

/** More than a step. */
const overscan = 6;

/** Rows by which the window moves. */
const step = 4;

/** Browsers stop laying out between 17 and 33 million pixels; taller lists scroll in proportion. */
const tallest = 15_000_000;

/** With the empty heights around the rows. */
interface Window {
  first: number;
  /** Exclusive. */
  end: number;
  before: number;
  after: number;
}

const scaleOf = (full: number, view: number) => (full > tallest ? (full - view) / (tallest - view) : 1);

/** @param view height of the visible rows in pixels */
export function windowOf(count: number, scrollTop: number, view: number): Window {
  const full = count * rowHeight();
  const scale = scaleOf(full, view);
  const top = Math.max(0, Math.min(scrollTop * scale, full - view));
  const topmost = Math.floor(top / rowHeight());
  // When scrolling in proportion, the overscan rows above must still fit before the scroll position.
  const least = scale === 1 ? 0 : Math.min(topmost, Math.ceil((top - top / scale) / rowHeight()));
  const first = Math.max(0, least, topmost - overscan);
  const end = Math.min(count, Math.ceil((top + view) / rowHeight()) + overscan);
  const before = Math.max(0, first * rowHeight() - (top - top / scale));
  return { first, end, before, after: Math.max(0, Math.min(full, tallest) - before - (end - first) * rowHeight()) };
}

export function scrollTopFor(row: number, count: number, scrollTop: number, view: number): number {
  const scale = scaleOf(count * rowHeight(), view);
  const [top, y] = [scrollTop * scale, row * rowHeight()];
  if (y < top) return y / scale;
  return y + rowHeight() > top + view ? (y + rowHeight() - view) / scale : scrollTop;
}

/** Rounded to steps, so that smaller scrolls render nothing. */
export const steppedScroll = (scrollTop: number, count: number): number =>
  count * rowHeight() > tallest ? scrollTop : Math.floor(scrollTop / (step * rowHeight())) * step * rowHeight();
