import { createHash } from 'node:crypto';
import type { Approval, ApprovalDecision, ApprovalRecord, KnownPayeesState } from '#contract/approvals.ts';
import { closeApproval, mustBeDecidable, refusedDecision } from '#service/approvals/decide.ts';
import { decidable, time, type ListName, type Reader } from '#service/approvals/read.ts';
import { HttpError } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { withSecretHolders } from '#service/resources/payouts/release.ts';

/*
 * Whom a merchant paid before this server stood in front of the provider, it does not know, so with a hold for new accounts every payee
 * would wait. One person prepares a list of them, another one releases it, once for a product.
 */

export interface PreparedPayee {
  client: string;
  /** None if it is left out. */
  account: string | null;
  name: string | null;
  /** Of the account, what people see. */
  shown: string | null;
  leftOut: 'NOT_FOUND' | 'UNREADABLE' | null;
}

const kind = 'KNOWN_PAYEES';

/** A longer list is shown up to here; its count is that of all. */
const mostShown = 1000;

const insertedAtOnce = 1000;

const lists = {
  waiting: 'decision is null',
  decided: `decision in ('RELEASED', 'RETURNED')`,
};

interface Row {
  sequence: number;
  product: string;
  preparers: string[];
  preparedBy: string;
  preparedAt: string;
  decision: Approval['Decision'];
  decidedBy: string | null;
  decidedAt: string | null;
  returnReason: string | null;
  count: number;
  leftOut: number;
}

const rowsOf = ({ query, merchant }: Reader, which: ListName | number): Promise<Row[]> =>
  query<Row>(
    `select a.approval_sequence as sequence, product, preparers, prepared_name as "preparedBy", ${time('prepared_at')} as "preparedAt",
        decision, decided_name as "decidedBy", ${time('decided_at')} as "decidedAt", return_reason as "returnReason",
        count(*) filter (where payee.left_out is null)::int as count, count(payee.left_out)::int as "leftOut"
      from approval a join known_payee payee on payee.merchant = a.merchant and payee.approval_sequence = a.approval_sequence
      where a.merchant = $1 and payee.merchant = $1 and a.kind = '${kind}' and ${typeof which === 'number' ? `a.approval_sequence = $2 and decision is distinct from 'WITHDRAWN'` : lists[which]}
      group by a.merchant, a.approval_sequence order by a.approval_sequence desc limit 50`,
    [merchant, ...(typeof which === 'number' ? [which] : [])],
  );

const approvalOf = (reader: Reader, row: Row): Approval => ({
  ApprovalSequence: row.sequence,
  Kind: kind,
  Product: row.product,
  Reason: 'RULE',
  PreparedBy: row.preparedBy,
  PreparedAt: row.preparedAt,
  Decision: row.decision,
  DecidedBy: row.decidedBy,
  DecidedAt: row.decidedAt,
  ...decidable(reader, row.preparers),
  Count: row.count,
  Sum: null,
  Largest: null,
  FirstDate: null,
  Held: 0,
  Payee: null,
  ClientNumber: null,
  ContractSequence: null,
  ContractNumber: null,
});

export const knownPayeeApprovals = async (reader: Reader, which: ListName): Promise<Approval[]> =>
  (await rowsOf(reader, which)).map((it) => approvalOf(reader, it));

/** Undefined if the approval is of another kind, or there is none. */
export async function knownPayeeRecord(reader: Reader, sequence: number): Promise<ApprovalRecord | undefined> {
  const [row] = await rowsOf(reader, sequence);
  if (!row) return undefined;
  const shown = (isLeftOut: boolean) =>
    reader.query<{ ClientNumber: string; ClientName: string | null; Account: string | null; LeftOut: string | null }>(
      `select client_number as "ClientNumber", client_name as "ClientName", shown as "Account", left_out as "LeftOut"
        from known_payee where merchant = $1 and approval_sequence = $2 and left_out is ${isLeftOut ? 'not' : ''} null
        order by client_number limit ${mostShown}`,
      [reader.merchant, sequence],
    );
  const [payees, leftOut] = [await shown(false), await shown(true)];
  return {
    ...approvalOf(reader, row),
    // What was prepared never changes.
    Digest: createHash('sha256').update(`${sequence} ${row.count} ${row.leftOut}`).digest('base64url'),
    Payments: [],
    Change: null,
    ReturnReason: row.returnReason,
    KnownPayees: {
      Payees: payees.map(({ ClientNumber, ClientName, Account }) => ({ ClientNumber, ClientName, Account })),
      LeftOut: leftOut.map((it) => ({
        ClientNumber: it.ClientNumber,
        Reason: it.LeftOut === 'NOT_FOUND' ? 'NOT_FOUND' : 'UNREADABLE',
      })),
      LeftOutCount: row.leftOut,
    },
  };
}

export async function decideKnownPayees(
  call: Call,
  sequence: number,
  decision: ApprovalDecision,
): Promise<ApprovalRecord> {
  const { query, merchant } = call;
  await mustBeFree(call, merchant, Lock.approval);
  const read = async () => {
    const found = await knownPayeeRecord(call, sequence);
    // A colleague has prepared another list meanwhile.
    if (!found) throw refusedDecision('CHANGED', 'It was replaced by another list.', 'Digest');
    return found;
  };
  const before = await read();
  if (decision.Action === 'withdraw') throw refusedDecision('NOT_SCHEDULED', 'Known payees stay known.');
  if (decision.Without?.length) throw refusedDecision('NOT_FOUND', 'Without names what does not wait here.', 'Without');
  mustBeDecidable(before, decision, before.Decision === null);
  if (decision.Action === 'return') {
    await closeApproval(call, sequence, { decision: 'RETURNED', reason: decision.Reason });
    return read();
  }
  await query(
    'update known_payee set is_known = true where merchant = $1 and approval_sequence = $2 and account is not null',
    [merchant, sequence],
  );
  await closeApproval(call, sequence, { decision: 'RELEASED' });
  return read();
}

/** The last one of each product that was not replaced. */
export const knownPayeeStates = (query: Query, merchant: string): Promise<KnownPayeesState[]> =>
  query<KnownPayeesState>(
    `select distinct on (product) product as "Product", approval_sequence as "ApprovalSequence",
        coalesce(decision, 'WAITING') as "State", prepared_name as "PreparedBy", ${time('prepared_at')} as "PreparedAt",
        decided_name as "DecidedBy", ${time('decided_at')} as "DecidedAt"
      from approval where merchant = $1 and kind = '${kind}' and decision is distinct from 'WITHDRAWN'
      order by product, approval_sequence desc`,
    [merchant],
  );

/** @throws HttpError 409 if they were taken over. */
export async function mustNotBeTakenOver(query: Query, merchant: string, product: string): Promise<void> {
  const done = (await knownPayeeStates(query, merchant)).find(
    (it) => it.Product === product && it.State === 'RELEASED',
  );
  if (!done) return;
  const who = `${done.PreparedBy} prepared them, and ${done.DecidedBy} released them on ${done.DecidedAt}`;
  throw new HttpError(409, [
    { Code: 'TAKEN_OVER', Message: `The known payees of ${product} were taken over: ${who}. That is possible once.` },
  ]);
}

/** In the place of what waits, if anything does. @returns the number of the approval */
export async function prepareKnownPayees(call: Call, payees: readonly PreparedPayee[]): Promise<number> {
  const { query, merchant, product, caller, now } = call;
  await mustBeFree(call, merchant, Lock.approval);
  await mustNotBeTakenOver(query, merchant, product);
  const replaced = await query<{ sequence: number }>(
    `update approval set decision = 'WITHDRAWN', decided_by = $3, decided_name = $4, decided_at = $5
      where merchant = $1 and product = $2 and kind = '${kind}' and decision is null returning approval_sequence as sequence`,
    [merchant, product, caller.subject, caller.name, now],
  );
  await query('delete from known_payee where merchant = $1 and approval_sequence = any($2::bigint[])', [
    merchant,
    replaced.map(({ sequence }) => sequence),
  ]);
  const preparers = await withSecretHolders(call, [caller.subject]);
  const [opened] = await query<{ approval: number }>(
    `insert into approval (merchant, product, preparers, kind, reason, prepared_name, prepared_at)
      values ($1, $2, $3, '${kind}', 'RULE', $4, $5) returning approval_sequence as approval`,
    [merchant, product, preparers, caller.name, now],
  );
  if (!opened) throw new Error('an approval was not inserted');
  for (let at = 0; at < payees.length; at += insertedAtOnce) {
    const some = payees.slice(at, at + insertedAtOnce);
    await query(
      `insert into known_payee (merchant, approval_sequence, client_number, account, client_name, shown, left_out)
        select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) returning 1`,
      [
        merchant,
        opened.approval,
        some.map((it) => it.client),
        some.map((it) => it.account),
        some.map((it) => it.name),
        some.map((it) => it.shown),
        some.map((it) => it.leftOut),
      ],
    );
  }
  return opened.approval;
}
