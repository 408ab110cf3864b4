import type { RowState } from '#answers/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { Run } from '#console/domain/outbox/run.ts';
import { sendRows, unsentRow, type BatchRow } from '#console/domain/outbox/send-rows.ts';
import { Unanswered } from '#console/domain/outbox/sent-calls.ts';
import type { Import } from '#sheet-engine/client.ts';
import type { Chunk, RowResult } from '#sheet-engine/session.ts';
import { rowProblems } from './check/reasons.ts';
import { addClients } from './clients/add.ts';
import type { ImportKind } from './kinds.ts';

/** Rows per call. A service answers these well within a second, so progress is visible and a stop takes effect soon. */
const usualSize = 500;

type OnProgress = (isTryingAgain: boolean) => Promise<void>;

/** A chunk may be repeated under its key for so long; the service keeps its answers longer. */
const repeatableMs = 48 * 3_600_000;

function resultOf({ at }: { at: number }, state: RowState, faults: BatchRow['faults'] = []): RowResult {
  // Nothing is wrong with it, and it must not be sent again.
  if (state === 'refused' && faults[0]?.Code === 'AWAITING_RELEASE') return { at, state: 'waiting', reasons: [] };
  return { at, state: state === 'sending' ? 'unknown' : state, reasons: rowProblems({ state, faults }) };
}

/**
 * Sends rows in chunks, each under a key that is stored with the rows first. A chunk without an answer ends the run; the next one
 * begins with it, under its key (docs/decisions.md, 47).
 */
export class ImportSending {
  private readonly kind: ImportKind;
  private readonly tenant: Tenant;
  private readonly session: Import['session'];
  private readonly clients: Import['clients'];
  private readonly size: number;
  private readonly run = new Run();
  private readonly unansweredClients = new Unanswered();
  /** New clients with an unknown outcome; their rows wait. */
  clientsUnknown = 0;

  constructor(kind: ImportKind, { merchant, product }: Tenant, { session, clients }: Import, size = usualSize) {
    this.kind = kind;
    this.tenant = { merchant, product };
    this.session = session;
    this.clients = clients;
    this.size = size;
  }

  stop(): void {
    this.run.stop();
  }

  /** After the page. */
  leave(): void {
    this.stop();
    this.unansweredClients.end();
  }

  /**
   * Sends the ready rows.
   * @param onProgress called after each chunk and before each retry
   * @param most number of rows
   */
  async send(onProgress: OnProgress = async () => {}, most = Infinity): Promise<void> {
    let left = most;
    await this.run.start<{ chunk: Chunk; isRepeat: boolean }>({
      // Stores the latest changes: results are stored by row position.
      begin: () => this.session.save(),
      next: async () => {
        const unanswered = await this.session.unanswered();
        if (unanswered)
          return Date.now() - unanswered.sentAt < repeatableMs ? { chunk: unanswered, isRepeat: true } : undefined;
        // All rows of some new clients may be refused with them while others follow.
        for (let hasClients = true; hasClients && left > 0 && !this.run.isStopped;) {
          const count = Math.min(this.size, left);
          const added = await addClients(this.tenant, await this.clients.next(count), this.unansweredClients);
          hasClients = added.results.length > 0;
          if (hasClients) await this.clients.settle(added.results);
          this.clientsUnknown = added.unknown;
          if (added.isEnd) return undefined;
          const chunk = await this.session.take(count);
          left -= chunk?.rows.length ?? 0;
          if (chunk) return { chunk, isRepeat: false };
        }
        return undefined;
      },
      send: async ({ chunk, isRepeat }) => {
        const isEnd = await this.deliver(chunk, isRepeat, onProgress);
        if (!isEnd) await onProgress(false);
        return isEnd;
      },
    });
    await this.session.saveStates();
  }

  /** @returns whether sending must stop */
  private async deliver(chunk: Chunk, isRepeat: boolean, onProgress: OnProgress): Promise<boolean> {
    const { key, imported } = chunk;
    const { rows, isEnd } = await sendRows(
      this.kind.operation,
      this.tenant,
      chunk.rows.map(({ item }) => unsentRow(item)),
      { imported, own: { key, isRepeat }, onAgain: () => void onProgress(true), signal: this.run.signal },
    );
    const results = chunk.rows.map((row, index) => {
      const { state = 'unknown', faults } = rows[index] ?? {};
      return resultOf(row, state, faults);
    });
    const isAnswered = results.every(({ state }) => state !== 'unknown');
    await this.session.settle(results, isAnswered);
    return isEnd || !isAnswered || rows.every(({ state }) => state === 'unsent');
  }
}
