import { pageSize, type Page } from './messages.ts';
import type { Row } from './protocol.ts';

/** Pages kept at most: far more than a screen shows, and little memory. */
const most = 64;

/** The pages of rows that were shown last. One whose rows may stand elsewhere now is shown until the new one comes. */
export class PageCache {
  // In the order of their use: a Map keeps the order in which its keys came.
  private readonly pages = new Map<number, Page>();
  private readonly requested = new Map<number, number>();
  private first = 0;
  private end = 0;

  rowAt(position: number): Row | undefined {
    return this.pages.get(Math.floor(position / pageSize))?.rows[position % pageSize];
  }

  /** Says which rows are in sight. @returns whether other pages are than before */
  show(first: number, end: number): boolean {
    const before = this.sight();
    [this.first, this.end] = [first, end];
    const after = this.sight();
    return before.from !== after.from || before.to !== after.to;
  }

  /** The first and the last page in sight. */
  sight(): { from: number; to: number } {
    return { from: Math.floor(this.first / pageSize), to: Math.floor(Math.max(this.first, this.end - 1) / pageSize) };
  }

  /** The rows of another view are no rows of this one. */
  clear(): void {
    this.pages.clear();
    this.requested.clear();
  }

  /** Pages to ask for now, those in sight before their neighbours: none that is here or has been asked for. */
  wanted(count: number, epoch: number): number[] {
    if (this.end <= this.first || count === 0) return [];
    const last = Math.floor((count - 1) / pageSize);
    const sight = this.sight();
    const from = Math.min(last, sight.from);
    const to = Math.min(last, sight.to);
    const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    if (to < last) pages.push(to + 1);
    if (from > 0) pages.push(from - 1);
    const wanted = pages.filter((page) => {
      const rows = Math.min(pageSize, count - page * pageSize);
      const cached = this.pages.get(page);
      const isHere = cached?.epoch === epoch && cached.rows.length >= rows;
      return !isHere && this.requested.get(page) !== epoch;
    });
    for (const page of wanted) this.requested.set(page, epoch);
    return wanted;
  }

  /** Takes a page. @returns whether it is in sight */
  take(taken: Page): boolean {
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
