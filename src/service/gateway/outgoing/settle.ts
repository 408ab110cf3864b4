import { setTimeout as pause } from 'node:timers/promises';
import { bodyOfText, faultsOf } from '#answers/decode.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import type { Fault, Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { parseJson } from '#rules/json.ts';
import { centsOf } from '#rules/money.ts';
import { sealing } from '#service/audit/audit.ts';
import { appending, type Actor, type Context, type Happened } from '#service/audit/entry.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction, isUnavailable, repeatedly, type Begun } from '#service/database/transaction.ts';
import { writeEvents } from '#service/events/write.ts';
import type { Call } from '#service/http/call.ts';
import { settleImport, type LearnedRows } from '#service/imports/store.ts';
import { settleAdded } from '../collecting/store.ts';
import { keepMessageEnds } from '../deliveries/ends.ts';
import { settleCounted } from '../held/counted.ts';
import { isHeldDebit } from '../held/kinds.ts';
import { settleHeld, type HeldSettlement, type MadePayout } from '../held/store.ts';
import { releaseClaims } from './claims.ts';
import { eventsOf } from './entries.ts';
import {
  auditOutcome,
  isUnsettledItem,
  notStoredFault,
  type ItemOutcome,
  type OutcomeSource,
  type SentItem,
} from './outcomes.ts';
import { callShapeOf } from './shapes.ts';
import { outgoingCall, updateCall, type OutgoingRecord } from './store.ts';
import type { SharedWorld } from './world.ts';

/** What became known of a call. */
interface Learned {
  /** In the order of the items that were sent. */
  outcomes: readonly ItemOutcome[];
  by: OutcomeSource;
  /** Whether the provider itself answered the call. */
  isAnswered?: boolean;
  /** Until it is looked for again, if something stays open. */
  lookAfterMs?: number;
  /** The provider's own answer, which passes as it is if it names every item. */
  answer?: { status: number; text: string };
  /** A person who decided, and from where. */
  actor?: Actor;
  context?: Context;
  details?: Record<string, unknown>;
}

/**
 * Keeps what became known of a call, whatever it became known by, with its entry of the audit; what is settled is free for other
 * calls. Another process may learn something at the same moment: then `learn` is asked again about what that has left.
 * @param learn undefined if nothing is to be changed.
 * @param assumed the call as it was last seen, to spare a look at it.
 * @returns the call as it is then; undefined if there is none.
 */
export async function settleCall(
  world: SharedWorld,
  { merchant, call }: Pick<OutgoingRecord, 'merchant' | 'call'>,
  learn: (record: OutgoingRecord) => Learned | undefined,
  assumed?: OutgoingRecord,
): Promise<OutgoingRecord | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const found = await inMerchantTransaction(world, merchant, async (within, begun) => {
      const isFirst = tries === 0;
      const record = (isFirst && assumed) || (await outgoingCall(within.query, world.numbers, merchant, call));
      const learned = record && learn(record);
      if (!learned) return { record };
      return keepLearned(world, within, begun, record, learned);
    });
    if (found) return found.record;
    await pause(20 * Math.random());
  }
  throw new Error('a call is changed again and again');
}

type Within = Pick<Call, 'merchant' | 'query'>;

/** Works as the merchant, for no caller. */
export const inMerchantTransaction = <T>(
  { pool }: SharedWorld,
  merchant: string,
  work: (within: Within, begun: Begun) => Promise<T>,
): Promise<T> =>
  repeatedly(() =>
    inTransaction(pool, { merchant }, (client, begun) => work({ merchant, query: queryOn(client) }, begun)),
  );

/** @returns undefined if another process was faster. */
export async function keepLearned(
  world: SharedWorld,
  { query }: Within,
  begun: Begun,
  record: OutgoingRecord,
  learned: Learned,
): Promise<{ record: OutgoingRecord } | undefined> {
  const { merchant, call, product } = record;
  const { outcomes, by, lookAfterMs, isAnswered = record.isAnswered } = learned;
  const settled = outcomes.some(isUnsettledItem) ? undefined : { ...finalAnswer(record, learned), by };
  const update = {
    outcomes,
    isAnswered,
    lookAfterMs: settled ? undefined : lookAfterMs,
    wasRead: by === 'reading back',
    settled,
  };
  if (!(await updateCall(query, world.numbers, record, update))) return undefined;
  const places = record.items?.sent.map(({ place }) => place) ?? [];
  const { keepsClaim } = callShapeOf(operations[record.operation]);
  const free = outcomes.flatMap((it, index) => (isUnsettledItem(it) || keepsClaim(it) ? [] : [places[index] ?? -1]));
  if (free.length > 0) begun.last.push(releaseClaims(merchant, call, free));
  const news = outcomes.flatMap((it, index) => {
    const isNew = it.state !== 'open' && it.state !== record.outcomes[index]?.state;
    return isNew ? [{ ...record.items?.sent[index], ...it, before: record.items?.before?.[index] }] : [];
  });
  const isUnclear = (some: readonly ItemOutcome[]) => some.some(({ state }) => state === 'unclear');
  if (isUnclear(outcomes) && !isUnclear(record.outcomes))
    await writeEvents(query, merchant, [
      { Type: 'call.unclear', At: world.clock.now(), Product: product, Call: call, Operation: record.operation },
    ]);
  if (record.author.approval !== undefined) {
    const ends = outcomes.flatMap((it, index) => heldEndOf(places[index] ?? -1, it, learned.answer?.text));
    await settleHeld({ query, numbers: world.numbers }, record, ends);
  }
  if (isHeldDebit(record.operation)) await settleAdded(query, record, places, outcomes);
  if (record.author.isCounted) {
    const placesOf = (...states: ItemOutcome['state'][]) =>
      outcomes.flatMap(({ state }, index) => (states.includes(state) ? [places[index] ?? -1] : []));
    await settleCounted(query, record, placesOf('accepted'), placesOf('refused', 'not stored'));
  }
  if (record.operation === 'templateSend') await keepMessageEnds(query, merchant, news);
  if (record.author.importId !== undefined && news.length > 0)
    await settleImport(query, world.numbers, { ...record, importId: record.author.importId }, learnedRows(news));
  if (news.length > 0) {
    const events = eventsOf(operations[record.operation], news);
    const changes = await events.changes(sealing({ merchant, product, query, numbers: world.numbers }));
    begun.last.push(...appending(merchant, { ...outcomeEntry(record, learned, news), ...events.listed, ...changes }));
  }
  return {
    record: {
      ...record,
      outcomes,
      isAnswered,
      version: record.version + 1,
      state: settled ? 'SETTLED' : 'UNKNOWN',
      answer: settled,
      settledBy: settled?.by,
    },
  };
}

function learnedRows(news: readonly (ItemOutcome & Partial<SentItem>)[]): LearnedRows {
  const accepted: { place: number; item: Fields }[] = [];
  const refused = new Map<number, Fault[]>();
  for (const { state, place = -1, fields = {}, result, note } of news)
    if (state === 'accepted') accepted.push({ place, item: fields });
    else if (state === 'not stored') refused.set(place, [notStoredFault]);
    else if (state === 'refused') {
      const faults = result === undefined ? [] : faultsOf(parseJson(result));
      refused.set(
        place,
        faults.length > 0 ? faults : [{ Code: 'INVALID', Message: note ?? 'The provider refused it.' }],
      );
    }
  return { accepted, refused };
}

const heldEnds = { accepted: 'ACCEPTED', refused: 'REFUSED', 'not stored': 'NOT_STORED' } as const;

/** Of a released item, once its outcome is known: a refusal with the provider's reason. */
function heldEndOf(item: number, { state, result, note }: ItemOutcome, answer: string | undefined): HeldSettlement[] {
  if (state === 'open' || state === 'unclear') return [];
  const received = result === undefined ? undefined : parseJson(result);
  if (state === 'accepted') return [{ item, state: 'ACCEPTED', note: null, made: madeIn(received) }];
  const [own] = received === undefined ? [] : faultsOf(received);
  const [whole] = received !== undefined || answer === undefined ? [] : faultsOf(bodyOfText(answer));
  return [{ item, state: heldEnds[state], note: own?.Message ?? whole?.Message ?? note ?? null, made: undefined }];
}

/** A new payout contract, as the answer or a list has it. */
function madeIn(received: unknown): MadePayout | undefined {
  const { ContractSequence, SuccessPayments, ContractPayments } = (received ?? {}) as Fields;
  const payments = SuccessPayments ?? ContractPayments;
  if (typeof ContractSequence !== 'number') return undefined;
  return {
    ContractSequence,
    payments: Array.isArray(payments)
      ? payments.map(({ PaymentDate, PaymentAmount }: Fields) => ({
          date: typeof PaymentDate === 'string' ? PaymentDate : '',
          cents: centsOf(PaymentAmount) ?? 0,
        }))
      : undefined,
  };
}

function outcomeEntry(
  record: OutgoingRecord,
  { by, actor, context, details }: Learned,
  news: readonly ItemOutcome[],
): Happened {
  const refused = news.filter(({ state }) => state === 'refused' || state === 'not stored').length;
  return {
    Action: record.operation,
    Actor: by === 'answer' ? record.author.actor : (actor ?? ownActors[by === 'delivery report' ? by : 'reading back']),
    Context: by === 'answer' ? record.author.context : context,
    Product: record.product,
    CallSequence: record.askedIn,
    Outcome: auditOutcome(news.map(({ state }) => state)),
    Items: news.length,
    ...(refused > 0 && { Refused: refused, ...refusalCodesOf(news) }),
    Details: { Found: by, ...approvalOf(record), ...details },
  };
}

/** Of what this server finds by itself. */
const ownActors = {
  'reading back': { Kind: 'service', Id: 'reading-back', Name: 'Reading back' },
  'delivery report': { Kind: 'service', Id: 'delivery-report', Name: 'Delivery report' },
} as const;

/** For the audit: the release that an item was sent by. */
export const approvalOf = ({ author: { approval } }: Pick<OutgoingRecord, 'author'>) =>
  approval === undefined ? {} : { Approval: approval };

/** What the provider has answered to items, by its codes; sentences may have personal values. */
function refusalCodesOf(news: readonly ItemOutcome[]): Pick<Happened, 'Codes'> {
  const codes = new Map<string, number>();
  for (const { state, result } of news)
    for (const { Code } of state === 'refused' && result !== undefined ? faultsOf(parseJson(result)) : [])
      if (/^[\w.-]{1,60}$/.test(Code)) codes.set(Code, (codes.get(Code) ?? 0) + 1);
  return codes.size > 0 ? { Codes: Object.fromEntries(codes) } : {};
}

/** As the provider wrote it, if it names every item; otherwise in the same shape, from what is known of each. */
function finalAnswer(
  { operation: name, askedIn, items = { sent: [], refused: [] } }: OutgoingRecord,
  { outcomes, answer }: Learned,
): { status: number; text: string } {
  const operation: Operation = operations[name];
  const shape = callShapeOf(operation);
  if (answer && items.refused.length === 0) return answer;
  const text = answer && shape.withRefused(answer.text, items.refused);
  if (answer && text !== undefined) return { status: answer.status, text };
  return { status: 200, text: shape.answer({ operation, askedIn }, items, outcomes) };
}

/** Milliseconds. */
const longestPause = 30_000;

/** Repeats work while the database is away: what the provider answered is nowhere else. */
export async function stubbornly<T>(world: SharedWorld, work: () => Promise<T>): Promise<T> {
  for (let milliseconds = 50; ; milliseconds = Math.min(2 * milliseconds, longestPause))
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || world.ending.signal.aborted) throw error;
      await pause(milliseconds);
    }
}
