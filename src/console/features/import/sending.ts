import { config } from '#console/api/config.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { isLike, readBack, sendSteps, type Step } from '#console/domain/write/steps.ts';
import type { Import } from '#console/import-engine/client.ts';
import type { Chunk, RowResult } from '#console/import-engine/session.ts';
import type { RowState } from '#console/import-engine/summary.ts';
import { forget, recordToLookUp, unconfirmedAbout } from '#console/session/unconfirmed.ts';
import { reasonsOf, stepOf } from './check/reasons.ts';
import { addClients } from './clients/add.ts';
import type { Kind } from './kinds.ts';

interface Options {
  /** Rows of one call: a service answers that many well within a second, so that progress is seen and a stop is soon. */
  size: number;
  /** Milliseconds before each further try of a chunk that had no answer, where it may go again. */
  waits: readonly number[];
}
const usual: Options = { size: 500, waits: [0, 1000, 2000, 4000, 8000] };

type OnProgress = (isTryingAgain: boolean) => Promise<void>;

/** Milliseconds for which a chunk may go again under its key: a service keeps its answers for longer. */
const repeatableFor = 12 * 3_600_000;

/** Whether the same chunk under the same key is done once, however often it goes. */
const mayGoAgain = ({ sentAt }: Chunk): boolean => config().repeats === 'once' && Date.now() - sentAt < repeatableFor;

const states: Record<Step['state'], RowState> = {
  waiting: 'unsent',
  sending: 'unknown',
  done: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
};

const resultOf = ({ at }: { at: number }, step: Pick<Step, 'faults' | 'state'> = { state: 'unknown', faults: [] }) =>
  ({ at, state: states[step.state], reasons: reasonsOf(step) }) satisfies RowResult;

/**
 * Sends the rows of an import, chunk after chunk, each under a key that was stored before it went. What has no answer goes
 * again under its key where the service does such a thing once; elsewhere nothing more goes until it was looked up.
 */
export class Sending {
  private readonly kind: Kind;
  private readonly tenant: Tenant;
  private readonly run: Import['run'];
  private readonly session: Import['session'];
  private readonly clients: Import['clients'];
  private readonly options: Options;
  private readonly cleared = new Set<string>();
  /** Those that are unknown, with the writes that may have stored them. */
  private readonly steps = new Map<number, Step>();
  private stopping = new AbortController();
  /** Places of those that are unknown after a check although one of that day and amount is there. */
  private alike: readonly number[] = [];
  /** New clients of whom it is not known whether they were added; their rows do not go before that is known. */
  clientsUnknown = 0;

  constructor(
    kind: Kind,
    { merchant, product }: Tenant,
    { run, session, clients }: Import,
    options: Partial<Options> = {},
  ) {
    this.kind = kind;
    this.tenant = { merchant, product };
    this.run = run;
    this.session = session;
    this.clients = clients;
    this.options = { ...usual, ...options };
  }

  /** After the chunk that is on its way. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Sends what is ready, until nothing is left, no answer comes, or somebody stops it.
   * @param onProgress called after each chunk, and before a try that is not the first
   * @param most how many rows
   */
  async send(onProgress: OnProgress = async () => {}, most = Infinity): Promise<void> {
    this.stopping = new AbortController();
    // With what was typed or excluded a moment ago: results are stored by the places of rows.
    await this.session.save();
    for (let left = most; left > 0 && !this.stopping.signal.aborted;) {
      const count = Math.min(this.options.size, left);
      const added = await addClients(this.tenant, await this.clients.next(count), this.cleared);
      if (added.results.length > 0) await this.clients.settle(added.results);
      this.clientsUnknown = added.unknown;
      if (added.isEnd) break;
      const chunk = await this.session.take(count);
      // Of all of these the client was refused; others may come after them.
      if (!chunk && added.results.length > 0) continue;
      left -= chunk?.rows.length ?? 0;
      if (!chunk || (await this.deliver(chunk, false, onProgress))) break;
      await onProgress(false);
    }
    await this.session.saveStates();
  }

  /** @returns whether nothing more should go */
  private async deliver(chunk: Chunk, isRepeat: boolean, onProgress?: OnProgress): Promise<boolean> {
    const isRepeatable = mayGoAgain(chunk);
    const sent = chunk.rows.map(({ item }) => stepOf(item));
    for (let tries = 0; ; tries += 1) {
      const sendable = { key: chunk.key, isRepeat: isRepeat || tries > 0, isRepeatable };
      const answer = await sendSteps(this.kind.operation, this.tenant, sent, this.cleared, sendable);
      const { results, records, isEnd, isAnswered, retryAfter = 0 } = answer;
      const wait = this.options.waits[tries];
      if (isRepeatable && !isAnswered && wait !== undefined && !this.stopping.signal.aborted) {
        await onProgress?.(true);
        await this.rest(Math.max(wait, retryAfter * 1000));
        if (!this.stopping.signal.aborted) continue;
      }
      for (const [index, { at }] of chunk.rows.entries()) {
        // All others are in the sheet: what was answered about 100,000 rows would take more room than they do.
        if (results[index]?.state === 'unknown') this.steps.set(at, { ...(sent[index] as Step), records });
        else this.steps.delete(at);
      }
      await this.session.settle(
        chunk.rows.map((row, index) => resultOf(row, results[index])),
        isAnswered,
      );
      return isEnd || results.every(({ state }) => state === 'waiting');
    }
  }

  private rest(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  /**
   * Finds out what became of rows without an answer: they go again under their key where that is safe, and are looked up where
   * it is not, or did not tell.
   * @returns whether everything that could be asked was answered
   */
  async check(): Promise<boolean> {
    this.stopping = new AbortController();
    const chunk = await this.session.unanswered();
    if (chunk && mayGoAgain(chunk)) {
      await this.deliver(chunk, true);
      await this.session.saveStates();
      if (await this.session.unanswered()) return false;
    }
    const rows = await this.run.unknown();
    if (rows.length === 0) return true;
    const items = rows.map(({ item }) => item);
    const earlier = await unconfirmedAbout(this.kind.operation, this.tenant, items);
    const steps = rows.map(({ at, item }, index): Step => {
      const step = this.steps.get(at) ?? stepOf(item);
      return step.records.length > 0 ? step : { ...step, records: earlier[index] ?? [] };
    });
    // Of those that went in an earlier visit nothing may be left but the rows themselves.
    const bare = steps.filter((it) => it.records.length === 0).map((it) => it.item);
    const lookup = await recordToLookUp(this.kind.operation, this.tenant, bare);
    const unknown = steps.map((it) => (it.records.length > 0 ? it : { ...it, records: [lookup] }));
    const found = await readBack(this.kind.operation, unknown, this.cleared);
    this.alike = rows.flatMap(({ at }, index) => (found.isAlike[index] ? [at] : []));
    await this.session.settle(
      rows.map((row, index) => resultOf(row, { state: found.states[index] ?? 'unknown', faults: [] })),
      false,
    );
    await this.session.saveStates();
    return found.isAnswered;
  }

  /** How many rows the last check left unknown although one of that day and amount is there. */
  get alikeCount(): number {
    return this.alike.length;
  }

  /** The person has looked: those of which one of that day and amount is there were saved. */
  async accept(): Promise<void> {
    const alike = new Set(this.alike);
    const rows = (await this.run.unknown()).filter(({ at }) => alike.has(at));
    for (const { key, items } of await this.recordsAbout(rows))
      if (items.every((one) => rows.some(({ item }) => isLike(one, item)))) forget(key);
    await this.decide(rows, 'done');
  }

  /** The person has looked, and wants them to go again. */
  async release(): Promise<void> {
    const rows = await this.run.unknown();
    for (const { key } of await this.recordsAbout(rows)) this.cleared.add(key);
    await this.decide(rows, 'waiting');
  }

  private async recordsAbout(rows: Chunk['rows']) {
    const items = rows.map(({ item }) => item);
    return new Set((await unconfirmedAbout(this.kind.operation, this.tenant, items)).flat());
  }

  private async decide(rows: Chunk['rows'], state: 'done' | 'waiting'): Promise<void> {
    this.alike = [];
    await this.session.settle(
      rows.map((row) => resultOf(row, { state, faults: [] })),
      true,
    );
    await this.session.saveStates();
  }
}
