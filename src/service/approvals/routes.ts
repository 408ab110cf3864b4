import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Approval, ApprovalDecision, ApprovalList, ApprovalRule } from '#contract/approvals.ts';
import { approvalReaders } from '#contract/extensions.ts';
import { may } from '#contract/permissions.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending } from '#service/audit/entry.ts';
import { Events } from '#service/audit/events.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound, notPermitted } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';
import type { Call } from '#service/http/call.ts';
import {
  changing,
  happenedBy,
  serveExtension,
  viewing,
  type Entered,
  type Extension,
  type Within,
} from '#service/http/extension.ts';
import { dayField } from '#service/http/own-fields.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { ApprovalBook } from './book.ts';
import { listNames, type NamedRecord, type WaitingFilter } from './read.ts';

const ListFilter = z.strictObject({
  List: z.enum(listNames).default('waiting').describe('What waits, or the last fifty decisions.'),
});

const RecordFilter = z.strictObject({
  Kind: z
    .enum(['PAYOUTS', 'BANK_DETAILS', 'CANCEL', 'COLLECT_AGAIN'])
    .describe('Payouts, or a change: of bank details, a cancel, or a debit to collect again.'),
  Product: z.string().max(50).describe('The product of the record.'),
  ContractSequence: z
    .string()
    .regex(/^[1-9]\d{0,29}$/)
    .optional()
    .describe('Of the contract or payout contract.'),
  ClientNumber: z.string().max(50).optional().describe('Of the client; with a contract number, of its contract.'),
  ContractNumber: z.string().max(50).optional().describe('Of the contract, with its client number.'),
}) satisfies z.ZodType<NamedRecord>;

const WaitingPayoutFilter = z.strictObject({
  Product: z.string().max(50).describe('The product of the payout contracts.'),
  ClientNumber: z.string().max(50).optional().describe('Only payouts to this client.'),
  From: dayField.optional().describe('Only payouts from this day on.'),
  To: dayField.optional().describe('Only payouts up to this day.'),
}) satisfies z.ZodType<WaitingFilter>;

const reason = z.string().trim().min(1).max(200);
const DecisionBody = z.strictObject({
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
  /** The approvals that a caller may read. */
  const seen = (caller: Caller, merchant: string) => (it: Approval) => may(caller, approvalReaders[it.Kind], merchant);

  const callOf = (
    { caller, merchant }: Pick<Entered, 'caller' | 'merchant'>,
    { query, begun: { sequence, daysAhead } }: Within,
  ): Call => {
    const none = { organisation: '', product: '', codes: {}, hasNetwork: false };
    return { ...none, merchant, caller, now: clock.now(daysAhead), sequence, events: new Events(), numbers, query };
  };

  serveExtension(
    app,
    parts,
    'approvalList',
    { summary: 'Retrieve payouts and changes that wait for a second person, or the last decisions', query: ListFilter },
    async ({ query: { List }, request, reply, ...entered }) => {
      const { caller, merchant } = entered;
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
      return viewing(parts, request, reply, work, { isSandbox });
    },
  );

  const ofRecord = {
    summary: 'Retrieve what of a record waits for a second person, and who released or returned it',
    query: RecordFilter,
  };
  serveExtension(app, parts, 'recordApprovalList', ofRecord, async ({ query: record, request, reply, ...entered }) => {
    const { caller, merchant } = entered;
    const needed = approvalReaders[record.Kind];
    if (!may(caller, needed, merchant)) throw notPermitted(needed);
    const work = (within: Within) => book.ofRecord(callOf(entered, within), record);
    return viewing(parts, request, reply, work, { isSandbox });
  });

  const waiting = {
    summary: 'Retrieve payouts that wait for a release or, in front of a provider, for being sent',
    query: WaitingPayoutFilter,
  };
  serveExtension(app, parts, 'waitingPayoutList', waiting, async ({ query: filter, request, reply, ...entered }) => {
    const work = (within: Within) => book.waitingPayouts(callOf(entered, within), filter);
    return viewing(parts, request, reply, work, { isSandbox });
  });

  serveExtension(
    app,
    parts,
    'approvalView',
    { summary: 'Retrieve what waits together, with its payments or its change, and digest' },
    async ({ request, reply, ...entered }) => {
      const { caller, merchant } = entered;
      const sequence = sequenceOf(entered);
      const looked = await book.look(merchant, sequence);
      const work = (within: Within) => book.record(callOf(entered, within), sequence, looked);
      const approval = await viewing(parts, request, reply, work, { isSandbox });
      if (!approval || !seen(caller, merchant)(approval)) throw notFound();
      return approval;
    },
  );

  const deciding = {
    summary: 'Release payouts or a change, return them, or take back a release of what is not sent',
    body: DecisionBody,
    bytes: 4 * 1024 * 1024,
  };
  serveExtension(app, parts, 'approvalDecide', deciding, async ({ body: decision, request, reply, ...entered }) => {
    const { merchant } = entered;
    const sequence = sequenceOf(entered);
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
    return now ?? decided;
  });
}

function sequenceOf({ names }: Pick<Entered, 'names'>): number {
  const sequence = Number(names['sequence']);
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw notFound();
  return sequence;
}
