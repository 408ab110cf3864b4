import type { Distinct, RowsPage, Question, Reply, ToPage, ToWorker, WorkerState } from './messages.ts';
import { PageCache } from './page-cache.ts';
import type {
  Exported,
  FoundRecords,
  RowGroup,
  ColumnJoin,
  ReportSource,
  ReportSpec,
  ReportState,
  View,
} from './protocol.ts';

interface Waiter {
  resolve(reply: Reply): void;
  reject(reason: Error): void;
  /** Of an export. */
  writer?: WritableStreamDefaultWriter<Uint8Array>;
}

const wholeView: View = { search: '', filters: [], sort: null };

/** A report in a worker that runs `runEngine`. `close` ends the worker and its calls. */
export class WorkerReport implements ReportSource {
  readonly columns: ReportSpec['columns'];
  private readonly spec: ReportSpec;
  private readonly worker: Worker;
  private readonly cache = new PageCache();
  private readonly listeners = new Set<() => void>();
  private readonly pending = new Map<number, Waiter>();
  private lastId = 0;
  private viewId = 0;
  private joins = 0;
  /** Views that the worker may still refer to. */
  private readonly views = new Map<number, View>([[0, wholeView]]);
  private epoch = 0;
  private state: ReportState;

  constructor(spec: ReportSpec, worker: Worker) {
    this.spec = spec;
    this.columns = spec.columns;
    this.worker = worker;
    this.state = {
      slices: spec.slices.map(({ from, to }) => ({ from, to, state: 'waiting', rows: 0, bytes: 0, tries: 0 })),
      isComplete: false,
      isSettled: false,
      bytes: 0,
      joined: 0,
      isJoining: false,
      total: 0,
      count: 0,
      leftOut: { otherDays: 0, repeated: 0 },
      sums: [],
      view: wholeView,
      isBusy: false,
      unknownFields: [],
    };
    worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => this.receive(data));
    worker.addEventListener('error', () => this.broke());
    const { columns, key, slices, sum, day, names, types } = spec;
    this.say({ is: 'open', columns, key, slices, counting: { sum, day, names, types } });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = (): ReportState => this.state;

  rowAt(position: number) {
    return position < this.state.count ? this.cache.rowAt(position) : undefined;
  }

  show(first: number, end: number): void {
    this.askForPages(this.cache.show(first, end));
  }

  setView(view: View): void {
    this.viewId += 1;
    this.views.set(this.viewId, view);
    this.say({ is: 'view', id: this.viewId, view });
    this.change({ isBusy: true });
  }

  join(join: ColumnJoin): void {
    this.joins += 1;
    this.say({ is: 'join', join });
    this.change({ isJoining: true });
  }

  distinct = (fieldName: string, most: number) => this.ask({ is: 'distinct', fieldName, most }) as Promise<Distinct>;

  groups: ReportSource['groups'] = (by, options) => this.ask({ is: 'groups', by, ...options }) as Promise<RowGroup[]>;

  found: ReportSource['found'] = (fieldNames, filters, most) =>
    this.ask({ is: 'found', fieldNames, filters, most }) as Promise<FoundRecords>;

  async exportTo(...[options, to, signal]: Parameters<ReportSource['exportTo']>): Promise<Exported> {
    signal?.throwIfAborted();
    const writer = to.getWriter();
    const id = this.lastId + 1;
    const giveUp = () => this.fail(id, signal?.reason as Error);
    signal?.addEventListener('abort', giveUp);
    try {
      const exported = (await this.ask({ is: 'export', options }, writer)) as Exported;
      await writer.close();
      return exported;
    } catch (error) {
      // A partial file must not pass for the whole.
      await writer.abort(error).catch(() => undefined);
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  retry(): void {
    this.change({ isSettled: false });
    this.say({ is: 'retry' });
  }

  cancel(): void {
    this.say({ is: 'cancel' });
  }

  close(): void {
    this.worker.terminate();
    this.listeners.clear();
    for (const id of this.pending.keys()) this.fail(id, new DOMException('The report was closed', 'AbortError'));
  }

  private say(message: ToWorker): void {
    this.worker.postMessage(message, []);
  }

  private ask(question: Question, writer?: Waiter['writer']): Promise<Reply> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, writer });
      this.say({ is: 'question', id, question });
    });
  }

  private fail(id: number, reason: Error): void {
    const waiter = this.pending.get(id);
    if (!waiter) return;
    this.pending.delete(id);
    if (waiter.writer) this.say({ is: 'give up', id });
    waiter.reject(reason);
  }

  private receive(message: ToPage): void {
    switch (message.is) {
      case 'state':
        return this.take(message.state, message.pages);
      case 'page':
        if (this.cache.take(message.page)) this.change({});
        // The end or other rows may have arrived meanwhile.
        return this.askForPages();
      case 'token':
        this.spec.token(message.refused).then(
          (token) => this.say({ is: 'token', id: message.id, token }),
          () => this.say({ is: 'token', id: message.id }),
        );
        return;
      case 'answer':
        this.pending.get(message.id)?.resolve(message.reply);
        this.pending.delete(message.id);
        return;
      case 'fault':
        return this.fail(message.id, new Error(message.message));
      case 'piece':
        // Sent after this one is written, so that the file never piles up in memory.
        this.pending
          .get(message.id)
          ?.writer?.write(message.bytes)
          .then(
            () => this.say({ is: 'written', id: message.id }),
            (error: Error) => this.fail(message.id, error),
          );
    }
  }

  private take({ viewId, epoch, ...state }: WorkerState, pages: readonly RowsPage[]): void {
    const view = this.views.get(viewId) ?? wholeView;
    if (view !== this.state.view) this.cache.clear();
    for (const id of this.views.keys()) if (id < viewId) this.views.delete(id);
    for (const page of pages) this.cache.take(page);
    this.epoch = epoch;
    this.change({ ...state, view, isBusy: viewId !== this.viewId, isJoining: state.joined !== this.joins });
    this.askForPages();
  }

  private askForPages(isMoved = false): void {
    const pages = this.cache.wanted(this.state.count, this.epoch, this.state.isSettled);
    if (isMoved || pages.length > 0) this.say({ is: 'visible', ...this.cache.visiblePages(), pages });
  }

  private change(change: Partial<ReportState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  private broke(): void {
    const reason = { message: 'The report could not be read by this browser. Reload the page.', kind: 'bug' as const };
    const slices = this.state.slices.map((it) =>
      it.state === 'waiting' || it.state === 'loading' ? { ...it, state: 'failed' as const, reason } : it,
    );
    this.change({ slices, isSettled: true, isComplete: false, isBusy: false });
    for (const id of this.pending.keys()) this.fail(id, new Error(reason.message));
  }
}
