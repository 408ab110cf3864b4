import type pg from 'pg';
import type { Query } from '#service/database/query.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { sha256 } from './entry.ts';
import { endAt, entriesAfter, followedEntry, entriesPerPage, type Place } from './verify.ts';

/** The entries since the last proof, or the chain from its first entry to that proof. */
export type ProofPart = 'new' | 'whole';

export type ProofStep = { state: 'more' } | { state: 'proved'; place: Place } | { state: 'broken'; brokenAt: number };

/**
 * Proves the next page of a chain after the entry that was proved last, and stores how far it came: so any process goes on where
 * another stopped. A fault stays where it is, since the next step begins before it again.
 * @returns undefined if another process has this proof.
 */
export const proveNextPage = (pool: pg.Pool, merchant: string, part: ProofPart): Promise<ProofStep | undefined> =>
  asMaintenance(pool, async (query) => {
    const now = new Date();
    await query(
      `insert into audit_proof (merchant, part, due_at) values ($1, 'new', null), ($1, 'whole', $2)
        on conflict (merchant, part) do nothing`,
      [merchant, nextTime(merchant, now).toISOString()],
    );
    const [from] = await query<Place>(
      'select sequence, hash from audit_proof where merchant = $1 and part = $2 for update skip locked',
      [merchant, part],
    );
    if (!from) return undefined;
    const { place, ...step } = await (part === 'new' ? newPage : wholePage)(query, merchant, from);
    await query(
      `update audit_proof set sequence = $3, hash = $4, broken_at = $5,
          began_at = case when sequence = 0 then $6::timestamptz else began_at end
        where merchant = $1 and part = $2`,
      [merchant, part, place.sequence, place.hash, step.brokenAt ?? null, now.toISOString()],
    );
    if (step.brokenAt !== undefined) return { state: 'broken', brokenAt: step.brokenAt };
    if (!step.isAtEnd) return { state: 'more' };
    if (part === 'new')
      await query(`update audit_proof set proved_at = $2 where merchant = $1 and part = 'new'`, [
        merchant,
        now.toISOString(),
      ]);
    else
      await query(
        `update audit_proof set proved_at = began_at, sequence = 0, hash = '', due_at = $2
          where merchant = $1 and part = 'whole'`,
        [merchant, nextTime(merchant, now).toISOString()],
      );
    return { state: 'proved', place };
  });

/** How far a page came. */
interface Page {
  place: Place;
  isAtEnd?: boolean;
  brokenAt?: number;
}

async function newPage(query: Query, merchant: string, from: Place): Promise<Page> {
  const { place, isLast, brokenAt } = await followed(query, merchant, from);
  if (brokenAt !== undefined) return { place, brokenAt };
  const end = isLast ? await endAt(query, merchant, place) : 'more';
  return typeof end === 'string' ? { place, isAtEnd: end === 'head' } : { place, brokenAt: end.sequence };
}

/** To where the proof of new entries has come, whose hash must be the same. */
async function wholePage(query: Query, merchant: string, from: Place): Promise<Page> {
  const [until] = await query<Place>(`select sequence, hash from audit_proof where merchant = $1 and part = 'new'`, [
    merchant,
  ]);
  if (!until) throw new Error('a proof that was just inserted is missing');
  const { place, isLast, brokenAt } = await followed(query, merchant, from, until.sequence);
  if (brokenAt !== undefined) return { place, brokenAt };
  if (place.sequence < until.sequence) return isLast ? { place, brokenAt: place.sequence + 1 } : { place };
  return place.hash.equals(until.hash) ? { place, isAtEnd: true } : { place, brokenAt: place.sequence };
}

async function followed(query: Query, merchant: string, from: Place, last?: number) {
  const rows = await entriesAfter(query, merchant, from.sequence, last);
  let place = from;
  for (const row of rows) {
    const next = followedEntry(merchant, place, row);
    if ('reason' in next) return { place, isLast: false, brokenAt: next.sequence };
    place = next;
  }
  return { place, isLast: rows.length < entriesPerPage };
}

const day = 24 * 60 * 60 * 1000;

/** When a chain is next proved whole. Each has its own time of the day, so that many do not all come at once. */
export function nextTime(merchant: string, after: Date): Date {
  const midnight = Math.floor(after.getTime() / day) * day;
  const time = midnight + (sha256(merchant).readUInt32BE() % (day / 1000)) * 1000;
  return new Date(time > after.getTime() ? time : time + day);
}

/** The chains whose proof from the first entry is due or under way. */
export const wholeProofsDue = (pool: pg.Pool): Promise<string[]> =>
  asMaintenance(pool, async (query) => {
    const rows = await query<{ merchant: string }>(
      `select merchant from audit_proof where part = 'whole' and broken_at is null and due_at <= $1
        order by due_at limit 100`,
      [new Date().toISOString()],
    );
    return rows.map(({ merchant }) => merchant);
  });

/** The chains whose proof from the first entry has met a fault. */
export const wholeProofsBroken = (pool: pg.Pool): Promise<string[]> =>
  asMaintenance(pool, async (query) => {
    const rows = await query<{ merchant: string }>(
      `select merchant from audit_proof where part = 'whole' and broken_at is not null`,
    );
    return rows.map(({ merchant }) => merchant);
  });
