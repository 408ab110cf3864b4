import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalOutcome, ApprovalPayment } from '#contract/approvals.ts';
import { fromCents } from '#rules/money.ts';
import { mostDecisions, type NamedPayout } from '#service/approvals/read.ts';
import type { Actor, Context } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import type { HeldOperation } from './kinds.ts';

/**
 * `WAITING` for a second person; `RELEASED`, and not sent yet; `SENDING` until its outcome is known. The others are final: what the
 * provider made of it, or that it never left.
 */
export type HeldState = 'WAITING' | 'RELEASED' | 'SENDING' | HeldEnd | 'RETURNED' | 'WITHDRAWN' | 'MISSED';
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
  /** Of a payout. */
  payment?: ApprovalPayment;
}

/** As its caller sent it. */
export interface HeldContent {
  fields: Fields;
  /** Of an item of a body. */
  text?: string;
  /** In its call. */
  place?: number;
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
  /** Business times of a payout. */
  heldUntil: string | null;
  sendAt: string | null;
  /** The first day on which it pays. */
  day: string | null;
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
  to_char(held_until, 'YYYY-MM-DD HH24:MI') as "heldUntil", to_char(send_at, 'YYYY-MM-DD HH24:MI') as "sendAt",
  to_char(day, 'YYYY-MM-DD') as day,
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

/** Of a contract, the payouts that were decided about and not prepared again. */
export async function decidedPayouts(
  { query, merchant, numbers }: Within,
  { Product, ContractSequence, ClientNumber, ContractNumber }: NamedPayout,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting} where held.merchant = $1 and held.product = $2 and held.operation like 'payout%' and held.state <> 'WITHDRAWN'
        and (held.sequence = $3 or numbers = $4)
      order by approval_sequence desc, item limit ${mostDecisions}`,
    [
      merchant,
      Product,
      ContractSequence ?? null,
      ClientNumber === undefined || ContractNumber === undefined
        ? null
        : JSON.stringify([ClientNumber, ContractNumber]),
    ],
  );
  return rows.map(itemOf(numbers));
}

export async function heldItem(
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, item }: Pick<HeldItem, 'merchant' | 'approval' | 'item'>,
): Promise<HeldItem | undefined> {
  const rows = await query<Row>(`${selecting} where held.merchant = $1 and approval_sequence = $2 and item = $3`, [
    merchant,
    approval,
    item,
  ]);
  return rows.map(itemOf(numbers))[0];
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

/** How the two numbers of a client's contracts begin, as JSON. */
export const numbersOfClient = (client: string): string => `${JSON.stringify([client]).slice(0, -1)},`;

/** Payouts of a client that have not left. */
export async function heldPayoutsOfClient(
  { query, merchant, numbers }: Within,
  product: string,
  client: string,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting}
      where held.merchant = $1 and held.product = $2 and held.operation like 'payout%' and held.state in ('WAITING', 'RELEASED')
        and starts_with(numbers, $3)
      order by approval_sequence, item`,
    [merchant, product, numbersOfClient(client)],
  );
  return rows.map(itemOf(numbers));
}

/** What is not settled of the same call by the same caller. */
export async function heldOfCall(
  { query, merchant, numbers }: Within,
  subject: string,
  operation: HeldOperation,
  hash: Buffer,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting}
      where held.merchant = $1 and held.subject = $2 and held.operation = $3 and held.request_hash = $4
        and held.state in ('WAITING', 'RELEASED', 'SENDING')`,
    [merchant, subject, operation, hash],
  );
  return rows.map(itemOf(numbers));
}

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
    | 'heldUntil'
    | 'day'
  > & { content: HeldContent },
): Promise<void> {
  await query(
    `insert into held_item (merchant, approval_sequence, item, product, operation, subject, author, asked_in, request_hash, sequence,
        numbers, content, summary, held_until, day, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'WAITING')`,
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
      it.heldUntil,
      it.day,
    ],
  );
}

type Named = Pick<HeldItem, 'merchant' | 'approval' | 'item'>;
const named = 'merchant = $1 and approval_sequence = $2 and item = $3';

/** @param mark of what the release is for. */
export const releaseHeld = (
  query: Query,
  { merchant, approval, item }: Named,
  mark: string,
  later: { sendAt: string; seconds: number } = { sendAt: '', seconds: 0 },
): Promise<unknown> =>
  query(
    `update held_item set state = 'RELEASED', mark = $4, send_at = nullif($5, '')::timestamp,
        next_try = now() + $6::float8 * interval '1 second', note = null where ${named}`,
    [merchant, approval, item, mark, later.sendAt, later.seconds],
  );

/** It waits again. @param note why; null where a person took the release back */
export const waitAgain = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, item }: Named,
  note: string | null,
): Promise<unknown> =>
  query(
    `update held_item set state = 'WAITING', mark = null, send_at = null, next_try = null, note = $4 where ${named}`,
    [merchant, approval, item, note === null ? null : numbers.seal(note)],
  );

/** Nothing of it leaves any more. */
export const dropHeld = (
  query: Query,
  { merchant, approval, item }: Named,
  state: 'RETURNED' | 'WITHDRAWN' | 'MISSED',
  note: string | null = null,
): Promise<unknown> =>
  query(`update held_item set state = $4, content = null, mark = null, next_try = null, note = $5 where ${named}`, [
    merchant,
    approval,
    item,
    state,
    note,
  ]);

/**
 * Takes it for this process, for so long.
 * @returns the database's time; undefined if it is not to be sent any more, or another process has it.
 */
export async function takeHeld(
  query: Query,
  { merchant, approval, item }: Named,
  seconds: number,
): Promise<string | undefined> {
  const [taken] = await query<{ since: string }>(
    `update held_item set next_try = now() + $4::float8 * interval '1 second'
      where ${named} and state = 'RELEASED' and next_try <= now() returning now()::text as since`,
    [merchant, approval, item, seconds],
  );
  return taken?.since;
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

/** What the provider made of a new payout contract, if it says so. */
export interface MadePayout {
  ContractSequence: number;
  payments: readonly { date: string; cents: number }[] | undefined;
}

/** In the transaction that settles its call. */
export async function settleHeld(
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, call }: OfCall,
  end: { state: HeldEnd; note: string | null; made: MadePayout | undefined },
): Promise<void> {
  const [row] = await query<{ summary: string }>(
    `select summary from held_item where merchant = $1 and call = $2 and state = 'SENDING' for update`,
    [merchant, call],
  );
  if (!row) return;
  const summary = JSON.parse(numbers.open(row.summary)) as HeldSummary;
  const { payment } = summary;
  const { made } = end;
  if (payment && made) payment.ContractSequence = made.ContractSequence;
  const note = end.note ?? (payment && made ? differenceFrom(payment, made) : null);
  await query(
    `update held_item set state = $3, note = $4, summary = $5, content = null, mark = null, ended_at = now()
      where merchant = $1 and call = $2 and state = 'SENDING'`,
    [merchant, call, end.state, note === null ? null : numbers.seal(note), numbers.seal(JSON.stringify(summary))],
  );
}

/** Another provider may have rules of its own for the days of a contract. */
function differenceFrom(
  { PaymentAmount, PaymentDate, Expected }: ApprovalPayment,
  { payments }: MadePayout,
): string | null {
  if (!payments || !Expected) return null;
  const days = payments.map((it) => it.date.slice(0, 10)).toSorted();
  const sum = fromCents(payments.reduce((cents, it) => cents + it.cents, 0));
  const isAlike =
    payments.length === Expected.Count &&
    sum === PaymentAmount &&
    days[0] === PaymentDate.slice(0, 10) &&
    days.at(-1) === Expected.LastDate.slice(0, 10);
  if (isAlike) return null;
  const span = days.length > 0 ? ` from ${days[0]} to ${days.at(-1)}` : '';
  return `It made other payments than were shown: ${payments.length} of ${sum} together${span}.`;
}

/** What of it is shown with its approval. */
export function outcomeOfHeld({ state, note, isUnclear }: HeldItem): ApprovalOutcome | null {
  if ((state === 'WAITING' && note === null) || state === 'RETURNED' || state === 'WITHDRAWN' || state === 'MISSED')
    return null;
  return { State: state === 'SENDING' && isUnclear ? 'UNCLEAR' : state, Note: note };
}
