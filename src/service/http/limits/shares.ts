import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { limits } from '#contract/operation.ts';
import { busy } from '#service/base/errors.ts';
import type { Call } from '../call.ts';
import { Slots } from './slots.ts';

/*
 * Each tenant's share of this process and its connections (a tenant is a merchant; outside the prefix an organisation).
 * No tenant can use everything: one that floods the service waits or is refused, and the others notice nothing.
 */

export interface Shares {
  /** Single retrieves and lookups: short, and many at once. */
  reads: Slots;
  writes: Slots;
  /** Lists and reports, as slow as their reader. */
  streams: Slots;
  /** Batches of a merchant run one after the other; a waiting one holds no connection. */
  turns: Slots;
  /** What the service's own calls read: some computes for a second, so few run at once. */
  views: Slots;
  /** The changes of one kind by the service's own calls run one after the other, too. */
  changes: Slots;
  bodies: Bodies;
}

export const sharesOf = (pool: pg.Pool, streams: pg.Pool): Shares => ({
  reads: new Slots({ slots: Math.ceil(pool.options.max / 2), queue: 200, waitMs: 5000 }),
  writes: new Slots({ slots: Math.ceil(pool.options.max / 4), queue: 200, waitMs: 5000 }),
  streams: new Slots({ slots: Math.ceil(streams.options.max / 2), queue: 20, waitMs: 10_000 }),
  turns: new Slots({ slots: 1, queue: 20, waitMs: timeouts }),
  views: new Slots({ slots: Math.ceil(pool.options.max / 8), queue: 200, waitMs: 10_000 }),
  changes: new Slots({ slots: 1, queue: 20, waitMs: timeouts }),
  bodies: new Bodies(),
});

/** How long a batch waits for the previous one, in ms. */
const timeouts = 20_000;

/** Memory for bodies per tenant, and for all together. */
const tenantBytes = 4 * limits.bytes;
const allBytes = 4 * tenantBytes;

class Bodies {
  private readonly bytesOf = new Map<string, number>();
  private all = 0;

  /**
   * Reserves memory for a call's body until the call is answered, before reading it.
   * @param length the header; without it, the body may be as long as any.
   * @throws HttpError 503 when the share is full.
   */
  hold(tenant: string, method: string, length: string | undefined, response: ServerResponse): void {
    if (method !== 'POST' && method !== 'PUT') return;
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

/** Another call, in this process or another, holds a lock that this call needs, or has changed what it has just read. */
export class Occupied extends Error {}

/** Advisory locks of the database. */
export const Lock = {
  batch: 1,
  idempotencyKey: 2,
  approval: 3,
  months: 4,
  settings: 5,
  bankAccounts: 6,
  testClock: 7,
  claims: 8,
  deliveryReports: 9,
  imports: 10,
  collecting: 11,
  messages: 12,
} as const;

/** Takes a lock until the transaction ends. @throws Occupied at once when another has it: for `whenFree`. */
export async function mustBeFree(
  { query }: Pick<Call, 'query'>,
  name: string,
  lock: (typeof Lock)[keyof typeof Lock],
): Promise<void> {
  const [found] = await query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as "isFree"',
    [name, lock],
  );
  if (!found?.isFree) throw new Occupied();
}

/**
 * Repeats work until it no longer throws Occupied. Waiting inside the database would hold a connection; this holds
 * none.
 * @throws HttpError 503 when the wait is too long.
 */
export async function whenFree<T>(response: Pick<ServerResponse, 'destroyed'>, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + timeouts;
  for (let milliseconds = 4; ; milliseconds = Math.min(2 * milliseconds, 64))
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Occupied)) throw error;
      if (performance.now() > end || response.destroyed) throw busy();
      // At random intervals, or one of two processes might always come too late.
      await pause(milliseconds * (0.5 + Math.random()));
    }
}
