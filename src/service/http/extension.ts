import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { may } from '#contract/permissions.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { isWithin, namesIn } from './entry.ts';
import { notFound, notPermitted } from './errors.ts';

export interface Entered {
  caller: Caller;
  merchant: string;
  /** All names in the path. */
  names: Readonly<Record<string, string>>;
}

/**
 * The caller and the merchant of a path `/…/:merchant` that is an extension of this service.
 * @param permission undefined if a valid token is enough
 * @throws HttpError 401 without a valid token or the permission, 404 for other merchants.
 */
export async function enterExtension(
  request: FastifyRequest,
  { pool, guard }: { pool: pg.Pool; guard: Guard },
  permission?: string,
): Promise<Entered> {
  const caller = await guard(request.headers.authorization);
  const names = namesIn(request);
  const { merchant = '' } = names;
  if (!caller.merchants.has(merchant) && !(await isWithin(caller, merchant, pool))) throw notFound();
  if (permission !== undefined && !may(caller, permission, merchant)) throw notPermitted(permission);
  return { caller, merchant, names };
}
