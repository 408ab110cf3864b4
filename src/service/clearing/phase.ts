import type { DateTimeText } from '#rules/calendar.ts';
import type { Query } from '#service/database/query.ts';
import { eventTypeOf, writeRecordEvents } from '#service/events/records.ts';
import type { ChangeType, Subject } from '#service/resources/change-log.ts';
import type { Bank, Order } from './bank.ts';

/** One run of clearing: its merchant, time and transaction. */
export interface Round {
  merchant: string;
  now: DateTimeText;
  bank: Bank;
  /** Of the transaction, as that of a call. */
  sequence: number;
  /** Changes that were logged. */
  logged: number;
  query: Query;
}

export interface Phase {
  table: 'contract' | 'payout_contract';
  /** SQL condition: whether the phase may change the contract `c`. Parameters: merchant $1, now $2. */
  due: string;
  /** Processes locked contracts; each event has its own time, none later than now. */
  act(round: Round, contracts: number[]): Promise<void>;
}

/** Debits or payouts processed at once: while they are, no other call of this process is answered. */
export const chunkSize = 500;

type Position = Pick<Order, 'contract' | 'sequence'>;

/** Reads the records of some contracts in chunks: when a clock moves by a year, one contract may have hundreds that are due. */
export async function* inChunks<Record extends Position>(
  contracts: number[],
  read: (contracts: number[], after: Position) => Promise<Record[]>,
): AsyncGenerator<Record[]> {
  for (let after: Position | undefined = { contract: 0, sequence: 0 }; after;) {
    const { contract: reached } = after;
    const records: Record[] = await read(
      contracts.filter((it) => it >= reached),
      after,
    );
    yield records;
    after = records.length === chunkSize ? records.at(-1) : undefined;
  }
}

/** A change that clearing made, with its time. */
export interface ClearingEvent {
  contract: number;
  subject: Subject;
  /** Default STATE. */
  type?: ChangeType;
  /** Of the instalment or payment. */
  sequence?: number;
  field: string;
  at: DateTimeText;
  old: string | null;
  new: string;
}

/** Logs events like `logEvents`, each with its own time, and writes what others are informed of. */
export async function logAt(round: Round, table: Phase['table'], events: ClearingEvent[]): Promise<void> {
  const { merchant, query, sequence } = round;
  if (events.length === 0) return;
  round.logged += events.length;
  const inOrder = events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const column = <T>(of: (event: ClearingEvent) => T) => inOrder.map(of);
  await query(
    `insert into change (merchant, product, change_date, changed_by, subject, change_type, field_changed,
        instalment_sequence, payment_sequence, old_value, new_value, client_number, contract_number, contract_sequence,
        mandate_type, call_sequence)
      select merchant, product, at, 'clearing', subject, type,
        case subject when 'instalment' then field || '[' || sequence || ']' else field end,
        case subject when 'instalment' then sequence end, case subject when 'payment' then sequence end,
        old, new, client_number, contract_number, contract_sequence,
        ${table === 'contract' ? 'mandate_type' : 'null'}, $10::bigint
      from unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[], $7::timestamp[], $8::text[], $9::text[])
          with ordinality as event (contract, subject, type, sequence, field, at, old, new, place)
        join ${table} on merchant = $1 and contract_sequence = contract
      order by place
      returning 1`,
    [
      merchant,
      column((it) => it.contract),
      column((it) => it.subject),
      column((it) => it.type ?? 'STATE'),
      column((it) => it.sequence ?? null),
      column((it) => it.field),
      column((it) => it.at),
      column((it) => it.old),
      column((it) => it.new),
      sequence,
    ],
  );
  await writeRecordEvents(
    query,
    merchant,
    inOrder.flatMap((event) => {
      const type = eventTypeOf({ ...event, type: event.type ?? 'STATE' });
      return type ? [{ type, contract: event.contract, sequence: event.sequence, at: event.at }] : [];
    }),
  );
}
