import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalOutcome } from '#contract/approvals.ts';
import type { Actor, Context } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import type { HeldOperation } from './kinds.ts';

/**
 * `WAITING` for a second person; `RELEASED`, and not sent yet; `SENDING` until its outcome is known. The others are final: what the
 * provider made of it, or that it never left.
 */
export type HeldState = 'WAITING' | 'RELEASED' | 'SENDING' | HeldEnd | 'RETURNED' | 'WITHDRAWN';
export type HeldEnd = 'ACCEPTED' | 'REFUSED' | 'NOT_STORED';

/** What lists show of it, as it was when it came. */
export interface HeldSummary {
  Payee: string | null;
  ClientNumber: string | null;
  ContractNumber: string | null;
  /** Digits. */
  ContractSequence: string | null;
  Count: number;
  Sum: number | null;
  Largest: number | null;
  FirstDate: string | null;
}

/** As its caller sent it. */
export interface HeldContent {
  fields: Fields;
  /** Of an item of a body. */
  text?: string;
}

export interface HeldItem extends RecordNames {
  merchant: string;
  approval: number;
  item: number;
  product: string;
  operation: HeldOperation;
  subject: string;
  author: { actor: Actor; context: Context };
  /** The number of the call that asked for it. */
  askedIn: number;
  hash: Buffer;
  /** Until it is settled. */
  content: HeldContent | undefined;
  summary: HeldSummary;
  state: HeldState;
  mark: string | null;
  call: string | null;
  /** Some of its call is unclear. */
  isUnclear: boolean;
  note: string | null;
}

interface Row extends Omit<HeldItem, 'author' | 'content' | 'summary'> {
  author: string;
  content: string | null;
  summary: string;
}

const columns = `held.merchant, approval_sequence as approval, item, held.product, held.operation, held.subject, held.author,
  held.asked_in as "askedIn", held.request_hash as hash, held.sequence, numbers, content, summary, held.state, mark, held.call, note,
  coalesce(outgoing_call.unclear > 0, false) as "isUnclear"`;

const selecting = `select ${columns} from held_item held
  left join outgoing_call on outgoing_call.merchant = held.merchant and outgoing_call.call = held.call`;

const itemOf =
  (numbers: Numbers) =>
  ({ author, content, summary, note, ...row }: Row): HeldItem => ({
    ...row,
    author: JSON.parse(author) as HeldItem['author'],
    content: content === null ? undefined : (JSON.parse(numbers.open(content)) as HeldContent),
    summary: JSON.parse(numbers.open(summary)) as HeldSummary,
    note: note === null ? null : numbers.open(note),
  });

interface Within {
  query: Query;
  merchant: string;
  numbers: Numbers;
}

export async function heldItemsOf(
  { query, merchant, numbers }: Within,
  approvals: readonly number[],
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting} where held.merchant = $1 and approval_sequence = any($2::bigint[]) order by approval_sequence, item`,
    [merchant, approvals],
  );
  return rows.map(itemOf(numbers));
}

/** What is not settled of one record: those with one of its names. */
export async function heldOfRecord(
  { query, merchant, numbers }: Within,
  product: string,
  operations: readonly HeldOperation[],
  names: RecordNames,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting}
      where held.merchant = $1 and held.product = $2 and held.operation = any($3)
        and held.state in ('WAITING', 'RELEASED', 'SENDING') and (held.sequence = $4 or numbers = $5)
      order by approval_sequence`,
    [merchant, product, operations, names.sequence, names.numbers],
  );
  return rows.map(itemOf(numbers));
}

export const hasWaiting = async (
  { query, merchant }: Pick<Within, 'query' | 'merchant'>,
  product: string,
): Promise<boolean> =>
  (
    await query(`select 1 as found from held_item where merchant = $1 and product = $2 and state = 'WAITING' limit 1`, [
      merchant,
      product,
    ])
  ).length > 0;

/** Whether one of the record was settled after that time of the database. */
export async function hasEndedSince(
  { query, merchant }: Pick<Within, 'query' | 'merchant'>,
  product: string,
  operations: readonly HeldOperation[],
  names: RecordNames,
  since: string,
): Promise<boolean> {
  const rows = await query(
    `select 1 as found from held_item
      where merchant = $1 and product = $2 and operation = any($3) and (sequence = $4 or numbers = $5) and ended_at >= $6::timestamptz
      limit 1`,
    [merchant, product, operations, names.sequence, names.numbers, since],
  );
  return rows.length > 0;
}

export async function insertHeld(
  { query, numbers }: Within,
  it: Pick<
    HeldItem,
    | 'merchant'
    | 'approval'
    | 'item'
    | 'product'
    | 'operation'
    | 'subject'
    | 'author'
    | 'askedIn'
    | 'hash'
    | 'sequence'
    | 'numbers'
    | 'summary'
  > & { content: HeldContent },
): Promise<void> {
  await query(
    `insert into held_item (merchant, approval_sequence, item, product, operation, subject, author, asked_in, request_hash, sequence,
        numbers, content, summary, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'WAITING')`,
    [
      it.merchant,
      it.approval,
      it.item,
      it.product,
      it.operation,
      it.subject,
      JSON.stringify(it.author),
      it.askedIn,
      it.hash,
      it.sequence,
      it.numbers,
      numbers.seal(JSON.stringify(it.content)),
      numbers.seal(JSON.stringify(it.summary)),
    ],
  );
}

type Named = Pick<HeldItem, 'merchant' | 'approval' | 'item'>;
const named = 'merchant = $1 and approval_sequence = $2 and item = $3';

/** @param mark of what the release is for. */
export const releaseHeld = (query: Query, { merchant, approval, item }: Named, mark: string): Promise<unknown> =>
  query(`update held_item set state = 'RELEASED', mark = $4, next_try = now(), note = null where ${named}`, [
    merchant,
    approval,
    item,
    mark,
  ]);

/** It waits again. @param note why; null where a person took the release back */
export const waitAgain = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, item }: Named,
  note: string | null,
): Promise<unknown> =>
  query(`update held_item set state = 'WAITING', mark = null, next_try = null, note = $4 where ${named}`, [
    merchant,
    approval,
    item,
    note === null ? null : numbers.seal(note),
  ]);

/** Nothing of it leaves any more. */
export const dropHeld = (
  query: Query,
  { merchant, approval, item }: Named,
  state: 'RETURNED' | 'WITHDRAWN',
): Promise<unknown> =>
  query(`update held_item set state = $4, content = null, mark = null, next_try = null where ${named}`, [
    merchant,
    approval,
    item,
    state,
  ]);

/** Takes it for this process, for so long. @returns whether it is still to be sent, and no other process has it. */
export async function takeHeld(query: Query, { merchant, approval, item }: Named, seconds: number): Promise<boolean> {
  const rows = await query(
    `update held_item set next_try = now() + $4::float8 * interval '1 second'
      where ${named} and state = 'RELEASED' and next_try <= now() returning 1`,
    [merchant, approval, item, seconds],
  );
  return rows.length === 1;
}

/** @param note why it is not sent yet. */
export const postponeHeld = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, item }: Named,
  seconds: number,
  note: string | null,
): Promise<unknown> =>
  query(
    `update held_item set next_try = now() + $4::float8 * interval '1 second', note = $5 where ${named} and state = 'RELEASED'`,
    [merchant, approval, item, seconds, note === null ? null : numbers.seal(note)],
  );

/** In the transaction that keeps its call. */
export const markHeldSending = (query: Query, { merchant, approval, item }: Named, call: string): Promise<unknown> =>
  query(`update held_item set state = 'SENDING', call = $4, next_try = null, note = null where ${named}`, [
    merchant,
    approval,
    item,
    call,
  ]);

/** Until what could not be sent is tried again. */
export const againSeconds = 30;

type OfCall = Pick<HeldItem, 'merchant'> & { call: string };

/** Its call was dropped before it left, or the provider did not take it: it is tried again. */
export const unsendHeld = (query: Query, { merchant, call }: OfCall): Promise<unknown> =>
  query(
    `update held_item set state = 'RELEASED', call = null, next_try = now() + $3::float8 * interval '1 second'
      where merchant = $1 and call = $2 and state = 'SENDING'`,
    [merchant, call, againSeconds],
  );

/** In the transaction that settles its call. */
export const settleHeld = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, call }: OfCall,
  end: { state: HeldEnd; note: string | null },
): Promise<unknown> =>
  query(
    `update held_item set state = $3, note = $4, content = null, mark = null, ended_at = now()
      where merchant = $1 and call = $2 and state = 'SENDING'`,
    [merchant, call, end.state, end.note === null ? null : numbers.seal(end.note)],
  );

/** What of it is shown with its approval. */
export function outcomeOfHeld({ state, note, isUnclear }: HeldItem): ApprovalOutcome | null {
  if ((state === 'WAITING' && note === null) || state === 'RETURNED' || state === 'WITHDRAWN') return null;
  return { State: state === 'SENDING' && isUnclear ? 'UNCLEAR' : state, Note: note };
}
