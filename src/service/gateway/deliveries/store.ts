import type { Query } from '#service/database/query.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { newReportAddress, type NewReportAddress } from './address.ts';
import type { DeliveryState } from './read-report.ts';

/** How long the address of a message is known after its call is settled, in hours: as long as its answer. */
const knownHours = 72;

/** The caller's own, for their reports. */
export interface OwnCallback {
  callbackData: string | null;
  notifyUrl: string | null;
}

interface Sent {
  merchant: string;
  call: string;
  organisation: string;
  /** In the order of the outcomes. */
  messages: readonly { messageId: string; callback: OwnCallback }[];
}

/** Makes an address for each message of a call, in the transaction that keeps it for sending. */
export async function insertAddresses(
  query: Query,
  numbers: Numbers,
  origin: string,
  { merchant, call, organisation, messages }: Sent,
): Promise<string[]> {
  const addresses: NewReportAddress[] = messages.map(() => newReportAddress(origin, merchant));
  await query(
    `insert into message_delivery (merchant, call, organisation, digest, item, message_id, callback)
      select $1, $2, $3, digest, item, message_id, callback
      from unnest($4::bytea[], $5::int[], $6::text[], $7::text[]) as it (digest, item, message_id, callback)
      returning 1`,
    [
      merchant,
      call,
      organisation,
      addresses.map(({ digest }) => digest),
      messages.map((_, index) => index),
      messages.map(({ messageId }) => messageId),
      messages.map(({ callback }) => numbers.seal(JSON.stringify(callback))),
    ],
  );
  return addresses.map(({ url }) => url);
}

export interface KnownMessage {
  call: string;
  item: number;
  messageId: string;
  organisation: string;
  callback: OwnCallback;
  reports: number;
  state: DeliveryState | undefined;
}

interface Address {
  merchant: string;
  digest: Buffer;
}

/** The message of an address; undefined for one that was never given, or that is forgotten. */
export async function messageAt(
  query: Query,
  numbers: Numbers,
  { merchant, digest }: Address,
): Promise<KnownMessage | undefined> {
  const [found] = await query<Omit<KnownMessage, 'callback' | 'state'> & { callback: string; state: string | null }>(
    `select it.call, it.item, it.message_id as "messageId", it.organisation, it.callback, it.reports, it.state
      from message_delivery it join outgoing_call made on made.merchant = it.merchant and made.call = it.call
      where it.merchant = $1 and it.digest = $2
        and (made.settled_at is null or made.settled_at > now() - $3::float8 * interval '1 hour')`,
    [merchant, digest, knownHours],
  );
  return (
    found && {
      ...found,
      callback: JSON.parse(numbers.open(found.callback)) as OwnCallback,
      state: stateIn(numbers, found.state),
    }
  );
}

const stateIn = (numbers: Numbers, stored: string | null): DeliveryState | undefined =>
  stored === null ? undefined : (JSON.parse(numbers.open(stored)) as DeliveryState);

/** @param posting what goes to the caller, as text. @returns whether it is new */
export async function insertReport(
  query: Query,
  numbers: Numbers,
  { merchant, digest, hash, posting }: Address & { hash: Buffer; posting: string | undefined },
): Promise<boolean> {
  const stored = posting === undefined ? null : numbers.seal(posting);
  const rows = await query(
    `insert into delivery_report (merchant, digest, hash, posting) values ($1, $2, $3, $4)
      on conflict (merchant, digest, hash) do nothing returning 1`,
    [merchant, digest, hash, stored],
  );
  return rows.length === 1;
}

/** @param state undefined leaves it as it is. */
export const countReport = (
  query: Query,
  numbers: Numbers,
  { merchant, digest, state }: Address & { state: DeliveryState | undefined },
): Promise<unknown> =>
  query(
    `update message_delivery set reports = reports + 1, state = coalesce($3::text, state)
      where merchant = $1 and digest = $2 returning 1`,
    [merchant, digest, state === undefined ? null : numbers.seal(JSON.stringify(state))],
  );

/** The items of a call, from 0, on which a report has come. */
export async function reportedItems(query: Query, merchant: string, call: string): Promise<ReadonlySet<number>> {
  const rows = await query<{ item: number }>(
    'select distinct item from message_delivery where merchant = $1 and call = $2 and reports > 0',
    [merchant, call],
  );
  return new Set(rows.map(({ item }) => item));
}

/** What is reported of messages, by their messageIds; several of one that was sent to its address twice. */
export async function reportedStates(
  query: Query,
  numbers: Numbers,
  { merchant, organisation }: { merchant: string; organisation: string },
  messageIds: readonly string[],
): Promise<{ messageId: string; state: DeliveryState }[]> {
  const rows = await query<{ messageId: string; state: string }>(
    `select message_id as "messageId", state from message_delivery
      where merchant = $1 and organisation = $2 and message_id = any($3) and state is not null`,
    [merchant, organisation, messageIds],
  );
  return rows.flatMap(({ messageId, state: stored }) => {
    const state = stateIn(numbers, stored);
    return state ? [{ messageId, state }] : [];
  });
}

interface ReportName extends Address {
  hash: Buffer;
}

/** @returns undefined once the caller has it. */
export async function postingOf(query: Query, numbers: Numbers, name: ReportName): Promise<string | undefined> {
  const [found] = await query<{ posting: string | null }>(
    'select posting from delivery_report where merchant = $1 and digest = $2 and hash = $3',
    [name.merchant, name.digest, name.hash],
  );
  return found?.posting == null ? undefined : numbers.open(found.posting);
}

export const endPosting = (query: Query, { merchant, digest, hash }: ReportName): Promise<unknown> =>
  query('update delivery_report set posting = null where merchant = $1 and digest = $2 and hash = $3 returning 1', [
    merchant,
    digest,
    hash,
  ]);

/** A report that no caller has taken is kept for two days: its job tries for almost one, and longer if the server is down meanwhile. */
const untakenHours = 48;

/** Forgets what belongs to calls that are forgotten. For the maintenance role. */
export async function sweepDeliveries(query: Query): Promise<void> {
  await query(
    `delete from message_delivery it where not exists
      (select from outgoing_call made where made.merchant = it.merchant and made.call = it.call)`,
  );
  await query(
    `delete from delivery_report it where (posting is null or received_at < now() - $1::float8 * interval '1 hour')
      and not exists
        (select from message_delivery known where known.merchant = it.merchant and known.digest = it.digest)`,
    [untakenHours],
  );
}
