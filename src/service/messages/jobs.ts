import type pg from 'pg';
import { z } from 'zod';
import type { Message } from '#contract/messages.ts';
import type { Reach } from '#service/base/address.ts';
import type { Clock } from '#service/base/clock.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { addJob, type Job, type JobHandlers } from '#service/jobs/jobs.ts';
import { callbackSecrets } from './callback-secret.ts';
import { callbackOf } from './callback.ts';
import type { ChatNetwork } from './network.ts';
import { postSigned } from './post-signed.ts';
import type { Resolve } from './post.ts';
import { deliveryReport } from './report.ts';
import type { MessageStatusName } from './statuses.ts';

export interface MessageWorld {
  clock: Clock;
  /** Without one nothing is sent, and what was accepted before stays pending. */
  network: ChatNetwork | undefined;
  /** Where delivery reports may go; the public internet by default. */
  reach?: Reach;
  /** Resolves callback addresses; the system's resolver by default. */
  resolve?: Resolve;
  /** A receiver's time limit, from name resolution to answer; see `post`. */
  timeoutMs?: number;
}

/**
 * Sending a message and posting its delivery report are two jobs, so a silent receiver never causes a second message.
 */
export const messageJobs = ({ network, ...world }: MessageWorld): JobHandlers => ({
  ...(network && { network: { run: (pool, job) => sendMessage(pool, job, { ...world, network }) } }),
  delivery: { run: (pool, job) => postReport(pool, job, world) },
});

const Payload = z.object({ organisation: z.string(), messageId: z.string() });

interface Stored {
  from: string;
  to: string;
  content: Message['content'];
  urlOptions: Message['urlOptions'];
  callbackData: string | null;
  notifyUrl: string | null;
  status: MessageStatusName;
  sentAt: string;
  doneAt: string | null;
  deliveryId: string;
}

const asOrganisation = <T>(pool: pg.Pool, organisation: string, work: (query: Query) => Promise<T>) =>
  inTransaction(pool, { organisation }, (client) => work(queryOn(client)));

async function storedOf(pool: pg.Pool, job: Job): Promise<Stored & z.infer<typeof Payload>> {
  const { organisation, messageId } = Payload.parse(job.payload);
  const [found] = await asOrganisation(pool, organisation, (query) =>
    query<Stored>(
      `select sender as "from", recipient as "to", content, url_options as "urlOptions",
          callback_data as "callbackData", notify_url as "notifyUrl", status, sent_date as "sentAt",
          done_date as "doneAt", delivery_id as "deliveryId"
        from message where organisation = $1 and message_id = $2`,
      [organisation, messageId],
    ),
  );
  if (!found) throw new Error('the message of this job is not there');
  return { ...found, organisation, messageId };
}

/** Sends a message and stores its outcome together with the job for its delivery report, if any. */
async function sendMessage(
  pool: pg.Pool,
  job: Job,
  { clock, network }: Pick<MessageWorld, 'clock'> & { network: ChatNetwork },
) {
  const message = await storedOf(pool, job);
  // If the job's lease expired while it ran, another process has sent the message.
  if (message.status !== 'PENDING_ACCEPTED') return;
  const { organisation, messageId, from, to, content, urlOptions } = message;
  const outcome = await network.send({ messageId, from, to, content, urlOptions });
  await asOrganisation(pool, organisation, async (query) => {
    const ended = await query(
      `update message set status = $3, done_date = $4
        where organisation = $1 and message_id = $2 and status = 'PENDING_ACCEPTED' returning message_id`,
      [organisation, messageId, outcome, clock.now()],
    );
    if (ended.length === 1 && callbackOf(message) !== undefined)
      await addJob(query, 'delivery', message.deliveryId, { organisation, messageId });
  });
}

/**
 * Posts a message's delivery report, at least once. 2xx and 410 end it, any other answer is retried.
 * @throws Error that names neither address nor answer.
 */
async function postReport(
  pool: pg.Pool,
  job: Job,
  { reach = 'public', resolve, timeoutMs }: Omit<MessageWorld, 'network'>,
) {
  const message = await storedOf(pool, job);
  const url = callbackOf(message);
  if (url === undefined) return;
  const body = deliveryReport(message);
  const secrets = await callbackSecrets(pool, message.organisation);
  if (secrets.length === 0) throw new Error('the organisation has no secret to sign its reports with');
  await postSigned({ url, body, id: message.deliveryId, secrets }, { reach, resolve, timeoutMs });
}
