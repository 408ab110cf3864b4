import { printedRows } from '#kit/base/printed-rows.ts';
import type { Row } from '#rules/column.ts';
import { pageSize, type RowsPage } from './messages.ts';

/** Far more pages than a screen shows, and little memory. */
const most = 64;

/** The last pages shown. An outdated page is shown until the new one arrives. */
export class PageCache {
  // Least recently used first: a Map keeps insertion order.
  private readonly pages = new Map<number, RowsPage>();
  private readonly requested = new Map<number, number>();
  private first = 0;
  private end = 0;

  rowAt(position: number): Row | undefined {
    return this.pages.get(Math.floor(position / pageSize))?.rows[position % pageSize];
  }

  /** Sets the visible rows. @returns whether the visible pages changed */
  show(first: number, end: number): boolean {
    const before = this.visiblePages();
    [this.first, this.end] = [first, end];
    const after = this.visiblePages();
    return before.from !== after.from || before.to !== after.to;
  }

  visiblePages(): { from: number; to: number } {
    return { from: Math.floor(this.first / pageSize), to: Math.floor(Math.max(this.first, this.end - 1) / pageSize) };
  }

  clear(): void {
    this.pages.clear();
    this.requested.clear();
  }

  /**
   * Without cached and pending ones; visible pages before their neighbours, and once all rows are known, those that would be
   * printed.
   */
  wanted(count: number, epoch: number, isSettled = false): number[] {
    if (this.end <= this.first || count === 0) return [];
    const last = Math.floor((count - 1) / pageSize);
    const visible = this.visiblePages();
    const from = Math.min(last, visible.from);
    const to = Math.min(last, visible.to);
    const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    if (to < last) pages.push(to + 1);
    if (from > 0) pages.push(from - 1);
    if (isSettled)
      for (let page = 0; page * pageSize < Math.min(count, printedRows); page++)
        if (!pages.includes(page)) pages.push(page);
    const wanted = pages.filter((page) => {
      const rows = Math.min(pageSize, count - page * pageSize);
      const cached = this.pages.get(page);
      const isHere = cached?.epoch === epoch && cached.rows.length >= rows;
      return !isHere && this.requested.get(page) !== epoch;
    });
    for (const page of wanted) this.requested.set(page, epoch);
    return wanted;
  }

  /** @returns whether it is visible */
  take(taken: RowsPage): boolean {
    const { page } = taken;
    this.requested.delete(page);
    this.pages.delete(page);
    this.pages.set(page, taken);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= most) break;
      this.pages.delete(oldest);
    }
    return page * pageSize < this.end && (page + 1) * pageSize > this.first;
  }
}
