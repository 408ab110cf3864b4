import type pg from 'pg';
import type { Audit } from '#service/audit/audit.ts';
import type { Clock } from '#service/base/clock.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { ProviderLines } from '../lines.ts';
import type { ProviderLine } from '../provider-line.ts';

/** Milliseconds. */
export interface OutgoingTiming {
  /** How long a caller waits for the outcome; it goes on without them. */
  caller: number;
  /** How long the provider's answer is waited for. */
  answer: number;
  /** How long a single change waits for another one of its record. */
  claim: number;
  /** From the note that a call is sent to its first byte: a process that was stopped must not send what others have settled. */
  begin: number;
  /** When an outcome that did not come is looked for, after the call was sent; later every hour, and every day. */
  looks: readonly number[];
  /** How long a request that has no answer may still arrive. */
  grace: number;
  /** Between the two looks that find nothing: where the provider had answered, and where it had not. */
  between: number;
  betweenAfterGrace: number;
  /** When a call is looked for whose process may have ended. */
  abandoned: number;
}

/** @param grace how long a request that has no answer may still arrive; where that is short, so are the other pauses. */
const timingOf = (grace: number): OutgoingTiming => ({
  caller: 55_000,
  answer: 600_000,
  claim: 5_000,
  begin: 5_000,
  looks: [2_000, 10_000, 60_000, 300_000],
  grace,
  between: Math.min(10_000, grace),
  betweenAfterGrace: Math.min(60_000, grace),
  abandoned: Math.min(60_000, grace),
});

/** Other times than the usual ones, for tests. */
export interface ChangedTiming extends Partial<OutgoingTiming> {
  /** Between two searches for calls whose outcome is to be read. */
  pollMs?: number;
}

/** What sending changes to providers needs. */
export interface SharedWorld {
  lines: ProviderLines;
  pool: pg.Pool;
  numbers: Numbers;
  audit: Audit;
  clock: Clock;
  /** Whether people and programs sign in here, so that their present rights are known. */
  hasOwnSignIns: boolean;
  changedTiming?: ChangedTiming;
  /** Where a provider reports on messages; undefined if it cannot reach this server. */
  reportOrigin: string | undefined;
  /** What went wrong in the background, for the log. */
  report(error: unknown): void;
  /** Aborted when the process ends: what is under way is left to others. */
  ending: AbortController;
}

/** The same for one merchant, by its connection. */
export interface OutgoingWorld extends SharedWorld {
  line: ProviderLine;
  timing: OutgoingTiming;
}

export const worldOf = (shared: SharedWorld, line: ProviderLine): OutgoingWorld => ({
  ...shared,
  line,
  timing: { ...timingOf(line.provider.graceSeconds * 1000), ...shared.changedTiming },
});
