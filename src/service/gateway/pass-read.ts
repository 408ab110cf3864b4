import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import { runOnce } from '#service/database/transaction.ts';
import { tenantOf, type Entry } from '#service/http/entry.ts';
import { forbidden, HttpError } from '#service/http/errors.ts';
import type { Incoming } from '#service/http/incoming.ts';
import { allOf, mustBeEmpty } from '#service/http/request.ts';
import type { ProviderOutcome } from './health.ts';
import type { ProviderLines } from './lines.ts';
import { wholeOf, type ProviderLine } from './provider-line.ts';
import { providerPath } from './provider-path.ts';
import { providerAway, providerRefused } from './tokens.ts';

interface Reading extends ProviderLine {
  pool: pg.Pool;
}

/** Reads at a provider: permission here first, then its answer as bytes, as fast as the caller reads. */
export function createReads(lines: ProviderLines, pool: pg.Pool): (incoming: Incoming) => Promise<FastifyReply> {
  return async (incoming) => answerRead({ ...(await lines.of(incoming.entry.merchant)), pool }, incoming);
}

async function answerRead(reading: Reading, incoming: Incoming): Promise<FastifyReply> {
  const { reply, entry } = incoming;
  const { operation } = entry;
  if (allOf(operation, incoming.query).isAll && !reading.provider.offers.includes('lists-of-all'))
    throw notOffered('Lists of all with All=true are not offered by the provider.', 'All');
  if (operation.resource === 'lookups') return answerLookup(reading, incoming);
  const { leave, answer } = await readThere(reading, incoming, passedHeaders(incoming));
  answer.once('close', leave);
  // Frees the connection to the provider of a reader that has stopped.
  reply.raw.setTimeout(incoming.dependencies.readerTimeoutMs, () => reply.raw.destroy());
  const { 'content-encoding': encoding, etag, 'www-authenticate': challenge } = answer.headers;
  if (encoding) reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  if (etag) reply.header('etag', etag);
  if (answer.statusCode === 401 && challenge) reply.header('www-authenticate', challenge);
  reply.status(answer.statusCode ?? 503);
  return answer.statusCode === 304 ? reply.send(void answer.resume()) : reply.send(answer);
}

/** The caller's, of those that say how to answer. */
function passedHeaders({ request }: Incoming): Record<string, string> {
  const { 'accept-encoding': encodings, 'if-none-match': tag } = request.headers;
  return { ...(encodings && { 'accept-encoding': encodings }), ...(tag && { 'if-none-match': tag }) };
}

/**
 * The head of the provider's answer, within the merchant's share.
 * @returns it with a function that gives the share back: call it once the answer has ended.
 * @throws HttpError 503 if the provider cannot or does not want to answer.
 */
async function readThere(
  reading: Reading,
  incoming: Incoming,
  headers: Record<string, string>,
): Promise<{ answer: IncomingMessage; leave: () => void }> {
  const { reply, entry } = incoming;
  const tenant = tenantOf(entry);
  reading.pauses.mustBeOver(tenant);
  const leave = await reading.slots.enter(tenant, reply.raw);
  try {
    return { answer: await authorizedAnswer(reading, incoming, headers), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function authorizedAnswer(
  reading: Reading,
  { request, reply, entry }: Incoming,
  passed: Record<string, string>,
): Promise<IncomingMessage> {
  const { wire, tokens, pauses, provider, health } = reading;
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const address = providerAddress(entry, provider.segment, request.url);
  const merchant = tokens && (await merchantOf(entry, reading.pool));
  // A caller who left says nothing of the provider.
  const failed = (outcome: Exclude<ProviderOutcome, 'answered'>, status?: number) => {
    if (!left.signal.aborted) health.record(entry.merchant ?? '', outcome, status);
  };
  const answered = (answer: IncomingMessage, status: number) => {
    answer.once('close', () => {
      if (status === 500) failed('failed', status);
      else if (answer.complete || left.signal.aborted) health.record(entry.merchant ?? '', 'answered');
      else failed('cut');
    });
    return answer;
  };
  for (let isFirst = true; ; isFirst = false) {
    const given = tokens && merchant !== undefined ? tokens.of(merchant) : undefined;
    const token = await given?.catch((error: unknown) => {
      failed(isRefusal(error) ? 'refused' : 'unreachable');
      throw error;
    });
    const authorization = token === undefined ? request.headers.authorization : `Bearer ${token}`;
    const headers = { accept: 'application/json', ...passed, authorization };
    const answer = await wire.get(address, headers, left.signal).catch(() => {
      failed('unreachable');
      throw providerAway();
    });
    const status = answer.statusCode ?? 0;
    if (isAnswer(status)) return answered(answer, status);
    if (status === 401 && tokens === undefined) return answered(answer, status);
    answer.destroy();
    if (status === 401 && isFirst && tokens && merchant !== undefined && token !== undefined) {
      tokens.discard(merchant, token);
      continue;
    }
    if (tokens === undefined && status === 403) throw forbidden('The provider does not permit this.');
    failed(status === 401 || status === 403 ? 'refused' : 'failed', status);
    if (status === 429 || status >= 500) throw providerAway(pauses.begin(tenantOf(entry), answer));
    throw refusedThere(status);
  }
}

/** The interface's, but those that have a meaning for this server itself; and unchanged. */
const isAnswer = (status: number): boolean => [200, 304, 400, 404, 500].includes(status);

const refusedThere = (status: number): HttpError =>
  status === 401 || status === 403
    ? providerRefused('The provider refuses this server. An administrator must look at the connection.')
    : providerRefused(`The provider answered with status ${status}, which the interface has not.`);

/** Of this server itself: its secret is wrong, or cannot be read. */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.faults[0]?.Code === 'PROVIDER_REFUSED';

export const notOffered = (Message: string, Field?: string): HttpError =>
  new HttpError(400, [{ ...(Field && { Field }), Code: 'NOT_OFFERED', Message }]);

/** With the query as it was sent. */
export function providerAddress(entry: Entry, segment: string, sent: string): string {
  const { merchant, organisation, product, operation } = entry;
  // A caller who named no merchant used the other path, which has none.
  const { path, alias = path } = operation;
  const pattern = (merchant === null && path.startsWith('{PREFIX}') ? alias : path).replace(
    '{PREFIX}',
    `/v1/${segment}/{merchant}`,
  );
  const names = { merchant: merchant ?? '', organisation: organisation ?? '', product };
  const [query = ''] = /\?[^#]*/.exec(sent) ?? [];
  return providerPath(pattern, names) + query;
}

/**
 * Paths outside the prefix name no merchant: then it is the first one of the organisation, or one of the caller.
 * @returns '' where there is none.
 */
export async function merchantOf({ merchant, organisation, caller }: Entry, pool: pg.Pool): Promise<string> {
  if (merchant !== null) return merchant;
  if (organisation === null) return [...caller.merchants].find((it) => it !== '*') ?? '';
  const { rows } = await runOnce<{ first: string | null }>(
    pool,
    { organisation },
    { text: 'select merchants[1] as first from organisation where organisation = $1', values: [organisation] },
  );
  return rows[0]?.first ?? '';
}

/** The same for all callers of a merchant and product, and rarely changed, so an hour old is good enough. */
async function answerLookup(reading: Reading, incoming: Incoming): Promise<FastifyReply> {
  const { request, reply, entry } = incoming;
  const { merchant, product, operation } = entry;
  // Without it each query would be kept as a list of its own.
  mustBeEmpty(incoming.query);
  const name = JSON.stringify([merchant, product, operation.name]);
  let list = reading.lookups.get(name);
  if (!list) {
    const { answer, leave } = await readThere(reading, incoming, { 'accept-encoding': 'identity' });
    try {
      list = { status: answer.statusCode ?? 503, body: await wholeOf(answer) };
    } finally {
      leave();
    }
    if (list.status === 200) reading.lookups.set(name, list);
  }
  if (list.status !== 200) return reply.status(list.status).send(list.body);
  const tag = `W/"${createHash('sha256').update(list.body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  return request.headers['if-none-match'] === tag ? reply.status(304).send() : reply.send(list.body);
}
