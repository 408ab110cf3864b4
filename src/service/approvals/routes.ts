import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { Approval, ApprovalDecision, ApprovalList, ApprovalRule } from '#contract/approvals.ts';
import { grantsOf, may, type Claims } from '#contract/permissions.ts';
import { contextOf, sealing, type Audit } from '#service/audit/audit.ts';
import { actorOf, appending, type Happened } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import type { Guard } from '#service/auth/guard.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import type { Clock } from '#service/clearing/clock.ts';
import { inTransaction, repeatedly, type Begun } from '#service/database/transaction.ts';
import type { Call } from '#service/http/call.ts';
import { notFound, notPermitted } from '#service/http/errors.ts';
import { enterExtension } from '#service/http/extension.ts';
import { whenFree } from '#service/http/limits/shares.ts';
import { parsed } from '#service/http/parsed.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { changesOf } from './changes.ts';
import { approvalRecord, decide } from './decide.ts';
import { approvalsOf, listNames } from './read.ts';

const path = '/approvals/:merchant';

/** Whoever sees the records sees what waits. */
const readers = { PAYOUTS: 'payouts:read', BANK_DETAILS: 'clients:read', CANCEL: 'instalments:read' } as const;

export const Filter = z.strictObject({
  List: z.enum(listNames).default('waiting').describe('What waits, or the last fifty decisions.'),
});

const reason = z.string().trim().min(1).max(200);
export const Decision = z.strictObject({
  Action: z.enum(['release', 'return', 'withdraw']).describe('`withdraw` takes back a release that is not submitted.'),
  Digest: z.string().max(100).optional().describe('The Digest of what was read; not for `withdraw`.'),
  Reason: reason.optional().describe('Why all go back; for `return`.'),
  Without: z
    .array(
      z.strictObject({
        ContractSequence: z.number().int().describe('The payout contract.'),
        PaymentSequence: z.number().int().describe('Its payment.'),
        Reason: reason.describe('Why it goes back.'),
      }),
    )
    .max(10_000)
    .optional()
    .describe('Payments that go back while the others are released.'),
}) satisfies z.ZodType<ApprovalDecision>;

interface Parts {
  pool: pg.Pool;
  guard: Guard;
  audit: Audit;
  clock: Clock;
  numbers: Numbers;
  isSandbox: boolean;
  /** People sign in elsewhere: only their tokens say what they may. */
  isOtherIssuer: boolean;
}

/**
 * What waits for a second person; not part of the interface. GET answers a list, `/{sequence}` one approval with its payments or
 * its change, to all who may read the records, programs too. POST `/{sequence}` decides, with `release`, which no program has.
 */
export function serveApprovals(app: FastifyInstance, parts: Parts): void {
  const { pool, audit, numbers, clock, isSandbox } = parts;

  async function entered(
    request: FastifyRequest,
    ...permissions: string[]
  ): Promise<{ caller: Caller; merchant: string }> {
    const { caller, merchant } = await enterExtension(request, parts);
    const permission = permissions.find((it) => may(caller, it, merchant)) ?? permissions[0] ?? '';
    const isStill = async () => permission !== 'release' || parts.isOtherIssuer || mayStillRelease(caller, merchant);
    if (may(caller, permission, merchant) && (await isStill())) return { caller, merchant };
    const Context = contextOf(caller, request.ip);
    audit.refused(merchant, { Action: 'approval', Actor: actorOf(caller), Context, Codes: { NOT_PERMITTED: 1 } });
    throw notPermitted(permission);
  }

  /** The approvals that a caller may read. */
  const seen = (caller: Caller, merchant: string) => (it: Approval) => may(caller, readers[it.Kind], merchant);

  /** A token outlives changed rights by seconds, in which a person who was just disabled could release. */
  async function mayStillRelease({ subject }: Caller, merchant: string): Promise<boolean> {
    const { rows } = await pool.query<Claims>(
      'select permissions, merchants, roles from sign_in.person where username = $1 and not disabled',
      [subject],
    );
    return rows.some((person) => may({ grants: grantsOf(person) }, 'release', merchant));
  }

  const inCall = <T>(caller: Caller, merchant: string, work: (call: Call, last: Begun['last']) => Promise<T>) =>
    repeatedly(() =>
      inTransaction(pool, { merchant, isSandbox }, async (client, { sequence, daysAhead, last }) => {
        const query = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[];
        const events = new Events();
        const now = clock.now(daysAhead);
        const none = { organisation: '', product: '', codes: {}, hasNetwork: false };
        return work({ ...none, merchant, caller, now, sequence, events, numbers, query }, last);
      }),
    );

  app.get(path, async (request, reply) => {
    const { caller, merchant } = await entered(request, ...Object.values(readers));
    const { List } = parsed(Filter, request.query);
    const answer = await inCall(caller, merchant, async (call): Promise<ApprovalList> => {
      const [Rule = null] = await call.query<ApprovalRule>(
        `select above / 100::float8 as "Above", hold_hours as "HoldHours", bank_details as "BankDetails",
            cancel as "Cancel"
          from approval_rule where merchant = $1`,
        [merchant],
      );
      const found = [...(await approvalsOf(call, List)), ...(await changesOf(call, List))]
        .filter(seen(caller, merchant))
        .toSorted((one, other) => other.ApprovalSequence - one.ApprovalSequence);
      return { Rule, Approvals: List === 'decided' ? found.slice(0, 50) : found };
    });
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.get(`${path}/:sequence`, async (request, reply) => {
    const { caller, merchant } = await entered(request, ...Object.values(readers));
    const sequence = sequenceOf(request);
    const approval = await inCall(caller, merchant, (call) => approvalRecord(call, sequence));
    if (!approval || !seen(caller, merchant)(approval)) throw notFound();
    return reply.header('cache-control', 'no-store').send(approval);
  });

  app.post(`${path}/:sequence`, { bodyLimit: 4 * 1024 * 1024 }, async (request, reply) => {
    const { caller, merchant } = await entered(request, 'release');
    const sequence = sequenceOf(request);
    const decision = parsed(Decision, request.body);
    if (decision.Action === 'release') mustHaveSecondFactor(caller);
    const work = async (call: Call, last: Begun['last']) => {
      const decided = await decide(call, sequence, decision);
      const { Action, Digest, Reason, Without = [] } = decision;
      const happened: Happened = {
        Action: `approval.${Action}`,
        Actor: actorOf(caller),
        Context: contextOf(caller, request.ip),
        Product: decided.Product,
        CallSequence: call.sequence,
        Outcome: 'done',
        ...(Digest !== undefined && { Digest }),
        ...call.events.listed,
        ...(await call.events.changes(sealing({ ...call, product: decided.Product }))),
        Details: {
          Approval: sequence,
          ...(Reason && { Reason }),
          ...(Without.length > 0 && {
            TakenOut: Without.length,
            Reasons: [...new Set(Without.map((it) => it.Reason))],
          }),
        },
      };
      last.push(...appending(merchant, happened));
      return decided;
    };
    const approval = await whenFree(reply.raw, () => inCall(caller, merchant, work));
    return reply.header('cache-control', 'no-store').send(approval);
  });
}

function sequenceOf(request: FastifyRequest): number {
  const sequence = Number((request.params as { sequence: string }).sequence);
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw notFound();
  return sequence;
}
