import { createHash } from 'node:crypto';
import type {
  Approval,
  ApprovalPayment,
  ApprovalRecord,
  RecordApproval,
  RecordApprovalKind,
  RecordApprovalList,
  WaitingPayoutList,
} from '#contract/approvals.ts';
import { may } from '#contract/permissions.ts';
import { fromCents } from '#rules/money.ts';
import type { Call } from '#service/http/call.ts';
import { isNewPayee } from '#service/resources/payouts/release.ts';

export type Reader = Pick<Call, 'query' | 'merchant' | 'caller' | 'now' | 'numbers'>;

export const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI')`;

const waiting = `select approval_sequence from payment where merchant = $1 and payment_status = 'WAITING'`;

/** The sequences that a list has. */
const lists = {
  waiting,
  // The last fifty, also those that were missed; not those whose payments all went on to another one by edits.
  decided: `select approval_sequence from approval a where merchant = $1
    and exists (select from payment p where p.merchant = $1 and p.approval_sequence = a.approval_sequence)
    and approval_sequence not in (${waiting}) order by approval_sequence desc limit 50`,
};
export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as [ListName];

/** Whose work it is, and whether the caller may release or return it. */
export function decidable({ caller, merchant }: Reader, preparers: readonly string[]) {
  const IsOwn = preparers.includes(caller.subject);
  return { IsOwn, MayDecide: may(caller, 'release', merchant) && !IsOwn };
}

/** Payouts, newest first. */
export async function approvalsOf(reader: Reader, which: ListName | number): Promise<Approval[]> {
  const { query, merchant, now } = reader;
  const isOne = typeof which === 'number';
  const rows = await query<
    Omit<Approval, 'IsOwn' | 'MayDecide' | 'Sum' | 'Largest'> & { Sum: number; Largest: number; preparers: string[] }
  >(
    `select approval_sequence as "ApprovalSequence", kind as "Kind", product as "Product", reason as "Reason", preparers,
        prepared_name as "PreparedBy", ${time('prepared_at')} as "PreparedAt", decision as "Decision",
        decided_name as "DecidedBy", ${time('decided_at')} as "DecidedAt", payments.*,
        null as "ClientNumber", null as "ContractSequence", null as "ContractNumber"
      from approval a cross join lateral (
        select count(*)::int as "Count", sum(payment_amount)::bigint as "Sum", max(payment_amount) as "Largest",
          ${time('min(payment_date)')} as "FirstDate",
          count(*) filter (where held_until > $2::timestamp)::int as "Held",
          case when min(client_number) = max(client_number) then min(client_name) end as "Payee"
        from (
          select p.*, client.client_number, client_name,
            rank() over (order by (payment_status = 'WAITING') desc) as part
          from payment p join payout_contract c using (merchant, contract_sequence)
            join client on client.merchant = c.merchant and client.product = c.product
              and client.client_number = c.client_number
          where p.merchant = $1 and p.approval_sequence = a.approval_sequence
        ) of_approval where part = 1
      ) payments
      where merchant = $1 and approval_sequence ${isOne ? '= $3' : `in (${lists[which]})`} and "Count" > 0
      order by approval_sequence desc`,
    [merchant, now, ...(isOne ? [which] : [])],
  );
  return rows.map(({ preparers, ...row }) => ({
    ...row,
    ...decidable(reader, preparers),
    Sum: fromCents(row.Sum),
    Largest: fromCents(row.Largest),
  }));
}

/** A record and what of it waited: a client by its number, a contract by its sequence or its numbers, or both. */
export interface NamedRecord {
  Kind: RecordApprovalKind;
  Product: string;
  ContractSequence?: string | undefined;
  ClientNumber?: string | undefined;
  /** Without it, and without a sequence, payouts are those of all contracts of the client. */
  ContractNumber?: string | undefined;
}

/** Of a record in one answer, and of the payouts that wait. */
export const mostOfRecord = 100;
export const mostWaiting = 200;

export const approvalRecordColumns = `a.approval_sequence as "ApprovalSequence", kind as "Kind", prepared_name as "PreparedBy",
  ${time('prepared_at')} as "PreparedAt", decision as "Decision", decided_name as "DecidedBy", ${time('decided_at')} as "DecidedAt",
  return_reason as "ReturnReason", case when kind = 'BANK_DETAILS' then shown -> 'Fields' end as "Fields"`;

/** As `approvalRecordColumns` have it. */
export type RecordApprovalRow = Omit<RecordApproval, 'ContractNumber' | 'Fields' | 'Outcome'> & {
  Fields: RecordApproval['Fields'] | null;
};

/** $1 merchant, $2 product, $3 contract, $4 client, $5 its number of the contract. */
const namedContract = `c.product = $2
  and (c.contract_sequence = $3::bigint or (c.client_number = $4 and ($5::text is null or c.contract_number = $5)))`;
const ofContract = (kind: RecordApprovalKind) =>
  `(decision in ('RELEASED', 'RETURNED') or content is not null) and kind = '${kind}' and contract_sequence in (
    select contract_sequence from contract c where merchant = $1 and ${namedContract})`;
const ofRecord = {
  PAYOUTS: `(decision in ('RELEASED', 'RETURNED') or approval_sequence in (${waiting})) and approval_sequence in (
    select approval_sequence from payment join payout_contract c using (merchant, contract_sequence)
    where merchant = $1 and ${namedContract})`,
  BANK_DETAILS: `(decision in ('RELEASED', 'RETURNED') or content is not null) and product = $2 and client_number = $4
    and kind = 'BANK_DETAILS' and $3::bigint is null and $5::text is null`,
  CANCEL: ofContract('CANCEL'),
  COLLECT_AGAIN: ofContract('COLLECT_AGAIN'),
};

/** What was decided about a record and what waits, the last first. */
export async function approvalsOfRecord({ query, merchant }: Reader, record: NamedRecord): Promise<RecordApprovalList> {
  const { Kind, Product, ContractSequence = '', ClientNumber = null, ContractNumber = null } = record;
  const isOurs = Number.isSafeInteger(Number(ContractSequence || Number.NaN));
  const rows = await query<RecordApprovalRow & Pick<RecordApproval, 'ContractNumber'> & { takenOut: string | null }>(
    `select ${approvalRecordColumns}, payouts.* from approval a left join lateral (
        select case when min(contract_number) = max(contract_number) then min(contract_number) end as "ContractNumber",
          p.return_reason as "takenOut"
        from payment p join payout_contract c using (merchant, contract_sequence)
        where p.merchant = $1 and p.approval_sequence = a.approval_sequence and ${namedContract}
        group by p.return_reason
      ) payouts on true
      where merchant = $1 and ${ofRecord[Kind]}
      order by coalesce(decided_at, prepared_at) desc, approval_sequence desc limit ${mostOfRecord + 1}`,
    [merchant, Product, isOurs ? ContractSequence : null, ClientNumber, ContractNumber],
  );
  return {
    Approvals: rows.slice(0, mostOfRecord).map(({ takenOut, ...it }) => ({
      ...it,
      // Payouts may have been taken out of a release, and another person may have decided on the rest since.
      ...(takenOut !== null && {
        Decision: 'RETURNED',
        ReturnReason: takenOut,
        DecidedBy: it.Decision === 'RETURNED' ? it.DecidedBy : null,
      }),
      Fields: it.Fields ?? [],
      Outcome: null,
    })),
    IsPartial: rows.length > mostOfRecord,
  };
}

interface Row extends ApprovalPayment {
  ApprovalSequence: number;
  cents: number;
  /** What is not shown in full, and must not change unseen either. */
  hidden: string;
}

/** Payments `p` of contracts `c`. */
const paymentRows = ({ query, merchant }: Reader, which: string, values: readonly unknown[]): Promise<Row[]> =>
  query<Row>(
    `select p.approval_sequence as "ApprovalSequence", p.contract_sequence as "ContractSequence",
        payment_sequence as "PaymentSequence",
        client.client_number as "ClientNumber", client_name as "ClientName", c.contract_number as "ContractNumber",
        ${time('p.payment_date')} as "PaymentDate", p.payment_amount as cents, p.payment_indicator as "PaymentIndicator",
        payment_status as "PaymentStatus", bank_code as "BankCode",
        client.account_mark as "PaymentAccount",
        jsonb_build_array(branch_code, account_type, account_number, account_holder_name)::text as hidden,
        ${isNewPayee('client')} as "IsNewPayee",
        (select last.payment_amount from payout_contract lc join payment last using (merchant, contract_sequence)
          where lc.merchant = $1 and lc.product = c.product and lc.client_number = c.client_number
            and last.payment_status = 'PAID'
          order by last.payment_date desc limit 1) as "LastPaid",
        ${time('bank_details_changed_date')} as "BankDetailsChanged",
        bank_details_changed_by as "BankDetailsChangedBy", ${time('p.held_until')} as "HeldUntil",
        p.return_reason as "ReturnReason"
      from payment p join payout_contract c using (merchant, contract_sequence)
        join client on client.merchant = c.merchant and client.product = c.product
          and client.client_number = c.client_number
      where p.merchant = $1 and ${which}`,
    [merchant, ...values],
  );

const paymentOf = ({ cents, hidden: _hidden, ApprovalSequence: _sequence, ...it }: Row): ApprovalPayment => ({
  ...it,
  PaymentAmount: fromCents(cents),
  LastPaid: it.LastPaid === null ? null : fromCents(it.LastPaid),
});

/** Of a product: all, those of one client, or those of some days. */
export interface WaitingFilter {
  Product: string;
  ClientNumber?: string | undefined;
  From?: string | undefined;
  To?: string | undefined;
}

export async function waitingPayouts(
  reader: Reader,
  { Product, ClientNumber, From, To }: WaitingFilter,
): Promise<WaitingPayoutList> {
  const rows = await paymentRows(
    reader,
    `payment_status = 'WAITING' and c.product = $2 and ($3::text is null or c.client_number = $3)
      and ($4::timestamp is null or p.payment_date >= $4::timestamp)
      and ($5::date is null or p.payment_date < ($5::date + 1)::timestamp)
      order by p.payment_date, p.contract_sequence, payment_sequence limit ${mostWaiting + 1}`,
    [Product, ClientNumber ?? null, From ?? null, To ?? null],
  );
  return {
    Payouts: rows.slice(0, mostWaiting).map((row) => ({ ...paymentOf(row), ApprovalSequence: row.ApprovalSequence })),
    IsPartial: rows.length > mostWaiting,
  };
}

/** With its payments; undefined if there is none. */
export async function payoutsRecord(reader: Reader, sequence: number): Promise<ApprovalRecord | undefined> {
  const [approval] = await approvalsOf(reader, sequence);
  if (!approval) return undefined;
  const rows = await paymentRows(reader, 'p.approval_sequence = $2 order by p.contract_sequence, payment_sequence', [
    sequence,
  ]);
  const payments = rows.map(paymentOf);
  const isUnusual = (it: ApprovalPayment) => Number(it.HeldUntil !== null || it.IsNewPayee);
  return {
    ...approval,
    Change: null,
    ReturnReason: null,
    Digest: digestOf(rows.filter((it) => it.PaymentStatus === 'WAITING')),
    Payments: payments.toSorted(
      (one, other) => isUnusual(other) - isUnusual(one) || other.PaymentAmount - one.PaymentAmount,
    ),
  };
}

const digestOf = (rows: readonly Row[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rows.map((it) => [
          it.ContractSequence,
          it.PaymentSequence,
          it.ClientNumber,
          it.ClientName,
          it.BankCode,
          it.hidden,
          it.PaymentDate,
          it.cents,
          it.PaymentIndicator,
        ]),
      ),
    )
    .digest('base64url');
