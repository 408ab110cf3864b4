import type { FastifyReply } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Begun } from '#service/database/transaction.ts';
import { importIdOf, importRowsOf, type ImportRows } from '#service/imports/import-rows.ts';
import { recordImport } from '#service/imports/store.ts';
import { mustBeBounded, runBatch, type BatchWork } from './batch.ts';
import type { Call } from './call.ts';
import { tenantOf } from './entry.ts';
import { around, batchTexts } from './envelope.ts';
import { keepAnswer, keptAnswer, idempotencyKey, RequestHash, type Keyed } from './idempotency.ts';
import { inCall, type Incoming, type Maintain } from './incoming.ts';
import { queryItem, readItems, type Item } from './items.ts';
import { piecesOf, bodyOfPieces } from './json/chunks.ts';
import { JsonBody } from './json/json.ts';
import type { ItemSpan } from './json/scanner.ts';
import { Lock, mustBeFree, whenFree } from './limits/shares.ts';
import { comparing } from './read-only.ts';
import { dryRunOf, itemsOf, mustBeEmpty, typedQuery } from './request.ts';

interface Write {
  /** Positions of the items in the body; none for a DELETE, whose query is its only item. */
  spans: ItemSpan[];
  /** Fields of the query. */
  fields: Record<string, string>;
  isDryRun: boolean;
  key: string | undefined;
  importId: string | undefined;
  importRows: ImportRows | undefined;
  work: BatchWork;
}

/** Answers a create, edit or cancel. */
export async function answerMaintain(incoming: Incoming, handler: Maintain): Promise<FastifyReply> {
  const { request, reply, entry, query, dependencies } = incoming;
  const { operation } = entry;
  const { isDryRun, query: fields } = dryRunOf(query);
  if (operation.request) mustBeEmpty(fields);
  if (isDryRun) reply.header('dry-run', 'true');
  const spans = operation.request ? itemsOf(operation, request.body) : [];
  const key = isDryRun ? undefined : idempotencyKey(request.headers['idempotency-key']);
  const importId = importIdOf(request.headers['import-id']);
  const importRows = isDryRun ? undefined : importRowsOf(request.headers, operation.request ? spans.length : 1);
  const retrieve = dependencies.handlers[operation.retrieve ?? ''];
  const work = { ...handler, compare: comparing(operation, retrieve) } as BatchWork;
  const attempts = () => attempt(incoming, { spans, fields, isDryRun, key, importId, importRows, work });
  // Each item locks its contract until the call ends. Two batches of a merchant that name the same contracts in different
  // orders would block each other, so batches run one after the other. Single items don't wait for them.
  try {
    const answer =
      spans.length > 1
        ? await dependencies.shares.turns.within(tenantOf(entry), reply.raw, attempts)
        : await attempts();
    return reply.send(bodyOfPieces(answer));
  } finally {
    if (request.body instanceof JsonBody) request.body.release();
  }
}

/** Reads the items and runs the call, again while its locks are taken. */
async function attempt(incoming: Incoming, write: Write): Promise<string[]> {
  const { spans, fields, isDryRun, key, importId, importRows, work } = write;
  const { request, reply, entry, dependencies } = incoming;
  const { operation } = entry;
  const hash = new RequestHash(entry.product);
  const items = operation.request
    ? await readItems(operation, request.body as JsonBody, spans, hash)
    : queryItem(typedQuery(operation, fields), hash);
  mustBeBounded(items, work);
  const needsFactor = !isDryRun && changesConfirmed(operation, items);
  const digest = dependencies.numbers.hash(hash.digest());
  const keyed = key !== undefined && { key, operation: operation.name, hash: digest };
  const run = async (call: Call, last: Begun['last']) => {
    if (importRows) await mustBeFree(call, importRows.importId, Lock.imports);
    const { Successful, Failed, codes, refused } = await runBatch(call, operation, items, work);
    if (importRows)
      await recordImport(call, operation.name, importRows, { accepted: acceptedOf(items, refused), refused });
    const outcome = { items: items.length, refused: Failed.length, codes, digest };
    if (!isDryRun) last.push(...(await dependencies.audit.ofCall(call, operation.name, request.ip, outcome)));
    request.outcome = { successful: Successful.length, failed: Failed.length, isDryRun };
    return piecesOf(batchTexts(around(operation, entry.sequence), Successful, Failed));
  };
  const once = async (call: Call, last: Begun['last']) => {
    if (spans.length > 1) await mustBeFree(call, call.merchant, Lock.batch);
    return keyed ? runKeyed(call, keyed, () => run(call, last)) : run(call, last);
  };
  const inImport = (call: Call, last: Begun['last']) => once({ ...call, importId }, last);
  return whenFree(reply.raw, () => inCall(incoming, inImport, { isDryRun, needsFactor }));
}

const acceptedOf = (items: readonly Item[], refused: ReadonlyMap<number, unknown>) =>
  items.flatMap(({ read }, place) =>
    refused.has(place) || read instanceof Refusal ? [] : [{ place, item: read.data as Record<string, unknown> }],
  );

/** Whether the call changes what needs a second factor. */
export const changesConfirmed = ({ confirmedFields = [] }: Operation, items: readonly Item[]): boolean =>
  items.some(
    ({ read }) =>
      'data' in read && confirmedFields.some((name) => (read.data as Record<string, unknown>)[name] !== undefined),
  );

/** Answers a call with a key: with the stored answer, or by running the call and storing its answer. */
async function runKeyed(call: Call, keyed: Keyed, run: () => Promise<string[]>): Promise<string[]> {
  const stored = await keptAnswer(call, keyed);
  if (stored !== undefined) return piecesOf([stored]);
  const pieces = await run();
  await keepAnswer(call, keyed, pieces.join(''));
  return pieces;
}
