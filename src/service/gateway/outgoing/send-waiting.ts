import { createHash, randomUUID } from 'node:crypto';
import { statusIn } from '#answers/read-back/finding.ts';
import { ofEach, sequenced, type Fields, type RecordReader } from '#answers/read-back/reader.ts';
import { interfaceRequest } from '#answers/request.ts';
import { operations } from '#contract/operations.ts';
import { appending } from '#service/audit/entry.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import type { AnnouncedDebit, DebitNow, DebitsNow } from '#service/messages/announced-debits.ts';
import { sendWaiting, type HandOver } from '#service/messages/send-waiting.ts';
import { enteringMerchant, enterMerchant, type WaitingMessage } from '#service/messages/waiting-messages.ts';
import { centsOfDebit, dayOfDebit } from '../collecting/store.ts';
import { providerFault } from '../tokens.ts';
import { claimRecords } from './claims.ts';
import { messageText, reportUrlsOf } from './message-reports.ts';
import { messageShape } from './message-shape.ts';
import { providerReader, rememberingReader } from './reader.ts';
import { sendKept } from './send.ts';
import { insertCall, type OutgoingRecord } from './store.ts';
import { worldOf, type OutgoingWorld, type SharedWorld } from './world.ts';

const operation = operations.templateSend;

/** Calls of this process at a time. */
const atOnce = 4;

/** Begins to send messages that waited and may go now, by the way of every other call: those of each author are one. */
export function waitingSender(world: SharedWorld): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const begin = (send: () => Promise<unknown>): void => {
    const sending = send()
      .catch(world.report)
      .finally(() => running.delete(sending));
    running.add(sending);
  };
  return () =>
    sendWaiting({
      ...world,
      debitsElsewhere: (merchant, debits) => providerDebits(world, merchant, debits),
      async handOver(it) {
        if (running.size >= atOnce) return 'later';
        const sends = await keepCalls(world, it);
        return sends === 'later' ? sends : () => sends.forEach(begin);
      },
    });
}

/** Each debit by the numbers of its contract. What the provider does not answer is left out. */
async function providerDebits(
  shared: SharedWorld,
  merchant: string,
  debits: readonly AnnouncedDebit[],
): Promise<DebitsNow> {
  const world = worldOf(shared, await shared.lines.of(merchant));
  const readers = new Map<string, RecordReader>();
  const readerOf = (product: string): RecordReader => {
    const reader = readers.get(product) ?? rememberingReader(providerReader(world, { merchant, product }));
    readers.set(product, reader);
    return reader;
  };
  const found = new Map<string, DebitNow | undefined>();
  await ofEach(debits, async ({ messageId, product, client, contractNumber, instalment }) => {
    try {
      const contract = { ClientNumber: client, ContractNumber: contractNumber };
      const now = await sequenced(readerOf(product), 'instalmentList', contract, 'InstalmentSequence', instalment);
      found.set(messageId, now && { day: dayOfDebit(now), cents: centsOfDebit(now), status: statusIn(now) ?? null });
    } catch (error) {
      providerFault(error);
    }
  });
  return found;
}

/** @returns what sends each call, once all are committed */
async function keepCalls(shared: SharedWorld, it: HandOver): Promise<'later' | (() => Promise<unknown>)[]> {
  const { call, messages } = it;
  // What an organisation sends is kept for its first merchant.
  const [row] = await call.query<{ merchant: string }>(
    'select merchants[1] as merchant from organisation where organisation = $1',
    [call.organisation],
  );
  const merchant = row?.merchant ?? call.merchant;
  await enterMerchant(call, merchant);
  try {
    await mustBeFree(call, `${merchant} `, Lock.claims);
    const { line, isPaused } = await shared.lines.read(call.query, { merchant, operation: 'templateSend' });
    if (isPaused || !line.tokens) return 'later';
    const world = worldOf(shared, line);
    const sends: (() => Promise<unknown>)[] = [];
    for (const author of new Set(messages.map(({ actor }) => actor.Id)))
      sends.push(
        await keepCall(
          world,
          it,
          merchant,
          messages.filter(({ actor }) => actor.Id === author),
        ),
      );
    return sends;
  } finally {
    await enterMerchant(call, call.merchant);
  }
}

async function keepCall(
  world: OutgoingWorld,
  { call, begun }: HandOver,
  merchant: string,
  messages: readonly WaitingMessage[],
): Promise<() => Promise<unknown>> {
  const { query, organisation } = call;
  const { numbers, line, timing } = world;
  const [first] = messages;
  if (!first) throw new Error('a call without messages');
  const all = messages.map(({ content }) => JSON.parse(content) as Fields);
  const names = new Map(all.map((fields, place) => [place, messageShape.names(operation, fields, numbers)]));
  const digest = createHash('sha256');
  for (const { content } of messages) digest.update(content);
  const record = {
    merchant,
    product: '',
    call: randomUUID(),
    operation: operation.name,
    subject: first.actor.Id,
    key: randomUUID(),
    hash: numbers.hash(digest.digest()),
    author: { actor: first.actor, context: {} },
    askedIn: begun.sequence,
    items: { sent: all.map((fields, place) => ({ place, fields, names: {} })), refused: [] },
    outcomes: all.map(() => ({ state: 'open' as const })),
  };
  await insertCall(query, numbers, record, timing.abandoned);
  await claimRecords(query, record, names);
  const reportUrls = await reportUrlsOf(world, { query, organisation }, record);
  begun.last.push(
    enteringMerchant(call, merchant),
    ...appending(merchant, {
      Action: operation.name,
      Actor: first.actor,
      CallSequence: begun.sequence,
      Outcome: 'asked',
      Items: messages.length,
      Details: { Call: record.call, Waited: true },
    }),
    enteringMerchant(call, call.merchant),
  );
  const kept: OutgoingRecord = {
    ...record,
    state: 'WAITING',
    version: 1,
    isAnswered: false,
    keptAt: Date.now(),
    sentAt: undefined,
    readAt: undefined,
    answer: undefined,
    settledBy: undefined,
  };
  const service = { segment: line.provider.segment, organisation };
  const { url } = interfaceRequest(operation, { merchant, product: '' }, service, {});
  const texts = all.map((fields, index) => messageText(fields, reportUrls?.[index]));
  const bytes = { method: operation.method, path: url, body: messageShape.body(operation, texts) };
  return () => sendKept(world, kept, bytes);
}
