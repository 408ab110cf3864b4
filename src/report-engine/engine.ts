import { ReportColumns, isText, type TextColumn } from '#answers/report/columns.ts';
import { setTransactionTypes } from '#answers/transaction-kind.ts';
import type { Row } from '#rules/column.ts';
import { foldedActions, type FoldedActions } from './actions.ts';
import { CountedRows } from './counted-rows.ts';
import { exportRows } from './export/index.ts';
import { filteredRows } from './filter.ts';
import { sumsOf } from './groups.ts';
import { Joining } from './join.ts';
import { SliceLoader } from './loader.ts';
import { pageSize, type RowsPage, type Question, type Reply, type ToPage, type ToWorker } from './messages.ts';
import {
  moreChanges,
  type ColumnSum,
  type Counting,
  type LeftOutRows,
  type SliceRead,
  type SliceSpec,
  type View,
} from './protocol.ts';
import { answerTo } from './questions.ts';
import { allRows } from './rows.ts';
import { Ranking, sortedReport } from './sort.ts';
import { inTurns, type Work } from './work.ts';

/** Between two states; a costly view takes at most a tenth of the time. */
const leastWaitMs = 100;
const costFactor = 10;

interface Applied {
  viewId: number;
  joined: number;
  epoch: number;
  /** Undefined for all rows in the order received. */
  order: Uint32Array | undefined;
  /** The same rows as actions, which are shown instead. */
  folded: FoldedActions | undefined;
  /** Later rows can only follow these. */
  growsAtEnd: boolean;
  total: number;
  count: number;
  leftOut: LeftOutRows;
  sums: readonly ColumnSum[];
}

/**
 * A report in the worker: requests slices, reads them into columns and answers questions, even while loading. Knows
 * neither worker nor page, only messages.
 */
export class Engine {
  private readonly post: (message: ToPage, transfer?: Transferable[]) => void;
  private readonly read: SliceRead;
  private columns = new ReportColumns([]);
  private loader: SliceLoader;
  private counting: Counting = {};
  private counted: CountedRows;
  private readonly rankings = new Map<TextColumn, Ranking>();
  private readonly joins = new Map<string, Joining>();
  private joined = 0;

  private view: { id: number; view: View } = { id: 0, view: { search: '', filters: [], sort: null } };
  private applied: Applied = {
    viewId: 0,
    joined: 0,
    epoch: 0,
    order: undefined,
    folded: undefined,
    growsAtEnd: true,
    total: 0,
    count: 0,
    leftOut: { otherDays: 0, repeated: 0 },
    sums: [],
  };
  /** First and last page on screen. */
  private visiblePages: readonly [number, number] = [0, 0];
  private isStale = false;
  private isRefreshing = false;
  private working = new AbortController();
  private wake: () => void = () => {};

  private readonly tokens = new Map<number, (token: string | undefined) => void>();
  private lastToken = 0;
  private readonly writing = new Map<number, { next(): void; giveUp: AbortController }>();

  constructor(post: (message: ToPage, transfer?: Transferable[]) => void, read: SliceRead) {
    this.post = post;
    this.read = read;
    this.loader = this.loaderOf('', []);
    this.counted = new CountedRows(this.columns, this.loader.rows, [], {});
  }

  receive(message: ToWorker): void {
    switch (message.is) {
      case 'open':
        this.columns = new ReportColumns(message.columns);
        this.loader = this.loaderOf(message.key, message.slices);
        this.counting = message.counting ?? {};
        if (this.counting.types) setTransactionTypes(this.counting.types);
        this.counted = new CountedRows(this.columns, this.loader.rows, message.slices, this.counting);
        return this.loader.load();
      case 'token':
        this.tokens.get(message.id)?.(message.token);
        this.tokens.delete(message.id);
        return;
      case 'view':
        this.view = message;
        this.working.abort();
        return this.look(true);
      case 'join':
        this.joins.set(message.join.into, new Joining(this.columns, message.join));
        this.joined += 1;
        this.working.abort();
        return this.look(true);
      case 'visible':
        this.visiblePages = [message.from, message.to];
        for (const page of message.pages) this.post({ is: 'page', page: this.page(page) });
        return;
      case 'question':
        void this.answer(message.id, message.question);
        return;
      case 'written':
        return this.writing.get(message.id)?.next();
      case 'give up':
        return this.writing.get(message.id)?.giveUp.abort();
      case 'retry':
        return this.loader.retry();
      case 'cancel':
        return this.loader.cancel();
    }
  }

  private loaderOf(key: string, slices: readonly SliceSpec[]): SliceLoader {
    return new SliceLoader(this.columns, key, slices, {
      read: this.read,
      token: (refused) => this.token(refused),
      changed: (isUrgent) => this.look(isUrgent),
      hasRows: () => this.applied.total > 0,
    });
  }

  private token(refused?: string): Promise<string> {
    this.lastToken += 1;
    const id = this.lastToken;
    return new Promise((resolve, reject) => {
      this.tokens.set(id, (token) => (token === undefined ? reject(new Error('No token')) : resolve(token)));
      this.post({ is: 'token', id, refused });
    });
  }

  /** `isUrgent` skips the wait. */
  private look(isUrgent = false): void {
    this.isStale = true;
    if (isUrgent) this.wake();
    if (this.isRefreshing) return;
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    this.isRefreshing = true;
    try {
      while (this.isStale) await this.refreshOnce();
    } finally {
      // Synchronous with the last check of isStale, or a change in between would be lost.
      this.isRefreshing = false;
    }
  }

  private async refreshOnce(): Promise<void> {
    const startedAt = performance.now();
    this.isStale = false;
    this.working = new AbortController();
    const { signal } = this.working;
    try {
      const before = this.applied;
      this.applied = await inTurns(this.apply(), signal);
      this.postState(before);
    } catch (error) {
      if (!signal.aborted) throw error;
      return;
    }
    if (!this.isStale && this.loader.isIdle) await this.rankAll(signal);
    if (!this.isStale || signal.aborted || this.loader.isIdle) return;
    const cost = performance.now() - startedAt;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(leastWaitMs, cost * costFactor));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private *apply(): Work<Applied> {
    const { columns, applied, joined } = this;
    for (const joining of this.joins.values()) yield* joining.fill();
    const { id: viewId, view } = this.view;
    const { rows: natural, count: total, leftOut } = yield* this.counted.inOrder();
    const all = natural ?? allRows(total);
    const rows = yield* filteredRows(columns, all, view);
    const sums = yield* sumsOf(columns, rows, this.counting.sum);
    const column = view.sort ? columns.column(view.sort.fieldName) : undefined;
    const order = column
      ? yield* sortedReport(rows, column, view.sort?.isDescending === true, this.rankingOf(column))
      : rows;
    const folded = view.foldsActions ? yield* foldedActions(columns, order) : undefined;
    const growsAtEnd = !column && !natural && !folded;
    const isSame = viewId === applied.viewId && joined === applied.joined && growsAtEnd && applied.growsAtEnd;
    return {
      viewId,
      joined,
      epoch: isSame ? applied.epoch : applied.epoch + 1,
      order: growsAtEnd && order === all ? undefined : order,
      folded,
      growsAtEnd,
      total,
      count: (folded?.rows ?? order).length,
      leftOut,
      sums,
    };
  }

  private rankingOf(column: ReportColumns['list'][number]): Ranking | undefined {
    if (!isText(column)) return undefined;
    let ranking = this.rankings.get(column);
    if (!ranking) this.rankings.set(column, (ranking = new Ranking(column.dictionary)));
    return ranking;
  }

  /** Makes the first sort by a text as quick as the next. */
  private async rankAll(signal: AbortSignal): Promise<void> {
    try {
      for (const column of this.columns.list) {
        if (this.isStale) return;
        const ranking = this.rankingOf(column);
        if (ranking && column.kind === 'text') await inTurns(ranking.work(), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private postState(before: Applied): void {
    const { viewId, joined, epoch, total, count, leftOut, sums } = this.applied;
    const isSettled = this.loader.isIdle && !this.isStale;
    const [from, to] = this.visiblePages;
    const pages: RowsPage[] = [];
    if (epoch !== before.epoch || (before.count === 0 && count > 0))
      for (let page = from; page <= to && page * pageSize < count; page += 1) pages.push(this.page(page));
    this.post({
      is: 'state',
      state: {
        slices: this.loader.slices.map((it) => ({ ...it })),
        isSettled,
        isComplete: isSettled && this.loader.slices.every((it) => it.state === 'done' || it.state === 'empty'),
        bytes: this.loader.slices.reduce((sum, it) => sum + it.bytes, 0),
        joined,
        total,
        count,
        leftOut,
        sums,
        viewId,
        epoch,
        unknownFields: [...this.loader.unknownFields],
      },
      pages,
    });
  }

  private page(page: number): RowsPage {
    const { order, folded, count, epoch } = this.applied;
    const shown = folded?.rows ?? order;
    const rows: Row[] = [];
    for (let at = page * pageSize; at < Math.min(count, (page + 1) * pageSize); at += 1) {
      const row = shown ? (shown[at] as number) : at;
      const more = folded?.more.get(row);
      const record = this.columns.rowAt(row);
      rows.push(more ? { ...record, [moreChanges]: more } : record);
    }
    return { page, epoch, rows };
  }

  /** Each row of the view, also of an action that is shown as one. */
  private rowsOfView(): Uint32Array {
    return this.applied.order ?? allRows(this.applied.count);
  }

  private async answer(id: number, question: Question): Promise<void> {
    try {
      const reply =
        question.is === 'export'
          ? await this.exported(id, question.options)
          : await answerTo(question, this.columns, this.counted, () => this.rowsOfView(), this.counting.sum);
      this.post({ is: 'answer', id, reply });
    } catch (error) {
      this.post({ is: 'fault', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async exported(id: number, options: Parameters<typeof exportRows>[2]): Promise<Reply> {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    let written = () => {};
    let lost: (reason: unknown) => void = () => {};
    signal.addEventListener('abort', () => lost(signal.reason));
    this.writing.set(id, { next: () => written(), giveUp });
    try {
      const { order, count, sums } = this.applied;
      // The file excludes rows received after the page's last state.
      const rows = order ?? (count === this.columns.length ? undefined : allRows(count));
      const exported = await exportRows(this.columns, rows, options, (piece) => {
        signal.throwIfAborted();
        return new Promise<void>((resolve, reject) => {
          [written, lost] = [resolve, reject];
          this.post({ is: 'piece', id, bytes: piece }, [piece.buffer]);
        });
      });
      return { ...exported, sums };
    } finally {
      this.writing.delete(id);
    }
  }
}
