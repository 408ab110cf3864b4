import type { IncomingMessage } from 'node:http';
import { jsonOf } from '#answers/json.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { writeReadBacks } from '#answers/read-back/writes.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { appending } from '#service/audit/entry.ts';
import { HttpError, unavailable } from '#service/base/errors.ts';
import { repeatedly, runOnce } from '#service/database/transaction.ts';
import { isUnwritable, NotBegun } from '../exchange.ts';
import { wholeOf } from '../provider-line.ts';
import { providerAway, providerRefused } from '../tokens.ts';
import { eventsOf } from './entries.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { findingsOf } from './look.ts';
import type { ItemOutcome, OutgoingItems, SentItem } from './outcomes.ts';
import { providerReader, withoutLook } from './reader.ts';
import { approvalOf, inMerchantTransaction, settleCall, stubbornly } from './settle.ts';
import { dropCall, markSending, type OutgoingRecord } from './store.ts';
import type { OutgoingWorld, SharedWorld } from './world.ts';

/** A call as it goes out. */
export interface OutgoingBytes {
  method: string;
  path: string;
  body?: string;
}

/** What the caller gets: the call as far as it is known, or, of one that was not sent, the error or the provider's own answer. */
export type SendEnd = { record: OutgoingRecord } | { error: HttpError } | { answer: { status: number; text: string } };

/** Answers echo what was sent. */
const mostBytes = 64 * 1024 * 1024;

/** A process that was stopped in between tries again so many times. */
const mostBeginnings = 3;

/**
 * Sends a call that is kept, and keeps its outcome.
 * @param before its items with what was read before it; it is read now if undefined.
 */
export async function sendKept(
  world: OutgoingWorld,
  kept: OutgoingRecord,
  bytes: OutgoingBytes,
  before?: Promise<OutgoingItems>,
): Promise<SendEnd> {
  let record = { ...kept, items: await (before ?? withBefore(world, kept)) };
  const { tokens } = world.line;
  for (let beginnings = 1, isRenewed = false; ;) {
    // Before it is marked: asking for a token may take longer than a call may take to begin.
    const token = await tokens?.of(record.merchant).catch((error: unknown) => unsentBy(world, error));
    if (token instanceof HttpError) return dropUnsent(world, record, token);
    const markedMs = performance.now();
    if (!(await marked(world, record))) return { record };
    record = { ...record, version: record.version + 1, state: 'SENDING' };
    let answer: IncomingMessage;
    try {
      answer = await world.line.wire.change(
        {
          ...bytes,
          headers: headersOf(bytes, token === undefined ? undefined : `${tokens?.scheme} ${token}`),
          timeoutMs: world.timing.answer,
        },
        () => performance.now() - markedMs < world.timing.begin,
      );
    } catch (error) {
      if (isUnwritable(error)) return dropUnsent(world, record, unsentBy(world, error));
      if (!(error instanceof NotBegun)) return concluded(world, record, { proves: 'no outcome', isAnswered: false });
      const isLate = performance.now() - markedMs >= world.timing.begin;
      if (isLate && beginnings++ < mostBeginnings) continue;
      world.line.health.record(record.merchant, 'unreachable');
      return dropUnsent(world, record, providerAway());
    }
    const status = answer.statusCode ?? 0;
    if (status === 401 && token !== undefined && !isRenewed) {
      answer.destroy();
      tokens?.discard(record.merchant, token);
      isRenewed = true;
      continue;
    }
    return answered(world, record, answer);
  }
}

/** Why nothing was sent: the provider's error, or that this server has one of its own, which is logged. */
function unsentBy({ report }: OutgoingWorld, error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  report(error);
  return unavailable();
}

function headersOf({ body }: OutgoingBytes, authorization: string | undefined) {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(authorization !== undefined && { authorization }),
  };
}

/**
 * One record more is read for a single change, and for each that a person has released; for each of many others it would cost more than it
 * tells.
 */
export async function withBefore(
  world: OutgoingWorld,
  record: Pick<OutgoingRecord, 'merchant' | 'product' | 'operation' | 'items' | 'author'>,
): Promise<OutgoingItems> {
  const { items = { sent: [], refused: [] } } = record;
  const { readBack } = writeReadBacks[record.operation];
  const isRead = items.sent.length === 1 || record.author.approval !== undefined;
  if (!isRead || !readBack) return items;
  const fields = items.sent.map((it) => it.fields);
  const { reader, named } = namingReader(providerReader(world, record));
  const before = await readBack.before(reader, fields).catch(withoutLook(world));
  return { ...items, sent: items.sent.map(named), before };
}

/** Reads, and learns what the provider calls the contract of an item. */
function namingReader(reader: RecordReader): { reader: RecordReader; named(item: SentItem): SentItem } {
  const records: Fields[] = [];
  const learning: RecordReader = {
    ...reader,
    async read(list, input, signal) {
      const found = await reader.read(list, input, signal);
      records.push(...found);
      return found;
    },
  };
  const named = (item: SentItem): SentItem => {
    const { ContractSequence } = item.fields;
    const contract = records.find(
      (it) => ContractSequence != null && String(it.ContractSequence) === String(ContractSequence),
    );
    const { ClientNumber, ContractNumber } = contract ?? {};
    return ClientNumber == null || ContractNumber == null
      ? item
      : { ...item, names: { ...item.names, ClientNumber, ContractNumber } };
  };
  return { reader: learning, named };
}

async function marked(world: OutgoingWorld, record: OutgoingRecord & { items: OutgoingItems }): Promise<boolean> {
  const { merchant, items } = record;
  const mark = markSending(world.numbers, record, items, world.timing.abandoned);
  const { rows } = await repeatedly(() => runOnce(world.pool, { merchant }, mark));
  return rows.length === 1;
}

async function answered(world: OutgoingWorld, record: OutgoingRecord, answer: IncomingMessage): Promise<SendEnd> {
  const { health, pauses } = world.line;
  const { merchant, items } = record;
  const status = answer.statusCode ?? 0;
  const late = setTimeout(() => answer.destroy(), world.timing.answer);
  const text = await wholeOf(answer, mostBytes).then(String, () => undefined);
  clearTimeout(late);
  const operation: Operation = operations[record.operation];
  const sent = (items?.sent ?? []).map(({ fields }) => fields);
  const evidence: Evidence =
    text === undefined ? { proves: 'no outcome', isAnswered: false } : evidenceOf(operation, sent, status, text);
  const isRefusal = status === 401 || status === 403;
  if (text === undefined) health.record(merchant, 'cut');
  else health.record(merchant, isRefusal ? 'refused' : status >= 429 ? 'failed' : 'answered', status);
  if (evidence.proves !== 'nothing') return concluded(world, record, evidence, { status, text: text ?? '' });
  const isPassed = status === 404 && text !== undefined && text !== '';
  if (isPassed) {
    const end = await dropUnsent(world, record, undefined, status);
    return 'error' in end ? { answer: { status, text } } : end;
  }
  const error = status === 429 ? providerAway(pauses.begin(merchant, answer)) : refusedBy(status);
  return dropUnsent(world, record, error, status);
}

const refusedBy = (status: number): HttpError =>
  providerRefused(
    status === 401 || status === 403
      ? 'The provider refuses this server. An administrator must look at the connection.'
      : `The provider answered with status ${status}, which the interface has not.`,
  );

/** Keeps what an answer proves; what it leaves open is looked for. */
async function concluded(
  world: OutgoingWorld,
  record: OutgoingRecord,
  evidence: Exclude<Evidence, { proves: 'nothing' }>,
  answer?: { status: number; text: string },
): Promise<SendEnd> {
  const known = evidence.proves === 'doubtful refusal' ? await confirmed(world, record) : evidence;
  const found = await stubbornly(world, () =>
    settleCall(
      world,
      record,
      (current) => {
        const outcomes = current.outcomes.map((was, index) => outcomeIn(known, was, index));
        // What reading back has found meanwhile stays.
        if (outcomes.every((it, index) => it === current.outcomes[index]) && current.state === 'SETTLED')
          return undefined;
        const isAnswered = known.proves !== 'no outcome' || known.isAnswered;
        const isWhole = outcomes.every(({ by }) => by === 'answer');
        const [lookAfterMs] = world.timing.looks;
        return { outcomes, by: 'answer', isAnswered, lookAfterMs, ...(isWhole && answer && { answer }) };
      },
      record,
    ),
  );
  return { record: found ?? record };
}

/** A refusal without a result is believed if the provider's records agree. */
async function confirmed(
  world: OutgoingWorld,
  record: OutgoingRecord,
): Promise<Exclude<Evidence, { proves: 'nothing' }>> {
  const findings = (await findingsOf(world, record).catch(withoutLook(world))) ?? [];
  const isAbsent = findings.length > 0 && findings.every(({ verdict }) => verdict === 'absent');
  return isAbsent ? { proves: 'refusal' } : { proves: 'no outcome', isAnswered: true };
}

function outcomeIn(evidence: Exclude<Evidence, { proves: 'nothing' }>, was: ItemOutcome, index: number): ItemOutcome {
  if (was.state === 'accepted' || was.state === 'refused') return was;
  if (evidence.proves === 'refusal') return { state: 'refused', by: 'answer' };
  if (evidence.proves !== 'items') return was;
  const state = evidence.states[index] ?? 'unknown';
  if (state === 'unknown') return was;
  const received = evidence.received[index];
  return { state, by: 'answer', ...(received !== undefined && { result: jsonOf(received) }) };
}

/**
 * Frees a call of which nothing was done, with its entry of the audit: its key can be used again. What was sent once before, without
 * an answer, is as open as it was.
 */
async function dropUnsent(
  world: OutgoingWorld,
  record: OutgoingRecord,
  error: HttpError | undefined,
  status?: number,
): Promise<SendEnd> {
  if (record.sentAt !== undefined)
    return concluded(world, record, { proves: 'no outcome', isAnswered: record.isAnswered });
  await stubbornly(world, () => drop(world, record, status));
  return { error: error ?? providerAway() };
}

export const drop = (world: SharedWorld, record: OutgoingRecord, status?: number): Promise<boolean> =>
  inMerchantTransaction(world, record.merchant, async ({ query }, begun) => {
    if (!(await dropCall(query, record))) return false;
    const { author, product, operation, askedIn, items, merchant } = record;
    begun.last.push(
      ...appending(merchant, {
        Action: operation,
        Actor: author.actor,
        Context: author.context,
        Product: product,
        CallSequence: askedIn,
        Outcome: 'not stored',
        Items: items?.sent.length ?? 0,
        ...eventsOf(operations[operation], items?.sent ?? []).listed,
        Details: {
          Found: 'answer',
          ...approvalOf(record),
          ...(status === undefined ? { Sent: false } : { Status: status }),
        },
      }),
    );
    return true;
  });
