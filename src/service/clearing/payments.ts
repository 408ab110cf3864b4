import { paid, type Order } from './bank.ts';
import { lookIfOver } from './completion.ts';
import { chunkSize, inChunks, logAt, type ClearingEvent, type Phase, type Round } from './phase.ts';

interface Payout extends Order {
  result: string | null;
  /** The account is fixed at submission; later changes of the client's bank details don't affect it. */
  bank: number;
  branch: number;
  /** The masked account number. */
  mark: string;
}

const isMissed = `payment_status = 'WAITING' and (payment_date < $2::date::timestamp
  or payment_date < ($2::date + 1)::timestamp and prepared_on < $2::date)`;

/**
 * A payment that was not released before its day is not sent late; it goes back to its preparer. One that was prepared on its
 * day can be released until the day ends.
 */
export const missPayments: Phase = {
  table: 'payout_contract',
  due: `contract_sequence in (select contract_sequence from payment where merchant = $1 and ${isMissed})`,
  async act(round, contracts) {
    const missed = await round.query<{ contract: number; sequence: number; at: string }>(
      `update payment set payment_status = 'MISSED'
        where merchant = $1 and contract_sequence = any($3) and ${isMissed}
        returning contract_sequence as contract, payment_sequence as sequence,
          least($2::timestamp, greatest(payment_date::date, prepared_on + 1)) as at`,
      [round.merchant, round.now, contracts],
    );
    await logAt(
      round,
      'payout_contract',
      missed.map(({ contract, sequence, at }) => ({
        contract,
        subject: 'payment',
        sequence,
        field: 'PaymentStatus',
        at,
        old: 'WAITING',
        new: 'MISSED',
      })),
    );
  },
};

/** Submits payments on their day and records them as paid or returned. */
export const payOut: Phase = {
  table: 'payout_contract',
  due: `contract_sequence in (
      select contract_sequence from payment
      where merchant = $1 and (payment_status = 'SUBMITTED'
        or payment_status = 'SCHEDULED' and payment_date < ($2::timestamp::date + 1)::timestamp and (held_until is null or held_until <= $2::timestamp))
    )`,
  async act(round, contracts) {
    for await (const payments of inChunks(contracts, (some, from) => openPayments(round, some, from)))
      await pay(round, payments);
  },
};

async function pay(round: Round, payments: Payout[]): Promise<void> {
  const events: ClearingEvent[] = [];
  const moved = new Map<string, Payout>();
  for (let open = payments; open.length > 0;) {
    const news = await round.bank.payouts(open);
    open = open.flatMap((order, index) => {
      const outcome = news[index];
      if (!outcome || outcome.at > round.now) return [];
      const status = order.status === 'SCHEDULED' ? 'SUBMITTED' : outcome.result === paid ? 'PAID' : 'UNPAID';
      const to = { ...order, status, result: outcome.result, since: outcome.at };
      if (status === 'SUBMITTED')
        events.push({
          contract: order.contract,
          subject: 'payment',
          sequence: order.sequence,
          field: 'PaymentAccount',
          at: outcome.at,
          old: null,
          new: order.mark,
        });
      events.push({
        contract: order.contract,
        subject: 'payment',
        sequence: order.sequence,
        field: 'PaymentStatus',
        at: outcome.at,
        old: order.status,
        new: status,
      });
      moved.set(`${order.contract}/${order.sequence}`, to);
      return status === 'SUBMITTED' ? [to] : [];
    });
  }
  await store(round, [...moved.values()]);
  await logAt(round, 'payout_contract', events);
  await lookIfOver(round, [...moved.values()], 'payout_contract');
}

/**
 * Submitted, or due by the end of today. The time of the current status is in the change log. A parameter that is first cast to a
 * date would lose its hour everywhere in the statement.
 */
const openPayments = (
  { query, merchant, now }: Round,
  contracts: number[],
  from: Pick<Order, 'contract' | 'sequence'>,
): Promise<Payout[]> =>
  query<Payout>(
    `select contract_sequence as contract, payment_sequence as sequence, payment_date as "actionDate",
        payment_status as status, null as result,
        coalesce((select max(change_date) from change
          where change.merchant = $1 and change.contract_sequence = p.contract_sequence
            and change.payment_sequence = p.payment_sequence), payment_date) as since,
        json_build_object('merchant', p.merchant, 'product', c.product, 'client', c.client_number,
          'number', coalesce(payment_account_number, account_number)) as account,
        coalesce(payment_bank_code, bank_code) as bank, coalesce(payment_branch_code, branch_code) as branch,
        coalesce(payment_account, account_mark) as mark
      from payment p join payout_contract c using (merchant, contract_sequence)
        join client on client.merchant = c.merchant and client.product = c.product
          and client.client_number = c.client_number
      where p.merchant = $1 and contract_sequence = any($2)
        and (payment_status = 'SUBMITTED' or payment_status = 'SCHEDULED' and payment_date < ($3::timestamp::date + 1)::timestamp
          and (held_until is null or held_until <= $3::timestamp))
        and (contract_sequence, payment_sequence) > ($4::bigint, $5::int)
      order by contract_sequence, payment_sequence limit ${chunkSize}`,
    [merchant, contracts, now, from.contract, from.sequence],
  );

async function store({ query, merchant }: Round, orders: Payout[]): Promise<void> {
  if (orders.length === 0) return;
  await query(
    `update payment set payment_status = status, response_code = result, payment_bank_code = bank,
        payment_branch_code = branch, payment_account_number = number, payment_account = mark
      from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[], $9::text[])
        as _ (contract, sequence, status, result, bank, branch, number, mark)
      where merchant = $1 and contract_sequence = contract and payment_sequence = sequence`,
    [
      merchant,
      orders.map((it) => it.contract),
      orders.map((it) => it.sequence),
      orders.map((it) => it.status),
      orders.map((it) => it.result),
      orders.map((it) => it.bank),
      orders.map((it) => it.branch),
      orders.map((it) => it.account.number),
      orders.map((it) => it.mark),
    ],
  );
  const ended = orders.filter((it) => it.status !== 'SUBMITTED');
  await query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        payment_sequence, transaction_type, amount, status, payment_bank_code, payment_branch_code)
      select merchant, c.product, at, client_number, contract_number, contract_sequence, payment_sequence, 'PAYOUT',
        p.payment_amount, payment_status, p.payment_bank_code, p.payment_branch_code
      from unnest($2::bigint[], $3::int[], $4::timestamp[]) as _ (contract, sequence, at)
        join payment p on merchant = $1 and contract_sequence = contract and payment_sequence = sequence
        join payout_contract c using (merchant, contract_sequence)
      order by at, contract_sequence, payment_sequence
      returning 1`,
    [merchant, ended.map((it) => it.contract), ended.map((it) => it.sequence), ended.map((it) => it.since)],
  );
}
