import type { DateTimeText } from '#rules/calendar.ts';
import { noFunds, paid, type BankEvent, type Order } from './bank.ts';
import { chunkSize, inChunks, logAt, type Event, type Phase, type Round } from './phase.ts';

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

interface Open extends Order {
  trackingCode: string | null;
  trackingYN: string | null;
}

interface Debit extends Order {
  trackingDays: number;
  result: string | null;
}

/** Submits instalments on their day and records them as paid or unpaid; some are tracked in between. */
export const collectInstalments: Phase = {
  table: 'contract',
  due: `mandate_status_code <> 'PENDING' and contract_sequence in (
      select contract_sequence from instalment
      where merchant = $1 and instalment_status = 'SCHEDULED' and instalment_action_date < $2::date + 1
      union all
      select contract_sequence from instalment
      where merchant = $1 and instalment_status in ('SUBMITTED', 'TRACKING')
    )`,
  async act(round, contracts) {
    for await (const debits of inChunks(contracts, (some, from) => openDebits(round, some, from)))
      await collect(round, debits);
  },
};

async function collect(round: Round, debits: Debit[]): Promise<void> {
  const events: Event[] = [];
  const moved = new Map<string, Debit>();
  for (let open = debits; open.length > 0;) {
    const news = await round.bank.debits(open);
    open = open.flatMap((debit, index) => {
      const it = news[index];
      if (!it || it.at > round.now) return [];
      const to = after(debit, it);
      events.push({
        contract: debit.contract,
        subject: 'instalment',
        sequence: debit.sequence,
        field: 'InstalmentStatus',
        at: it.at,
        old: debit.status,
        new: to.status,
      });
      moved.set(`${debit.contract}/${debit.sequence}`, to);
      return isFinal(to.status) ? [] : [to];
    });
  }
  await store(round, [...moved.values()]);
  await logAt(round, 'contract', events);
}

const isFinal = (status: string) => status === 'PAID' || status === 'UNPAID';

/** The next state of an instalment after the bank's event (docs/decisions.md, 13). */
function after(debit: Debit, { at, result }: BankEvent): Debit {
  const to = (status: string): Debit => ({ ...debit, status, result, since: at });
  if (debit.status === 'SCHEDULED') return to('SUBMITTED');
  if (result === paid) return to('PAID');
  const isTracked = debit.status === 'SUBMITTED' && debit.trackingDays > 0 && result === noFunds;
  return to(isTracked ? 'TRACKING' : 'UNPAID');
}

/** Submitted, or due by the end of today; the bank decides the hour. */
async function openDebits(
  { query, merchant, now }: Round,
  contracts: number[],
  from: Pick<Order, 'contract' | 'sequence'>,
): Promise<Debit[]> {
  const open = await query<Open>(
    `select contract_sequence as contract, instalment_sequence as sequence, instalment_action_date as "actionDate",
        instalment_status as status, i.last_update_date as since, c.tracking_yn as "trackingYN",
        coalesce(i.tracking_code, c.tracking_code) as "trackingCode",
        json_build_object('merchant', i.merchant, 'product', c.product, 'client', c.client_number,
          'number', account_number) as account
      from instalment i join contract c using (merchant, contract_sequence)
        join client on client.merchant = c.merchant and client.product = c.product
          and client.client_number = c.client_number
      where i.merchant = $1 and contract_sequence = any($2)
        and (instalment_status in ('SUBMITTED', 'TRACKING')
          or instalment_status = 'SCHEDULED' and instalment_action_date < $3::date + 1)
        and (contract_sequence, instalment_sequence) > ($4::bigint, $5::int)
      order by contract_sequence, instalment_sequence limit ${chunkSize}`,
    [merchant, contracts, now, from.contract, from.sequence],
  );
  return open.map(({ trackingYN, trackingCode, ...order }) => ({
    ...order,
    result: null,
    // A contract has a code only; tracking is off only with N (docs/decisions.md, 18).
    trackingDays: trackingYN === 'N' ? 0 : (trackingDays.get(trackingCode ?? '') ?? 0),
  }));
}

async function store({ query, merchant }: Round, debits: Debit[]): Promise<void> {
  if (debits.length === 0) return;
  await query(
    `update instalment set instalment_status = status, instalment_result = result, last_update_date = at
      from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::timestamp[])
        as _ (contract, sequence, status, result, at)
      where merchant = $1 and contract_sequence = contract and instalment_sequence = sequence`,
    [merchant, ...columnsOf(debits), debits.map((it) => it.status), debits.map((it) => it.result), timesOf(debits)],
  );
  const ended = debits.filter((it) => isFinal(it.status));
  await query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
      select merchant, c.product, i.last_update_date, client_number, contract_number, contract_sequence,
        instalment_sequence, mandate_type, i.debit_sequence_type, i.tracking_code, transaction_type, i.instalment_amount,
        instalment_status
      from unnest($2::bigint[], $3::int[]) as _ (contract, sequence)
        join instalment i on merchant = $1 and contract_sequence = contract and instalment_sequence = sequence
        join contract c using (merchant, contract_sequence)
      order by i.last_update_date, contract_sequence, instalment_sequence
      returning 1`,
    [merchant, ...columnsOf(ended)],
  );
}

const columnsOf = (orders: Order[]): number[][] => [orders.map((it) => it.contract), orders.map((it) => it.sequence)];
const timesOf = (orders: Order[]): DateTimeText[] => orders.map((it) => it.since);
