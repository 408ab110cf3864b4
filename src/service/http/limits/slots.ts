import type { ServerResponse } from 'node:http';
import { busy } from '#service/base/errors.ts';

interface Bounds {
  /** Per tenant. */
  slots: number;
  /** How many of a tenant's calls may wait for a slot, and how long. */
  queue: number;
  waitMs: number;
}

interface Tenant {
  taken: number;
  /** First come, first served. */
  waiting: (() => void)[];
}

/** A fixed number of slots per tenant, with a bounded queue. */
export class Slots {
  private readonly bounds: Bounds;
  private readonly tenants = new Map<string, Tenant>();

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** Runs work in a slot. @throws HttpError 503 as `enter`, and what the work throws. */
  async within<T>(tenant: string, response: ServerResponse, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(tenant, response);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Takes a slot, or waits for one while the caller is connected.
   * @returns a function that releases the slot; call it once.
   * @throws HttpError 503 when the queue is full, the wait too long, or the caller gone.
   */
  async enter(name: string, response: ServerResponse): Promise<() => void> {
    const tenant = this.tenants.get(name) ?? { taken: 0, waiting: [] };
    this.tenants.set(name, tenant);
    if (tenant.taken < this.bounds.slots) tenant.taken++;
    else if (tenant.waiting.length >= this.bounds.queue) throw busy();
    else await this.turn(tenant, response);
    return () => {
      const next = tenant.waiting.shift();
      // Hand the slot directly to the next in the queue, so that no later call takes it.
      if (next) next();
      else if (--tenant.taken === 0) this.tenants.delete(name);
    };
  }

  private turn({ waiting }: Tenant, response: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        response.off('close', give);
      };
      const enter = (): void => {
        settle();
        resolve();
      };
      const give = (): void => {
        settle();
        waiting.splice(waiting.indexOf(enter), 1);
        reject(busy());
      };
      const timer = setTimeout(give, this.bounds.waitMs);
      response.once('close', give);
      waiting.push(enter);
    });
  }
}
