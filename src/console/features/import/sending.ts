import type { RowState } from '#answers/send/results.ts';
import { config } from '#console/api/config.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { Run } from '#console/domain/write/run.ts';
import { isLike, readBack, sendRows, unsentRow, type BatchRow } from '#console/domain/write/send-rows.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { Chunk, RowResult } from '#console/import-engine/session.ts';
import { forget, recordToLookUp, unconfirmedAbout } from '#console/session/unconfirmed.ts';
import { reasonsOf } from './check/reasons.ts';
import { addClients } from './clients/add.ts';
import type { Kind } from './kinds.ts';

interface Options {
  /**
   * Rows per call. A service answers these well within a second, so progress is visible and a stop takes effect soon.
   */
  size: number;
  /** Milliseconds before each retry of an unanswered chunk, if it may be repeated. */
  waits: readonly number[];
}
const usual: Options = { size: 500, waits: [0, 1000, 2000, 4000, 8000] };

type OnProgress = (isTryingAgain: boolean) => Promise<void>;

/** Milliseconds for which a chunk may be repeated under its key; services keep their answers longer. */
const repeatableFor = 12 * 3_600_000;

/** Whether the service executes a chunk once, however often its key is sent (docs/decisions.md, 47). */
const isRepeatableChunk = ({ sentAt }: Chunk): boolean =>
  config().repeats === 'once' && Date.now() - sentAt < repeatableFor;

const resultOf = ({ at }: { at: number }, state: RowState, faults: BatchRow['faults'] = []): RowResult => ({
  at,
  state: state === 'sending' ? 'unknown' : state,
  reasons: reasonsOf({ state, faults }),
});

/**
 * Sends rows in chunks, each under a key that is stored first. An unanswered chunk is repeated under its key if the
 * service executes it once; otherwise sending stops until its outcome is checked (docs/decisions.md, 47).
 */
export class Sending {
  private readonly kind: Kind;
  private readonly tenant: Tenant;
  private readonly sheet: Import['run'];
  private readonly session: Import['session'];
  private readonly clients: Import['clients'];
  private readonly options: Options;
  private readonly run = new Run();
  private readonly cleared = new Set<string>();
  /** Unknown rows by position, with the writes that may have saved them. */
  private readonly unknown = new Map<number, BatchRow>();
  /** Positions of rows still unknown after a check although a record of that day and amount exists. */
  private alike: readonly number[] = [];
  /** New clients with an unknown outcome; their rows wait. */
  clientsUnknown = 0;

  constructor(
    kind: Kind,
    { merchant, product }: Tenant,
    { run, session, clients }: Import,
    options: Partial<Options> = {},
  ) {
    this.kind = kind;
    this.tenant = { merchant, product };
    this.sheet = run;
    this.session = session;
    this.clients = clients;
    this.options = { ...usual, ...options };
  }

  stop(): void {
    this.run.stop();
  }

  /**
   * Sends the ready rows.
   * @param onProgress called after each chunk and before each retry
   * @param most number of rows
   */
  async send(onProgress: OnProgress = async () => {}, most = Infinity): Promise<void> {
    let left = most;
    await this.run.start<Chunk>({
      // Stores the latest changes: results are stored by row position.
      begin: () => this.session.save(),
      next: async () => {
        // All rows of some new clients may be refused with them while others follow.
        for (let hasClients = true; hasClients && left > 0 && !this.run.isStopped;) {
          const count = Math.min(this.options.size, left);
          const added = await addClients(this.tenant, await this.clients.next(count), this.cleared);
          hasClients = added.results.length > 0;
          if (hasClients) await this.clients.settle(added.results);
          this.clientsUnknown = added.unknown;
          if (added.isEnd) return undefined;
          const chunk = await this.session.take(count);
          left -= chunk?.rows.length ?? 0;
          if (chunk) return chunk;
        }
        return undefined;
      },
      send: async (chunk) => {
        const isEnd = await this.deliver(chunk, false, onProgress);
        if (!isEnd) await onProgress(false);
        return isEnd;
      },
    });
    await this.session.saveStates();
  }

  /** @returns whether sending must stop */
  private async deliver(chunk: Chunk, isRepeat: boolean, onProgress?: OnProgress): Promise<boolean> {
    const isRepeatable = isRepeatableChunk(chunk);
    const rows = chunk.rows.map(({ item }) => unsentRow(item));
    for (let tries = 0; ; tries += 1) {
      const { key, importId } = chunk;
      const sendable = { key, importId, isRepeat: isRepeat || tries > 0, isRepeatable };
      const call = await sendRows(this.kind.operation, this.tenant, rows, this.cleared, sendable);
      const { records, isEnd, isAnswered, retryAfter = 0 } = call;
      const wait = this.options.waits[tries];
      if (isRepeatable && !isAnswered && wait !== undefined && !this.run.isStopped) {
        await onProgress?.(true);
        await this.run.wait(Math.max(wait, retryAfter * 1000));
        if (!this.run.isStopped) continue;
      }
      for (const [index, { at }] of chunk.rows.entries()) {
        // Other outcomes are in the sheet; the responses for 100,000 rows would take more memory than the rows.
        if (call.rows[index]?.state === 'unknown') this.unknown.set(at, { ...(rows[index] as BatchRow), records });
        else this.unknown.delete(at);
      }
      const results = chunk.rows.map((row, index) => {
        const { state = 'unknown', faults } = call.rows[index] ?? {};
        return resultOf(row, state, faults);
      });
      await this.session.settle(results, isAnswered);
      return isEnd || call.rows.every(({ state }) => state === 'unsent');
    }
  }

  /**
   * Finds the outcome of unanswered rows: repeats them under their key if that is safe; otherwise, or if still
   * unanswered, reads them back.
   * @returns whether every read was answered
   */
  async check(): Promise<boolean> {
    let isRepeated = false;
    await this.run.start<Chunk>({
      next: async () => {
        const chunk = await this.session.unanswered();
        return chunk && isRepeatableChunk(chunk) ? chunk : undefined;
      },
      send: async (chunk) => {
        isRepeated = true;
        await this.deliver(chunk, true);
        return true;
      },
    });
    if (isRepeated) {
      await this.session.saveStates();
      if (await this.session.unanswered()) return false;
    }
    const rows = await this.sheet.unknown();
    if (rows.length === 0) return true;
    const { operation } = this.kind;
    const earlier = await unconfirmedAbout(
      operation,
      this.tenant,
      rows.map(({ item }) => item),
    );
    const known = rows.map(({ at, item }, index): BatchRow => {
      const row = this.unknown.get(at) ?? unsentRow(item);
      return row.records.length > 0 ? row : { ...row, records: earlier[index] ?? [] };
    });
    // Rows sent in an earlier visit may have lost their stored write.
    const bare = known.filter((it) => it.records.length === 0).map((it) => it.item);
    const lookup = await recordToLookUp(operation, this.tenant, bare);
    const unknown = known.map((it) => (it.records.length > 0 ? it : { ...it, records: [lookup] }));
    const found = await readBack(operation, unknown, this.cleared);
    this.alike = rows.flatMap(({ at }, index) => (found.isAlike[index] ? [at] : []));
    await this.settle(rows, (index) => found.states[index] ?? 'unknown', false);
    return found.isAnswered;
  }

  /** Rows that the last check left unknown although a record of that day and amount exists. */
  get alikeCount(): number {
    return this.alike.length;
  }

  /** The person confirms that these rows were saved. */
  async accept(): Promise<void> {
    const alike = new Set(this.alike);
    const rows = (await this.sheet.unknown()).filter(({ at }) => alike.has(at));
    for (const { key, items } of await this.recordsAbout(rows))
      if (items.every((one) => rows.some(({ item }) => isLike(one, item)))) forget(key);
    this.alike = [];
    await this.settle(rows, () => 'accepted', true);
  }

  /** The person confirms that unknown rows were not saved, to send them again. */
  async release(): Promise<void> {
    const rows = await this.sheet.unknown();
    for (const { key } of await this.recordsAbout(rows)) this.cleared.add(key);
    this.alike = [];
    await this.settle(rows, () => 'unsent', true);
  }

  private async recordsAbout(rows: Chunk['rows']) {
    const items = rows.map(({ item }) => item);
    return new Set((await unconfirmedAbout(this.kind.operation, this.tenant, items)).flat());
  }

  private async settle(rows: Chunk['rows'], stateOf: (index: number) => RowState, isAnswered: boolean): Promise<void> {
    await this.session.settle(
      rows.map((row, index) => resultOf(row, stateOf(index))),
      isAnswered,
    );
    await this.session.saveStates();
  }
}
