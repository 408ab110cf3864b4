import { wallClock } from '#service/base/clock.ts';

/** `cut`: the answer ended too early. `unreachable`: there was none, or none from where tokens are given. */
export type ProviderOutcome = 'answered' | 'refused' | 'failed' | 'cut' | 'unreachable';

interface Failure {
  at: string;
  outcome: Exclude<ProviderOutcome, 'answered'>;
  status?: number;
}

/** Times are the wall clock's of the service, `2026-12-01 08:00`. */
interface MerchantHealth {
  /** The outcome of the last read; none yet since this process started. */
  last?: ProviderOutcome;
  answeredAt?: string;
  failure?: Failure;
}

/** How the provider answers the reads of each merchant since this process started. It is in memory only. */
export class ProviderHealth {
  /** Of all merchants. */
  readonly counts: Record<ProviderOutcome, number> = { answered: 0, refused: 0, failed: 0, cut: 0, unreachable: 0 };
  readonly since: string;
  private readonly now: () => string;
  private readonly merchants = new Map<string, MerchantHealth>();

  constructor(timeZone: string) {
    const clock = wallClock(timeZone);
    this.now = () => clock.now();
    this.since = this.now();
  }

  /** @param merchant '' for what belongs to no merchant. */
  record(merchant: string, outcome: ProviderOutcome, status?: number): void {
    this.counts[outcome]++;
    const at = this.now();
    const change = outcome === 'answered' ? { answeredAt: at } : { failure: { at, outcome, status } };
    this.merchants.set(merchant, { ...this.merchants.get(merchant), last: outcome, ...change });
  }

  of(merchant: string): MerchantHealth {
    return this.merchants.get(merchant) ?? {};
  }
}
