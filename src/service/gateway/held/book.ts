import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Approval,
  ApprovalChange,
  ApprovalDecision,
  ApprovalOutcome,
  ApprovalPayment,
  ApprovalRecord,
  RecordApproval,
} from '#contract/approvals.ts';
import { fromCents, toCents } from '#rules/money.ts';
import type { ApprovalBook, LookedUp } from '#service/approvals/book.ts';
import { changedSince, closeApproval, mustBeDecidable, refusedDecision } from '#service/approvals/decide.ts';
import {
  decidable,
  mostOfRecord,
  mostWaiting,
  approvalRecordColumns,
  time,
  type ListName,
  type Reader,
  type RecordApprovalRow,
} from '#service/approvals/read.ts';
import { notFound } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { showing } from '#service/resources/change-log.ts';
import { withSecretHolders } from '#service/resources/payouts/release.ts';
import { listedClients, providerReader, rememberingReader } from '../outgoing/reader.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { worldOf, type SharedWorld } from '../outgoing/world.ts';
import { ownReadsAtOnce } from '../provider-line.ts';
import { providerFault } from '../tokens.ts';
import { authorGone, mayStillSend } from './author.ts';
import { contentToSend } from './content.ts';
import { uncountHeld } from './counted.ts';
import { writeHeldEvents } from './events.ts';
import { changedFields, heldFactsOf, heldMark, keptMark, type HeldFacts } from './facts.ts';
import { isHeldPayout } from './kinds.ts';
import { decideKnownPayees, knownPayeeApprovals, knownPayeeRecord } from './known-payees.ts';
import { sendTimeOf, shownPayment } from './payouts.ts';
import { mostInCall, secondsUntil, sendHeld } from './send.ts';
import {
  dropHeld,
  heldItemsOf,
  heldOfRecord,
  heldPayoutsOfClient,
  onlyItem,
  openPayouts,
  outcomeOfHeld,
  releaseHeld,
  waitAgain,
  type HeldItem,
  type HeldItems,
  type HeldState,
  type SendTime,
} from './store.ts';

const withItem = (state: HeldState) => `exists (select from held_item held
    where held.merchant = $1 and held.approval_sequence = a.approval_sequence and held.state = '${state}')`;

const lists = {
  waiting: withItem('WAITING'),
  decided: `not ${withItem('WAITING')} and decision is distinct from 'WITHDRAWN' and exists (select from held_item held
    where held.merchant = $1 and held.approval_sequence = a.approval_sequence and held.state <> 'WITHDRAWN')`,
};

interface Row {
  sequence: number;
  kind: Approval['Kind'];
  product: string;
  reason: Approval['Reason'];
  preparers: string[];
  preparedBy: string;
  preparedAt: string;
  decision: Approval['Decision'] | 'WITHDRAWN';
  decidedBy: string | null;
  decidedAt: string | null;
  shown: ApprovalChange | null;
  returnReason: string | null;
}

async function rowsOf({ query, merchant }: Reader, which: ListName | number): Promise<Row[]> {
  const isOne = typeof which === 'number';
  return query<Row>(
    `select approval_sequence as sequence, kind, product, reason, preparers, prepared_name as "preparedBy",
        ${time('prepared_at')} as "preparedAt", decision, decided_name as "decidedBy", ${time('decided_at')} as "decidedAt", shown,
        return_reason as "returnReason"
      from approval a where merchant = $1 and ${isOne ? 'approval_sequence = $2' : lists[which]}
      order by approval_sequence desc ${which === 'decided' ? 'limit 50' : ''}`,
    [merchant, ...(isOne ? [which] : [])],
  );
}

interface Looked extends LookedUp {
  /** What the provider shows of the items that wait; undefined if it has no such record any more. */
  facts: ReadonlyMap<number, HeldFacts | undefined>;
}
const nothingRead: Looked = { facts: new Map() };

const statuses: Record<HeldState, string> = {
  WAITING: 'WAITING',
  RELEASED: 'SCHEDULED',
  SENDING: 'SUBMITTED',
  ACCEPTED: 'ACCEPTED',
  REFUSED: 'REFUSED',
  NOT_STORED: 'NOT_STORED',
  RETURNED: 'SENT_BACK',
  WITHDRAWN: 'CANCELLED',
  MISSED: 'MISSED',
};

/** A payout as it would be sent, or as it was shown. */
function paymentOf(reader: Reader, held: HeldItem, facts: HeldFacts | undefined): ApprovalPayment {
  const { merchant, numbers } = reader;
  const { item, summary, heldUntil, state, note } = held;
  const kept = summary.payment;
  if (!kept) throw new Error('a held payout was kept without what is shown of it');
  const now =
    facts?.payout && held.content
      ? shownPayment(numbers, merchant, {
          item,
          fields: contentToSend(held).fields,
          facts: { ...facts, payout: facts.payout },
          heldUntil,
          isKnown: !kept.IsNewPayee,
        })
      : kept;
  const hasReason = state === 'RETURNED' || state === 'MISSED';
  return {
    ...now,
    PaymentStatus: statuses[state],
    ReturnReason: hasReason ? note : null,
    Outcome: outcomeOfHeld(held),
  };
}

function payoutsOf(payments: readonly ApprovalPayment[]) {
  const waiting = payments.filter((it) => it.PaymentStatus === 'WAITING');
  const part = waiting.length > 0 ? waiting : payments;
  const cents = part.map((it) => toCents(it.PaymentAmount) ?? 0);
  const payees = new Set(part.map((it) => it.ClientNumber));
  return {
    Count: part.length,
    Sum: fromCents(cents.reduce((sum, it) => sum + it, 0)),
    Largest: fromCents(Math.max(0, ...cents)),
    FirstDate: part.map((it) => it.PaymentDate).toSorted()[0] ?? null,
    Held: part.filter((it) => it.HeldUntil !== null).length,
    Payee: payees.size === 1 ? (part[0]?.ClientName ?? null) : null,
    ClientNumber: null,
    ContractSequence: null,
    ContractNumber: null,
    Outcome: payments.find(({ Outcome }) => Outcome && !isGoingWell(Outcome))?.Outcome ?? null,
  };
}

const isGoingWell = ({ State }: ApprovalOutcome): boolean => ['RELEASED', 'SENDING', 'ACCEPTED'].includes(State);

function changeSummary(held: HeldItem) {
  const { ContractSequence, payment: _, ...summary } = held.summary;
  const sequence = Number(ContractSequence);
  return {
    ...summary,
    // Beyond 2^53 no page has its address.
    ContractSequence: ContractSequence !== null && Number.isSafeInteger(sequence) ? sequence : null,
    Held: 0,
    Outcome: outcomeOfHeld(held),
  };
}

function approvalOf(reader: Reader, row: Row, items: readonly HeldItem[], { facts }: Looked): Approval {
  const [first] = items;
  if (!first) throw new Error('an approval without what it holds');
  return {
    ApprovalSequence: row.sequence,
    Kind: row.kind,
    Product: row.product,
    Reason: row.reason,
    PreparedBy: row.preparedBy,
    PreparedAt: row.preparedAt,
    Decision: row.decision === 'WITHDRAWN' ? null : row.decision,
    DecidedBy: row.decidedBy,
    DecidedAt: row.decidedAt,
    ...decidable(reader, row.preparers),
    ...(isHeldPayout(first.operation)
      ? payoutsOf(items.map((it) => paymentOf(reader, it, facts.get(it.item))))
      : changeSummary(first)),
  };
}

/** As own changes are shown: numbers by their marks, values as columns have them. */
function changeOf(reader: Reader, { item, operation, content }: HeldItem, looked: Looked): ApprovalChange | null {
  if (isHeldPayout(operation)) return null;
  const { fields = {} } = content ?? {};
  const show = showing(reader);
  const facts = looked.facts.get(item);
  // Of a client that can't be read, all that was sent.
  const before = facts ?? (looked.away && { before: {} });
  const changed = operation === 'clientEdit' && before ? changedFields(fields, before) : [];
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    Operation: operation,
    Fields: changed.map((Field) => ({
      Field,
      Old: show(Field, facts?.before[Field]),
      New: show(Field, fields[Field]),
    })),
    Instalments: facts?.instalments ?? [],
    CancelDate: textOf(fields['CancelDate']),
    CancelReason: textOf(fields['CancelReason']),
    ...(facts?.returned && { Returned: facts.returned }),
  };
}

const itemMark = (held: HeldItem, { facts }: Looked): string =>
  heldMark(held.operation, contentToSend(held).fields, facts.get(held.item));

function recordOf(reader: Reader, row: Row, items: readonly HeldItem[], looked: Looked): ApprovalRecord {
  const [first] = items;
  if (!first) throw new Error('an approval without what it holds');
  const marks = items.filter(({ state }) => state === 'WAITING').map((it) => [it.item, itemMark(it, looked)]);
  const payments = isHeldPayout(first.operation)
    ? items.map((it) => paymentOf(reader, it, looked.facts.get(it.item)))
    : [];
  const isUnusual = (it: ApprovalPayment) => Number(it.HeldUntil !== null || it.IsNewPayee);
  return {
    ...approvalOf(reader, row, items, looked),
    Digest: createHash('sha256').update(JSON.stringify(marks)).digest('base64url'),
    Payments: payments.toSorted(
      (one, other) => isUnusual(other) - isUnusual(one) || other.PaymentAmount - one.PaymentAmount,
    ),
    Change: row.shown ?? changeOf(reader, first, looked),
    ReturnReason: row.returnReason,
    ...(looked.away && marks.length > 0 && { IsUnread: true as const }),
  };
}

/** What a timeline says of an item: others of its approval may have ended otherwise. Undefined for what was missed undecided. */
function endOfItem(row: RecordApprovalRow, held: HeldItem): RecordApproval | undefined {
  const { state, note } = held;
  const isReturned = state === 'RETURNED';
  const Decision = state === 'WAITING' ? null : isReturned ? state : row.Decision;
  if (Decision === null && state !== 'WAITING') return undefined;
  return {
    ...row,
    ...(Decision === null && { DecidedBy: null, DecidedAt: null }),
    // It may have been taken out of a release, and another person may have decided on the rest since.
    ...(isReturned && row.Decision !== state && { DecidedBy: null }),
    Decision,
    ContractNumber: row.Kind === 'PAYOUTS' ? held.summary.ContractNumber : null,
    ReturnReason: isReturned ? note : null,
    Fields: row.Fields ?? [],
    Outcome: outcomeOfHeld(held),
  };
}

interface Found {
  row: Row;
  items: HeldItem[];
}

async function found(reader: Reader, sequence: number): Promise<Found | undefined> {
  const [row] = await rowsOf(reader, sequence);
  const items = row ? await heldItemsOf(reader, [sequence]) : [];
  const left = items.filter(({ state }) => state !== 'WITHDRAWN');
  return row && left.length > 0 ? { row, items: left } : undefined;
}

/** How long who releases something waits for its outcome, in ms. */
const followMs = 5000;

/** What waits in front of a provider: it is sent after its release, as its preparer's. */
export const heldBook = (world: SharedWorld): ApprovalBook => ({
  async list(reader, which) {
    const rows = await rowsOf(reader, which);
    const items = await heldItemsOf(
      reader,
      rows.map(({ sequence }) => sequence),
    );
    const held = rows.flatMap((row) => {
      const own = items.filter(({ approval, state }) => approval === row.sequence && state !== 'WITHDRAWN');
      // Another call may have withdrawn what the first statement has seen.
      return own.length > 0 ? [approvalOf(reader, row, own, nothingRead)] : [];
    });
    return [...held, ...(await knownPayeeApprovals(reader, which))];
  },
  async look(merchant, sequence): Promise<Looked> {
    const waiting = await inMerchantTransaction(world, merchant, async ({ query }) => {
      const items = await heldItemsOf({ query, merchant, numbers: world.numbers }, [sequence]);
      const [first] = items;
      return first && { first, items, ...(await world.lines.read(query, first)) };
    });
    if (!waiting) return nothingRead;
    const { first, line } = waiting;
    const facts = new Map<number, HeldFacts | undefined>();
    const left = waiting.items.filter(({ state }) => state === 'WAITING');
    const current = worldOf(world, line);
    const clients = isHeldPayout(first.operation) ? left.flatMap(({ summary }) => summary.ClientNumber ?? []) : [];
    const listed = await listedClients(current, { ...first, since: '' }, clients).catch(
      (error: unknown) => void providerFault(error),
    );
    const reader = rememberingReader(providerReader(current, first), listed);
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift())
        facts.set(next.item, await heldFactsOf(reader, next.operation, contentToSend(next).fields));
    };
    try {
      await Promise.all(Array.from({ length: ownReadsAtOnce(line) }, work));
    } catch (error) {
      return { ...nothingRead, away: providerFault(error) };
    }
    return { facts };
  },
  async ofRecord(reader, record) {
    const held = await heldOfRecord(reader, record, mostOfRecord + 1);
    const items = held.slice(0, mostOfRecord);
    const rows = await reader.query<RecordApprovalRow>(
      `select ${approvalRecordColumns} from approval a
        where merchant = $1 and approval_sequence = any($2::bigint[])
        order by coalesce(decided_at, prepared_at) desc, approval_sequence desc`,
      [reader.merchant, items.map(({ approval }) => approval)],
    );
    const Approvals = rows.flatMap((row) => {
      const own = items.filter((it) => it.approval === row.ApprovalSequence);
      const ended = own.map((it) => endOfItem(row, it)).filter((it) => it !== undefined);
      // Those that ended alike are one line.
      return [...new Map(ended.map((it) => [JSON.stringify(it), it])).values()];
    });
    return { Approvals, IsPartial: held.length > mostOfRecord };
  },
  async waitingPayouts(reader, filter) {
    const held = await openPayouts(reader, filter, mostWaiting + 1);
    const Payouts = held
      .slice(0, mostWaiting)
      .map((it) => ({ ...paymentOf(reader, it, undefined), ApprovalSequence: it.approval }));
    return { Payouts, IsPartial: held.length > mostWaiting };
  },
  async record(reader, sequence, looked) {
    const one = await found(reader, sequence);
    return one ? recordOf(reader, one.row, one.items, looked as Looked) : knownPayeeRecord(reader, sequence);
  },
  async decide(call, sequence, decision, looked) {
    const seen = looked as Looked;
    const known = await found(call, sequence);
    if (!known && (await knownPayeeRecord(call, sequence))) return decideKnownPayees(call, sequence, decision);
    if (!known) throw (await rowsOf(call, sequence)).length > 0 ? changedSince() : notFound();
    // As keeping and sending have it: none of them sees half of a decision.
    await mustBeFree(call, `${call.merchant} ${known.row.product}`, Lock.claims);
    const one = await found(call, sequence);
    if (!one) throw changedSince();
    const before = recordOf(call, one.row, one.items, seen);
    if (decision.Action === 'withdraw') await withdraw(call, sequence, one.items);
    else {
      const waiting = one.items.filter(({ state }) => state === 'WAITING');
      mustBeDecidable(before, decision, waiting.length > 0);
      if (decision.Action === 'return') await returnAll(call, before, waiting, decision.Reason ?? '');
      else await release(world, call, before, waiting, decision, seen);
    }
    call.events.note(one.items.map(targetOf));
    const after = await found(call, sequence);
    return after ? recordOf(call, after.row, after.items, seen) : before;
  },
  async follow(merchant, sequence, { Action }) {
    if (Action !== 'release') return;
    const items = await inMerchantTransaction(world, merchant, ({ query }) =>
      heldItemsOf({ query, merchant, numbers: world.numbers }, [sequence]),
    );
    // Others are sent by the job.
    const due = items.filter(({ state, sendAt }) => state === 'RELEASED' && sendAt === null);
    if (due.length === 0) return;
    const first = due.slice(0, mostInCall).map(({ item }) => item);
    const sent = sendHeld(world, { merchant, approval: sequence, items: first }).catch(world.report);
    await Promise.race([sent, pause(followMs, undefined, { ref: false })]);
  },
});

function targetOf({ summary: { ClientNumber, ContractNumber, ContractSequence } }: HeldItem) {
  return {
    ...(ClientNumber !== null && { ClientNumber }),
    ContractNumber,
    ContractSequence,
  };
}

async function withdraw(call: Call, sequence: number, items: readonly HeldItem[]): Promise<void> {
  const released = items.filter(({ state }) => state === 'RELEASED');
  if (released.length === 0) throw refusedDecision('NOT_SCHEDULED', 'Nothing is left that is released and not sent.');
  await waitAgain(call, itemsOf(released), null);
  await writeHeldEvents(call, 'payout.waiting', call.now, released);
  await closeApproval(call, sequence, { decision: null });
}

async function returnAll(
  call: Call,
  { ApprovalSequence, Change }: ApprovalRecord,
  waiting: readonly HeldItem[],
  reason: string,
): Promise<void> {
  await sendBack(call, waiting, reason);
  await closeApproval(call, ApprovalSequence, {
    decision: 'RETURNED',
    shown: Change,
    reason: Change ? reason : undefined,
  });
}

async function sendBack({ query, numbers }: Call, some: readonly HeldItem[], reason: string): Promise<void> {
  await dropHeld(query, itemsOf(some), 'RETURNED', numbers.seal(reason));
  await uncountHeld(query, itemsOf(some));
}

/** Of one approval. */
function itemsOf(held: readonly HeldItem[]): HeldItems {
  const [first] = held;
  if (!first) throw new Error('no items of an approval');
  return { merchant: first.merchant, approval: first.approval, items: held.map(({ item }) => item) };
}

async function release(
  world: SharedWorld,
  call: Call,
  before: ApprovalRecord,
  waiting: readonly HeldItem[],
  { Without = [] }: ApprovalDecision,
  looked: Looked,
): Promise<void> {
  const reasons = new Map(Without.map((it) => [it.PaymentSequence, it.Reason]));
  const takenOut = waiting.filter(({ item }) => reasons.has(item));
  if (takenOut.length < Without.length)
    throw refusedDecision('NOT_FOUND', 'Without names what does not wait here.', 'Without');
  const released = waiting.filter(({ item }) => !reasons.has(item));
  const [first] = released;
  if (!first) throw refusedDecision('REQUIRED', 'Nothing is left to release. Return it instead.', 'Without');
  for (const reason of new Set(reasons.values()))
    await sendBack(
      call,
      takenOut.filter(({ item }) => reasons.get(item) === reason),
      reason,
    );
  const today = call.now.slice(0, 10);
  const authors = new Map<string, boolean>();
  const times: SendTime[] = [];
  const { line } = await world.lines.read(call.query, { merchant: call.merchant, operation: first.operation });
  for (const held of released) {
    const facts = looked.facts.get(held.item);
    if (!facts) throw refusedDecision('NOT_FOUND', 'The provider no longer shows the record of one. Return it.');
    if (held.day !== null && held.day < today)
      throw refusedDecision('TOO_LATE', 'The day of a payment has passed. Take it out, or return all.', 'Without');
    const author = `${held.subject} ${held.operation}`;
    const isOwner = authors.get(author) ?? (!world.hasOwnSignIns || (await mayStillSend(call.query, held)));
    authors.set(author, isOwner);
    if (!isOwner) throw refusedDecision('NOT_PERMITTED', `${authorGone} Return it.`);
    const sendAt =
      facts.payout && isHeldPayout(held.operation)
        ? sendTimeOf(held.operation, facts.payout, held.heldUntil, line.provider)
        : call.now;
    const isLater = sendAt > call.now;
    times.push({
      item: held.item,
      mark: keptMark(world.numbers, itemMark(held, looked)),
      sendAt: isLater ? sendAt : null,
      seconds: isLater ? secondsUntil(call.now, sendAt) : 0,
    });
    if (held.operation === 'clientEdit') await payoutsWaitAgain(call, held);
  }
  await releaseHeld(call.query, { merchant: call.merchant, approval: before.ApprovalSequence }, times);
  await writeHeldEvents(call, 'payout.released', call.now, released);
  await closeApproval(call, before.ApprovalSequence, { decision: 'RELEASED', shown: before.Change });
}

/**
 * Nothing goes to a new account unseen: released payouts of the client wait again, and who changed the account releases none of
 * those that wait.
 */
async function payoutsWaitAgain(call: Call, { product, summary, approval }: HeldItem): Promise<void> {
  const { query, merchant } = call;
  const open = await heldPayoutsOfClient(call, product, summary.ClientNumber ?? '');
  if (open.length === 0) return;
  const [row] = await query<{ preparers: string[] }>(
    'select preparers from approval where merchant = $1 and approval_sequence = $2',
    [merchant, approval],
  );
  const changers = await withSecretHolders(call, row?.preparers ?? []);
  for (const it of open)
    // An import does not release those that wait by itself any more.
    await waitAgain(
      call,
      onlyItem(it),
      it.state === 'RELEASED' ? 'The bank details of its client were changed.' : it.note,
    );
  const again = open.filter(({ state }) => state === 'RELEASED');
  await writeHeldEvents(call, 'payout.waiting', call.now, again);
  await query(
    `update approval set preparers = array(select distinct unnest(preparers || $3::text[])), decision = null, decided_by = null,
        decided_name = null, decided_at = null
      where merchant = $1 and approval_sequence = any($2::bigint[])`,
    [merchant, [...new Set(open.map((it) => it.approval))], changers],
  );
}
