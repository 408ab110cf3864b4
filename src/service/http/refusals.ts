import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#contract/audit-actions.ts';
import { contextOf, type Audit } from '#service/audit/audit.ts';
import { actorOf } from '#service/audit/entry.ts';
import type { HttpError } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';

/** Set as soon as a call's caller is known: what is refused from then on is an entry of the audit. */
export interface Visit {
  audit: Audit;
  /** The operation, or an action of the audit. */
  action: AuditAction;
  caller: Caller;
  /** The merchant and organisation of the path are the caller's. */
  isInside?: boolean;
  merchant?: string | null;
  details?: Record<string, unknown>;
  /** A call that is refused for its content has no entry of its own. */
  isChange?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null;
  }
}

/** A request of a second administrator is kept, with an entry of its own; a confirmed call is sent again. */
const otherwiseRecorded: readonly string[] = ['SECOND_ADMINISTRATOR', 'SECOND_FACTOR'];

/** Appends a refusal to the audit: a missing right, another merchant's number, a change that is not made. */
export function recordRefusal({ visit, ip }: FastifyRequest, { status, faults }: HttpError): void {
  if (!visit || faults.some(({ Code }) => otherwiseRecorded.includes(Code))) return;
  const { audit, action, caller, isInside, merchant = null, details, isChange } = visit;
  if (!(status === 401 || (status === 404 && !isInside) || (status === 400 && isChange))) return;
  const Codes: Record<string, number> = {};
  for (const { Code } of faults) Codes[Code] = (Codes[Code] ?? 0) + 1;
  audit.refused(merchant, {
    Action: action,
    Actor: actorOf(caller),
    Context: contextOf(caller, ip),
    Codes,
    ...(details && { Details: details }),
  });
}
