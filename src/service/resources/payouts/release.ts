import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { logEvents } from '../change-log.ts';

/*
 * Four eyes (docs/decisions.md, 57): payouts that need a second person wait with a status of their own, which clearing does not
 * submit. Whatever stores or changes a payment calls `judgePayouts`.
 */

interface Rule {
  /** Cents; 0 is always. */
  above: number;
  hold: number;
}

/** The merchant's rule. Calls that it concerns run one after the other: two could stay below the limit and exceed it together. */
async function ruleOf(call: Call): Promise<Rule | undefined> {
  const [rule] = await call.query<Rule>(
    'select above, hold_hours as hold from approval_rule where merchant = $1 and above is not null',
    [call.merchant],
  );
  if (rule) await mustBeFree(call, call.merchant, Lock.approval);
  return rule;
}

interface Outgoing {
  ContractSequence: number;
  PaymentSequence: number;
  ClientNumber: string;
  PaymentDate: DateTimeText;
  PaymentAmount: number;
}

/** How a payment is stored. The day, the account and the import or call are those that its sum counts for. */
export interface Release {
  status: 'SCHEDULED' | 'WAITING';
  approval: number | null;
  heldUntil: DateTimeText | null;
  preparedOn: DateTimeText | null;
  account: string | null;
  preparedIn: string | null;
}

const notNeeded: Release = {
  status: 'SCHEDULED',
  approval: null,
  heldUntil: null,
  preparedOn: null,
  account: null,
  preparedIn: null,
};

/** What is judged as a whole: an import, or a call. */
const preparedIn = ({ importId, sequence }: Call): string => importId ?? String(sequence);

/**
 * Decides which payments wait for a second person.
 * @param edited a stored payment that changes: those who prepared it before can't release it either.
 */
export async function judgePayouts(
  call: Call,
  payments: readonly Outgoing[],
  edited?: { preparers: readonly string[] },
): Promise<Release[]> {
  const rule = await ruleOf(call);
  if (!rule || (await isExempt(call, edited?.preparers ?? []))) return payments.map(() => notNeeded);
  const payees = await payeesOf(call, rule, [...new Set(payments.map((it) => it.ClientNumber))]);
  const judged = payments.map((it) => ({ ...it, ...payees.get(it.ClientNumber) }));
  const over = await overLimit(call, rule, judged, edited !== undefined);
  const waits = judged.map((it) => over.isAll || over.payees.has(payeeDay(it)) || it.heldUntil != null);
  const approval = waits.includes(true)
    ? await openApproval(call, edited ? 'EDIT' : 'RULE', edited?.preparers ?? [])
    : null;
  if (approval !== null) await addEarlier(call, approval, over);
  return judged.map(({ account = null, heldUntil = null }, index) => {
    const counted = { preparedOn: call.now, account, preparedIn: preparedIn(call) };
    return waits[index] ? { status: 'WAITING', approval, heldUntil, ...counted } : { ...notNeeded, ...counted };
  });
}

/**
 * Whether nothing was ever sent to the client's present account. The statement's first parameter is the merchant, which each
 * table is compared with: a distributed PostgreSQL does not conclude it from joins.
 */
export const isNewPayee = (client: string): string => `not exists (
  select from payout_contract c join payment p using (merchant, contract_sequence)
  where c.merchant = $1 and p.merchant = $1 and c.product = ${client}.product
    and c.client_number = ${client}.client_number and p.payment_status in ('SUBMITTED', 'PAID')
    and p.payment_account = ${client}.account_mark)`;

interface Payee {
  client: string;
  /** Its mark. */
  account: string;
  /** When the hold for a new or changed account ends, if it has not. */
  heldUntil: DateTimeText | null;
}

async function payeesOf(call: Call, { hold }: Rule, clients: string[]): Promise<Map<string, Payee>> {
  const found = await call.query<Payee>(
    `select client_number as client, account_mark as account,
        to_char(case
          when $5 > 0 and ${isNewPayee('client')} then $4::timestamp + make_interval(hours => $5)
          when bank_details_changed_date + make_interval(hours => $5) > $4::timestamp
            then bank_details_changed_date + make_interval(hours => $5)
        end, 'YYYY-MM-DD HH24:MI') as "heldUntil"
      from client where merchant = $1 and product = $2 and client_number = any($3)`,
    [call.merchant, call.product, clients, call.now, hold],
  );
  return new Map(found.map((it) => [it.client, it]));
}

type Judged = Outgoing & Partial<Payee>;

const payeeDay = (payment: Judged) => `${payment.account} ${dateOf(payment.PaymentDate)}`;

/** What exceeds the limit: everything, or payees on a day. */
interface Over {
  isAll: boolean;
  payees: ReadonlySet<string>;
}

/**
 * The sums of each payee's account on its day, of the preparer today, and of the whole import or call. A preparer is a person
 * with all programs whose secrets that person was shown. Waiting payments count; those that were sent back do not.
 */
async function overLimit(call: Call, { above }: Rule, payments: readonly Judged[], isEdited: boolean): Promise<Over> {
  if (above === 0) return { isAll: true, payees: new Set() };
  const [edited] = isEdited ? payments : [];
  const counted = `merchant = $1 and payment_status not in ('CANCELLED', 'SENT_BACK', 'MISSED')
    and (contract_sequence, payment_sequence) is distinct from ($2::bigint, $3::int)`;
  const known = [call.merchant, edited?.ContractSequence ?? null, edited?.PaymentSequence ?? null];
  const days = [...new Map(payments.map((it) => [payeeDay(it), it])).values()];
  const stored = await call.query<{ key: string; cents: number }>(
    `select account || ' ' || to_char(day, 'YYYY-MM-DD') as key, sum(payment_amount)::bigint as cents
      from unnest($4::text[], $5::timestamp[]) as _ (account, day)
        join payment on prepared_account = account and payment_date >= day and payment_date < day + interval '1 day'
      where ${counted} group by 1`,
    [...known, days.map((it) => it.account), days.map((it) => dateOf(it.PaymentDate))],
  );
  const hands = await call.query<{ person: string; name: string }>('select person, name from preparing_hands($1)', [
    call.caller.subject,
  ]);
  const prepared = await call.query<{ cents: number }>(
    `select greatest(sum(payment_amount) filter (where prepared_on = $6::date),
        sum(payment_amount) filter (where prepared_in = $7))::bigint as cents
      from unnest($4::text[], $5::text[]) as hand (person, name) join payment on prepared_by = hand.name
      where ${counted} and (prepared_on = $6::date or prepared_in = $7) group by person`,
    [...known, hands.map((it) => it.person), hands.map((it) => it.name), call.now, preparedIn(call)],
  );
  const sums = new Map(stored.map((it) => [it.key, it.cents]));
  for (const it of payments) sums.set(payeeDay(it), (sums.get(payeeDay(it)) ?? 0) + it.PaymentAmount);
  const most = Math.max(0, ...prepared.map((it) => it.cents));
  return {
    isAll: payments.reduce((sum, it) => sum + it.PaymentAmount, most) > above,
    payees: new Set([...sums].filter(([, cents]) => cents > above).map(([key]) => key)),
  };
}

/** Payments of the same import or call that were below the limit, until the others came, wait with these. */
async function addEarlier(call: Call, approval: number, { isAll, payees }: Over): Promise<void> {
  const over = [...payees];
  const dayLength = ' 2026-11-25'.length;
  const moved = await call.query<Moved>(
    `update payment p set payment_status = 'WAITING', approval_sequence = $4
      from payout_contract c
      where p.merchant = $1 and prepared_in = $2 and prepared_by = $3 and payment_status = 'SCHEDULED'
        and approval_sequence is null and c.merchant = p.merchant and c.contract_sequence = p.contract_sequence
        and ($5 or (prepared_account, payment_date::date) in (select * from unnest($6::text[], $7::date[])))
      returning p.contract_sequence as "ContractSequence", c.contract_number as "ContractNumber",
        c.client_number as "ClientNumber", payment_sequence as sequence`,
    [
      call.merchant,
      preparedIn(call),
      call.caller.subject,
      approval,
      isAll,
      over.map((it) => it.slice(0, -dayLength)),
      over.map((it) => it.slice(1 - dayLength)),
    ],
  );
  await logWaiting(call, moved);
}

interface Moved {
  ContractSequence: number;
  ContractNumber: string;
  ClientNumber: string;
  sequence: number;
}

const logWaiting = (call: Call, moved: readonly Moved[], old = 'SCHEDULED') =>
  logEvents(
    call,
    moved.map(({ sequence, ...record }) => ({
      record,
      change: { subject: 'payment', type: 'STATE', field: 'PaymentStatus', sequence, old, new: 'WAITING' },
    })),
  );

/** Two administrators exempt a program. It does not release what others prepared by editing it. */
export async function isExempt({ caller, query }: Call, preparers: readonly string[]): Promise<boolean> {
  if (!caller.isProgram || preparers.some((it) => it !== caller.subject)) return false;
  const [found] = await query<{ is: boolean }>('select is_exempt($1) as is', [caller.subject]);
  return found?.is === true;
}

/** With the people who were shown the secret of a program: they could prepare by it and release as themselves. */
export async function withSecretHolders({ query }: Call, preparers: readonly string[]): Promise<string[]> {
  const [found] = await query<{ holders: string[] }>('select secret_holders($1) as holders', [preparers]);
  return [...new Set([...preparers, ...(found?.holders ?? [])])];
}

/** One for a call, or for all calls of an import by one preparer until it is decided, however many payments wait. */
export async function openApproval(
  call: Call,
  reason: 'RULE' | 'EDIT' | 'BANK_DETAILS',
  before: readonly string[],
): Promise<number> {
  const preparers = await withSecretHolders(call, [...before, call.caller.subject]);
  const { merchant, product, importId = null, caller } = call;
  // Without a subquery, which a distributed PostgreSQL refuses in an insert.
  const adding = `preparers = case when it.preparers @> $2::text[] then it.preparers else it.preparers || $2::text[] end`;
  const [joined] = importId
    ? await call.query<{ sequence: number }>(
        `update approval it set ${adding}
          where merchant = $1 and product = $3 and reason = $4 and import_id = $5 and imported_by = $6 and decision is null
          returning approval_sequence as sequence`,
        [merchant, preparers, product, reason, importId, caller.subject],
      )
    : [];
  if (joined) return joined.sequence;
  const [opened] = await call.query<{ sequence: number }>(
    `insert into approval as it (merchant, preparers, product, reason, import_id, imported_by, prepared_name, prepared_at,
        call_sequence)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (merchant, call_sequence) do update set ${adding}
      returning approval_sequence as sequence`,
    [merchant, preparers, product, reason, importId, caller.subject, caller.name, call.now, call.sequence],
  );
  if (!opened) throw new Error('an approval was neither inserted nor found');
  return opened.sequence;
}

const preparers = `array_remove(array_append(a.preparers, p.prepared_by), null)`;

/** Those who prepared a payment and everything that waited with it. */
export async function preparersOf(call: Call, contract: number, payment: number): Promise<string[]> {
  const [found] = await call.query<{ preparers: string[] | null }>(
    `select ${preparers} as preparers from payment p left join approval a using (merchant, approval_sequence)
      where p.merchant = $1 and p.contract_sequence = $2 and p.payment_sequence = $3`,
    [call.merchant, contract, payment],
  );
  return found?.preparers ?? [];
}

/**
 * After a change of a client's bank details nothing goes to the new account unseen: the client's scheduled and waiting payments
 * wait again, and neither those who prepared them nor who changed the account can release them. Nor can they release
 * payments that were sent back and are prepared again.
 */
export async function withdrawFor(call: Call, client: string): Promise<void> {
  const rule = await ruleOf(call);
  if (!rule) return;
  const changers = call.preparers ?? [call.caller.subject];
  const open = await call.query<{
    ContractSequence: number;
    ContractNumber: string;
    sequence: number;
    status: string;
    preparers: string[] | null;
  }>(
    `select p.contract_sequence as "ContractSequence", c.contract_number as "ContractNumber",
        payment_sequence as sequence, payment_status as status, ${preparers} as preparers
      from payment p join payout_contract c using (merchant, contract_sequence)
        left join approval a using (merchant, approval_sequence)
      where p.merchant = $1 and c.product = $2 and c.client_number = $3 and payment_status in ('SCHEDULED', 'WAITING')
      order by p.contract_sequence, payment_sequence for update of p`,
    [call.merchant, call.product, client],
  );
  await call.query(
    `update approval set preparers = array(select distinct unnest(preparers || $4::text[]))
      where merchant = $1 and approval_sequence in (
        select approval_sequence from payment p join payout_contract c using (merchant, contract_sequence)
        where p.merchant = $1 and c.product = $2 and c.client_number = $3 and payment_status in ('SENT_BACK', 'MISSED'))`,
    [call.merchant, call.product, client, changers],
  );
  if (open.length === 0) return;
  const approval = await openApproval(call, 'BANK_DETAILS', [...changers, ...open.flatMap((it) => it.preparers ?? [])]);
  const [payee] = (await payeesOf(call, rule, [client])).values();
  await call.query(
    `update payment set payment_status = 'WAITING', approval_sequence = $4, held_until = $5::timestamp,
        prepared_on = $6::date, prepared_account = $7
      from unnest($2::bigint[], $3::int[]) as _ (contract, sequence)
      where merchant = $1 and contract_sequence = contract and payment_sequence = sequence`,
    [
      call.merchant,
      open.map((it) => it.ContractSequence),
      open.map((it) => it.sequence),
      approval,
      payee?.heldUntil ?? null,
      call.now,
      payee?.account ?? null,
    ],
  );
  await logWaiting(
    call,
    open.filter(({ status }) => status !== 'WAITING').map((it) => ({ ...it, ClientNumber: client })),
  );
}
