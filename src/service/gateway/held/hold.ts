import { jsonOf } from '#answers/json.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf } from '#service/audit/entry.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { RequestHash } from '#service/http/idempotency.ts';
import type { Item } from '#service/http/items.ts';
import { isExempt, withSecretHolders } from '#service/resources/payouts/release.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import { uncountHeld } from './counted.ts';
import { clientNames, needsRelease, heldNames, summaryOf, type HeldFacts, type SeenFacts } from './facts.ts';
import { heldKindOf, heldOperations, ruleConditions, type HeldKind, type HeldOperation } from './kinds.ts';
import { changingClients, dropHeld, hasWaiting, heldOfRecords, insertHeld, onlyItem, type HeldItem } from './store.ts';

/** An item that a rule may concern, by its place in the call. */
export interface HeldCandidate {
  place: number;
  kind: HeldKind;
  item: Item;
  fields: Fields;
  names: RecordNames;
}

export function heldCandidates(
  operation: string,
  items: readonly Item[],
  names: ReadonlyMap<number, RecordNames>,
): HeldCandidate[] {
  return [...names].flatMap(([place, it]) => {
    const item = items[place];
    if (!item || item.read instanceof Refusal) return [];
    const fields = item.read.data as Fields;
    const kind = heldKindOf(operation as HeldOperation, fields);
    return kind ? [{ place, kind, item, fields, names: it }] : [];
  });
}

/**
 * The database's time if the merchant's rule concerns them: all are of the operation's one kind. Undefined if it does not. Two
 * administrators exempt a program, which then prepares by itself; what it edits may be another's.
 */
export async function ruledSince(
  call: Call,
  [first]: readonly HeldCandidate[],
  isCreate: boolean,
): Promise<string | undefined> {
  if (!first) return undefined;
  const [[rule], isFree] = await Promise.all([
    call.query<{ since: string }>(
      `select now()::text as since from approval_rule where merchant = $1 and ${ruleConditions[first.kind as keyof typeof ruleConditions]}`,
      [call.merchant],
    ),
    first.kind === 'PAYOUTS' && isCreate && isExempt(call, [call.caller.subject]),
  ]);
  return isFree ? undefined : rule?.since;
}

/**
 * Those of whose records nothing was read yet, or whose bank details a released change has altered since they were read: an item
 * that seemed to change nothing would undo it unseen, and a payout would go to an account that was not judged. Apart from them, the places
 * of those whose bank details are being changed.
 */
export async function unreadOf(
  call: Call,
  candidates: readonly HeldCandidate[],
  facts: ReadonlyMap<number, SeenFacts>,
): Promise<{ unread: HeldCandidate[]; changing: ReadonlySet<number> }> {
  const read = candidates.flatMap(({ place, kind, names }) => {
    const seen = facts.get(place);
    const { numbers } = kind === 'PAYOUTS' ? clientNames(seen?.found) : names;
    return seen && kind !== 'CANCEL' ? [{ place, numbers, since: seen.since }] : [];
  });
  const { changed, changing } = await changingClients(call, call.product, read);
  const placesOf = (some: ReadonlySet<number>) =>
    new Set(read.flatMap(({ place }, index) => (some.has(index) ? [place] : [])));
  const stale = placesOf(changed);
  return {
    unread: candidates.filter(({ place }) => !facts.has(place) || stale.has(place)),
    changing: placesOf(changing),
  };
}

const notFound = (kind: HeldKind) =>
  new Refusal(
    kind === 'CANCEL'
      ? { Code: 'NOT_FOUND', Message: 'The provider shows no such contract. It was not sent.' }
      : { Field: 'ClientNumber', Code: 'NOT_FOUND', Message: 'The provider shows no such client. It was not sent.' },
  );

/**
 * Holds what needs a second person, in a transaction that no other call of the merchant and product has at the same time. Other
 * content for the same record replaces what waits, and so does an edit with the bank details that are in force.
 * @param facts what the provider shows, by place.
 * @returns by place why an item is not sent.
 */
export async function holdItems(
  call: Call,
  operation: HeldOperation,
  candidates: readonly HeldCandidate[],
  facts: ReadonlyMap<number, SeenFacts>,
  address: string,
): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>();
  for (const candidate of candidates) {
    const { place, kind, fields } = candidate;
    const seen = facts.get(place)?.found;
    if (!seen) refusals.set(place, notFound(kind));
    else if (needsRelease(kind, fields, seen))
      refusals.set(place, await hold(call, operation, candidate, seen, address));
    else await withdrawHeld(call, [candidate]);
  }
  return refusals;
}

/** Of a record several debits to collect again may wait; of other kinds its last content. */
export async function hold(
  call: Call,
  operation: HeldOperation,
  { kind, item, fields }: Pick<HeldCandidate, 'kind' | 'item' | 'fields'>,
  facts: HeldFacts,
  address: string,
): Promise<Refusal> {
  const { merchant, product, caller, numbers, query } = call;
  const text = jsonOf(item.submitted());
  const digest = new RequestHash(product);
  digest.add(text);
  const hash = numbers.hash(digest.digest());
  const names = heldNames(facts);
  const preparers = await withSecretHolders(call, [caller.subject]);
  for (const other of await heldOfRecords(call, product, heldOperations[kind], [names])) {
    if (other.operation === operation && other.hash.equals(hash)) {
      await query(
        `update approval set preparers = preparers || array(select unnest($3::text[]) except select unnest(preparers))
          where merchant = $1 and approval_sequence = $2`,
        [merchant, other.approval, preparers],
      );
      return awaitingRelease(other.approval);
    }
    if (kind === 'COLLECT_AGAIN') continue;
    // What was released goes first, as what is under way does.
    if (other.state !== 'WAITING')
      return new Refusal({
        Code: 'UNSETTLED',
        Message: 'Another change of this record was released and is being sent. This one was not sent.',
      });
    await withdrawOne(call, other);
  }
  const summary = summaryOf(facts);
  const [opened] = await query<{ approval: number }>(
    `insert into approval (merchant, product, client_number, operation, preparers, kind, reason, prepared_name, prepared_at)
      values ($1, $2, $3, $4, $5, $6, 'RULE', $7, $8)
      returning approval_sequence as approval`,
    [merchant, product, facts.ClientNumber, operation, preparers, kind, caller.name, call.now],
  );
  if (!opened) throw new Error('an approval was not inserted');
  const author = { actor: actorOf(caller), context: contextOf(caller, address) };
  await insertHeld(
    call,
    {
      merchant,
      approval: opened.approval,
      product,
      operation,
      subject: caller.subject,
      author,
      askedIn: call.sequence,
      hash,
    },
    [
      {
        item: 1,
        ...names,
        summary,
        content: { fields, ...(item.text && { text: item.text() }) },
        heldUntil: null,
        day: null,
        mark: null,
      },
    ],
  );
  return awaitingRelease(opened.approval);
}

export const awaitingRelease = (ApprovalSequence: number): Refusal =>
  new Refusal({
    Code: 'AWAITING_RELEASE',
    Message: `It waits for release: another person who may release must confirm it (approval ${ApprovalSequence}).`,
    ApprovalSequence,
  });

export const awaitingImport = (ApprovalSequence: number): Refusal =>
  new Refusal({
    Code: 'AWAITING_RELEASE',
    Message: `It waits until its import is complete. If that is above the limit, another person who may release must confirm it (approval ${ApprovalSequence}).`,
    ApprovalSequence,
  });

/** Takes back what waits of the records of these items. */
export async function withdrawHeld(call: Call, candidates: readonly HeldCandidate[]): Promise<void> {
  if (candidates.length === 0 || !(await hasWaiting(call, call.product))) return;
  for (const { kind, names } of candidates)
    if (kind !== 'PAYOUTS')
      for (const it of await heldOfRecords(call, call.product, heldOperations[kind], [names]))
        if (it.state === 'WAITING') await withdrawOne(call, it);
}

/** Of payouts others of the same approval may wait on. */
export async function withdrawOne({ query, caller, now }: Call, it: HeldItem): Promise<void> {
  await dropHeld(query, onlyItem(it), 'WITHDRAWN');
  await uncountHeld(query, onlyItem(it));
  await query(
    `update approval set decision = 'WITHDRAWN', decided_by = $3, decided_name = $4, decided_at = $5
      where merchant = $1 and approval_sequence = $2 and not exists (
        select from held_item held where held.merchant = $1 and held.approval_sequence = $2 and held.state <> 'WITHDRAWN')`,
    [it.merchant, it.approval, caller.subject, caller.name, now],
  );
}
