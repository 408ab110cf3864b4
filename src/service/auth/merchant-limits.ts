import type pg from 'pg';
import { withoutMerchants } from '#service/base/permissions.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Guard } from './guard.ts';

const freshMilliseconds = 2000;

interface Limits {
  disabled: ReadonlySet<string>;
  /** Of merchants that don't have all products. */
  products: ReadonlyMap<string, readonly string[]>;
}

interface Row {
  merchant: string;
  disabled: boolean;
  products: string[] | null;
}

/**
 * Removes disabled merchants from tokens, and adds which products merchants have, within seconds in every process. Only the
 * first call waits for the list; it is refreshed in the background.
 */
export function withMerchantLimits(pool: pg.Pool, guard: Guard): Guard {
  let limits: Promise<Limits> | undefined;
  let readAt = 0;
  const read = async (): Promise<Limits> => {
    const rows = await asMaintenance(pool, (query) =>
      query<Row>('select merchant, disabled, products from merchant where disabled or products is not null'),
    );
    return {
      disabled: new Set(rows.filter(({ disabled }) => disabled).map(({ merchant }) => merchant)),
      products: new Map(rows.flatMap(({ merchant, products }) => (products ? [[merchant, products] as const] : []))),
    };
  };
  const current = (): Promise<Limits> => {
    const before = limits;
    if (before !== undefined && performance.now() - readAt < freshMilliseconds) return before;
    readAt = performance.now();
    const next = read();
    // While the database is down the last list is used; without one the call fails.
    next.then(
      () => (limits = next),
      () => (limits = before),
    );
    return (limits = before ?? next);
  };
  return async (authorization) => {
    const caller = await guard(authorization);
    const { disabled, products } = await current();
    const left = disabled.size === 0 ? caller : withoutMerchants(caller, disabled);
    return products.size === 0 ? left : { ...left, products };
  };
}
