import type pg from 'pg';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Guard } from './guard.ts';

/** How old the list may be before it is read again. */
const freshMilliseconds = 2000;

/**
 * A guard that takes disabled merchants out of what a token names, within seconds of the command in every process. The list
 * is read beside the calls: none but the first waits for it.
 */
export function withoutDisabled(pool: pg.Pool, guard: Guard): Guard {
  let disabled: Promise<ReadonlySet<string>> | undefined;
  let readAt = 0;
  const read = () =>
    asMaintenance(pool, (query) => query<{ merchant: string }>('select merchant from merchant where disabled')).then(
      (rows) => new Set(rows.map(({ merchant }) => merchant)),
    );
  const current = (): Promise<ReadonlySet<string>> => {
    const before = disabled;
    if (before !== undefined && performance.now() - readAt < freshMilliseconds) return before;
    readAt = performance.now();
    const next = read();
    // While the database is out of reach the last list holds; without one the call fails as others do.
    next.then(
      () => (disabled = next),
      () => (disabled = before),
    );
    return (disabled = before ?? next);
  };
  return async (authorization) => {
    const caller = await guard(authorization);
    const disabledNow = await current();
    if (disabledNow.size === 0) return caller;
    return { ...caller, merchants: new Set([...caller.merchants].filter((merchant) => !disabledNow.has(merchant))) };
  };
}
