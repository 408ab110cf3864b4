import type { EventType } from '#contract/events.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { fromCents } from '#rules/money.ts';
import type { Query } from '#service/database/query.ts';
import { areWanted, writeEvents, type EventDraft } from './write.ts';

/** A change of a status, as the change log has it. */
interface StatusChange {
  subject: string;
  type: string;
  field: string;
  old: unknown;
  new: unknown;
}

/** What a change of our own records means to others; undefined for most. */
export function eventTypeOf(change: StatusChange): EventType | undefined {
  const { subject, type, field, old, new: to } = change;
  if (subject === 'instalment' && field === 'InstalmentStatus') {
    if (to === 'PAID') return 'debit.paid';
    if (to === 'UNPAID') return old === 'PAID' ? 'debit.returned' : 'debit.unpaid';
  }
  if (subject === 'mandate' && field === 'MandateStatusCode') {
    if (to === 'ACTIVE' && old === 'PENDING') return 'mandate.approved';
    if (to === 'CANCELLED') return type === 'CANCEL' ? 'mandate.cancelled' : 'mandate.rejected';
  }
  // A contract may be cancelled as such, and be a mandate.
  if (subject === 'contract' && field === 'Status' && to === 'CANCELLED') return 'mandate.cancelled';
  if (subject === 'payment' && field === 'PaymentStatus') {
    if (to === 'WAITING') return 'payout.waiting';
    if (to === 'SCHEDULED' && old === 'WAITING') return 'payout.released';
    if (to === 'PAID') return 'payout.paid';
  }
  return undefined;
}

/** A record by its numbers. */
interface RecordEvent {
  type: EventType;
  contract: number;
  /** Of the instalment or payment. */
  sequence?: number;
  at: DateTimeText;
}

interface Facts {
  place: number;
  product: string;
  client: string;
  number: string;
  cents: number | null;
}

const columns = 'place::int as place, c.product, c.client_number as client, c.contract_number as number';

/** Of each kind of record: its contract, and its amount where it has one. */
const factsOf = {
  debit: `select ${columns}, i.instalment_amount as cents
    from unnest($2::bigint[], $3::int[]) with ordinality as it (contract, sequence, place)
      join instalment i on i.merchant = $1 and i.contract_sequence = contract and i.instalment_sequence = sequence
      join contract c on c.merchant = $1 and c.contract_sequence = contract`,
  mandate: `select ${columns}, null::bigint as cents
    from unnest($2::bigint[], $3::int[]) with ordinality as it (contract, sequence, place)
      join contract c on c.merchant = $1 and c.contract_sequence = contract and c.is_mandate`,
  payout: `select ${columns}, p.payment_amount as cents
    from unnest($2::bigint[], $3::int[]) with ordinality as it (contract, sequence, place)
      join payment p on p.merchant = $1 and p.contract_sequence = contract and p.payment_sequence = sequence
      join payout_contract c on c.merchant = $1 and c.contract_sequence = contract`,
};

type Kind = keyof typeof factsOf;

const kindOf = (type: EventType) => type.slice(0, type.indexOf('.')) as Kind;

/** Our own service collects in rand. */
const currency = 'ZAR';

function draftOf({ type, contract, sequence, at }: RecordEvent, { product, client, number, cents }: Facts): EventDraft {
  const isDebit = kindOf(type) === 'debit';
  return {
    Type: type,
    At: at,
    Product: product,
    ClientNumber: client,
    ContractNumber: number,
    ContractSequence: contract,
    ...(sequence !== undefined && (isDebit ? { InstalmentSequence: sequence } : { PaymentSequence: sequence })),
    ...(cents !== null && { Amount: fromCents(cents), Currency: currency }),
  };
}

/** Writes the events of our own records, which the transaction has stored already. */
export async function writeRecordEvents(
  query: Query,
  merchant: string,
  happened: readonly RecordEvent[],
): Promise<void> {
  if (happened.length === 0) return;
  const types = new Set(happened.map(({ type }) => type));
  if (!(await areWanted(query, merchant, types))) return;
  const drafts: EventDraft[] = [];
  for (const kind of new Set([...types].map(kindOf))) {
    const of = happened.filter(({ type }) => kindOf(type) === kind);
    const rows = await query<Facts>(`${factsOf[kind]} order by place`, [
      merchant,
      of.map((it) => it.contract),
      of.map((it) => it.sequence ?? null),
    ]);
    for (const row of rows) {
      const event = of[row.place - 1];
      if (event) drafts.push(draftOf(event, row));
    }
  }
  await writeEvents(query, merchant, drafts);
}
