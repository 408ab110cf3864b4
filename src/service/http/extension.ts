import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { may } from '#contract/permissions.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { notFound, notPermitted } from './errors.ts';

/**
 * The caller and the merchant of a path `/…/:merchant` that is an extension of this service.
 * @throws HttpError 401 without a valid token or the permission, 404 for other merchants.
 */
export async function enterExtension(
  request: FastifyRequest,
  { pool, guard }: { pool: pg.Pool; guard: Guard },
  permission: string,
): Promise<{ merchant: string; caller: Caller }> {
  const caller = await guard(request.headers.authorization);
  const { merchant } = request.params as { merchant: string };
  if (!caller.merchants.has(merchant) && !(caller.merchants.has('*') && (await isThere(pool, merchant))))
    throw notFound();
  if (!may(caller, permission, merchant)) throw notPermitted(permission);
  return { merchant, caller };
}

const isThere = (pool: pg.Pool, merchant: string): Promise<boolean> =>
  inTransaction(
    pool,
    { merchant },
    async (client) =>
      (await client.query('select from merchant where merchant = $1 and not disabled', [merchant])).rowCount === 1,
  );
