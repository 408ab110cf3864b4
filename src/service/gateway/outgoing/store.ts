import type { QueryConfig } from 'pg';
import type { ChangeName } from '#contract/operations.ts';
import type { Actor, Context } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { KeyOwner } from '#service/http/idempotency.ts';
import { unsendImport } from '#service/imports/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { uncountAdded } from '../collecting/store.ts';
import { uncountCall } from '../held/counted.ts';
import { unsendHeld } from '../held/store.ts';
import type { ItemOutcome, OutgoingItems } from './outcomes.ts';

/** `WAITING`: kept, and not sent. `SENDING`: it may arrive. `UNKNOWN`: the outcome of some item is. `SETTLED`: of none. */
type OutgoingState = 'WAITING' | 'SENDING' | 'UNKNOWN' | 'SETTLED';

interface OutgoingAuthor {
  actor: Actor;
  context: Context;
  /** Of a change that a second person has released. */
  approval?: number;
  /** Of an import that is kept here. */
  importId?: string;
  /** Of payouts that count for the limits of four eyes. */
  isCounted?: true;
}

/** A change that is kept until its outcome at the provider is known. */
export interface OutgoingRecord {
  merchant: string;
  call: string;
  product: string;
  operation: ChangeName;
  subject: string;
  key: string;
  hash: Buffer;
  author: OutgoingAuthor;
  /** The number of the call that asked for it. */
  askedIn: number;
  state: OutgoingState;
  /** Of the row: each change is conditional on it. */
  version: number;
  /** None once it is settled. */
  items: OutgoingItems | undefined;
  /** In the order of the items that were sent. */
  outcomes: readonly ItemOutcome[];
  isAnswered: boolean;
  /** Milliseconds since 1970. */
  keptAt: number;
  sentAt: number | undefined;
  readAt: number | undefined;
  /** Once it is settled. */
  answer: { status: number; text: string } | undefined;
  settledBy: string | undefined;
}

interface Row extends Omit<
  OutgoingRecord,
  'author' | 'items' | 'outcomes' | 'answer' | 'sentAt' | 'readAt' | 'settledBy'
> {
  author: string;
  items: string | null;
  outcomes: string;
  answer: string | null;
  status: number | null;
  sentAt: number | null;
  readAt: number | null;
  settledBy: string | null;
}

const instant = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

const columns = `merchant, call, product, operation, subject, key, request_hash as hash, author, asked_in as "askedIn", state, version,
  items, outcomes, is_answered as "isAnswered", ${instant('kept_at')} as "keptAt", ${instant('sent_at')} as "sentAt",
  ${instant('read_at')} as "readAt", status, answer, settled_by as "settledBy"`;

const recordOf =
  (numbers: Numbers) =>
  ({ author, items, outcomes, answer, status, sentAt, readAt, settledBy, ...row }: Row): OutgoingRecord => ({
    ...row,
    author: JSON.parse(author) as OutgoingRecord['author'],
    items: items === null ? undefined : (JSON.parse(numbers.open(items)) as OutgoingItems),
    outcomes: JSON.parse(numbers.open(outcomes)) as ItemOutcome[],
    answer: answer === null || status === null ? undefined : { status, text: numbers.open(answer) },
    sentAt: sentAt ?? undefined,
    readAt: readAt ?? undefined,
    settledBy: settledBy ?? undefined,
  });

export async function outgoingCall(
  query: Query,
  numbers: Numbers,
  merchant: string,
  call: string,
): Promise<OutgoingRecord | undefined> {
  const rows = await query<Row>(
    { name: 'outgoingCall', text: `select ${columns} from outgoing_call where merchant = $1 and call = $2` },
    [merchant, call],
  );
  return rows.map(recordOf(numbers))[0];
}

export async function callUnder(
  query: Query,
  numbers: Numbers,
  { merchant, subject, key }: KeyOwner,
): Promise<OutgoingRecord | undefined> {
  const rows = await query<Row>(
    {
      name: 'callUnder',
      text: `select ${columns} from outgoing_call where merchant = $1 and subject = $2 and key = $3`,
    },
    [merchant, subject, key],
  );
  return rows.map(recordOf(numbers))[0];
}

const isAccepted = ({ state }: ItemOutcome): boolean => state === 'accepted';

/**
 * The call with the same request that is not settled, for one without a key.
 * @param count of its items, where it is the same call also once it is settled, if each of them was accepted.
 */
export async function callAlike(
  query: Query,
  numbers: Numbers,
  { merchant, subject, operation, hash }: Pick<OutgoingRecord, 'merchant' | 'subject' | 'operation' | 'hash'>,
  count: number | undefined,
): Promise<OutgoingRecord | undefined> {
  const rows = await query<Row>(
    `select ${columns} from outgoing_call
      where merchant = $1 and subject = $2 and operation = $3 and request_hash = $4 and ($5 or state <> 'SETTLED')
      order by state = 'SETTLED', kept_at desc limit 1`,
    [merchant, subject, operation, hash, count !== undefined],
  );
  const [found] = rows.map(recordOf(numbers));
  return found?.state !== 'SETTLED' || found.outcomes.filter(isAccepted).length === count ? found : undefined;
}

/** Calls of which an outcome is not known, the oldest first. */
export async function unsettledCalls(query: Query, numbers: Numbers, merchant: string): Promise<OutgoingRecord[]> {
  const rows = await query<Row>(
    `select ${columns} from outgoing_call
      where merchant = $1 and state <> 'SETTLED' and (state = 'UNKNOWN' or kept_at < now() - interval '1 minute')
      order by kept_at limit 200`,
    [merchant],
  );
  return rows.map(recordOf(numbers));
}

export async function insertCall(
  query: Query,
  numbers: Numbers,
  record: Pick<
    OutgoingRecord,
    'merchant' | 'call' | 'product' | 'operation' | 'subject' | 'key' | 'hash' | 'author' | 'askedIn'
  > & {
    items: OutgoingItems;
    outcomes: readonly ItemOutcome[];
  },
  lookAfterMs: number,
): Promise<void> {
  await query(
    {
      name: 'insertCall',
      text: `insert into outgoing_call (merchant, call, product, operation, subject, key, request_hash, author, asked_in, state, version, items,
        outcomes, open, unclear, next_look)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'WAITING', 1, $10, $11, $12, 0, now() + $13::float8 * interval '1 ms')`,
    },
    [
      record.merchant,
      record.call,
      record.product,
      record.operation,
      record.subject,
      record.key,
      record.hash,
      JSON.stringify(record.author),
      record.askedIn,
      numbers.seal(JSON.stringify(record.items)),
      numbers.seal(JSON.stringify(record.outcomes)),
      record.outcomes.length,
      lookAfterMs,
    ],
  );
}

type Named = Pick<OutgoingRecord, 'merchant' | 'call' | 'version'>;

const ifUnchanged = 'merchant = $1 and call = $2 and version = $3';

/** The row is returned if it may be sent: it has not changed since it was read. */
export const markSending = (
  numbers: Numbers,
  { merchant, call, version }: Named,
  items: OutgoingItems,
  lookAfterMs: number,
): QueryConfig => ({
  name: 'markSending',
  text: `update outgoing_call set state = 'SENDING', version = version + 1, items = $4, sent_at = now(),
        next_look = now() + $5::float8 * interval '1 ms'
      where ${ifUnchanged} and state <> 'SETTLED' returning 1`,
  values: [merchant, call, version, numbers.seal(JSON.stringify(items)), lookAfterMs],
});

/** @returns whether it had not changed since it was read. */
export async function dropCall(
  query: Query,
  { merchant, call, version, author }: Named & Pick<OutgoingRecord, 'author'>,
): Promise<boolean> {
  const rows = await query(`delete from outgoing_call where ${ifUnchanged} returning 1`, [merchant, call, version]);
  if (rows.length === 0) return false;
  await query('delete from outgoing_claim where merchant = $1 and call = $2', [merchant, call]);
  await uncountAdded(query, merchant, call);
  if (author.approval !== undefined) await unsendHeld(query, { merchant, call });
  else if (author.isCounted) await uncountCall(query, merchant, call);
  if (author.importId !== undefined) await unsendImport(query, { merchant, call });
  return true;
}

interface OutgoingUpdate {
  outcomes: readonly ItemOutcome[];
  isAnswered: boolean;
  /** Until the next look; undefined if there is none. */
  lookAfterMs: number | undefined;
  wasRead: boolean;
  settled?: { status: number; text: string; by: string };
}

/** @returns whether it had not changed since it was read. */
export async function updateCall(
  query: Query,
  numbers: Numbers,
  { merchant, call, version }: Named,
  { outcomes, isAnswered, lookAfterMs, wasRead, settled }: OutgoingUpdate,
): Promise<boolean> {
  const count = (state: ItemOutcome['state']) => outcomes.filter((it) => it.state === state).length;
  // Written out: a distributed PostgreSQL refuses `case when … then now()`.
  const state = settled ? `state = 'SETTLED', settled_at = now(), items = null` : `state = 'UNKNOWN'`;
  const rows = await query(
    {
      name: `updateCall ${settled ? 'settled' : 'unknown'}${wasRead ? ' read' : ''}`,
      text: `update outgoing_call set ${state}, version = version + 1, outcomes = $4, open = $5, unclear = $6, is_answered = $7,
        next_look = now() + $8::float8 * interval '1 ms', ${wasRead ? 'read_at = now(), ' : ''}status = $9, answer = $10, settled_by = $11
      where ${ifUnchanged} returning 1`,
    },
    [
      merchant,
      call,
      version,
      numbers.seal(JSON.stringify(outcomes)),
      count('open'),
      count('unclear'),
      isAnswered,
      lookAfterMs ?? null,
      settled?.status ?? null,
      settled && numbers.seal(settled.text),
      settled?.by ?? null,
    ],
  );
  return rows.length === 1;
}
