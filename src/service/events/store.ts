import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { addJob, pauseAfter } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';

/** An endpoint that one job sends to: another has another claim. */
export interface ClaimedEndpoint {
  merchant: string;
  endpoint: string;
  claim: string;
}

/** How long a job that says nothing keeps an endpoint, in seconds. */
const leaseSeconds = 60;

/** After so many answered failures the next events of the endpoint go first: one that it refuses must not hold up all. */
const mostRefusals = 4;

/** Hours for which an event is tried. */
const triedHours = 72;

/** Days for which events are kept. */
const keptDays = 30;

const ofEndpoint = 'merchant = $1 and endpoint = $2';

const isDue = `due.state = 'WAITING' and (due.refusals < ${mostRefusals} or due.next_try <= now())`;

/** Adds a job for each endpoint that has something to send and that no other job has. */
export async function queueDue(pool: pg.Pool, kind: string): Promise<void> {
  const due = await asMaintenance(pool, (query) =>
    query<{ merchant: string; endpoint: string }>(
      `select merchant, endpoint from event_endpoint it
        where is_on and (next_try is null or next_try <= now()) and (claimed_until is null or claimed_until < now())
          and exists (select from event_delivery due where due.merchant = it.merchant and due.endpoint = it.endpoint and ${isDue})
        order by next_try nulls first limit 500`,
    ),
  );
  for (const { merchant, endpoint } of due)
    await inMerchant(pool, merchant, async (query) => {
      const claim = randomUUID();
      const claimed = await query(
        `update event_endpoint set claim = $3, claimed_until = now() + $4::float8 * interval '1 second'
          where ${ofEndpoint} and (claimed_until is null or claimed_until < now()) returning 1`,
        [merchant, endpoint, claim, leaseSeconds],
      );
      if (claimed.length > 0) await addJob(query, kind, endpoint, { merchant, endpoint, claim });
    });
}

const inMerchant = <T>(pool: pg.Pool, merchant: string, work: (query: Query) => Promise<T>): Promise<T> =>
  inTransaction(pool, { merchant }, (client) => work(queryOn(client)));

/** In the order in which they are sent. */
interface DueEvent {
  event: string;
  body: string;
}

export interface Turn {
  address: string;
  failures: number;
  events: DueEvent[];
}

const pageSize = 25;

/** The next events of an endpoint; undefined if another job has it now, or it is off or gone. */
export const nextEvents = (pool: pg.Pool, { merchant, endpoint, claim }: ClaimedEndpoint): Promise<Turn | undefined> =>
  inMerchant(pool, merchant, async (query) => {
    const [held] = await query<Omit<Turn, 'events'>>(
      `update event_endpoint set claimed_until = now() + $4::float8 * interval '1 second'
        where ${ofEndpoint} and claim = $3 and is_on and (next_try is null or next_try <= now())
        returning address, failures`,
      [merchant, endpoint, claim, leaseSeconds],
    );
    if (!held) return undefined;
    const events = await query<DueEvent>(
      `select event, body from event_delivery due where ${ofEndpoint} and ${isDue} order by event_sequence limit $3`,
      [merchant, endpoint, pageSize],
    );
    return { ...held, events };
  });

/** What a turn has done: what was taken, and the failure that ended it. */
export interface TurnEnd {
  taken: readonly { event: string; outcome: string }[];
  failed?: { event: string; outcome: string; isAnswered: boolean };
  /** In a row, before this turn. */
  failures: number;
}

/** Longest pause of an endpoint, in seconds. */
const longestPause = 3600;

/** Stores what a turn has done. After a failure the endpoint pauses, longer each time, and what is too old is given up. */
export const storeTurn = (
  pool: pg.Pool,
  { merchant, endpoint, claim }: ClaimedEndpoint,
  { taken, failed, failures: before }: TurnEnd,
): Promise<void> =>
  inMerchant(pool, merchant, async (query) => {
    if (taken.length > 0) {
      await query(
        `update event_delivery set state = 'DELIVERED', attempts = attempts + 1, outcome = done.outcome, tried_at = now(), next_try = null
          from unnest($3::uuid[], $4::text[]) as done (event, outcome)
          where ${ofEndpoint} and event_delivery.event = done.event and state = 'WAITING'`,
        [merchant, endpoint, taken.map((it) => it.event), taken.map((it) => it.outcome)],
      );
      await query(
        `update event_endpoint set worked_at = now(), failures = 0, failing_since = null, next_try = null, outcome = $4
          where ${ofEndpoint} and claim = $3`,
        [merchant, endpoint, claim, taken.at(-1)?.outcome],
      );
    }
    if (!failed) return;
    const failures = taken.length > 0 ? 0 : before;
    const seconds = Math.min(longestPause, pauseAfter(failures + 1));
    await query(
      `update event_delivery set attempts = attempts + 1, refusals = refusals + $4, outcome = $5, tried_at = now(),
          next_try = now() + $6::float8 * interval '1 second'
        where ${ofEndpoint} and event = $3 and state = 'WAITING'`,
      [merchant, endpoint, failed.event, failed.isAnswered ? 1 : 0, failed.outcome, seconds],
    );
    await query(
      `update event_endpoint set failures = $4, outcome = $5, next_try = now() + $6::float8 * interval '1 second'
          ${failures === 0 ? ', failing_since = now()' : ''}
        where ${ofEndpoint} and claim = $3`,
      [merchant, endpoint, claim, failures + 1, failed.outcome, seconds],
    );
    await query(
      `update event_delivery set state = 'GIVEN_UP', next_try = null
        where ${ofEndpoint} and state = 'WAITING' and due_since < now() - $3::float8 * interval '1 hour'`,
      [merchant, endpoint, triedHours],
    );
  });

/** Another job goes on with the endpoint, after those of others that are due. */
export const queueAgain = (pool: pg.Pool, kind: string, claimed: ClaimedEndpoint): Promise<void> =>
  inMerchant(pool, claimed.merchant, (query) => addJob(query, kind, claimed.endpoint, claimed));

/** Lets another job have the endpoint. */
export const leaveEndpoint = (pool: pg.Pool, { merchant, endpoint, claim }: ClaimedEndpoint): Promise<void> =>
  inMerchant(pool, merchant, async (query) => {
    await query(`update event_endpoint set claim = null, claimed_until = null where ${ofEndpoint} and claim = $3`, [
      merchant,
      endpoint,
      claim,
    ]);
  });

const atOnce = 1000;

/** Forgets events after a while, and gives up those of endpoints that are off. In batches, each its own transaction. */
export async function sweepEvents(pool: pg.Pool): Promise<void> {
  await asMaintenance(pool, (query) =>
    query(
      `update event_delivery set state = 'GIVEN_UP', next_try = null
        where state = 'WAITING' and due_since < now() - $1::float8 * interval '1 hour'`,
      [triedHours],
    ),
  );
  for (let count = atOnce; count === atOnce;)
    count = await asMaintenance(pool, async (query) => {
      const swept = await query(
        `with oldest as (
            select merchant, endpoint, event from event_delivery where written_at < now() - $1::float8 * interval '1 day'
            order by written_at limit $2
          )
          delete from event_delivery it using oldest
          where it.merchant = oldest.merchant and it.endpoint = oldest.endpoint and it.event = oldest.event
          returning 1`,
        [keptDays, atOnce],
      );
      return swept.length;
    });
}
