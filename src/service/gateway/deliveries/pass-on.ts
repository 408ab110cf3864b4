import type pg from 'pg';
import { z } from 'zod';
import type { Reach } from '#service/base/address.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { addJob, type JobHandlers } from '#service/jobs/jobs.ts';
import { callbackSecrets } from '#service/messages/callback-secret.ts';
import { post, type Resolve } from '#service/messages/post.ts';
import { signatureOf } from '#service/messages/report.ts';
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

interface PassingWorld {
  numbers: Numbers;
  /** Where reports may go. */
  reach: Reach;
  resolve?: Resolve;
  timeoutMs?: number;
}

/** Passes a provider's delivery reports on to the addresses that callers had in their messages, at least once. */
export const passingJobs = (world: PassingWorld): JobHandlers => ({
  [kind]: {
    async run(pool, { payload }) {
      const { merchant, ...key } = Payload.parse(payload);
      const name = { merchant, digest: Buffer.from(key.digest, 'base64'), hash: Buffer.from(key.hash, 'base64') };
      const text = await asMerchant(pool, merchant, (query) => postingOf(query, world.numbers, name));
      if (text === undefined) return;
      const status = await postPassed(pool, world, JSON.parse(text) as PassedReport);
      if (status !== 410 && !(status >= 200 && status < 300))
        throw Object.assign(new Error(`the receiver answered ${status}`), { code: `ANSWERED_${status}` });
      await asMerchant(pool, merchant, (query) => endPosting(query, name));
    },
  },
});

const asMerchant = <T>(pool: pg.Pool, merchant: string, work: (query: Query) => Promise<T>): Promise<T> =>
  inTransaction(pool, { merchant }, (client) => work(queryOn(client)));

/** An organisation without a secret has receivers that know no signature: its provider posted to them itself. */
async function postPassed(
  pool: pg.Pool,
  { reach, resolve, timeoutMs }: PassingWorld,
  { url, organisation, deliveryId, contentType, body: encoded }: PassedReport,
): Promise<number> {
  const body = Buffer.from(encoded, 'base64');
  const secrets = await callbackSecrets(pool, organisation);
  const signature = signatureOf(secrets, Math.floor(Date.now() / 1000), body);
  return post({
    url,
    headers: {
      'content-type': contentType,
      'user-agent': 'collections-console',
      'x-delivery-id': deliveryId,
      ...(secrets.length > 0 && { 'x-signature': signature }),
    },
    body,
    reach,
    resolve,
    timeoutMs,
  });
}
