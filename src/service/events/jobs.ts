import type pg from 'pg';
import { z } from 'zod';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { postSigned, type PostingWorld } from '#service/messages/post-signed.ts';
import { eventSecrets } from './secret.ts';
import {
  leaveEndpoint,
  nextEvents,
  queueAgain,
  queueDue,
  storeTurn,
  sweepEvents,
  type ClaimedEndpoint,
  type Turn,
  type TurnEnd,
} from './store.ts';

const kind = 'event';

const Payload = z.object({ merchant: z.string(), endpoint: z.string(), claim: z.string() });

/** How long the events of one endpoint follow each other while others wait, in ms. */
const turnMs = 5000;

/**
 * Sends events, at least once and with the same id: those of an endpoint one after the other, of several endpoints at a time. A job
 * has an endpoint for a turn, so one that is slow takes one slot of the runner and no more.
 */
export const eventJobs = (world: PostingWorld): JobHandlers => ({
  'event-look': { every: 2, run: (pool) => queueDue(pool, kind) },
  [kind]: { run: (pool, { payload }) => takeTurn(pool, world, Payload.parse(payload)) },
  'event-sweep': { every: 3600, run: sweepEvents },
});

async function takeTurn(pool: pg.Pool, world: PostingWorld, claimed: ClaimedEndpoint): Promise<void> {
  const secrets = await eventSecrets(pool, claimed.endpoint);
  if (secrets.length === 0) return;
  for (const end = performance.now() + turnMs; performance.now() < end;) {
    const turn = await nextEvents(pool, claimed);
    if (!turn) return;
    const done = await sendInOrder(turn, secrets, world, end);
    if (turn.events.length > 0) await storeTurn(pool, claimed, { ...done, failures: turn.failures });
    if (turn.events.length === 0 || done.failed) return leaveEndpoint(pool, claimed);
  }
  await queueAgain(pool, kind, claimed);
}

/** Until one fails, or time is over. */
async function sendInOrder(
  { address: url, events }: Turn,
  secrets: readonly string[],
  world: PostingWorld,
  endMs: number,
): Promise<Pick<TurnEnd, 'taken' | 'failed'>> {
  const taken: { event: string; outcome: string }[] = [];
  for (const { event, body } of events) {
    if (performance.now() > endMs) break;
    try {
      const status = await postSigned({ url, body, id: event, secrets }, world);
      taken.push({ event, outcome: `ANSWERED_${status}` });
    } catch (error) {
      const outcome = codeOf(error);
      return { taken, failed: { event, outcome, isAnswered: outcome.startsWith('ANSWERED_') } };
    }
  }
  return { taken };
}

/** Of what `post` throws. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'NO_ANSWER';
