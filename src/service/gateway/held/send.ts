import { randomUUID } from 'node:crypto';
import { interfaceRequest } from '#answers/request.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Begun } from '#service/database/transaction.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { claimRecords, inTheWay, type RecordNames } from '../outgoing/claims.ts';
import { eventsOf } from '../outgoing/entries.ts';
import { providerReader, rememberingReader } from '../outgoing/reader.ts';
import { sendKept, type OutgoingBytes } from '../outgoing/send.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { callShapeOf } from '../outgoing/shapes.ts';
import { insertCall, type OutgoingRecord } from '../outgoing/store.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from '../outgoing/world.ts';
import { providerFault } from '../tokens.ts';
import { authorGone, mayStillSend } from './author.ts';
import { countInCall, uncountHeld } from './counted.ts';
import { clientNames, heldFactsOf, heldMark, heldNames, keptMark, type HeldFacts } from './facts.ts';
import { isHeldPayout } from './kinds.ts';
import { payoutContent } from './payouts.ts';
import {
  againSeconds,
  changingClients,
  dropHeld,
  heldItemsIn,
  markHeldSending,
  numbersOfClient,
  postponeHeld,
  takeHeld,
  waitAgain,
  type HeldContent,
  type HeldItem,
  type HeldItems,
} from './store.ts';

/** A process that sends some has them for so long before their call is kept. */
const leaseSeconds = 120;

const underWay = 'Another change of this record is under way, or its outcome is not known yet.';

/** Until it is free, perhaps. */
const claimedSeconds = 2;

/** Sent at a time by this process, as single items: a provider may take minutes for one. */
const atOnce = 16;

/** What a call of many counts for: it reads as many records at a time as browsers do. */
const weightOfMany = 4;

/** Items of one call. */
export const mostInCall = 500;

/** Milliseconds for reading what the provider shows of the items of a call; the others go in the next one. */
const readMs = 20_000;

/** Milliseconds until others take a call of many for abandoned that is not sent: before, each of its records is read once more. */
const beginMs = 60_000;

/** Reads at a time. */
const readAtOnce = 6;

/** Begins to send what was released and is due, of any process: one that ended has left it. */
export function heldSender(world: SharedWorld): () => Promise<void> {
  let running = 0;
  return async () => {
    if (running >= atOnce) return;
    const due = await asMaintenance(world.pool, (query) =>
      query<HeldItems>(
        `select merchant, approval, array_agg(item order by item) as items from (
            (select merchant, approval_sequence as approval, item, operation, subject, author, next_try from held_item
              where state = 'RELEASED' and next_try <= now() order by next_try limit $1)
            union all
            (select merchant, approval_sequence, item, operation, subject, author, null from held_item
              where state = 'WAITING' and day < $2::date limit $1)
          ) due
          group by merchant, approval, operation, subject, author order by min(next_try)`,
        [atOnce * mostInCall, world.clock.today()],
      ),
    );
    const calls = due.flatMap((it) =>
      Array.from({ length: Math.ceil(it.items.length / mostInCall) }, (_, index) => ({
        ...it,
        items: it.items.slice(index * mostInCall, (index + 1) * mostInCall),
      })),
    );
    for (const it of calls) {
      if (running >= atOnce) return;
      const weight = it.items.length === 1 ? 1 : weightOfMany;
      running += weight;
      void sendHeld(world, it)
        .catch(world.report)
        .finally(() => (running -= weight));
    }
  };
}

/**
 * Sends what was released of one approval, of one operation and author, if no other process does: as one call, by the way of every
 * other change. What the provider shows is read again before: anything else than the release was for waits again, and so does what its
 * preparer may no longer send.
 */
export async function sendHeld(shared: SharedWorld, named: HeldItems): Promise<void> {
  const { merchant } = named;
  const taken = await whenFree({ destroyed: false }, () => take(shared, named));
  const [first] = taken?.held ?? [];
  if (!taken || !first) return;
  const { since, line, isPaused } = taken;
  const world = worldOf(shared, line);
  const now = shared.clock.now();
  const waitOf = ({ sendAt }: HeldItem) => (sendAt === null ? 0 : secondsUntil(now, sendAt));
  for (const it of taken.held) if (waitOf(it) > 0) await postpone(world, [it], waitOf(it), null);
  const held = taken.held.filter((it) => waitOf(it) <= 0);
  if (isPaused || !line.tokens) return postpone(world, held, againSeconds, 'Changes are paused for this merchant.');
  const facts = new Map<number, HeldFacts | undefined>();
  const reader = rememberingReader(providerReader(world, first));
  const unread = [...held];
  const endMs = performance.now() + readMs;
  const work = async () => {
    for (let next = unread.shift(); next; next = unread.shift()) {
      facts.set(next.item, await heldFactsOf(reader, next.operation, contentToSend(next).fields));
      if (performance.now() > endMs) return;
    }
  };
  try {
    line.pauses.mustBeOver(merchant);
    await Promise.all(Array.from({ length: readAtOnce }, work));
  } catch (error) {
    providerFault(error);
    return postpone(world, held, againSeconds, 'The provider cannot be read right now.');
  }
  await postpone(world, unread, 0, null);
  const items = [...facts.keys()];
  const kept = await whenFree({ destroyed: false }, () => keep(world, { ...named, items }, { facts, since }));
  if (!kept) return;
  const end = await sendKept(world, kept.record, kept.bytes);
  if ('error' in end) await postpone(world, kept.held, againSeconds, end.error.message);
  if ('answer' in end)
    await postpone(world, kept.held, againSeconds, `The provider answered with status ${end.answer.status}.`);
}

/** The items that are due and that no other process is sending. A payout whose day has passed is never sent. */
const take = (shared: SharedWorld, named: HeldItems) =>
  inMerchantTransaction(shared, named.merchant, async ({ query }, begun) => {
    const within = { query, numbers: shared.numbers };
    const today = shared.clock.today();
    const isOver = ({ day, state }: HeldItem) =>
      day !== null && day < today && (state === 'WAITING' || state === 'RELEASED');
    const found = await heldItemsIn(within, named);
    const [first] = found;
    if (!first) return undefined;
    if (found.some(isOver)) {
      await mustBeFree({ query }, `${named.merchant} ${first.product}`, Lock.claims);
      const over = (await heldItemsIn(within, named)).filter(isOver);
      await miss(within, begun, over);
    }
    const taken = await takeHeld(query, named, leaseSeconds);
    if (!taken) return undefined;
    const held = await heldItemsIn(within, { ...named, items: taken.items });
    return { held, since: taken.since, ...(await shared.lines.read(query, first)) };
  });

async function miss(
  { query, numbers }: { query: Query; numbers: Numbers },
  begun: Begun,
  over: readonly HeldItem[],
): Promise<void> {
  const [first] = over;
  if (!first) return;
  const note = 'Its day passed before it was sent.';
  const items = { ...first, items: over.map(({ item }) => item) };
  await dropHeld(query, items, 'MISSED', numbers.seal(note));
  await uncountHeld(query, items);
  begun.last.push(...appending(first.merchant, { ...happened(over), ...notStored(first, note) }));
}

/** As it is sent. */
export function contentToSend({ content, operation, heldUntil }: HeldItem): HeldContent {
  if (!content) throw new Error('what is held has no content');
  return isHeldPayout(operation) ? payoutContent(operation, content, heldUntil) : content;
}

/** Between two business times; negative if it is over. */
export const secondsUntil = (now: DateTimeText, then: DateTimeText): number =>
  (Date.parse(`${then.replace(' ', 'T')}Z`) - Date.parse(`${now.replace(' ', 'T')}Z`)) / 1000;

const postpone = async (
  world: SharedWorld,
  held: readonly HeldItem[],
  seconds: number,
  note: string | null,
): Promise<void> => {
  const [first] = held;
  if (!first) return;
  await inMerchantTransaction(world, first.merchant, ({ query }) =>
    postponeHeld({ query, numbers: world.numbers }, { ...first, items: held.map(({ item }) => item) }, seconds, note),
  );
};

/** What the provider showed, by item, and the database's time before. */
interface SeenItems {
  facts: ReadonlyMap<number, HeldFacts | undefined>;
  since: string;
}

interface KeptItems {
  held: readonly HeldItem[];
  record: OutgoingRecord;
  bytes: OutgoingBytes;
}

/** Keeps their call, with its claims. @returns undefined if all wait, or go later. */
const keep = (world: OutgoingWorld, named: HeldItems, { facts, since }: SeenItems): Promise<KeptItems | undefined> =>
  inMerchantTransaction(world, named.merchant, async ({ query }, begun) => {
    const { numbers } = world;
    const { merchant, approval } = named;
    const within = { query, merchant, numbers };
    const [found] = await heldItemsIn(within, { ...named, items: named.items.slice(0, 1) });
    if (!found) return undefined;
    await mustBeFree({ query }, `${merchant} ${found.product}`, Lock.claims);
    // Now: a release may have been taken back meanwhile.
    const released = (await heldItemsIn(within, named)).filter(({ state }) => state === 'RELEASED');
    const [first] = released;
    if (!first) return undefined;
    const { product, operation: name } = first;
    const operation: Operation = operations[name];
    const numbersOf = (some: readonly HeldItem[]) => ({ ...named, items: some.map(({ item }) => item) });
    const isOwner = !world.hasOwnSignIns || (await mayStillSend(query, first));
    const read = released.flatMap((it) => {
      const seen = facts.get(it.item);
      const { fields } = contentToSend(it);
      const isSame = isOwner && seen && it.mark === keptMark(numbers, heldMark(name, fields, seen));
      return isSame ? [{ held: it, facts: seen, fields, names: heldNames(seen), client: clientNames(seen) }] : [];
    });
    const isRead = new Set(read.map(({ held: { item } }) => item));
    const changed = released.filter(({ item }) => !isRead.has(item));
    if (changed.length > 0) {
      const note = isOwner ? 'What the provider shows has changed since the release.' : authorGone;
      await waitAgain(within, numbersOf(changed), note);
      await query(
        `update approval set decision = null, decided_by = null, decided_name = null, decided_at = null, shown = null
          where merchant = $1 and approval_sequence = $2`,
        [merchant, approval],
      );
      begun.last.push(...appending(merchant, { ...happened(changed), ...notStored(first, note) }));
    }
    if (read.length === 0) return undefined;
    const [merchantIn] = await query('select 1 as found from merchant where merchant = $1 and not disabled', [
      merchant,
    ]);
    if (!merchantIn) {
      await postponeHeld(within, numbersOf(read.map(({ held }) => held)), againSeconds, 'The merchant is disabled.');
      return undefined;
    }
    const { claimed, alien } = await inTheWay(
      query,
      { merchant, product },
      new Map(read.map((it) => [it.held.item, it.names])),
    );
    const blocked = new Set([...claimed, ...alien.items, ...(await bankChanging(within, read, since))]);
    if (blocked.size > 0) await postponeHeld(within, { ...named, items: [...blocked] }, claimedSeconds, underWay);
    const going = read.filter(({ held: { item } }) => !blocked.has(item));
    if (going.length === 0) return undefined;
    const shape = callShapeOf(operation);
    const held = going.map((it) => it.held);
    // An item has its number as its place, by which it is settled.
    const sent = going.map((it) => ({ place: it.held.item, fields: it.fields, names: shape.record(it.names) }));
    const isPayout = isHeldPayout(name);
    const record = {
      merchant,
      product,
      call: randomUUID(),
      operation: name,
      subject: first.subject,
      key: randomUUID(),
      hash: first.hash,
      author: { ...first.author, approval, ...(isPayout && { isCounted: true as const }) },
      askedIn: begun.sequence,
      items: { sent, refused: [] },
      outcomes: sent.map(() => ({ state: 'open' as const })),
    };
    const { abandoned } = world.timing;
    await insertCall(query, numbers, record, held.length === 1 ? abandoned : Math.max(abandoned, beginMs));
    await claimRecords(query, record, new Map(going.map((it) => [it.held.item, it.names])));
    await markHeldSending(query, numbersOf(held), record.call);
    if (isPayout) await countInCall(query, numbersOf(held), record.call);
    const changes = await eventsOf(operation, sent).changes(sealing({ merchant, product, query, numbers }));
    begun.last.push(
      ...appending(merchant, {
        ...happened(held),
        CallSequence: begun.sequence,
        ...changes,
        Outcome: 'asked',
        Details: { Call: record.call, Approval: approval },
      }),
    );
    return {
      held,
      record: {
        ...record,
        state: 'WAITING',
        version: 1,
        isAnswered: false,
        keptAt: Date.now(),
        sentAt: undefined,
        readAt: undefined,
        answer: undefined,
        settledBy: undefined,
      },
      bytes: bytesOf(world, held),
    };
  });

/**
 * Items that must wait for bank details: a payout goes to the account that the provider has then, which must be the one that was just
 * read.
 */
async function bankChanging(
  within: { query: Query; merchant: string; numbers: Numbers },
  read: readonly { held: HeldItem; facts: HeldFacts; client: RecordNames }[],
  since: string,
): Promise<number[]> {
  const [first] = read;
  if (!first) return [];
  const { product, operation } = first.held;
  const { query, merchant } = within;
  if (operation === 'clientEdit') {
    const isUnderWay = await hasPayoutsUnderWay(query, merchant, product, first.facts.ClientNumber ?? '');
    return isUnderWay ? [first.held.item] : [];
  }
  if (!isHeldPayout(operation)) return [];
  const { changed, changing } = await changingClients(
    within,
    product,
    read.map(({ client: { numbers } }) => ({ numbers, since })),
  );
  return read.flatMap(({ held: { item } }, index) => (changed.has(index) || changing.has(index) ? [item] : []));
}

/** Whether payouts of a client may arrive after a change that is sent now: they would go to another account. */
const hasPayoutsUnderWay = async (
  query: Query,
  merchant: string,
  product: string,
  client: string,
): Promise<boolean> => {
  const rows = await query(
    `select 1 as found from outgoing_claim claim join outgoing_call made
        on made.merchant = claim.merchant and made.call = claim.call
      where claim.merchant = $1 and claim.product = $2 and starts_with(claim.numbers, $3) and made.operation like 'payout%'
      limit 1`,
    [merchant, product, numbersOfClient(client)],
  );
  return rows.length > 0;
};

/** Of one operation and author. */
function happened(held: readonly HeldItem[]) {
  const [first] = held;
  if (!first) throw new Error('nothing happened');
  const { operation, author, product } = first;
  return {
    Action: operation,
    Actor: author.actor,
    Context: author.context,
    Product: product,
    Items: held.length,
    ...eventsOf(
      operations[operation],
      held.map((it) => ({ fields: contentToSend(it).fields })),
    ).listed,
  };
}

/** The entry names the job, because no person decided it. */
const notStored = ({ approval }: HeldItem, why: string) => ({
  Actor: { Kind: 'service' as const, Id: 'sending-released', Name: 'Sending what was released' },
  Context: undefined,
  Outcome: 'not stored' as const,
  Details: { Approval: approval, Why: why },
});

/** The callers' own texts, to the address of the connection as it is now. */
function bytesOf({ line }: OutgoingWorld, held: readonly HeldItem[]): OutgoingBytes {
  const [first] = held;
  if (!first) throw new Error('a call without items');
  const operation: Operation = operations[first.operation];
  const contents = held.map(contentToSend);
  const service = { segment: line.provider.segment, organisation: '' };
  const { url } = interfaceRequest(operation, first, service, contents[0]?.fields ?? {});
  const { method } = operation;
  const texts = contents.flatMap(({ text }) => text ?? []);
  return texts.length === 0
    ? { method, path: url }
    : { method, path: url, body: callShapeOf(operation).body(operation, texts) };
}
