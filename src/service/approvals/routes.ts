import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type {
  Approval,
  ApprovalDecision,
  ApprovalList,
  ApprovalRule,
  PayoutDecisionList,
} from '#contract/approvals.ts';
import { may } from '#contract/permissions.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import { parsed } from '#service/base/parsed.ts';
import type { Caller } from '#service/base/permissions.ts';
import type { Call } from '#service/http/call.ts';
import {
  changing,
  enteredBy,
  entering,
  happenedBy,
  viewing,
  type Entered,
  type Extension,
  type Within,
} from '#service/http/extension.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { ApprovalBook } from './book.ts';
import { listNames } from './read.ts';

const path = '/approvals/:merchant';

/** Whoever sees the records sees what waits. */
const readers = {
  PAYOUTS: 'payouts:read',
  BANK_DETAILS: 'clients:read',
  CANCEL: 'instalments:read',
  KNOWN_PAYEES: 'payouts:read',
} as const;

export const Filter = z.strictObject({
  List: z.enum(listNames).default('waiting').describe('What waits, or the last fifty decisions.'),
});

export const PayoutDecisionFilter = z.strictObject({
  Product: z.string().max(50).describe('The product of the payout contract.'),
  ContractSequence: z
    .string()
    .regex(/^[1-9]\d{0,29}$/)
    .optional()
    .describe('Of the payout contract.'),
  ClientNumber: z.string().max(50).optional().describe('Of the payout contract, with its contract number.'),
  ContractNumber: z.string().max(50).optional().describe('Of the payout contract, with its client number.'),
});

const reason = z.string().trim().min(1).max(200);
export const Decision = z.strictObject({
  Action: z.enum(['release', 'return', 'withdraw']).describe('`withdraw` takes back a release that is not submitted.'),
  Digest: z.string().max(100).optional().describe('The Digest of what was read; not for `withdraw`.'),
  Reason: reason.optional().describe('Why all go back; for `return`.'),
  Without: z
    .array(
      z.strictObject({
        ContractSequence: z
          .number()
          .int()
          .describe('The payout contract; 0 for one that waits in front of a provider.'),
        PaymentSequence: z.number().int().describe('Its payment; in front of a provider its place in the approval.'),
        Reason: reason.describe('Why it goes back.'),
      }),
    )
    .max(10_000)
    .optional()
    .describe('Payments that go back while the others are released.'),
}) satisfies z.ZodType<ApprovalDecision>;

interface Parts extends Extension {
  clock: Clock;
  numbers: Numbers;
  isSandbox: boolean;
  book: ApprovalBook;
}

/**
 * What waits for a second person; not part of the interface. GET answers a list, `/{sequence}` one approval with its payments or
 * its change, to all who may read the records, programs too. POST `/{sequence}` decides, with `release`, which no program has.
 */
export function serveApprovals(app: FastifyInstance, parts: Parts): void {
  const { numbers, clock, isSandbox, book } = parts;
  const reading = entering(parts, 'approval', ...new Set(Object.values(readers)));

  /** The approvals that a caller may read. */
  const seen = (caller: Caller, merchant: string) => (it: Approval) => may(caller, readers[it.Kind], merchant);

  const callOf = ({ caller, merchant }: Entered, { query, begun: { sequence, daysAhead } }: Within): Call => {
    const none = { organisation: '', product: '', codes: {}, hasNetwork: false };
    return { ...none, merchant, caller, now: clock.now(daysAhead), sequence, events: new Events(), numbers, query };
  };

  app.get(path, reading, async (request, reply) => {
    const entered = enteredBy(request);
    const { caller, merchant } = entered;
    const { List } = parsed(Filter, request.query);
    const work = async (within: Within): Promise<ApprovalList> => {
      const call = callOf(entered, within);
      const [Rule = null] = await call.query<ApprovalRule>(
        `select above / 100::float8 as "Above", hold_hours as "HoldHours", bank_details as "BankDetails",
            cancel as "Cancel"
          from approval_rule where merchant = $1`,
        [merchant],
      );
      const found = (await book.list(call, List))
        .filter(seen(caller, merchant))
        .toSorted((one, other) => other.ApprovalSequence - one.ApprovalSequence);
      return { Rule, Approvals: List === 'decided' ? found.slice(0, 50) : found };
    };
    const answer = await viewing(parts, request, reply, work, { isSandbox });
    return reply.header('cache-control', 'no-store').send(answer);
  });

  const readingPayouts = entering(parts, 'approval', readers.PAYOUTS);
  app.get('/payout-decisions/:merchant', readingPayouts, async (request, reply) => {
    const entered = enteredBy(request);
    const contract = parsed(PayoutDecisionFilter, request.query);
    const work = async (within: Within): Promise<PayoutDecisionList> => ({
      Decisions: await book.decisions(callOf(entered, within), contract),
    });
    const answer = await viewing(parts, request, reply, work, { isSandbox });
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.get(`${path}/:sequence`, reading, async (request, reply) => {
    const entered = enteredBy(request);
    const { caller, merchant } = entered;
    const sequence = sequenceOf(request);
    const looked = await book.look(merchant, sequence);
    const work = (within: Within) => book.record(callOf(entered, within), sequence, looked);
    const approval = await viewing(parts, request, reply, work, { isSandbox });
    if (!approval || !seen(caller, merchant)(approval)) throw notFound();
    return reply.header('cache-control', 'no-store').send(approval);
  });

  const bodyLimit = 4 * 1024 * 1024;
  app.post(`${path}/:sequence`, { ...entering(parts, 'approval', 'release'), bodyLimit }, async (request, reply) => {
    const entered = enteredBy(request);
    const { merchant } = entered;
    const sequence = sequenceOf(request);
    const decision = parsed(Decision, request.body);
    const looked = await book.look(merchant, sequence);
    if (decision.Action === 'release' && looked.away) throw looked.away;
    const work = async (within: Within) => {
      const call = callOf(entered, within);
      const decided = await book.decide(call, sequence, decision, looked);
      const { Action, Digest, Reason, Without = [] } = decision;
      const happened = happenedBy(request, {
        Action: `approval.${Action}`,
        Product: decided.Product,
        CallSequence: call.sequence,
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
      });
      within.begun.last.push(...appending(merchant, happened));
      return decided;
    };
    const needsFactor = decision.Action === 'release';
    const decided = await changing(parts, request, reply, work, { isSandbox, needsFactor });
    await book.follow(merchant, sequence, decision);
    const now = await viewing(parts, request, reply, (within) =>
      book.record(callOf(entered, within), sequence, looked),
    );
    const approval = now ?? decided;
    return reply.header('cache-control', 'no-store').send(approval);
  });
}

function sequenceOf(request: FastifyRequest): number {
  const sequence = Number((request.params as { sequence: string }).sequence);
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw notFound();
  return sequence;
}
