import type { FastifyReply } from 'fastify';
import type { Fields } from '#answers/read-back/reader.ts';
import type { OperationName } from '#contract/operations.ts';
import { Refusal } from '#service/base/errors.ts';
import { RequestHash } from '#service/http/idempotency.ts';
import { inCall, type Incoming } from '#service/http/incoming.ts';
import type { Item } from '#service/http/items.ts';
import { whenFree } from '#service/http/limits/shares.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { readCollectingRule } from '#service/resources/collecting/judge.ts';
import { collectingItems, collects, seenDebitsOf, judgeSentDebits, needsDebits } from '../collecting/judge.ts';
import { readConnection } from '../connections.ts';
import { isUnwritable } from '../exchange.ts';
import { notOffered, providerAddress } from '../pass-read.ts';
import { wholeOf, type ProviderLine } from '../provider-line.ts';
import { isDryRun } from '../test-connection.ts';
import { providerAway, providerRefused } from '../tokens.ts';
import type { RecordNames } from './claims.ts';
import { nameItems, promisedItems } from './promised.ts';
import type { OutgoingBytes } from './send.ts';
import { callShapeOf } from './shapes.ts';
import { worldOf, type SharedWorld } from './world.ts';

const mostBytes = 64 * 1024 * 1024;

/**
 * Answers a dry run with what the provider says of it, where the last test of the connection found that it offers them. Nothing is
 * kept, since nothing is done. An answer without the mark of a dry run passes without it: then the caller must doubt it, and no
 * other one is sent.
 */
export async function answerDryRun(world: SharedWorld, incoming: Incoming): Promise<FastifyReply> {
  const { request, reply, entry, dependencies } = incoming;
  const { operation } = entry;
  const merchant = entry.merchant ?? '';
  const line = await world.lines.of(entry.merchant);
  const { dryRunAddress } = await inCall(incoming, (call) => readConnection(call.query, merchant), { isDryRun: true });
  if (operation.basic || !line.tokens || dryRunAddress !== line.provider.url)
    throw notOffered(
      'Dry runs are not offered by the provider, as far as the last test of its connection tells.',
      'DryRun',
    );
  line.pauses.mustBeOver(merchant);
  const shape = callShapeOf(operation);
  const items = await shape.read(incoming, new RequestHash(entry.product));
  const refused = new Map<number, Refusal>();
  const names = new Map<number, RecordNames>();
  for (const [place, { read }] of items.entries())
    if (read instanceof Refusal) refused.set(place, read);
    else names.set(place, shape.names(operation, read.data as Fields, dependencies.numbers));
  const looked = new Set<number>();
  for (;;) {
    const { held, unnamed } = await inCall(incoming, (call) => promisedItems(call, operation, items, names, looked), {
      isDryRun: true,
    });
    for (const [place, refusal] of held) {
      refused.set(place, refusal);
      names.delete(place);
    }
    if (unnamed.length === 0) break;
    await nameItems(worldOf(world, line), { merchant, product: entry.product }, operation, names, unnamed);
    for (const place of unnamed) looked.add(place);
  }
  for (const [place, refusal] of await judgedDebits(world, line, incoming, items, names)) refused.set(place, refusal);
  const failed = shape.refusedTexts(operation, items, refused);
  const left = items.filter((_, place) => !refused.has(place));
  request.outcome = { successful: left.length, failed: refused.size, isDryRun: true };
  if (left.length === 0) {
    const text = shape.answer({ operation, askedIn: entry.sequence ?? 0 }, { sent: [], refused: failed.texts }, []);
    return reply.header('dry-run', 'true').send(text);
  }
  const path = providerAddress(entry, line.provider.segment, request.url);
  const bytes = operation.request
    ? {
        method: operation.method,
        path,
        body: shape.body(
          operation,
          left.map((it) => it.text?.() ?? ''),
        ),
      }
    : { method: operation.method, path };
  const answer = await sentThere(line, merchant, bytes, world.changedTiming?.answer ?? answerMs);
  const text = (await wholeOf(answer, mostBytes)).toString();
  const isDry = isDryRun(answer);
  if (isDry) reply.header('dry-run', 'true');
  else if (answer.statusCode === 200)
    await asMaintenance(dependencies.pool, (query) =>
      query('update provider_connection set dry_runs = false where merchant = $1', [merchant]),
    );
  const whole = failed.texts.length > 0 && answer.statusCode === 200 ? shape.withRefused(text, failed.texts) : text;
  if (whole === undefined) throw providerAway();
  return reply.status(answer.statusCode ?? 503).send(whole);
}

/** By place, why a debit would not be sent: the merchant's limits are this server's own. What waits for release is undone, too. */
async function judgedDebits(
  world: SharedWorld,
  line: ProviderLine,
  incoming: Incoming,
  items: readonly Item[],
  names: ReadonlyMap<number, RecordNames>,
): Promise<ReadonlyMap<number, Refusal>> {
  const { entry, request } = incoming;
  const name = entry.operation.name as OperationName;
  if (!collects(name)) return new Map();
  const debits = collectingItems(items, names);
  const { rule, since } = await inCall(
    incoming,
    async ({ query, merchant }) => {
      const [now] = await query<{ since: string }>('select now()::text as since');
      return { rule: await readCollectingRule(query, merchant), since: now?.since ?? '-infinity' };
    },
    { isDryRun: true },
  );
  const whose = { merchant: entry.merchant ?? '', product: entry.product };
  const found = needsDebits(rule, name)
    ? await seenDebitsOf(worldOf(world, line), whose, name, debits, rule)
    : new Map();
  const seen = new Map([...found].map(([place, it]) => [place, { ...it, since }]));
  const judge = () =>
    inCall(incoming, (call) => judgeSentDebits(call, name, rule, debits, seen, request.ip), { isDryRun: true });
  return (await whenFree(incoming.reply.raw, judge)).refusals;
}

/** As changes wait for their answer. */
const answerMs = 60_000;

/** @throws HttpError 503 if the provider cannot or does not want to answer */
async function sentThere(
  { wire, tokens, pauses, health }: ProviderLine,
  merchant: string,
  bytes: OutgoingBytes,
  timeoutMs: number,
) {
  for (let isFirst = true; ; isFirst = false) {
    const token = await tokens?.of(merchant);
    const headers = {
      accept: 'application/json',
      ...(bytes.body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(bytes.body),
      }),
      authorization: `${tokens?.scheme} ${token}`,
    };
    const answer = await wire
      .change({ ...bytes, headers, timeoutMs }, () => true)
      .catch((error: unknown) => {
        if (isUnwritable(error)) throw error;
        health.record(merchant, 'unreachable');
        throw providerAway();
      });
    const status = answer.statusCode ?? 0;
    if (status === 200 || status === 400) return answer;
    answer.destroy();
    if (status === 401 && isFirst && token !== undefined) {
      tokens?.discard(merchant, token);
      continue;
    }
    health.record(merchant, status === 401 || status === 403 ? 'refused' : 'failed', status);
    if (status === 429 || status >= 500) throw providerAway(pauses.begin(merchant, answer));
    throw providerRefused(`The provider refuses the dry run (${status}).`);
  }
}
