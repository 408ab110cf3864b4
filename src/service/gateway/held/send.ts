import type { DateTimeText } from '#rules/calendar.ts';
import { appending } from '#service/audit/entry.ts';
import type { Query } from '#service/database/query.ts';
import type { Begun } from '#service/database/transaction.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { providerReader, rememberingReader } from '../outgoing/reader.ts';
import { sendKept } from '../outgoing/send.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { worldOf, type SharedWorld } from '../outgoing/world.ts';
import { providerFault } from '../tokens.ts';
import { contentToSend } from './content.ts';
import { uncountHeld } from './counted.ts';
import { heldHappened, heldNotStored } from './entries.ts';
import { heldFactsOf, type HeldFacts } from './facts.ts';
import { keepHeldCall } from './keep-call.ts';
import { againSeconds, dropHeld, heldItemsIn, postponeHeld, takeHeld, type HeldItem, type HeldItems } from './store.ts';

/** How long a process may read what it took, before another may take it. */
const leaseSeconds = 120;

/** Sent at a time by this process, as single items: a provider may take minutes for one. */
const atOnce = 16;

/** What a call of many counts for: it reads as many records at a time as browsers do. */
const weightOfMany = 4;

/** Items of one call. */
export const mostInCall = 500;

/** Milliseconds for reading what the provider shows of the items of a call; the others go in the next one. */
const readMs = 20_000;

/** Reads at a time. */
const readAtOnce = 6;

/**
 * Begins to send what was released and is due, of any process: one that ended has left it. Payouts whose day has passed are given up,
 * released or not.
 */
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
            -- Never sent: they end as missed.
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
 * other change. What the provider shows is read again before: `keepHeldCall` compares it with what the release was for. Anything else waits
 * again, and so does what its preparer may no longer send.
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
  const kept = await whenFree({ destroyed: false }, () => keepHeldCall(world, { ...named, items }, { facts, since }));
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

/** Payouts whose day has passed end here: they count for no limit any more, and the audit says why. */
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
  begun.last.push(...appending(first.merchant, { ...heldHappened(over), ...heldNotStored(first, note) }));
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
