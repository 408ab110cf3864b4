import type { IncomingMessage } from 'node:http';
import { providerAway } from './tokens.ts';

/** A wrong header must not end a merchant's day. */
const longestPauseSeconds = 300;

/** When a provider that had too many calls, or is down, wants to be asked again. */
export class Pauses {
  private readonly endsMs = new Map<string, number>();

  /** @throws HttpError 503 until then. */
  mustBeOver(tenant: string): void {
    const leftMs = (this.endsMs.get(tenant) ?? 0) - performance.now();
    if (leftMs > 0) throw providerAway(Math.ceil(leftMs / 1000));
    this.endsMs.delete(tenant);
  }

  /** @returns the seconds that the answer asks to wait. */
  begin(tenant: string, { headers }: IncomingMessage): number {
    const asked = headers['retry-after'];
    if (asked === undefined) return 1;
    const seconds = /^\d+$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - Date.now()) / 1000);
    const bounded = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), longestPauseSeconds) : 1;
    this.endsMs.set(tenant, performance.now() + bounded * 1000);
    return bounded;
  }
}
