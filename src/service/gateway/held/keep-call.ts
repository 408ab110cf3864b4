import { randomUUID } from 'node:crypto';
import { interfaceRequest } from '#answers/request.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Begun } from '#service/database/transaction.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { keepOptedOut } from '#service/messages/held-messages.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { countAdded } from '../collecting/store.ts';
import { claimRecords, inTheWay, type RecordNames } from '../outgoing/claims.ts';
import { eventsOf } from '../outgoing/entries.ts';
import type { OutgoingBytes } from '../outgoing/send.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { callShapeOf } from '../outgoing/shapes.ts';
import { insertCall, type OutgoingRecord } from '../outgoing/store.ts';
import type { OutgoingWorld } from '../outgoing/world.ts';
import { authorGone, mayStillSend } from './author.ts';
import { contentToSend } from './content.ts';
import { countInCall } from './counted.ts';
import { heldHappened, heldNotStored } from './entries.ts';
import { writeHeldEvents } from './events.ts';
import { clientNames, heldMark, heldNames, keptMark, type HeldFacts } from './facts.ts';
import { isHeldDebit, isHeldPayout } from './kinds.ts';
import {
  againSeconds,
  changingClients,
  heldItemsIn,
  markHeldSending,
  numbersOfClient,
  postponeHeld,
  waitAgain,
  type HeldItem,
  type HeldItems,
} from './store.ts';

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

/**
 * Keeps the call of items that were released, with its claims and its entry in the audit log, before it is sent. Left out are items of
 * which the provider shows something else than the release was for, and items in the way of another change.
 * @returns undefined if all wait, or go later
 */
export const keepHeldCall = (
  world: OutgoingWorld,
  named: HeldItems,
  { facts, since }: SeenItems,
): Promise<KeptItems | undefined> =>
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
    const why = isOwner ? 'What the provider shows has changed since the release.' : authorGone;
    await putBack(within, named, begun, { changed, why, now: world.clock.now() });
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
    if (name === 'clientEdit')
      await keepOptedOut(
        { query, numbers, merchant, product },
        sent.map(({ fields }) => fields),
      );
    if (isHeldDebit(name))
      await countAdded(within, record, new Map(going.map((it) => [it.held.item, it.names])), dateOf(world.clock.now()));
    if (isPayout) await countInCall(query, numbersOf(held), record.call);
    const changes = await eventsOf(operation, sent).changes(sealing({ merchant, product, query, numbers }));
    begun.last.push(
      ...appending(merchant, {
        ...heldHappened(held),
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

/** What was released for something else than the provider shows now, or whose author is gone, waits for another decision. */
async function putBack(
  within: { query: Query; merchant: string; numbers: Numbers },
  named: HeldItems,
  begun: Begun,
  { changed, why, now }: { changed: readonly HeldItem[]; why: string; now: DateTimeText },
): Promise<void> {
  const [first] = changed;
  if (!first) return;
  const { query } = within;
  const { merchant, approval } = named;
  await waitAgain(within, { ...named, items: changed.map(({ item }) => item) }, why);
  await writeHeldEvents(within, 'payout.waiting', now, changed);
  await query(
    `update approval set decision = null, decided_by = null, decided_name = null, decided_at = null, shown = null
      where merchant = $1 and approval_sequence = $2`,
    [merchant, approval],
  );
  begun.last.push(...appending(merchant, { ...heldHappened(changed), ...heldNotStored(first, why) }));
}

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

/** Milliseconds until others take a call of many for abandoned that is not sent: before, each of its records is read once more. */
const beginMs = 60_000;

const underWay = 'Another change of this record is under way, or its outcome is not known yet.';

/** Until it is free, perhaps. */
const claimedSeconds = 2;

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
