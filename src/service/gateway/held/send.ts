import { randomUUID } from 'node:crypto';
import { interfaceRequest } from '#answers/request.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending } from '#service/audit/entry.ts';
import { HttpError } from '#service/http/errors.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { claimRecords, inTheWay } from '../outgoing/claims.ts';
import { eventsOf } from '../outgoing/entries.ts';
import { providerReader } from '../outgoing/reader.ts';
import { sendKept, type OutgoingBytes } from '../outgoing/send.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { callShapeOf } from '../outgoing/shapes.ts';
import { insertCall, type OutgoingRecord } from '../outgoing/store.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from '../outgoing/world.ts';
import { authorGone, mayStillSend } from './author.ts';
import { countInCall, uncountHeld } from './counted.ts';
import { heldFactsOf, heldMark, heldNames, type HeldFacts } from './facts.ts';
import { isHeldPayout } from './kinds.ts';
import { payoutContent } from './payouts.ts';
import {
  againSeconds,
  dropHeld,
  hasEndedSince,
  heldItem,
  heldOfRecord,
  markHeldSending,
  numbersOfClient,
  postponeHeld,
  takeHeld,
  waitAgain,
  type HeldContent,
  type HeldItem,
} from './store.ts';

type Named = Pick<HeldItem, 'merchant' | 'approval' | 'item'>;

/** A process that sends one has it for so long before its call is kept. */
const leaseSeconds = 120;

const underWay = 'Another change of this record is under way, or its outcome is not known yet.';

/** Until it is free, perhaps. */
const claimedSeconds = 2;

/** Sent at a time by this process: a provider may take minutes for one. */
const atOnce = 16;

/** Begins to send what was released and is due, of any process: one that ended has left it. */
export function heldSender(world: SharedWorld): () => Promise<void> {
  let running = 0;
  return async () => {
    if (running >= atOnce) return;
    const due = await asMaintenance(world.pool, (query) =>
      query<Named>(
        `(select merchant, approval_sequence as approval, item from held_item
            where state = 'RELEASED' and next_try <= now() order by next_try limit $1)
          union all
          (select merchant, approval_sequence, item from held_item where state = 'WAITING' and day < $2::date limit $1)
          limit $1`,
        [atOnce - running, world.clock.today()],
      ),
    );
    for (const it of due) {
      running++;
      void sendHeld(world, it)
        .catch(world.report)
        .finally(() => running--);
    }
  };
}

/**
 * Sends one that was released, if no other process does, by the way of every other change. What the provider shows is read again
 * before: anything else than the release was for waits again, and so does what its preparer may no longer send.
 */
export async function sendHeld(shared: SharedWorld, named: Named): Promise<void> {
  if (await whenFree({ destroyed: false }, () => missed(shared, named))) return;
  const taken = await inMerchantTransaction(shared, named.merchant, async ({ query }) => {
    const since = await takeHeld(query, named, leaseSeconds);
    if (since === undefined) return undefined;
    const held = await heldItem({ query, numbers: shared.numbers }, named);
    return held && { held, since, ...(await shared.lines.read(query, held)) };
  });
  if (!taken) return;
  const { held, since, line, isPaused } = taken;
  const world = worldOf(shared, line);
  const content = contentToSend(held);
  const later = held.sendAt === null ? 0 : secondsUntil(shared.clock.now(), held.sendAt);
  if (later > 0) return postpone(world, held, later, null);
  if (isPaused || !line.tokens) return postpone(world, held, againSeconds, 'Changes are paused for this merchant.');
  let facts: HeldFacts | undefined;
  try {
    line.pauses.mustBeOver(held.merchant);
    facts = await heldFactsOf(providerReader(world, held), held.operation, content.fields);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return postpone(world, held, againSeconds, 'The provider cannot be read right now.');
  }
  const kept = await whenFree({ destroyed: false }, () => keep(world, held, content, { facts, since }));
  if (!kept) return;
  const end = await sendKept(world, kept.record, kept.bytes);
  if ('error' in end) await postpone(world, held, againSeconds, end.error.message);
  if ('answer' in end)
    await postpone(world, held, againSeconds, `The provider answered with status ${end.answer.status}.`);
}

/** As it is sent. */
export function contentToSend({ content, operation, heldUntil }: HeldItem): HeldContent {
  if (!content) throw new Error('what is held has no content');
  return isHeldPayout(operation) ? payoutContent(operation, content, heldUntil) : content;
}

/** Between two business times; negative if it is over. */
export const secondsUntil = (now: DateTimeText, then: DateTimeText): number =>
  (Date.parse(`${then.replace(' ', 'T')}Z`) - Date.parse(`${now.replace(' ', 'T')}Z`)) / 1000;

/** A payout whose day has passed never leaves. @returns whether this one has. */
const missed = (world: SharedWorld, named: Named): Promise<boolean> =>
  inMerchantTransaction(world, named.merchant, async ({ query, merchant }, begun) => {
    const found = await heldItem({ query, numbers: world.numbers }, named);
    const today = world.clock.today();
    if (!found?.day || found.day >= today || !['WAITING', 'RELEASED'].includes(found.state)) return false;
    await mustBeFree({ query }, `${merchant} ${found.product}`, Lock.claims);
    const held = await heldItem({ query, numbers: world.numbers }, named);
    if (!held?.content || !['WAITING', 'RELEASED'].includes(held.state)) return false;
    const note = 'Its day passed before it was sent.';
    await dropHeld(query, held, 'MISSED', world.numbers.seal(note));
    await uncountHeld(query, held);
    begun.last.push(
      ...appending(merchant, {
        ...happened(held, held.content),
        ...byServer,
        Outcome: 'not stored',
        Details: { Approval: held.approval, Why: note },
      }),
    );
    return true;
  });

const postpone = async (world: SharedWorld, held: HeldItem, seconds: number, note: string | null): Promise<void> => {
  await inMerchantTransaction(world, held.merchant, ({ query }) =>
    postponeHeld({ query, numbers: world.numbers }, held, seconds, note),
  );
};

/** Keeps its call, with its claim. @returns undefined if it waits, or goes later. */
const keep = (
  world: OutgoingWorld,
  { merchant, approval, item }: HeldItem,
  content: HeldContent,
  { facts, since }: { facts: HeldFacts | undefined; since: string },
): Promise<{ record: OutgoingRecord; bytes: OutgoingBytes } | undefined> =>
  inMerchantTransaction(world, merchant, async ({ query }, begun) => {
    const { numbers } = world;
    const found = await heldItem({ query, numbers }, { merchant, approval, item });
    if (!found) return undefined;
    await mustBeFree({ query }, `${merchant} ${found.product}`, Lock.claims);
    // Again: a release may have been taken back meanwhile.
    const held = await heldItem({ query, numbers }, found);
    if (held?.state !== 'RELEASED') return undefined;
    const { product, operation: name } = held;
    const operation: Operation = operations[name];
    const [isOwner, mark] = [
      !world.hasOwnSignIns || (await mayStillSend(query, held)),
      keptMark(world, heldMark(name, content.fields, facts)),
    ];
    if (!isOwner || !facts || held.mark !== mark) {
      const note = isOwner ? 'What the provider shows has changed since the release.' : authorGone;
      await waitAgain({ query, numbers }, held, note);
      await query(
        `update approval set decision = null, decided_by = null, decided_name = null, decided_at = null, shown = null
          where merchant = $1 and approval_sequence = $2`,
        [merchant, approval],
      );
      begun.last.push(
        ...appending(merchant, {
          ...happened(held, content),
          ...byServer,
          Outcome: 'not stored',
          Details: { Approval: approval, Why: note },
        }),
      );
      return undefined;
    }
    const [merchantIn] = await query('select 1 as found from merchant where merchant = $1 and not disabled', [
      merchant,
    ]);
    const names = new Map([[0, heldNames(facts)]]);
    const others = await inTheWay(query, { merchant, product }, names);
    const bank = { sequence: null, numbers: JSON.stringify([facts.ClientNumber]) };
    // A payout goes to the account that the provider has then, which must be the one that was just read.
    const isBankChanging = facts.payout
      ? (await hasEndedSince({ query, merchant }, product, ['clientEdit'], bank, since)) ||
        (await heldOfRecord({ query, merchant, numbers }, product, ['clientEdit'], bank)).some(
          ({ state }) => state !== 'WAITING',
        )
      : name === 'clientEdit' && (await hasPayoutsUnderWay(query, merchant, product, facts.ClientNumber ?? ''));
    if (!merchantIn) {
      await postponeHeld({ query, numbers }, held, againSeconds, 'The merchant is disabled.');
      return undefined;
    }
    if (others.claimed.size > 0 || others.alien.items.length > 0 || isBankChanging) {
      await postponeHeld({ query, numbers }, held, claimedSeconds, underWay);
      return undefined;
    }
    const shape = callShapeOf(operation);
    const sent = [{ place: 0, fields: content.fields, names: shape.record(heldNames(facts)) }];
    const record = {
      merchant,
      product,
      call: randomUUID(),
      operation: name,
      subject: held.subject,
      key: randomUUID(),
      hash: held.hash,
      author: { ...held.author, approval, ...(facts.payout && { isCounted: true as const }) },
      askedIn: begun.sequence,
      items: { sent, refused: [] },
      outcomes: [{ state: 'open' as const }],
    };
    await insertCall(query, numbers, record, world.timing.abandoned);
    await claimRecords(query, record, names);
    await markHeldSending(query, held, record.call);
    if (facts.payout) await countInCall(query, held, record.call);
    const changes = await eventsOf(operation, sent).changes(sealing({ merchant, product, query, numbers }));
    begun.last.push(
      ...appending(merchant, {
        ...happened(held, content),
        CallSequence: begun.sequence,
        ...changes,
        Outcome: 'asked',
        Details: { Call: record.call, Approval: approval },
      }),
    );
    return {
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
      bytes: bytesOf(world, held, content),
    };
  });

/** Whether payouts of a client may arrive after a change that is sent now: they would go to another account. */
const hasPayoutsUnderWay = async (
  query: Parameters<typeof takeHeld>[0],
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

/** As it is stored: from a plain hash the few digits of an account number could be guessed. */
export const keptMark = ({ numbers }: Pick<SharedWorld, 'numbers'>, mark: string): string =>
  numbers.hash(Buffer.from(mark, 'base64url')).toString('base64url');

const happened = ({ operation, author, product }: HeldItem, { fields }: HeldContent) => ({
  Action: operation,
  Actor: author.actor,
  Context: author.context,
  Product: product,
  Items: 1,
  ...eventsOf(operations[operation], [{ fields }]).listed,
});

/** Nobody decided it. */
const byServer = {
  Actor: { Kind: 'service', Id: 'sending-released', Name: 'Sending what was released' },
  Context: undefined,
} as const;

/** The caller's own text, to the address of the connection as it is now. */
function bytesOf({ line }: OutgoingWorld, held: HeldItem, { fields, text }: HeldContent): OutgoingBytes {
  const operation: Operation = operations[held.operation];
  const { url } = interfaceRequest(operation, held, { segment: line.provider.segment, organisation: '' }, fields);
  const { method } = operation;
  return text === undefined
    ? { method, path: url }
    : { method, path: url, body: callShapeOf(operation).body(operation, [text]) };
}
