import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#service/base/errors.ts';
import { namesIn } from '#service/http/entry.ts';
import { Lock, mustBeFree, whenFree } from '#service/http/limits/shares.ts';
import { Slots } from '#service/http/limits/slots.ts';
import { callbackOf } from '#service/messages/callback.ts';
import { untilNextLook } from '../outgoing/look.ts';
import { isUnsettledItem } from '../outgoing/outcomes.ts';
import { inMerchantTransaction, settleCall } from '../outgoing/settle.ts';
import { worldOf, type SharedWorld } from '../outgoing/world.ts';
import { addressOfReports, digestOfToken, reportPath } from './address.ts';
import { keepReportedEnd } from './ends.ts';
import { withOwnData } from './own-data.ts';
import { addPassing, type PassedReport } from './pass-on.ts';
import { readReport, saysMore } from './read-report.ts';
import { countReport, insertReport, messageAt, type KnownMessage } from './store.ts';

/** A report has some hundred bytes. */
const mostBytes = 16 * 1024;

/** Of one message: each of its states a few times, in any shape. */
const mostReports = 20;

/** Reports whose bodies are read at a time: together no more than a few megabytes. */
const readAtOnce = 200;

interface Report {
  merchant: string;
  token: string;
  digest: Buffer;
  contentType: string;
  bytes: Buffer;
}

/**
 * Receives what a provider reports on messages: the address alone is the right to. Answers nothing but a status: 200 once it is kept,
 * 404 for an address that was never given or is forgotten, 410 after too many, 413 for one that is too long.
 */
export function serveDeliveryReports(app: FastifyInstance, world: SharedWorld): void {
  const { reportOrigin, pool } = world;
  if (reportOrigin === undefined) return;
  // All of them together, since a forger can name any merchant: the rest of the connections is left to everything else.
  const reading = new Slots({ slots: readAtOnce, queue: 0, waitMs: 0 });
  const keeping = new Slots({ slots: Math.ceil(pool.options.max / 8), queue: readAtOnce, waitMs: 5000 });

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    request.operationName = 'message-report';
    // Without a look into the database, and before the body is read.
    if (!digestOfToken(namesIn(request)['token'] ?? '')) throw notFound();
    const leave = await reading.enter('', reply.raw);
    reply.raw.once('close', leave);
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) return reply.status(413).send();
    return undefined;
  };

  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request: FastifyRequest, sent: IncomingMessage) => bytesWithin(sent));
    scope.post(`${reportPath}/:merchant/:token`, { onRequest }, async (request, reply) => {
      const { merchant = '', token = '' } = namesIn(request);
      const digest = digestOfToken(token);
      const bytes = (request.body as Buffer | 'too long' | undefined) ?? Buffer.alloc(0);
      if (bytes === 'too long') return reply.status(413).send();
      if (!digest) throw notFound();
      const contentType = request.headers['content-type'] ?? 'application/octet-stream';
      const report = { merchant, token, digest, contentType, bytes };
      // Waiting for another report on the message holds no connection, but the place.
      const kept = await keeping.within('', reply.raw, () =>
        whenFree(reply.raw, () => keepReport(world, reportOrigin, report)),
      );
      if (kept === 'unknown') throw notFound();
      return reply.status(kept === 'too many' ? 410 : 200).send();
    });
    done();
  });
}

async function bytesWithin(sent: IncomingMessage): Promise<Buffer | 'too long'> {
  const parts: Buffer[] = [];
  let length = 0;
  // Destroying it would close the connection and lose the answer.
  for await (const part of sent.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) return 'too long';
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Keeps a report once, with the job that passes it on, and what it proves of its message. */
async function keepReport(
  world: SharedWorld,
  origin: string,
  { merchant, token, digest, contentType, bytes }: Report,
): Promise<'kept' | 'unknown' | 'too many'> {
  const { numbers } = world;
  const receivedAt = Date.now();
  // Keyed: from the hash of a report its numbers could be guessed.
  const hash = createHmac('sha256', token).update(bytes).digest();
  const found = await inMerchantTransaction(world, merchant, async ({ query }) => {
    const [, message] = await Promise.all([
      mustBeFree({ query }, `${merchant} ${digest.toString('base64')}`, Lock.deliveryReports),
      messageAt(query, numbers, { merchant, digest }),
    ]);
    if (!message) return 'unknown';
    if (message.reports >= mostReports) return 'too many';
    const passed = passedReport(message, addressOfReports(origin, merchant, token), contentType, bytes);
    const posting = passed && JSON.stringify(passed);
    if (!(await insertReport(query, numbers, { merchant, digest, hash, posting }))) return message;
    const state = { ...readReport(bytes, message.messageId), receivedAt };
    const isTelling = saysMore(state, message.state);
    await countReport(query, numbers, { merchant, digest, state: isTelling ? state : undefined });
    if (isTelling) await keepReportedEnd(query, merchant, message.messageId, state);
    if (passed) await addPassing(query, { merchant, digest, hash }, passed.deliveryId);
    return message;
  });
  if (typeof found === 'string') return found;
  // If it fails, the next look for the call finds the report.
  await settleReported(world, merchant, found).catch(world.report);
  return 'kept';
}

function passedReport(
  { callback, organisation }: KnownMessage,
  address: string,
  contentType: string,
  bytes: Buffer,
): PassedReport | undefined {
  const url = callbackOf(callback);
  if (url === undefined) return undefined;
  const body = withOwnData(bytes, address, callback.callbackData).toString('base64');
  return { url, organisation, deliveryId: randomUUID(), contentType, body };
}

/** A report on a message proves that the provider has it. While the answer is still waited for, that says more. */
async function settleReported(
  world: SharedWorld,
  merchant: string,
  { call, item }: Pick<KnownMessage, 'call' | 'item'>,
): Promise<void> {
  const { messages } = world.lines;
  if (!messages) return;
  const { timing } = worldOf(world, messages);
  await settleCall(world, { merchant, call }, (current) => {
    const was = current.outcomes[item];
    if (current.state !== 'UNKNOWN' || !was || !isUnsettledItem(was)) return undefined;
    const by = 'delivery report' as const;
    const lookAfterMs = untilNextLook(Date.now() - (current.sentAt ?? current.keptAt), timing);
    const outcomes = current.outcomes.map((it, at) => (at === item ? { state: 'accepted' as const, by } : it));
    return { outcomes, by, lookAfterMs };
  });
}
