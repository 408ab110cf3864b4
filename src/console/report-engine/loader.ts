import type { Columns } from './columns.ts';
import { fetchSlice, sleep, type Receiver } from './fetch-slice.ts';
import { ReportParser } from './parse/parse.ts';
import type { SliceSpec, SliceStatus } from './protocol.ts';
import { SliceRows } from './rows.ts';
import { isDue, pause } from './work.ts';

/** Calls at the same time: the next answer is on its way while one is read. */
const atOnce = 2;

/** Bytes that are parsed before others get their turn: about a millisecond. */
const chunkBytes = 1 << 17;

/** Milliseconds in which the page draws the first rows with nobody beside it: a machine of two cores has none for it else. */
const firstRest = 40;

/** What the loader needs of the engine. */
interface Hooks {
  token(refused?: string): Promise<string>;
  /** Something has come, or will not; `isUrgent` does not wait for its turn. */
  changed(isUrgent?: boolean): void;
  /** Whether the page has been given rows. */
  hasRows(): boolean;
}

/** Asks for the slices of a report, some at the same time, and reads them into columns. */
export class SliceLoader {
  readonly slices: SliceStatus[];
  readonly rows = new SliceRows();
  /** Fields of records that are no columns. */
  readonly unknownFields = new Set<string>();
  private readonly columns: Columns;
  private readonly key: string;
  private readonly specs: readonly SliceSpec[];
  private readonly hooks: Hooks;
  private loaders = 0;
  private loading = new AbortController();

  /** @param key top-level key of the list of records */
  constructor(columns: Columns, key: string, specs: readonly SliceSpec[], hooks: Hooks) {
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
    for (const slice of this.slices) if (slice.state === 'waiting') this.broke(slice, 'Cancelled.');
    this.hooks.changed(true);
  }

  private broke(slice: SliceStatus, message: string): void {
    slice.state = slice.rows > 0 ? 'cut' : 'failed';
    slice.reason = { message, kind: 'bug' };
  }

  load(): void {
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
        // Of what was cut before its first record there is nothing to show.
        slice.state = state === 'cut' && slice.rows === 0 ? 'failed' : state;
        slice.reason = reason;
        slice.callSequence = callSequence;
      } catch (error) {
        this.broke(slice, signal.aborted ? 'Cancelled.' : messageOf(error));
      }
      this.hooks.changed();
    }
  }

  private receiver(index: number, slice: SliceStatus): Receiver {
    const { key = this.key, renamed } = this.specs[index] ?? {};
    const parserOf = () => new ReportParser(this.columns, key, renamed);
    let parser = parserOf();
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
      token: (refused) => this.hooks.token(refused),
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
          if (isFirst) await sleep(firstRest, this.loading.signal);
          else if (isDue()) await pause();
        }
      },
      ended: () => parse(() => parser.end()),
    };
  }
}

/** Browsers throw RangeErrors when there is no memory for an array. */
const messageOf = (error: unknown) =>
  error instanceof RangeError
    ? 'This browser has no memory for more rows. Choose a shorter period.'
    : 'The rows could not be loaded.';
