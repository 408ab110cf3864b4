import type { DateTimeText } from '#rules/calendar.ts';
import { noFunds, paid, type BankEvent, type Order } from './bank.ts';
import { lookIfOver } from './completion.ts';
import { chunkSize, inChunks, logAt, type ClearingEvent, type Phase, type Round } from './phase.ts';

/** Days for which a tracking code waits for funds; other codes wait for none. */
const trackingDays: ReadonlyMap<string, number> = new Map([
  ['13', 1],
  ['01', 2],
  ['14', 3],
  ['02', 4],
  ['03', 5],
  ['04', 6],
  ['15', 7],
  ['05', 8],
  ['06', 9],
  ['07', 10],
]);

interface Open extends Order, Outcome {
  trackingCode: string | null;
  trackingYN: string | null;
}

interface Debit extends Order, Outcome {
  trackingDays: number;
  /** The time of the bank's next event, as far as it is known. */
  nextLook: DateTimeText;
}

/** The bank is asked each minute. */
const unknown = '-infinity';

interface Outcome {
  result: string | null;
  /** When a paid debit will be returned, or was. */
  returnDate: DateTimeText | null;
}

/** Submits instalments on their day and records them as paid or unpaid; some are tracked in between, and some returned after payment. */
export const collectInstalments: Phase = {
  table: 'contract',
  due: `mandate_status_code <> 'PENDING' and contract_sequence in (
      select contract_sequence from instalment
      where merchant = $1 and instalment_status = 'SCHEDULED' and instalment_action_date < ($2::timestamp::date + 1)::timestamp
        and next_look <= $2::timestamp
      union all
      select contract_sequence from instalment
      where merchant = $1 and instalment_status in ('SUBMITTED', 'TRACKING') and next_look <= $2::timestamp
      union all
      select contract_sequence from instalment
      where merchant = $1 and instalment_status = 'PAID' and return_date <= $2::timestamp
    )`,
  async act(round, contracts) {
    for await (const debits of inChunks(contracts, (some, from) => openDebits(round, some, from)))
      await collect(round, debits);
  },
};

async function collect(round: Round, debits: Debit[]): Promise<void> {
  const events: ClearingEvent[] = [];
  const moved = new Map<string, Debit>();
  const outcomes: Debit[] = [];
  for (let open = debits; open.length > 0;) {
    const news = await round.bank.debits(open);
    open = open.flatMap((debit, index) => {
      const outcome = news[index];
      const key = `${debit.contract}/${debit.sequence}`;
      if (!outcome) return [];
      if (outcome.at > round.now) {
        moved.set(key, {
          ...debit,
          ...(debit.status === 'PAID' ? { returnDate: outcome.at } : { nextLook: outcome.at }),
        });
        return [];
      }
      const to = after(debit, outcome);
      events.push({
        contract: debit.contract,
        subject: 'instalment',
        sequence: debit.sequence,
        field: 'InstalmentStatus',
        at: outcome.at,
        old: debit.status,
        new: to.status,
      });
      moved.set(key, to);
      if (to.status === 'PAID' || to.status === 'UNPAID') outcomes.push(to);
      return to.status === 'UNPAID' ? [] : [to];
    });
  }
  await store(round, [...moved.values()], outcomes);
  await logAt(round, 'contract', events);
  await lookIfOver(round, outcomes, 'contract');
}

/** The next state of an instalment after the bank's event (docs/decisions.md, 13). */
function after(debit: Debit, { at, result }: BankEvent): Debit {
  const to = (status: string): Debit => ({ ...debit, status, result, since: at, nextLook: unknown });
  if (debit.status === 'SCHEDULED') return to('SUBMITTED');
  if (debit.status === 'PAID') return { ...to('UNPAID'), returnDate: at };
  if (result === paid) return to('PAID');
  const isTracked = debit.status === 'SUBMITTED' && debit.trackingDays > 0 && result === noFunds;
  return to(isTracked ? 'TRACKING' : 'UNPAID');
}

/** Submitted, due by the end of today, or returned by now, unless the bank has named a later hour. */
async function openDebits(
  { query, merchant, now }: Round,
  contracts: number[],
  from: Pick<Order, 'contract' | 'sequence'>,
): Promise<Debit[]> {
  const open = await query<Open>(
    `select contract_sequence as contract, instalment_sequence as sequence, instalment_action_date as "actionDate",
        instalment_status as status, i.last_update_date as since, instalment_result as result, return_date as "returnDate", c.tracking_yn as "trackingYN",
        coalesce(i.tracking_code, c.tracking_code) as "trackingCode",
        json_build_object('merchant', i.merchant, 'product', c.product, 'client', c.client_number,
          'number', account_number) as account
      from instalment i join contract c using (merchant, contract_sequence)
        join client on client.merchant = c.merchant and client.product = c.product
          and client.client_number = c.client_number
      where i.merchant = $1 and contract_sequence = any($2)
        and (instalment_status in ('SUBMITTED', 'TRACKING') and i.next_look <= $3::timestamp
          or instalment_status = 'SCHEDULED' and instalment_action_date < ($3::timestamp::date + 1)::timestamp and i.next_look <= $3::timestamp
          or instalment_status = 'PAID' and return_date <= $3::timestamp)
        and (contract_sequence, instalment_sequence) > ($4::bigint, $5::int)
      order by contract_sequence, instalment_sequence limit ${chunkSize}`,
    [merchant, contracts, now, from.contract, from.sequence],
  );
  return open.map(({ trackingYN, trackingCode, ...order }) => ({
    ...order,
    nextLook: unknown,
    // A contract has a code only; tracking is off only with N (docs/decisions.md, 18).
    trackingDays: trackingYN === 'N' ? 0 : (trackingDays.get(trackingCode ?? '') ?? 0),
  }));
}

async function store({ query, merchant }: Round, debits: Debit[], outcomes: Debit[]): Promise<void> {
  if (debits.length === 0) return;
  await query(
    `update instalment set instalment_status = status, instalment_result = result, last_update_date = at,
        return_date = returned, next_look = next
      from unnest($2::bigint[], $3::int[], $4::text[], $5::timestamp[], $6::text[], $7::timestamp[], $8::timestamp[])
        as _ (contract, sequence, status, at, result, returned, next)
      where merchant = $1 and contract_sequence = contract and instalment_sequence = sequence`,
    [
      merchant,
      ...columnsOf(debits),
      debits.map((it) => it.result),
      debits.map((it) => it.returnDate),
      debits.map((it) => it.nextLook),
    ],
  );
  if (outcomes.length === 0) return;
  await query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
      select merchant, c.product, at, client_number, contract_number, contract_sequence,
        instalment_sequence, mandate_type, i.debit_sequence_type, i.tracking_code,
        case when is_return then 'RETURN' else transaction_type end, i.instalment_amount, status
      from unnest($2::bigint[], $3::int[], $4::text[], $5::timestamp[], $6::boolean[])
          as _ (contract, sequence, status, at, is_return)
        join instalment i on merchant = $1 and contract_sequence = contract and instalment_sequence = sequence
        join contract c using (merchant, contract_sequence)
      order by at, contract_sequence, instalment_sequence
      returning 1`,
    [merchant, ...columnsOf(outcomes), outcomes.map((it) => it.returnDate !== null)],
  );
}

const columnsOf = (orders: Order[]): unknown[][] => [
  orders.map((it) => it.contract),
  orders.map((it) => it.sequence),
  orders.map((it) => it.status),
  orders.map((it) => it.since),
];
