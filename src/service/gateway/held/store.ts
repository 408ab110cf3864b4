import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalOutcome, ApprovalPayment } from '#contract/approvals.ts';
import { fromCents } from '#rules/money.ts';
import type { NamedRecord, WaitingFilter } from '#service/approvals/read.ts';
import type { Actor, Context } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import { heldOperations, type HeldOperation } from './kinds.ts';

/**
 * `WAITING` for a second person; `RELEASED`, and not sent yet; `SENDING` until its outcome is known. The others are final: what the
 * provider made of it, or that it never left.
 */
export type HeldState = 'WAITING' | 'RELEASED' | 'SENDING' | HeldEnd | 'RETURNED' | 'WITHDRAWN' | 'MISSED';
type HeldEnd = 'ACCEPTED' | 'REFUSED' | 'NOT_STORED';

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

/** What was ever held of a record, the last first, without what was replaced by other content. */
export async function heldOfRecord(
  { query, merchant, numbers }: Within,
  { Kind, Product, ContractSequence, ClientNumber, ContractNumber }: NamedRecord,
  limit: number,
): Promise<HeldItem[]> {
  const isOfContracts = Kind !== 'BANK_DETAILS';
  const isOfAll = isOfContracts && ContractSequence === undefined && ContractNumber === undefined;
  const names = isOfContracts ? [ClientNumber, ContractNumber] : [ClientNumber];
  const rows = await query<Row>(
    `${selecting} where held.merchant = $1 and held.product = $2 and held.operation = any($3) and held.state <> 'WITHDRAWN'
        and (held.sequence = $4 or ${isOfAll ? 'starts_with(numbers, $5)' : 'numbers = $5'})
      order by approval_sequence desc, item limit $6`,
    [
      merchant,
      Product,
      heldOperations[Kind],
      isOfContracts ? (ContractSequence ?? null) : null,
      isOfAll ? numbersOfClient(ClientNumber ?? '') : names.includes(undefined) ? null : JSON.stringify(names),
      limit,
    ],
  );
  return rows.map(itemOf(numbers));
}

/** Payouts that the provider does not have for certain, by their first days. */
export async function openPayouts(
  { query, merchant, numbers }: Within,
  { Product, ClientNumber, From, To }: WaitingFilter,
  limit: number,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting}
      where held.merchant = $1 and held.product = $2 and held.operation = any($3)
        and held.state in ('WAITING', 'RELEASED', 'SENDING') and ($4::text is null or starts_with(numbers, $4))
        and ($5::date is null or day >= $5::date) and ($6::date is null or day <= $6::date)
      order by day, approval_sequence, item limit $7`,
    [
      merchant,
      Product,
      heldOperations.PAYOUTS,
      ClientNumber === undefined ? null : numbersOfClient(ClientNumber),
      From ?? null,
      To ?? null,
      limit,
    ],
  );
  return rows.map(itemOf(numbers));
}

/** Some items of one approval. */
export interface HeldItems {
  merchant: string;
  approval: number;
  items: readonly number[];
}

export const onlyItem = ({
  merchant,
  approval,
  item,
}: Pick<HeldItem, 'merchant' | 'approval' | 'item'>): HeldItems => ({
  merchant,
  approval,
  items: [item],
});

const ofItems = 'merchant = $1 and approval_sequence = $2 and item = any($3)';

export async function heldItemsIn(
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, items }: HeldItems,
): Promise<HeldItem[]> {
  const rows = await query<Row>(
    `${selecting} where held.merchant = $1 and approval_sequence = $2 and item = any($3) order by item`,
    [merchant, approval, items],
  );
  return rows.map(itemOf(numbers));
}

/** What is not settled of some records: those with one of their names. */
export async function heldOfRecords(
  { query, merchant, numbers }: Within,
  product: string,
  operations: readonly HeldOperation[],
  names: readonly RecordNames[],
): Promise<HeldItem[]> {
  const given = (name: keyof RecordNames) => [...new Set(names.flatMap((it) => it[name] ?? []))];
  const rows = await query<Row>(
    `${selecting}
      where held.merchant = $1 and held.product = $2 and held.operation = any($3)
        and held.state in ('WAITING', 'RELEASED', 'SENDING') and (held.sequence = any($4) or numbers = any($5))
      order by approval_sequence`,
    [merchant, product, operations, given('sequence'), given('numbers')],
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

/**
 * Of clients that were read at some time of the database, the places of those whose bank details have changed since, or are being changed
 * now. One statement, because a change may end between two: the first would find it under way, the second over.
 */
export async function changingClients(
  { query, merchant }: Pick<Within, 'query' | 'merchant'>,
  product: string,
  read: readonly (Pick<RecordNames, 'numbers'> & { since: string })[],
): Promise<{ changed: ReadonlySet<number>; changing: ReadonlySet<number> }> {
  const rows =
    read.length === 0
      ? []
      : await query<{ place: number; isOver: boolean }>(
          `select place::int as place, ended_at is not null as "isOver"
            from unnest($3::text[], $4::timestamptz[]) with ordinality as it (numbers, since, place)
              join (
                select numbers, ended_at from held_item
                  where merchant = $1 and product = $2 and operation = 'clientEdit' and state in ('RELEASED', 'SENDING')
                union all
                select numbers, ended_at from held_item
                  where merchant = $1 and product = $2 and operation = 'clientEdit'
                    and ended_at >= (select min(since) from unnest($4::timestamptz[]) as since)
              ) held on held.numbers = it.numbers and (held.ended_at is null or held.ended_at >= it.since)`,
          [merchant, product, read.map((it) => it.numbers), read.map((it) => it.since)],
        );
  const places = (isOver: boolean) => new Set(rows.flatMap((it) => (it.isOver === isOver ? [it.place - 1] : [])));
  return { changed: places(true), changing: places(false) };
}

/** After its last call, unless that says that it is. */
const importMinutes = 15;

/** More calls of its import may come. */
export const keepImportOpen = (query: Query, merchant: string, approval: number): Promise<unknown> =>
  query(
    `update approval set import_closes = now() + make_interval(mins => $3) where merchant = $1 and approval_sequence = $2`,
    [merchant, approval, importMinutes],
  );

/** No more calls of an import come. */
export const endImport = (
  query: Query,
  { merchant, subject, importId }: { merchant: string; subject: string; importId: string },
): Promise<unknown> =>
  query(
    `update approval set import_closes = now()
      where merchant = $1 and import_id = $2 and imported_by = $3 and import_closes is not null`,
    [merchant, importId, subject],
  );

type Common = 'merchant' | 'approval' | 'product' | 'operation' | 'subject' | 'author' | 'askedIn' | 'hash';
type Inserted = Pick<HeldItem, 'item' | 'sequence' | 'numbers' | 'summary' | 'heldUntil' | 'day' | 'mark'> & {
  content: HeldContent;
};

/** Items of one call, in one statement. */
export async function insertHeld(
  { query, numbers }: Within,
  of: Pick<HeldItem, Common>,
  items: readonly Inserted[],
): Promise<void> {
  await query(
    `insert into held_item (merchant, approval_sequence, product, operation, subject, author, asked_in, request_hash, state, item,
        sequence, numbers, content, summary, held_until, day, mark)
      select $1, $2, $3, $4, $5, $6, $7, $8, 'WAITING', * from unnest($9::int[], $10::text[], $11::text[], $12::text[], $13::text[],
        $14::timestamp[], $15::date[], $16::text[])
      returning 1`,
    [
      of.merchant,
      of.approval,
      of.product,
      of.operation,
      of.subject,
      JSON.stringify(of.author),
      of.askedIn,
      of.hash,
      items.map((it) => it.item),
      items.map((it) => it.sequence),
      items.map((it) => it.numbers),
      items.map((it) => numbers.seal(JSON.stringify(it.content))),
      items.map((it) => numbers.seal(JSON.stringify(it.summary))),
      items.map((it) => it.heldUntil),
      items.map((it) => it.day),
      items.map((it) => it.mark),
    ],
  );
}

/** When a released item is sent. */
export interface SendTime {
  item: number;
  /** Of what the release is for. */
  mark: string;
  /** At once if there is none. */
  sendAt: string | null;
  seconds: number;
}

export async function releaseHeld(
  query: Query,
  { merchant, approval }: Pick<HeldItem, 'merchant' | 'approval'>,
  times: readonly SendTime[],
): Promise<void> {
  const [{ now } = { now: 0 }] = await query<{ now: number }>('select extract(epoch from now())::float8 as now');
  await query(
    `update held_item held set state = 'RELEASED', mark = time.mark, send_at = time.send_at,
        next_try = to_timestamp(time.try_at), note = null
      from unnest($3::int[], $4::text[], $5::timestamp[], $6::float8[]) as time (item, mark, send_at, try_at)
      where merchant = $1 and approval_sequence = $2 and held.item = time.item`,
    [
      merchant,
      approval,
      times.map((it) => it.item),
      times.map((it) => it.mark),
      times.map((it) => it.sendAt),
      times.map((it) => now + it.seconds),
    ],
  );
}

/** They wait again. @param note why; null where a person took the release back */
export const waitAgain = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, items }: HeldItems,
  note: string | null,
): Promise<unknown> =>
  query(
    `update held_item set state = 'WAITING', mark = null, send_at = null, next_try = null, note = $4 where ${ofItems}`,
    [merchant, approval, items, note === null ? null : numbers.seal(note)],
  );

/** Nothing of them leaves any more. */
export const dropHeld = (
  query: Query,
  { merchant, approval, items }: HeldItems,
  state: 'RETURNED' | 'WITHDRAWN' | 'MISSED',
  note: string | null = null,
): Promise<unknown> =>
  query(`update held_item set state = $4, content = null, mark = null, next_try = null, note = $5 where ${ofItems}`, [
    merchant,
    approval,
    items,
    state,
    note,
  ]);

/**
 * Takes them for this process, for so long.
 * @returns the database's time, and those that are still to be sent and that no other process has.
 */
export async function takeHeld(
  query: Query,
  { merchant, approval, items }: HeldItems,
  seconds: number,
): Promise<{ since: string; items: number[] } | undefined> {
  const [[now], taken] = await Promise.all([
    query<{ since: string }>('select now()::text as since'),
    query<{ item: number }>(
      `update held_item set next_try = now() + $4::float8 * interval '1 second'
        where ${ofItems} and state = 'RELEASED' and next_try <= now() returning item`,
      [merchant, approval, items, seconds],
    ),
  ]);
  return now && taken.length > 0 ? { since: now.since, items: taken.map(({ item }) => item) } : undefined;
}

/** @param note why they are not sent yet. */
export const postponeHeld = (
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, approval, items }: HeldItems,
  seconds: number,
  note: string | null,
): Promise<unknown> =>
  query(
    `update held_item set next_try = now() + $4::float8 * interval '1 second', note = $5 where ${ofItems} and state = 'RELEASED'`,
    [merchant, approval, items, seconds, note === null ? null : numbers.seal(note)],
  );

/** In the transaction that keeps their call. */
export const markHeldSending = (
  query: Query,
  { merchant, approval, items }: HeldItems,
  call: string,
): Promise<unknown> =>
  query(`update held_item set state = 'SENDING', call = $4, next_try = null, note = null where ${ofItems}`, [
    merchant,
    approval,
    items,
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

/** The outcome of an item that was sent. */
export interface HeldSettlement {
  item: number;
  state: HeldEnd;
  note: string | null;
  made: MadePayout | undefined;
}

/** In the transaction that settles them. */
export async function settleHeld(
  { query, numbers }: Pick<Within, 'query' | 'numbers'>,
  { merchant, call }: OfCall,
  ends: readonly HeldSettlement[],
): Promise<void> {
  const rows = await query<{ item: number; summary: string }>(
    `select item, summary from held_item where merchant = $1 and call = $2 and state = 'SENDING' and item = any($3) for update`,
    [merchant, call, ends.map(({ item }) => item)],
  );
  const byItem = new Map(ends.map((it) => [it.item, it]));
  const settled = rows.flatMap(({ item, summary: sealed }) => {
    const end = byItem.get(item);
    if (!end) return [];
    const summary = JSON.parse(numbers.open(sealed)) as HeldSummary;
    const { payment } = summary;
    const { made, state } = end;
    if (payment && made) payment.ContractSequence = made.ContractSequence;
    const note = end.note ?? (payment && made ? differenceFrom(payment, made) : null);
    return [
      { item, state, note: note === null ? null : numbers.seal(note), summary: numbers.seal(JSON.stringify(summary)) },
    ];
  });
  if (settled.length === 0) return;
  await query(
    `update held_item held set state = it.state, note = it.note, summary = it.summary, content = null, mark = null, ended_at = now()
      from unnest($3::int[], $4::text[], $5::text[], $6::text[]) as it (item, state, note, summary)
      where merchant = $1 and call = $2 and held.state = 'SENDING' and held.item = it.item`,
    [
      merchant,
      call,
      settled.map((it) => it.item),
      settled.map((it) => it.state),
      settled.map((it) => it.note),
      settled.map((it) => it.summary),
    ],
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
