import type { ServerResponse } from 'node:http';
import { busy } from '../errors.ts';

interface Bounds {
  /** Of each tenant. */
  places: number;
  /** How many of a tenant's calls may wait for one, and how long. */
  queue: number;
  milliseconds: number;
}

interface Tenant {
  taken: number;
  /** First come, first served. */
  waiting: (() => void)[];
}

/** So many places for each tenant, and a bounded queue before them. */
export class Places {
  private readonly bounds: Bounds;
  private readonly tenants = new Map<string, Tenant>();

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** Works in a place. @throws HttpError 503 as `enter`, and what the work throws. */
  async within<T>(tenant: string, response: ServerResponse, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(tenant, response);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Takes a place, or waits for one as long as the caller does.
   * @returns gives the place back; to be called once.
   * @throws HttpError 503 when the queue is full, the wait too long, or the caller gone.
   */
  async enter(name: string, response: ServerResponse): Promise<() => void> {
    const tenant = this.tenants.get(name) ?? { taken: 0, waiting: [] };
    this.tenants.set(name, tenant);
    if (tenant.taken < this.bounds.places) tenant.taken++;
    else if (tenant.waiting.length >= this.bounds.queue) throw busy();
    else await this.turn(tenant, response);
    return () => {
      const next = tenant.waiting.shift();
      // The place goes from hand to hand, so that nobody who comes later can take it.
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
      const timer = setTimeout(give, this.bounds.milliseconds);
      response.once('close', give);
      waiting.push(enter);
    });
  }
}
