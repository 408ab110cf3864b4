import { isText, Columns, type TextColumn } from './columns.ts';
import { exportRows } from './export/index.ts';
import { fetchSlice, sleep, type Receiver } from './fetch-slice.ts';
import { filtered } from './filter.ts';
import { distinctOf, groupsOf, sumsOf, unsettledOf } from './groups.ts';
import { pageSize, type Page, type Question, type Reply, type ToPage, type ToWorker } from './messages.ts';
import { ReportParser } from './parse.ts';
import type { Filter, Row, SliceSpec, SliceStatus, View } from './protocol.ts';
import { allRows, SliceRows } from './rows.ts';
import { Ranking, sorted } from './sort.ts';
import { inTurns, isDue, pause, type Work } from './work.ts';

/** Calls at the same time: the next answer is on its way while one is read. */
const atOnce = 2;

/** Bytes that are parsed before others get their turn: about a millisecond. */
const bite = 1 << 17;

/** Milliseconds between two looks at what has come; a costly view is looked at less often, so that it takes a tenth of the time. */
const leastWait = 100;
const costFactor = 10;

/** Milliseconds in which the page draws the first rows with nobody beside it: a machine of two cores has none for it else. */
const firstRest = 40;

/** A view as it was worked out last. */
interface Applied {
  viewId: number;
  epoch: number;
  /** Rows in the order of the view; nothing when those are all rows as they came. */
  order: Uint32Array | undefined;
  /** Rows that come later can only stand after these. */
  growsAtEnd: boolean;
  total: number;
  count: number;
  sums: Record<string, number | null>;
}

/**
 * A report in the worker: asks for the slices, reads them into columns, and answers what the page wants to know of them,
 * already while they are coming. Knows neither worker nor page: it hears messages and posts some.
 */
export class Engine {
  private readonly post: (message: ToPage, transfer?: Transferable[]) => void;
  private columns = new Columns([]);
  private key = '';
  private specs: readonly SliceSpec[] = [];
  private slices: SliceStatus[] = [];
  private rows = new SliceRows();
  private readonly unknownFields = new Set<string>();
  private readonly rankings = new Map<TextColumn, Ranking>();

  private loaders = 0;
  private loading = new AbortController();
  private view: { id: number; view: View } = { id: 0, view: { search: '', filters: [], sort: null } };
  private applied: Applied = { viewId: 0, epoch: 0, order: undefined, growsAtEnd: true, total: 0, count: 0, sums: {} };
  /** First and last page that the page shows. */
  private sight: readonly [number, number] = [0, 0];
  private isStale = false;
  private isRefreshing = false;
  /** Ends the work on a view that is no longer wanted, or on something that can wait. */
  private working = new AbortController();
  /** Ends the wait for the next look. */
  private wake: () => void = () => {};

  private readonly tokens = new Map<number, (token: string | undefined) => void>();
  private lastToken = 0;
  /** Exports under way. */
  private readonly writing = new Map<number, { next(): void; giveUp: AbortController }>();

  constructor(post: (message: ToPage, transfer?: Transferable[]) => void) {
    this.post = post;
  }

  hear(message: ToWorker): void {
    switch (message.is) {
      case 'open':
        this.columns = new Columns(message.columns);
        this.key = message.key;
        this.specs = message.slices;
        this.slices = message.slices.map(({ from, to }) => ({
          from,
          to,
          state: 'waiting',
          rows: 0,
          bytes: 0,
          tries: 0,
        }));
        return this.load();
      case 'token':
        this.tokens.get(message.id)?.(message.token);
        this.tokens.delete(message.id);
        return;
      case 'view':
        this.view = message;
        this.working.abort();
        return this.look(true);
      case 'sight':
        this.sight = [message.from, message.to];
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
        return this.retry();
      case 'cancel':
        return this.cancel();
    }
  }

  private retry(): void {
    for (const slice of this.slices) if (slice.state === 'failed' || slice.state === 'cut') slice.state = 'waiting';
    this.load();
    this.look(true);
  }

  private cancel(): void {
    this.loading.abort();
    for (const slice of this.slices) if (slice.state === 'waiting') this.broke(slice, 'Cancelled.');
    this.look(true);
  }

  private broke(slice: SliceStatus, message: string): void {
    slice.state = slice.rows > 0 ? 'cut' : 'failed';
    slice.reason = { message, kind: 'bug' };
  }

  private load(): void {
    if (this.loading.signal.aborted) this.loading = new AbortController();
    const { signal } = this.loading;
    const waiting = this.slices.filter((it) => it.state === 'waiting').length;
    for (let more = Math.min(atOnce - this.loaders, waiting); more > 0; more -= 1) {
      this.loaders += 1;
      void this.loadNext(signal).finally(() => {
        this.loaders -= 1;
        if (this.loaders > 0) return;
        // Asked for again in the last moment.
        if (this.slices.some((it) => it.state === 'waiting')) this.load();
        else this.columns.trim();
        this.look(true);
      });
    }
  }

  private async loadNext(signal: AbortSignal): Promise<void> {
    for (;;) {
      const index = this.slices.findIndex((it) => it.state === 'waiting');
      const slice = this.slices[index];
      const spec = this.specs[index];
      if (!slice || !spec || signal.aborted) return;
      slice.state = 'loading';
      slice.reason = undefined;
      try {
        const { state, reason } = await fetchSlice(spec.url, this.receiver(index, slice), signal);
        // Of what was cut before its first record there is nothing to show.
        slice.state = state === 'cut' && slice.rows === 0 ? 'failed' : state;
        slice.reason = reason;
      } catch (error) {
        this.broke(slice, signal.aborted ? 'Cancelled.' : messageOf(error));
      }
      this.look();
    }
  }

  private receiver(index: number, slice: SliceStatus): Receiver {
    let parser = new ReportParser(this.columns, this.key);
    const parse = <T>(step: () => T): T => {
      const before = this.columns.length;
      try {
        return step();
      } finally {
        // What came before a fault came all the same.
        this.rows.add(index, before, this.columns.length);
        slice.rows += this.columns.length - before;
        for (const fieldName of parser.unknownFields) this.unknownFields.add(fieldName);
      }
    };
    return {
      token: (refused) => this.token(refused),
      tried: () => {
        slice.tries += 1;
        this.look();
      },
      begun: () => {
        parser = new ReportParser(this.columns, this.key);
        this.rows.drop(index);
        slice.rows = 0;
        slice.bytes = 0;
      },
      take: async (chunk) => {
        for (let from = 0; from < chunk.length; from += bite) {
          const bytes = chunk.subarray(from, from + bite);
          slice.bytes += bytes.length;
          parse(() => parser.push(bytes));
          const isFirst = this.applied.total === 0 && slice.rows > 0;
          this.look(isFirst);
          if (isFirst) await sleep(firstRest, this.loading.signal);
          else if (isDue()) await pause();
        }
      },
      ended: () => parse(() => parser.end()),
    };
  }

  private token(refused?: string): Promise<string> {
    this.lastToken += 1;
    const id = this.lastToken;
    return new Promise((resolve, reject) => {
      this.tokens.set(id, (token) => (token === undefined ? reject(new Error('No token')) : resolve(token)));
      this.post({ is: 'token', id, refused });
    });
  }

  /** Something has changed that the page should know; `isUrgent` does not wait for its turn. */
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
      // In the same breath as the last look at isStale, or what changes in between would not be seen.
      this.isRefreshing = false;
    }
  }

  private async refreshOnce(): Promise<void> {
    const begun = performance.now();
    this.isStale = false;
    this.working = new AbortController();
    const { signal } = this.working;
    try {
      const before = this.applied;
      this.applied = await inTurns(this.apply(), signal);
      this.tell(before);
    } catch (error) {
      if (!signal.aborted) throw error;
      return;
    }
    if (!this.isStale && this.loaders === 0) await this.rankAll(signal);
    if (!this.isStale || signal.aborted || this.loaders === 0) return;
    const cost = performance.now() - begun;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(leastWait, cost * costFactor));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private *apply(): Work<Applied> {
    const { columns, applied } = this;
    const { id: viewId, view } = this.view;
    const total = this.rows.count;
    const natural = yield* this.rows.inOrder();
    const all = natural ?? allRows(total);
    const held = yield* filtered(columns, all, view);
    const sums = yield* sumsOf(columns, held);
    const column = view.sort ? columns.column(view.sort.fieldName) : undefined;
    const order = column ? yield* sorted(held, column, view.sort?.isDescending === true, this.rankingOf(column)) : held;
    const growsAtEnd = !column && !natural;
    const isSame = viewId === applied.viewId && growsAtEnd && applied.growsAtEnd;
    return {
      viewId,
      epoch: isSame ? applied.epoch : applied.epoch + 1,
      order: growsAtEnd && order === all ? undefined : order,
      growsAtEnd,
      total,
      count: order.length,
      sums,
    };
  }

  private rankingOf(column: Columns['list'][number]): Ranking | undefined {
    if (!isText(column)) return undefined;
    let ranking = this.rankings.get(column);
    if (!ranking) this.rankings.set(column, (ranking = new Ranking(column.dictionary)));
    return ranking;
  }

  /** So that the first sort by a text is as quick as the next. */
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

  private tell(before: Applied): void {
    const { viewId, epoch, total, count, sums } = this.applied;
    const isSettled = this.loaders === 0 && !this.isStale;
    const [from, to] = this.sight;
    const pages: Page[] = [];
    // The first rows come without being asked for.
    if (epoch !== before.epoch || (before.count === 0 && count > 0))
      for (let page = from; page <= to && page * pageSize < count; page += 1) pages.push(this.page(page));
    this.post({
      is: 'state',
      state: {
        slices: this.slices.map((it) => ({ ...it })),
        isSettled,
        isComplete: isSettled && this.slices.every((it) => it.state === 'done' || it.state === 'empty'),
        bytes: this.slices.reduce((sum, it) => sum + it.bytes, 0),
        total,
        count,
        sums,
        viewId,
        epoch,
        unknownFields: [...this.unknownFields],
      },
      pages,
    });
  }

  private page(page: number): Page {
    const { order, count, epoch } = this.applied;
    const rows: Row[] = [];
    for (let at = page * pageSize; at < Math.min(count, (page + 1) * pageSize); at += 1)
      rows.push(this.columns.rowAt(order ? (order[at] as number) : at));
    return { page, epoch, rows };
  }

  private async answer(id: number, question: Question): Promise<void> {
    try {
      this.post({ is: 'answer', id, reply: await this.replyTo(id, question) });
    } catch (error) {
      this.post({ is: 'fault', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async replyTo(id: number, question: Question): Promise<Reply> {
    const { columns } = this;
    switch (question.is) {
      case 'distinct':
        return inTurns(distinctOf(columns, await this.everyRow(), question.fieldName, question.most));
      case 'groups': {
        const { by, sum, filters, least } = question;
        const rows = filters ? await this.rowsOf(filters) : (this.applied.order ?? allRows(this.applied.count));
        return inTurns(groupsOf(columns, rows, by, sum, least));
      }
      case 'found': {
        const rows = await this.rowsOf(question.filters);
        const shown = question.fieldNames.flatMap((fieldName) => columns.column(fieldName) ?? []);
        return {
          rows: [...rows.subarray(0, question.most)].map((row) => columns.rowAt(row, shown)),
          count: rows.length,
        };
      }
      case 'unsettled': {
        const { filters, settledBy } = question.question;
        const [rows, settling] = [await this.rowsOf(filters), await this.rowsOf(settledBy)];
        return inTurns(unsettledOf(columns, rows, settling, question.question));
      }
      case 'export':
        return this.exported(id, question.options);
    }
  }

  private async everyRow(): Promise<Uint32Array> {
    const { count } = this.rows;
    return (await inTurns(this.rows.inOrder())) ?? allRows(count);
  }

  private async rowsOf(filters: readonly Filter[]): Promise<Uint32Array> {
    return inTurns(filtered(this.columns, await this.everyRow(), { search: '', filters }));
  }

  private async exported(id: number, options: Parameters<typeof exportRows>[2]): Promise<Reply> {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    let written = () => {};
    let lost: (reason: unknown) => void = () => {};
    signal.addEventListener('abort', () => lost(signal.reason));
    this.writing.set(id, { next: () => written(), giveUp });
    try {
      const { order, count } = this.applied;
      // Rows that have come since the page was told of them are not in the file.
      const rows = order ?? (count === this.columns.length ? undefined : allRows(count));
      return await exportRows(this.columns, rows, options, (piece) => {
        signal.throwIfAborted();
        return new Promise<void>((resolve, reject) => {
          [written, lost] = [resolve, reject];
          this.post({ is: 'piece', id, bytes: piece }, [piece.buffer]);
        });
      });
    } finally {
      this.writing.delete(id);
    }
  }
}

/** Browsers throw RangeErrors when there is no memory for an array. */
const messageOf = (error: unknown) =>
  error instanceof RangeError ? 'This browser has no room for more records.' : 'The records could not be read.';
