import type pg from 'pg';
import { z } from 'zod';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { addJob, type JobHandlers } from '#service/jobs/jobs.ts';
import { callbackSecrets } from '#service/messages/callback-secret.ts';
import { postSigned, type PostingWorld } from '#service/messages/post-signed.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { endPosting, postingOf } from './store.ts';

/** A report as it goes to the caller. */
export interface PassedReport {
  url: string;
  organisation: string;
  deliveryId: string;
  contentType: string;
  /** In base64: it may be no text. */
  body: string;
}

const kind = 'passed-report';

/** The key of a report, as a job names it. */
const Payload = z.object({ merchant: z.string(), digest: z.base64(), hash: z.base64() });

interface ReportKey {
  merchant: string;
  digest: Buffer;
  hash: Buffer;
}

/** Adds the job in the transaction that keeps the report: once the provider has its 200, the report reaches the caller. */
export function addPassing(query: Query, { merchant, digest, hash }: ReportKey, deliveryId: string): Promise<void> {
  const payload = { merchant, digest: digest.toString('base64'), hash: hash.toString('base64') };
  return addJob(query, kind, deliveryId, payload);
}

interface PassingWorld extends PostingWorld {
  numbers: Numbers;
}

/** Passes a provider's delivery reports on to the addresses that callers had in their messages, at least once. */
export const passingJobs = (world: PassingWorld): JobHandlers => ({
  [kind]: {
    async run(pool, { payload }) {
      const { merchant, ...key } = Payload.parse(payload);
      const name = { merchant, digest: Buffer.from(key.digest, 'base64'), hash: Buffer.from(key.hash, 'base64') };
      const text = await asMerchant(pool, merchant, (query) => postingOf(query, world.numbers, name));
      if (text === undefined) return;
      await postPassed(pool, world, JSON.parse(text) as PassedReport);
      await asMerchant(pool, merchant, (query) => endPosting(query, name));
    },
  },
});

const asMerchant = <T>(pool: pg.Pool, merchant: string, work: (query: Query) => Promise<T>): Promise<T> =>
  inTransaction(pool, { merchant }, (client) => work(queryOn(client)));

/** An organisation without a secret has receivers that know no signature: its provider posted to them itself. */
async function postPassed(
  pool: pg.Pool,
  world: PostingWorld,
  { url, organisation, deliveryId, contentType, body }: PassedReport,
): Promise<void> {
  const secrets = await callbackSecrets(pool, organisation);
  await postSigned({ url, body: Buffer.from(body, 'base64'), id: deliveryId, contentType, secrets }, world);
}
