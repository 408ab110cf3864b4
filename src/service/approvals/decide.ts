import type { ApprovalDecision, ApprovalPayment, ApprovalRecord } from '#contract/approvals.ts';
import type { FaultCode } from '#contract/fault-codes.ts';
import { dateOf } from '#rules/calendar.ts';
import { HttpError, notFound } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { logEvents } from '#service/resources/change-log.ts';
import { changeRecord, lockRecord, runChange } from './changes.ts';
import { payoutsRecord, type Reader } from './read.ts';

export const refusedDecision = (Code: FaultCode, Message: string, Field?: string) =>
  new HttpError(400, [{ ...(Field && { Field }), Code, Message }]);

export const changedSince = () =>
  refusedDecision('CHANGED', 'It has changed since you read it. Read it again before you decide.', 'Digest');

/**
 * Decides about what waits together, under a lock: of two people who decide at once, the second finds nothing waiting.
 * @throws HttpError 400 for the caller's own work, for what changed since it was read, and for what no longer waits.
 */
export async function decide(call: Call, sequence: number, decision: ApprovalDecision): Promise<ApprovalRecord> {
  const { query, merchant } = call;
  await lockRecord(call, sequence);
  const known = await query('select from approval where merchant = $1 and approval_sequence = $2 for update', [
    merchant,
    sequence,
  ]);
  if (known.length === 0) throw notFound();
  await query(
    `select from payment where merchant = $1 and approval_sequence = $2
      order by contract_sequence, payment_sequence for update`,
    [merchant, sequence],
  );
  const before = await read(call, sequence);
  if (decision.Action === 'withdraw') await withdraw({ ...call, product: before.Product }, before);
  else await releaseOrReturn({ ...call, product: before.Product }, before, decision);
  return read(call, sequence);
}

async function withdraw(call: Call, { ApprovalSequence, Payments }: ApprovalRecord): Promise<void> {
  const released = Payments.filter((it) => it.PaymentStatus === 'SCHEDULED');
  if (released.length === 0)
    throw refusedDecision('NOT_SCHEDULED', 'No released payment is left that is not submitted.');
  await moveTo(call, 'WAITING', released);
  await closeApproval(call, ApprovalSequence, { decision: null });
}

/** @throws HttpError 400 for the caller's own work, for what changed since it was read, and for what no longer waits. */
export function mustBeDecidable(
  before: ApprovalRecord,
  { Action, Digest, Reason }: ApprovalDecision,
  isWaiting: boolean,
): void {
  if (before.IsOwn)
    throw refusedDecision(
      'OWN_WORK',
      'You prepared this, or were shown the secret of the program that did. Another person must release or return it.',
    );
  if (!isWaiting) throw refusedDecision('NOT_PENDING', 'It no longer waits for a release.');
  if (Digest !== before.Digest) throw changedSince();
  if (Action === 'return' && !Reason) throw refusedDecision('REQUIRED', 'Enter why it is returned.', 'Reason');
}

async function releaseOrReturn(call: Call, before: ApprovalRecord, decision: ApprovalDecision): Promise<void> {
  const { Action, Reason = '', Without = [] } = decision;
  const waiting = before.Payments.filter((it) => it.PaymentStatus === 'WAITING');
  mustBeDecidable(before, decision, before.Change ? before.Decision === null : waiting.length > 0);
  if (Action === 'return') {
    await moveTo(call, 'SENT_BACK', waiting, () => Reason);
    return closeApproval(call, before.ApprovalSequence, { decision: 'RETURNED', shown: before.Change, reason: Reason });
  }
  const reasons = new Map(Without.map((it) => [keyOf(it), it.Reason]));
  const isTakenOut = (it: ApprovalPayment) => reasons.has(keyOf(it));
  const takenOut = waiting.filter(isTakenOut);
  if (takenOut.length < reasons.size)
    throw refusedDecision('NOT_FOUND', 'Without names a payment that does not wait here.', 'Without');
  if (before.Change) {
    await runChange(call, before.ApprovalSequence);
    return closeApproval(call, before.ApprovalSequence, { decision: 'RELEASED', shown: before.Change });
  }
  const released = waiting.filter((it) => !isTakenOut(it));
  if (released.length === 0)
    throw refusedDecision('REQUIRED', 'Nothing is left to release. Return it instead.', 'Without');
  // Clearing marks it as missed within seconds.
  if (released.some((it) => dateOf(it.PaymentDate) < dateOf(call.now)))
    throw refusedDecision('TOO_LATE', 'The day of a payment has passed. Take it out, or return all.', 'Without');
  await moveTo(call, 'SENT_BACK', takenOut, (it) => reasons.get(keyOf(it)) ?? null);
  await moveTo(call, 'SCHEDULED', released);
  await closeApproval(call, before.ApprovalSequence, { decision: 'RELEASED' });
}

const keyOf = (it: Pick<ApprovalPayment, 'ContractSequence' | 'PaymentSequence'>) =>
  `${it.ContractSequence}/${it.PaymentSequence}`;

/** Undefined if there is none. */
export const approvalRecord = async (reader: Reader, sequence: number): Promise<ApprovalRecord | undefined> =>
  (await payoutsRecord(reader, sequence)) ?? changeRecord(reader, sequence);

async function read(call: Call, sequence: number): Promise<ApprovalRecord> {
  const found = await approvalRecord(call, sequence);
  // Edits have moved all its payments to other approvals, or have withdrawn the change.
  if (!found) throw changedSince();
  return found;
}

export const closeApproval = async (
  { query, merchant, caller, now }: Call,
  sequence: number,
  closed: {
    decision: ApprovalRecord['Decision'];
    /** Of a change: what was decided about, and why it was returned. */
    shown?: ApprovalRecord['Change'];
    reason?: string;
  },
): Promise<void> => {
  const { decision, shown = null, reason = null } = closed;
  await query(
    `update approval set decision = $3, decided_by = $4, decided_name = $5, decided_at = $6, content = null, shown = $7,
        return_reason = $8
      where merchant = $1 and approval_sequence = $2`,
    [merchant, sequence, decision, caller.subject, caller.name, now, shown, reason],
  );
};

async function moveTo(
  call: Call,
  status: 'SCHEDULED' | 'WAITING' | 'SENT_BACK',
  payments: readonly ApprovalPayment[],
  reasonOf: (payment: ApprovalPayment) => string | null = () => null,
): Promise<void> {
  if (payments.length === 0) return;
  await call.query(
    `update payment set payment_status = $5, return_reason = reason
      from unnest($2::bigint[], $3::int[], $4::text[]) as _ (contract, sequence, reason)
      where merchant = $1 and contract_sequence = contract and payment_sequence = sequence`,
    [
      call.merchant,
      payments.map((it) => it.ContractSequence),
      payments.map((it) => it.PaymentSequence),
      payments.map(reasonOf),
      status,
    ],
  );
  await logEvents(
    call,
    payments.map((record) => ({
      record,
      change: {
        subject: 'payment',
        type: 'STATE',
        field: 'PaymentStatus',
        sequence: record.PaymentSequence,
        old: record.PaymentStatus,
        new: status,
      },
    })),
  );
}
