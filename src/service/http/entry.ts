import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { permissionOf, type Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import { may } from '#contract/permissions.ts';
import { isStorable } from '#contract/printable.ts';
import type { Audit } from '#service/audit/audit.ts';
import type { BasicGuard } from '#service/auth/basic.ts';
import type { Guard } from '#service/auth/guard.ts';
import { notFound, notPermitted } from '#service/base/errors.ts';
import { callerWith, type Caller } from '#service/base/permissions.ts';
import { shortName } from '#service/base/zod-errors.ts';
import { inTransaction, runOnce } from '#service/database/transaction.ts';
import type { Shares } from './limits/shares.ts';
import type { Visit } from './refusals.ts';

export interface Entrance {
  pool: pg.Pool;
  guard: Guard;
  basicGuard: BasicGuard;
  products: readonly string[];
  shares: Shares;
  audit: Audit;
}

/** The caller and what they call, checked before the body is read, so that strangers cannot make the service read one. */
export interface AdmittedCall {
  operation: Operation;
  caller: Caller;
  merchant: string | null;
  organisation: string | null;
  product: string;
  /** Known once the call's transaction has begun; 0 for a call that was refused before. */
  sequence: number;
}

/**
 * @throws HttpError 401 without a valid token or the permission, 404 for merchants outside the token, 503 if too many bodies
 * are being read.
 */
export async function enter(
  operation: Operation,
  request: FastifyRequest,
  response: ServerResponse,
  serving: Entrance,
): Promise<AdmittedCall> {
  const entry = await authorized(operation, request, response, serving);
  serving.shares.bodies.hold(tenantOf(entry), operation.method, request.headers['content-length'], response);
  return entry;
}

/** Whose share of the service a call uses. */
export const tenantOf = ({
  merchant,
  organisation,
  caller,
}: Pick<AdmittedCall, 'merchant' | 'organisation' | 'caller'>): string => merchant ?? organisation ?? caller.subject;

async function authorized(
  operation: Operation,
  request: FastifyRequest,
  response: ServerResponse,
  serving: Entrance,
): Promise<AdmittedCall> {
  const { reads } = serving.shares;
  const entry = { operation, merchant: null, organisation: null, product: '', sequence: 0 };
  if (operation.basic) {
    const { username, organisation } = await serving.basicGuard(request.headers.authorization, request.ip);
    const caller = callerWith(
      { subject: username, name: username, isProgram: true },
      { permissions: [], merchants: [], roles: [] },
    );
    return { ...entry, caller, organisation };
  }
  const caller = await serving.guard(request.headers.authorization);
  const visit: Visit = { audit: serving.audit, action: operation.name as OperationName, caller };
  request.visit = visit;
  const { merchant = null, organisation = null, product = '' } = namesIn(request);
  // The caller cannot tell a merchant outside the token from one that does not exist.
  if (merchant !== null && !caller.merchants.has(merchant)) {
    const isThere = () => isCallersMerchant(caller, merchant, serving.pool);
    if (!(await reads.within(merchant, response, isThere))) {
      visit.details = { Merchant: shortName(merchant) };
      throw notFound();
    }
  }
  if (organisation !== null) {
    const isTheirs = () => hasOneOf(caller, organisation, serving.pool);
    if (!(await reads.within(organisation, response, isTheirs))) {
      visit.details = { Organisation: shortName(organisation) };
      throw notFound();
    }
  }
  Object.assign(visit, { isInside: true, merchant });
  const own = merchant === null ? undefined : caller.products?.get(merchant);
  const hasProduct = serving.products.includes(product) && (own?.includes(product) ?? true);
  if (product !== '' && !hasProduct) throw notFound();
  const permission = permissionOf(operation);
  // Outside the prefix the handler selects by merchants with the permission.
  if (merchant === null ? !caller.permissions.has(permission) : !may(caller, permission, merchant))
    throw notPermitted(permission);
  return { ...entry, caller, merchant, organisation, product };
}

/** The names in a path, for a caller whose token is known. @throws HttpError 404 if nothing can have such a name. */
export function namesIn({ params }: Pick<FastifyRequest, 'params'>): Readonly<Record<string, string>> {
  const names = params as Record<string, string>;
  if (!Object.values(names).every(isStorable)) throw notFound();
  return names;
}

/** A token names its merchants, or `*` for all that exist. */
export async function isCallersMerchant(caller: Caller, merchant: string, pool: pg.Pool): Promise<boolean> {
  if (!caller.merchants.has('*')) return false;
  return inTransaction(
    pool,
    { merchant },
    async (client) =>
      (await client.query('select from merchant where merchant = $1 and not disabled', [merchant])).rowCount === 1,
  );
}

/** Whether the caller may act for a merchant of the organisation. */
async function hasOneOf(caller: Caller, organisation: string, pool: pg.Pool): Promise<boolean> {
  const result = await runOnce(
    pool,
    { organisation },
    {
      text: 'select 1 as found from organisation where organisation = $1 and ($2 or merchants && $3::text[])',
      values: [organisation, caller.merchants.has('*'), [...caller.merchants]],
    },
  );
  return result.rows.length === 1;
}
