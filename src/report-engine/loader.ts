import type { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import { fetchSlice, sleep, type SliceReceiver } from './fetch-slice.ts';
import type { SliceRead, SliceSpec, SliceStatus, SliceToken } from './protocol.ts';
import { SliceRows } from './rows.ts';
import { isDue, pause } from './work.ts';

/** The next answer downloads while one is parsed. */
const atOnce = 2;

/** About a millisecond. */
const chunkBytes = 1 << 17;

/** The page has this long to render the first rows: on two cores it has no time otherwise. */
const firstRestMs = 40;

interface Hooks {
  read: SliceRead;
  token: SliceToken;
  /** Rows arrived or a slice ended; `isUrgent` skips the wait. */
  changed(isUrgent?: boolean): void;
  hasRows(): boolean;
}

const cancelled = { message: 'Cancelled.', kind: 'cancelled' } as const;

export class SliceLoader {
  readonly slices: SliceStatus[];
  readonly rows = new SliceRows();
  /** Fields of records that are no columns. */
  readonly unknownFields = new Set<string>();
  private readonly columns: ReportColumns;
  private readonly key: string;
  private readonly specs: readonly SliceSpec[];
  private readonly hooks: Hooks;
  private loaders = 0;
  private loading = new AbortController();

  /** @param key top-level key of the list of records */
  constructor(columns: ReportColumns, key: string, specs: readonly SliceSpec[], hooks: Hooks) {
    this.columns = columns;
    this.key = key;
    this.specs = specs;
    this.hooks = hooks;
    this.slices = specs.map(({ from, to }) => ({ from, to, state: 'waiting', rows: 0, bytes: 0, tries: 0 }));
  }

  get isIdle(): boolean {
    return this.loaders === 0;
  }

  retry(): void {
    for (const slice of this.slices) if (slice.state === 'failed' || slice.state === 'cut') slice.state = 'waiting';
    this.load();
    this.hooks.changed(true);
  }

  cancel(): void {
    this.loading.abort();
    for (const slice of this.slices) if (slice.state === 'waiting') this.broke(slice, cancelled);
    this.hooks.changed(true);
  }

  private broke(slice: SliceStatus, reason: SliceStatus['reason']): void {
    slice.state = slice.rows > 0 ? 'cut' : 'failed';
    slice.reason = reason;
  }

  load(): void {
    if (this.loading.signal.aborted) this.loading = new AbortController();
    const { signal } = this.loading;
    const waiting = this.slices.filter((it) => it.state === 'waiting').length;
    // No slice will end, of which the caller would be notified.
    if (waiting === 0 && this.isIdle) this.hooks.changed(true);
    for (let more = Math.min(atOnce - this.loaders, waiting); more > 0; more -= 1) {
      this.loaders += 1;
      void this.loadNext(signal).finally(() => {
        this.loaders -= 1;
        if (this.loaders > 0) return;
        if (this.slices.some((it) => it.state === 'waiting')) this.load();
        else this.columns.trim();
        this.hooks.changed(true);
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
        const { state, reason, callSequence } = await fetchSlice(spec.url, this.receiver(index, slice), signal);
        // A slice cut before its first record has nothing to show.
        slice.state = state === 'cut' && slice.rows === 0 ? 'failed' : state;
        slice.reason = reason;
        slice.callSequence = callSequence;
      } catch (error) {
        this.broke(slice, signal.aborted ? cancelled : { message: messageOf(error), kind: 'bug' });
      }
      this.hooks.changed();
    }
  }

  private receiver(index: number, slice: SliceStatus): SliceReceiver {
    const { key = this.key, renamed } = this.specs[index] ?? {};
    const parserOf = () => new ReportParser(this.columns, key, renamed);
    let parser = parserOf();
    const parse = <T>(step: () => T): T => {
      const before = this.columns.length;
      try {
        return step();
      } finally {
        // Records before an error are kept.
        this.rows.add(index, before, this.columns.length);
        slice.rows += this.columns.length - before;
        for (const fieldName of parser.unknownFields) this.unknownFields.add(fieldName);
      }
    };
    return {
      read: this.hooks.read,
      token: this.hooks.token,
      tried: () => {
        slice.tries += 1;
        this.hooks.changed();
      },
      begun: () => {
        parser = parserOf();
        this.rows.drop(index);
        slice.rows = 0;
        slice.bytes = 0;
      },
      take: async (chunk) => {
        for (let from = 0; from < chunk.length; from += chunkBytes) {
          const bytes = chunk.subarray(from, from + chunkBytes);
          slice.bytes += bytes.length;
          parse(() => parser.push(bytes));
          const isFirst = !this.hooks.hasRows() && slice.rows > 0;
          this.hooks.changed(isFirst);
          if (isFirst) await sleep(firstRestMs, this.loading.signal);
          else if (isDue()) await pause();
        }
      },
      ended: () => parse(() => parser.end()),
    };
  }
}

/** Browsers throw RangeErrors when an array does not fit into memory. */
const messageOf = (error: unknown) =>
  error instanceof RangeError
    ? 'This browser has no memory for more rows. Choose a shorter period.'
    : 'The rows could not be loaded.';
