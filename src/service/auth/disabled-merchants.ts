import type pg from 'pg';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Guard } from './guard.ts';
import { withoutMerchants } from './permissions.ts';

const freshMilliseconds = 2000;

/**
 * Removes disabled merchants from tokens, within seconds in every process. Only the first call waits for the list; it is
 * refreshed in the background.
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
    // While the database is down the last list is used; without one the call fails.
    next.then(
      () => (disabled = next),
      () => (disabled = before),
    );
    return (disabled = before ?? next);
  };
  return async (authorization) => {
    const caller = await guard(authorization);
    const disabledNow = await current();
    return disabledNow.size === 0 ? caller : withoutMerchants(caller, disabledNow);
  };
}
