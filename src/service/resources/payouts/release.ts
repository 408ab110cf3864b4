import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { logEvents } from '../change-log.ts';

/*
 * Four eyes (docs/decisions.md, 57): payouts that need a second person wait with a status of their own, which clearing does not
 * submit. Whatever stores or changes a payment calls `judge`.
 */

interface Rule {
  /** Cents; 0 is always. */
  above: number;
  hold: number;
}

/** The merchant's rule. Calls that it concerns run one after the other: two could stay below the limit and exceed it together. */
async function ruleOf(call: Call): Promise<Rule | undefined> {
  const [rule] = await call.query<Rule>('select above, hold_hours as hold from approval_rule where merchant = $1', [
    call.merchant,
  ]);
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

/** How a payment is stored. The day and the account are those that its sum counts for. */
export interface Release {
  status: 'SCHEDULED' | 'WAITING';
  approval: number | null;
  heldUntil: DateTimeText | null;
  preparedOn: DateTimeText | null;
  account: string | null;
}

const notNeeded: Release = { status: 'SCHEDULED', approval: null, heldUntil: null, preparedOn: null, account: null };

/**
 * Decides which payments wait for a second person.
 * @param edited a stored payment that changes: those who prepared it before can't release it either.
 */
export async function judge(
  call: Call,
  payments: readonly Outgoing[],
  edited?: { preparers: readonly string[] },
): Promise<Release[]> {
  const rule = await ruleOf(call);
  if (!rule) return payments.map(() => notNeeded);
  const payees = await payeesOf(call, rule, [...new Set(payments.map((it) => it.ClientNumber))]);
  const judged = payments.map((it) => ({ ...it, ...payees.get(it.ClientNumber) }));
  const isOver = await overLimit(call, rule, judged, edited !== undefined);
  const waits = judged.map((it, index) => isOver[index] === true || it.heldUntil != null);
  const approval = waits.includes(true)
    ? await openApproval(call, edited ? 'EDIT' : 'RULE', edited?.preparers ?? [])
    : null;
  return judged.map(({ account = null, heldUntil = null }, index) => {
    const counted = { preparedOn: call.now, account };
    return waits[index] ? { status: 'WAITING', approval, heldUntil, ...counted } : { ...notNeeded, ...counted };
  });
}

/** Whether nothing was ever sent to the client's present account. */
export const isNewPayee = (client: string): string => `not exists (
  select from payout_contract c join payment p using (merchant, contract_sequence)
  where c.merchant = ${client}.merchant and c.product = ${client}.product
    and c.client_number = ${client}.client_number and p.payment_status in ('SUBMITTED', 'PAID')
    and p.payment_account_number = ${client}.account_number)`;

interface Payee {
  client: string;
  account: string;
  /** When the hold for a new or changed account ends, if it has not. */
  heldUntil: DateTimeText | null;
}

async function payeesOf(call: Call, { hold }: Rule, clients: string[]): Promise<Map<string, Payee>> {
  const found = await call.query<Payee>(
    `select client_number as client, account_number::text as account,
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

/**
 * Whether each exceeds the limit by the sum of the payee's account on its day, or of the preparer today. What waits counts; what
 * came back does not.
 */
async function overLimit(
  call: Call,
  { above }: Rule,
  payments: readonly Judged[],
  isEdited: boolean,
): Promise<boolean[]> {
  if (above === 0) return payments.map(() => true);
  const [edited] = isEdited ? payments : [];
  const counted = `merchant = $1 and payment_status not in ('CANCELLED', 'SENT_BACK', 'MISSED')
    and (contract_sequence, payment_sequence) is distinct from ($2::bigint, $3::int)`;
  const known = [call.merchant, edited?.ContractSequence ?? null, edited?.PaymentSequence ?? null];
  const keyOf = (it: Judged) => `${it.account} ${dateOf(it.PaymentDate)}`;
  const days = [...new Map(payments.map((it) => [keyOf(it), it])).values()];
  const stored = await call.query<{ key: string; cents: number }>(
    `select account || ' ' || to_char(day, 'YYYY-MM-DD') as key, sum(payment_amount)::bigint as cents
      from unnest($4::bigint[], $5::date[]) as _ (account, day)
        join payment on prepared_account = account and payment_date >= day and payment_date < day + 1
      where ${counted} group by 1`,
    [...known, days.map((it) => it.account), days.map((it) => dateOf(it.PaymentDate))],
  );
  const [prepared] = await call.query<{ cents: number | null }>(
    `select sum(payment_amount)::bigint as cents from payment
      where ${counted} and prepared_by = $4 and prepared_on = $5::date`,
    [...known, call.caller.subject, call.now],
  );
  const sums = new Map(stored.map((it) => [it.key, it.cents]));
  for (const it of payments) sums.set(keyOf(it), (sums.get(keyOf(it)) ?? 0) + it.PaymentAmount);
  const byPreparer = payments.reduce((sum, it) => sum + it.PaymentAmount, prepared?.cents ?? 0);
  return payments.map((it) => byPreparer > above || (sums.get(keyOf(it)) ?? 0) > above);
}

/** One for a call, however many payments wait. */
async function openApproval(
  call: Call,
  reason: 'RULE' | 'EDIT' | 'BANK_DETAILS',
  preparers: readonly string[],
): Promise<number> {
  const [opened] = await call.query<{ sequence: number }>(
    `insert into approval as it (merchant, product, reason, preparers, prepared_name, prepared_at, call_sequence)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (merchant, call_sequence) do update set preparers = case
        when it.preparers @> excluded.preparers then it.preparers else it.preparers || excluded.preparers end
      returning approval_sequence as sequence`,
    [
      call.merchant,
      call.product,
      reason,
      [...new Set([...preparers, call.caller.subject])],
      call.caller.name,
      call.now,
      call.sequence,
    ],
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
 * wait again, and neither those who prepared them nor who changed the account can release them.
 */
export async function withdrawFor(call: Call, client: string): Promise<void> {
  const rule = await ruleOf(call);
  if (!rule) return;
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
  if (open.length === 0) return;
  const approval = await openApproval(
    call,
    'BANK_DETAILS',
    open.flatMap((it) => it.preparers ?? []),
  );
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
  await logEvents(
    call,
    open
      .filter(({ status }) => status !== 'WAITING')
      .map(({ ContractSequence, ContractNumber, sequence, status: old }) => ({
        record: { ClientNumber: client, ContractNumber, ContractSequence },
        change: { subject: 'payment', type: 'STATE', field: 'PaymentStatus', sequence, old, new: 'WAITING' },
      })),
  );
}
