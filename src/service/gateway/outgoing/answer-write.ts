import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { sequenceFrom } from '#answers/json.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import type { Operation } from '#contract/operation.ts';
import type { ChangeName } from '#contract/operations.ts';
import { dateOf } from '#rules/calendar.ts';
import type { CollectingRule } from '#rules/collecting-limits.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf, type Target } from '#service/audit/entry.ts';
import { HttpError, Refusal, unavailable, type CodedFault } from '#service/base/errors.ts';
import type { Begun } from '#service/database/transaction.ts';
import type { Call } from '#service/http/call.ts';
import type { AdmittedCall } from '#service/http/entry.ts';
import {
  holdKey,
  keepAnswer,
  keyClosed,
  idempotencyKey,
  keyReused,
  RequestHash,
  storedUnder,
} from '#service/http/idempotency.ts';
import { inCall, type Incoming } from '#service/http/incoming.ts';
import type { Item } from '#service/http/items.ts';
import { piecesOf, bodyOfPieces as bodyOf } from '#service/http/json/chunks.ts';
import { JsonBody } from '#service/http/json/json.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { changesConfirmed } from '#service/http/maintain.ts';
import { dryRunOf, mustBeEmpty } from '#service/http/request.ts';
import { importIdOf, importRowsOf, type ImportRows } from '#service/imports/import-rows.ts';
import { recordImport } from '#service/imports/store.ts';
import { keepOptedOut } from '#service/messages/held-messages.ts';
import { readCollectingRule } from '#service/resources/collecting/judge.ts';
import {
  collectingItems,
  collects,
  seenDebitsOf,
  judgeSentDebits,
  needsDebits,
  type CollectingItem,
  type JudgedCollecting,
  type SeenDebits,
} from '../collecting/judge.ts';
import { countAdded } from '../collecting/store.ts';
import { countPayouts } from '../held/counted.ts';
import { heldFactsOf, heldNames, type SeenFacts } from '../held/facts.ts';
import {
  heldCandidates,
  holdItems,
  ruledSince as readRule,
  unreadOf,
  withdrawHeld,
  type HeldCandidate,
} from '../held/hold.ts';
import { isHeldDebit, isHeldPayout, type HeldOperation } from '../held/kinds.ts';
import { holdPayouts, type JudgedPayouts } from '../held/payouts.ts';
import { endImport } from '../held/store.ts';
import { merchantOf, notOffered, providerAddress } from '../pass-read.ts';
import { ownReadsAtOnce, type ProviderLine } from '../provider-line.ts';
import { claimRecords, completedNames, nameClaims, type InTheWay, type RecordNames } from './claims.ts';
import { eventsOf } from './entries.ts';
import { messageText, reportUrlsOf } from './message-reports.ts';
import { isUnsettledItem, type OutgoingItems } from './outcomes.ts';
import { answerDryRun } from './pass-dry-run.ts';
import { nameItems, promisedItems } from './promised.ts';
import { listedClients, providerReader, rememberingReader } from './reader.ts';
import { sendKept, withBefore, type OutgoingBytes, type SendEnd } from './send.ts';
import { inMerchantTransaction } from './settle.ts';
import type { CallShape } from './shape.ts';
import { callShapeOf } from './shapes.ts';
import { callAlike, callUnder, insertCall, type OutgoingRecord } from './store.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from './world.ts';

/** A change for a provider: read, and with what could not be sent refused here. */
interface Outgoing {
  incoming: Incoming;
  operation: Operation;
  shape: CallShape;
  key: string | undefined;
  importId: string | undefined;
  /** No more calls of the import come. */
  isImportEnd: boolean;
  importRows: ImportRows | undefined;
  items: readonly Item[];
  hash: Buffer;
  /** By the places of the items: why one is not sent. */
  refused: Map<number, Refusal>;
  /** By the places of the items: the names of their records. */
  names: Map<number, RecordNames>;
  /** By the places of items that may need a second person: what the provider shows of their records. */
  facts: Map<number, SeenFacts>;
  /** Places of items whose contract the provider was asked for, since a promise to pay may hold them back. */
  looked: Set<number>;
  /** By the places of debits that the merchant's limits are about: what the provider shows of their contracts. */
  seen: Map<number, SeenDebits>;
  /** Calls of this process that are under way, by their merchant and number. */
  running: Map<string, Promise<SendEnd>>;
}

/** Answers the creates, edits, cancels and messages of callers: keeps each before it is sent, and settles it (docs/gateway.md). */
export function createWrites(world: SharedWorld): (incoming: Incoming) => Promise<FastifyReply> {
  const running: Outgoing['running'] = new Map();
  return (incoming) => answerWrite(world, incoming, running);
}

async function answerWrite(shared: SharedWorld, asked: Incoming, running: Outgoing['running']): Promise<FastifyReply> {
  const { request, dependencies } = asked;
  const { isDryRun, query } = dryRunOf(asked.query);
  const entry = await ofMerchant(shared, asked.entry);
  request.entry = entry;
  const incoming = { ...asked, entry, query };
  const { operation } = entry;
  if (operation.request) mustBeEmpty(query);
  if (isDryRun)
    try {
      return await answerDryRun(shared, incoming);
    } finally {
      if (request.body instanceof JsonBody) request.body.release();
    }
  const key = idempotencyKey(request.headers['idempotency-key']);
  const importId = importIdOf(request.headers['import-id']);
  const requestHash = new RequestHash(entry.product);
  try {
    const shape = callShapeOf(operation);
    const items = await shape.read(incoming, requestHash);
    const importRows = operation.basic ? undefined : importRowsOf(request.headers, items.length);
    const hash = dependencies.numbers.hash(requestHash.digest());
    const refused = new Map<number, Refusal>();
    const names = new Map<number, RecordNames>();
    for (const [place, { read }] of items.entries())
      if (read instanceof Refusal) refused.set(place, read);
      else names.set(place, shape.names(operation, read.data as Fields, dependencies.numbers));
    const world = worldOf(shared, await shared.lines.of(entry.merchant));
    const facts = new Map<number, SeenFacts>();
    return await answer(world, {
      incoming,
      operation,
      shape,
      key,
      importId,
      isImportEnd: request.headers['import-end'] === 'true',
      importRows,
      items,
      hash,
      refused,
      names,
      facts,
      looked: new Set(),
      seen: new Map(),
      running,
    });
  } finally {
    if (request.body instanceof JsonBody) request.body.release();
  }
}

/** What an organisation sends is kept for its first merchant: for the people who see and decide what stays open, and their audit. */
async function ofMerchant({ lines, pool }: SharedWorld, entry: AdmittedCall): Promise<AdmittedCall> {
  if (!entry.operation.basic) return entry;
  if (!lines.messages)
    throw notOffered('Messages do not go to the provider: this server has no username and password there.');
  const merchant = await merchantOf(entry, pool);
  if (merchant === '') throw notOffered('Messages go to the provider only for an organisation with a merchant.');
  return { ...entry, merchant };
}

async function answer(world: OutgoingWorld, outgoing: Outgoing): Promise<FastifyReply> {
  const { reply } = outgoing.incoming;
  const found = await keep(world, outgoing);
  if ('refusals' in found) return reply.send(bodyOf(piecesOf(found.refusals)));
  const { record, line } = found;
  const name = `${record.merchant} ${record.call}`;
  if (found.isToSend) {
    const current = worldOf(world, line);
    const end = sendKept(current, record, bytesOf(current, outgoing, found), found.before).finally(() =>
      outgoing.running.delete(name),
    );
    // A caller who has left does not wait for it.
    end.catch(world.report);
    outgoing.running.set(name, end);
  }
  const end = await Promise.race([outgoing.running.get(name), afterwards(world.timing.caller)]);
  return answerEnd(reply, outgoing, end ?? { record });
}

const afterwards = (milliseconds: number) => pause(milliseconds, undefined, { ref: false });

function answerEnd(reply: FastifyReply, { incoming }: Outgoing, end: SendEnd): FastifyReply {
  if ('error' in end) throw end.error;
  if ('answer' in end) return reply.status(end.answer.status).send(end.answer.text);
  const { record } = end;
  incoming.entry.sequence = record.askedIn;
  if (!record.answer) throw unsettled(record);
  const { settledBy = 'answer' } = record;
  if (settledBy !== 'answer') reply.header('settled-by', settledByHeader[settledBy] ?? 'read-back');
  const count = (isStored: boolean) =>
    record.outcomes.filter(({ state }) => (state === 'accepted') === isStored).length;
  incoming.request.outcome = { successful: count(true), failed: count(false), isDryRun: false };
  return reply.status(record.answer.status).send(bodyOf(piecesOf([record.answer.text])));
}

const settledByHeader: Readonly<Record<string, string>> = { person: 'person', 'delivery report': 'delivery-report' };

/** It says what is known, and that the same call, repeated, only asks again. */
function unsettled({ outcomes }: OutgoingRecord): HttpError {
  const open = outcomes.filter(isUnsettledItem).length;
  const Message = `It was sent, and the outcome of ${open} of ${outcomes.length} items is not known yet. Nothing is sent twice: repeat the call to ask for it.`;
  return new HttpError(503, [{ Code: 'UNSETTLED', Message }], { 'retry-after': '5' });
}

/** What is in the way of a call is not sent; the rest is kept, with its claims, before anything leaves. */
async function keep(world: OutgoingWorld, outgoing: Outgoing): Promise<KeptCall | { refusals: string[] }> {
  const { incoming, names, refused, operation } = outgoing;
  const { reply } = incoming;
  const needsFactor = changesConfirmed(operation, outgoing.items);
  const giveUpMs = performance.now() + (outgoing.items.length === 1 ? world.timing.claim : 0);
  for (let lookups = 0; ;) {
    const found = await whenFree(reply.raw, () =>
      inCall(incoming, (call, last) => keepOnce(world, outgoing, call, last), { needsFactor }),
    );
    if ('unnamed' in found) {
      const whose = { merchant: incoming.entry.merchant ?? '', product: incoming.entry.product };
      await nameItems(worldOf(world, found.line), whose, operation, names, found.unnamed);
      for (const place of found.unnamed) outgoing.looked.add(place);
      continue;
    }
    if ('unread' in found) {
      await readFacts(worldOf(world, found.line), outgoing, found);
      continue;
    }
    if ('unseen' in found) {
      await readDebits(worldOf(world, found.line), outgoing, found);
      continue;
    }
    if (!('claimed' in found)) return found;
    // What is in the way may change what was seen.
    outgoing.seen.clear();
    const { claimed, repeated, alien, line } = found;
    for (const [place, refusal] of repeated) {
      refused.set(place, refusal);
      names.delete(place);
    }
    if (repeated.size > 0) continue;
    if (alien.items.length > 0 && lookups < 2) await nameOneSide(worldOf(world, line), outgoing, alien, lookups++);
    else if (performance.now() >= giveUpMs)
      for (const place of [...claimed, ...alien.items]) {
        refused.set(place, new Refusal(claimedFault));
        names.delete(place);
      }
    else if (reply.raw.destroyed) throw unavailable();
    else await pause(50 + 50 * Math.random());
  }
}

const claimedFault: CodedFault = {
  Code: 'UNSETTLED',
  Message: 'Another change of this record is under way, or its outcome is not known yet. It was not sent.',
};

/** Reads what a second person must see. @throws HttpError 503 if the provider does not answer. */
async function readFacts(
  world: OutgoingWorld,
  { incoming: { entry }, operation, names, facts, importId }: Outgoing,
  { unread, since }: UnreadItems,
): Promise<void> {
  const whose = { merchant: entry.merchant ?? '', product: entry.product };
  // Only payouts of an import are all read again before they leave. What has changed since it was read is read by itself.
  const clients = unread.flatMap(({ kind, place, fields: { ClientNumber: number } }) =>
    kind === 'PAYOUTS' && typeof number === 'string' && !facts.has(place) ? [number] : [],
  );
  const listed = importId && (await listedClients(world, { ...whose, since }, clients, importId));
  const reader = rememberingReader(providerReader(world, whose), listed || undefined);
  const waiting = [...unread];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await heldFactsOf(reader, operation.name as HeldOperation, next.fields);
      facts.set(next.place, { found, since: listed ? listed.since : since });
      // With the client's number, which a change of its bank details waits for.
      if (found?.payout && names.has(next.place)) names.set(next.place, heldNames(found));
    }
  };
  await Promise.all(Array.from({ length: ownReadsAtOnce(world.line) }, work));
}

/** Reads what the merchant's limits count. What can't be read is refused as not judged. */
async function readDebits(
  world: OutgoingWorld,
  { incoming: { entry }, operation, seen }: Outgoing,
  { unseen, rule, since }: UnseenItems,
): Promise<void> {
  const whose = { merchant: entry.merchant ?? '', product: entry.product };
  for (const [place, debits] of await seenDebitsOf(world, whose, operation.name as ChangeName, unseen, rule))
    seen.set(place, { ...debits, since });
}

/** Asks the provider for the other names of the fewer contracts, then of the others. */
async function nameOneSide(
  world: OutgoingWorld,
  { incoming: { entry }, names, operation }: Outgoing,
  { claims, items }: InTheWay['alien'],
  lookups: number,
): Promise<void> {
  const merchant = entry.merchant ?? '';
  const whose = { merchant, product: entry.product };
  const areClaimsFirst = claims.length < items.length;
  if (areClaimsFirst === (lookups === 0)) {
    const named = await completedNames(providerReader(world, whose), operation, claims);
    await inMerchantTransaction(world, merchant, ({ query }) => nameClaims(query, merchant, named));
  } else await nameItems(world, whose, operation, names, items);
}

/** With the connection as it was when the call was kept: it does not change before the call is settled. */
interface KeptCall {
  record: OutgoingRecord;
  isToSend: boolean;
  line: ProviderLine;
  /** The record as it was before, read while the call was written. */
  before?: Promise<OutgoingItems>;
  /** Of its messages, in their order: where the provider reports on each; none where it cannot. */
  reportUrls?: readonly string[];
}

type Kept =
  | KeptCall
  | { refusals: string[] }
  | (InTheWay & { line: ProviderLine })
  | (UnreadItems & { line: ProviderLine })
  | { unnamed: readonly number[]; line: ProviderLine }
  | (UnseenItems & { line: ProviderLine });

interface UnseenItems {
  unseen: readonly CollectingItem[];
  rule: CollectingRule;
  since: string;
}

interface UnreadItems {
  unread: readonly HeldCandidate[];
  /** By the database's clock, before they are read. */
  since: string;
}

async function keepOnce(world: OutgoingWorld, outgoing: Outgoing, call: Call, last: Begun['last']): Promise<Kept> {
  const { incoming, operation, shape, items, hash, facts, importId, importRows } = outgoing;
  const { numbers } = world;
  const { merchant, product, caller } = call;
  const { ip } = incoming.request;
  const name = operation.name as ChangeName;
  const candidates = heldCandidates(name, items, outgoing.names);
  const whose = { merchant, subject: caller.subject, operation: name, hash };
  const count = shape.isNamedByItems(items) ? items.length : undefined;
  const owner = outgoing.key === undefined ? undefined : { merchant, subject: caller.subject, key: outgoing.key };
  // Sent together, and done one after the other by the database: waiting for each would take longer than all of them.
  const [, , , stored, again, connection, ruledSince, others] = await Promise.all([
    // First: a caller who asks for the outcome of the key holds it, too.
    owner && holdKey(call, owner),
    mustBeFree(call, `${merchant} ${product}`, Lock.claims),
    importRows && mustBeFree(call, importRows.importId, Lock.imports),
    owner && storedUnder(call, owner),
    owner ? callUnder(call.query, numbers, owner) : callAlike(call.query, numbers, whose, count),
    world.lines.read(call.query, { merchant, operation: name }),
    readRule(call, candidates, operation.method === 'POST'),
    shape.inTheWay(call.query, call, outgoing.names),
  ]);
  const { line, isPaused } = connection;
  if (again) {
    if (again.operation !== name || !again.hash.equals(hash)) throw keyReused;
    // Sent a second time only as the same message, to a provider that sends none twice.
    const isSafe = operation.basic === true && line.provider.messages?.repeats === 'once';
    const isToSend = isSafe && again.state === 'UNKNOWN' && !isPaused;
    return { record: again, isToSend, line, ...(isToSend && { reportUrls: await reportUrlsOf(world, call, again) }) };
  }
  if (stored?.isClosed) throw keyClosed;
  if (stored) {
    if (stored.operation !== name || !stored.hash.equals(hash)) throw keyReused;
    return { refusals: [numbers.open(stored.answer)] };
  }
  if (isPaused) throw paused;
  line.pauses.mustBeOver(merchant);
  if (!line.tokens) throw notOffered('Changes go to the provider only with credentials of this server’s own.');
  if (others.claimed.size > 0 || others.repeated.size > 0 || others.alien.items.length > 0) return { ...others, line };

  const { held, unnamed } = await promisedItems(call, operation, items, outgoing.names, outgoing.looked);
  if (unnamed.length > 0) return { unnamed, line };
  let judged: JudgedPayouts | undefined;
  if (ruledSince === undefined) await withdrawHeld(call, candidates);
  else {
    const { unread, changing } = await unreadOf(call, candidates, facts);
    if (unread.length > 0) return { unread, since: ruledSince, line };
    const heldName = name as HeldOperation;
    if (isHeldPayout(heldName))
      judged = await holdPayouts(call, heldName, candidates, facts, { address: ip, importId, hash, changing });
    const refusals = judged?.refusals ?? (await holdItems(call, heldName, candidates, facts, ip));
    for (const [place, refusal] of refusals) held.set(place, refusal);
  }
  const left = new Map([...outgoing.names].filter(([place]) => !held.has(place)));
  const collecting = await judgeDebits(call, name, { ...outgoing, names: left }, ip);
  if (collecting && 'unseen' in collecting) return { ...collecting, line };
  for (const [place, refusal] of collecting?.refusals ?? []) held.set(place, refusal);
  // Also where nothing of its last call is held.
  if (importId !== undefined && outgoing.isImportEnd)
    await endImport(call.query, { merchant, subject: caller.subject, importId });
  const refused = new Map([...outgoing.refused, ...held]);
  const names = new Map([...outgoing.names].filter(([place]) => !held.has(place)));
  const failed = shape.refusedTexts(operation, items, refused);
  const sent = [...names].map(([place, it]) => ({ place, fields: fieldsAt(items, place), names: shape.record(it) }));
  const counts = { items: items.length, refused: failed.texts.length, codes: failed.codes, digest: hash };
  const events = eventsOf(operation, sent);
  events.note([...held.keys()].map((place) => heldTarget(fieldsAt(items, place), facts.get(place)?.found)));
  const audited = { ...call, importId, events };
  const refusedFaults = new Map([...refused].map(([place, { faults }]) => [place, faults]));
  const noteImport = (more: { sent?: { call: string; places: number[] } } = {}) =>
    importRows && recordImport(call, name, importRows, { accepted: [], refused: refusedFaults, ...more });
  if (sent.length === 0) {
    await noteImport();
    last.push(...(await world.audit.ofCall(audited, name, ip, counts)));
    incoming.request.outcome = { successful: 0, failed: items.length, isDryRun: false };
    const answered = { operation, askedIn: call.sequence };
    const text = shape.answer(answered, { sent, refused: failed.texts }, []);
    // Held once, however often it comes.
    if (owner && held.size > 0) await keepAnswer(call, { key: owner.key, operation: name, hash }, text);
    return { refusals: [text] };
  }
  const record = {
    merchant,
    product,
    call: randomUUID(),
    operation: name,
    subject: caller.subject,
    key: outgoing.key ?? randomUUID(),
    hash,
    author: {
      actor: actorOf(caller),
      context: contextOf(caller, ip),
      ...(importRows && { importId: importRows.importId }),
      ...(judged && judged.counted.length > 0 && { isCounted: true as const }),
    },
    askedIn: call.sequence,
    items: { sent, refused: failed.texts },
    outcomes: sent.map(() => ({ state: 'open' as const })),
  };
  const current = worldOf(world, line);
  await Promise.all([
    insertCall(call.query, numbers, record, current.timing.abandoned),
    claimRecords(call.query, record, names),
    (name === 'clientEdit' || name === 'clientCreate') &&
      keepOptedOut(
        call,
        sent.map(({ fields }) => fields),
      ),
    isHeldDebit(name) && countAdded(call, record, collecting?.names ?? names, dateOf(call.now)),
    noteImport({ sent: { call: record.call, places: sent.map(({ place }) => place) } }),
    judged &&
      countPayouts(
        call.query,
        merchant,
        judged.by,
        judged.counted.map((it) => ({ ...it, call: record.call })),
      ),
    // Nothing leaves before the next commit, which waits for the disk and brings this one there, too.
    call.query({ name: 'keepSoon', text: `select set_config('synchronous_commit', 'off', true)` }),
  ]);
  // From here on no other call changes its record: reading need not wait for the commit.
  const before = withBefore(current, record);
  last.push(
    ...(await world.audit.ofCall(audited, name, ip, { ...counts, outcome: 'asked', details: { Call: record.call } })),
  );
  const state = {
    state: 'WAITING' as const,
    version: 1,
    isAnswered: false,
    keptAt: Date.now(),
    sentAt: undefined,
    readAt: undefined,
  };
  const kept = { ...record, ...state, answer: undefined, settledBy: undefined };
  return { record: kept, isToSend: true, line, before, reportUrls: await reportUrlsOf(world, call, kept) };
}

/** Undefined for what the merchant's limits are not about. */
async function judgeDebits(
  call: Call,
  name: ChangeName,
  { items, names, seen }: Outgoing,
  address: string,
): Promise<JudgedCollecting | UnseenItems | undefined> {
  if (!collects(name)) return undefined;
  const rule = await readCollectingRule(call.query, call.merchant);
  const debits = collectingItems(items, names);
  const unseen = needsDebits(rule, name) ? debits.filter(({ place }) => !seen.has(place)) : [];
  if (unseen.length === 0) return judgeSentDebits(call, name, rule, debits, seen, address);
  const [now] = await call.query<{ since: string }>('select now()::text as since');
  return { unseen, rule, since: now?.since ?? '-infinity' };
}

const paused = new HttpError(
  503,
  [{ Code: 'PAUSED', Message: 'An administrator has paused changes for this merchant. Nothing was sent.' }],
  { 'retry-after': '60' },
);

function fieldsAt(items: readonly Item[], place: number): Fields {
  const { read } = items[place] as Item;
  return read instanceof Refusal ? {} : (read.data as Fields);
}

/** A held item's record, by what the provider calls it where the item does not. */
function heldTarget({ ClientNumber, ContractNumber, ContractSequence }: Fields, facts: SeenFacts['found']): Target {
  const named = {
    ClientNumber: ClientNumber ?? facts?.ClientNumber,
    ContractNumber: ContractNumber ?? facts?.ContractNumber,
    ContractSequence: ContractSequence ?? (facts?.ContractSequence && sequenceFrom(facts.ContractSequence)),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value != null)) as Target;
}

/** What leaves: the caller's own text of each record that may. */
function bytesOf(
  { line }: OutgoingWorld,
  { incoming, operation, shape, items }: Outgoing,
  { record, reportUrls }: KeptCall,
): OutgoingBytes {
  const { request, entry } = incoming;
  const path = providerAddress(entry, line.provider.segment, request.url);
  if (operation.method === 'DELETE') return { method: operation.method, path };
  const sent = record.items?.sent ?? [];
  const texts = sent.map(({ place, fields }, index) =>
    operation.basic ? messageText(fields, reportUrls?.[index]) : (items[place]?.text?.() ?? ''),
  );
  return { method: operation.method, path, body: shape.body(operation, texts) };
}
