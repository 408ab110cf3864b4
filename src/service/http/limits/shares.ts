import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { limits, type Operation } from '../../../contract/operation.ts';
import type { Call } from '../call.ts';
import { busy } from '../errors.ts';
import { Places } from './slots.ts';

/*
 * What each tenant (a merchant; outside the prefix an organisation) has of this process and of its connections. Nobody
 * has all of anything, so one who floods the service waits for what is theirs, or is sent away, and the others are
 * served as before.
 */

export interface Shares {
  /** Single retrieves and lookups: short, and many at once. */
  reads: Places;
  /** Everything that changes something. */
  writes: Places;
  /** Lists and reports, as slow as their reader. */
  streams: Places;
  /** Batches of one merchant go one after the other; who waits here holds no connection. */
  turns: Places;
  /** Bodies under way or waiting. */
  bodies: Bodies;
}

export const sharesOf = (pool: pg.Pool, streams: pg.Pool): Shares => ({
  reads: new Places({ places: Math.ceil(pool.options.max / 2), queue: 200, milliseconds: 5000 }),
  writes: new Places({ places: Math.ceil(pool.options.max / 4), queue: 200, milliseconds: 5000 }),
  streams: new Places({ places: Math.ceil(streams.options.max / 2), queue: 20, milliseconds: 10_000 }),
  turns: new Places({ places: 1, queue: 20, milliseconds: timeouts }),
  bodies: new Bodies(),
});

/** Milliseconds that a batch waits for the one before it. */
const timeouts = 20_000;

/** Memory for bodies: some for each tenant, more for all together. */
const tenantBytes = 4 * limits.bytes;
const allBytes = 4 * tenantBytes;

/** How many bytes are held for whom. */
export class Bodies {
  private readonly bytesOf = new Map<string, number>();
  private all = 0;

  /**
   * Makes room for the body of a call until it is answered, before a byte of it is read.
   * @param length the header; a body that does not tell its length may become as long as any.
   * @throws HttpError 503 when there is none.
   */
  hold(tenant: string, operation: Operation, length: string | undefined, response: ServerResponse): void {
    if (operation.method !== 'POST' && operation.method !== 'PUT') return;
    const bytes = length === undefined ? limits.bytes : Math.min(Number(length), limits.bytes);
    const before = this.bytesOf.get(tenant) ?? 0;
    if (before + bytes > tenantBytes || this.all + bytes > allBytes) throw busy();
    this.add(tenant, bytes);
    response.once('close', () => this.add(tenant, -bytes));
  }

  private add(tenant: string, bytes: number): void {
    const total = (this.bytesOf.get(tenant) ?? 0) + bytes;
    this.all += bytes;
    if (total === 0) this.bytesOf.delete(tenant);
    else this.bytesOf.set(tenant, total);
  }
}

/** Another call has, in this process or another, what this one needs. */
class Occupied extends Error {}

/** What the database's advisory locks are for. */
export const Lock = { batch: 1, idempotencyKey: 2 } as const;

/** Takes a lock until the call ends. @throws Occupied at once when another call has it: for `whenFree`. */
export async function mustBeFree(call: Call, name: string, lock: (typeof Lock)[keyof typeof Lock]): Promise<void> {
  const [found] = await call.query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as "isFree"',
    [name, lock],
  );
  if (!found?.isFree) throw new Occupied();
}

/**
 * Repeats work that throws Occupied until it does not. A lock of the database would be waited for on a connection; this
 * holds none meanwhile.
 * @throws HttpError 503 when that takes too long.
 */
export async function whenFree<T>(response: ServerResponse, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeouts;
  for (let milliseconds = 4; ; milliseconds = Math.min(2 * milliseconds, 64))
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Occupied)) throw error;
      if (performance.now() > end || response.destroyed) throw busy();
      // Not to the beat, or one of two processes would always come too late.
      await pause(milliseconds * (0.5 + Math.random()));
    }
}
