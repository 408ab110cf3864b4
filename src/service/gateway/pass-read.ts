import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import { HttpError } from '#service/base/errors.ts';
import { runOnce } from '#service/database/transaction.ts';
import { tenantOf, type AdmittedCall } from '#service/http/entry.ts';
import type { Incoming } from '#service/http/incoming.ts';
import { leavingSignal } from '#service/http/leaving.ts';
import { allOf, mustBeEmpty } from '#service/http/request.ts';
import { authorizedRead } from './authorized-read.ts';
import type { ProviderLines } from './lines.ts';
import { wholeOf, type ProviderLine } from './provider-line.ts';
import { providerPath } from './provider-path.ts';

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
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { tokens, provider } = reading;
  const signal = leavingSignal(reply.raw);
  return authorizedRead(reading, {
    path: providerAddress(entry, provider.segment, request.url),
    tenant: tenantOf(entry),
    merchant: entry.merchant ?? '',
    owner: tokens ? await merchantOf(entry, reading.pool) : '',
    authorization: request.headers.authorization,
    headers,
    signal,
  });
}

export const notOffered = (Message: string, Field?: string): HttpError =>
  new HttpError(400, [{ ...(Field && { Field }), Code: 'NOT_OFFERED', Message }]);

/** With the query as it was sent. */
export function providerAddress(entry: AdmittedCall, segment: string, sent: string): string {
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
export async function merchantOf({ merchant, organisation, caller }: AdmittedCall, pool: pg.Pool): Promise<string> {
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
