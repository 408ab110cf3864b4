import { CompactSign, compactVerify, importJWK, type JWK } from 'jose';
import type pg from 'pg';
import { loadKeys } from '#service/auth/keys.ts';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { chainsOf, prove, type Checkpoint } from './verify.ts';

/** The type of a checkpoint's signature, so that no token can be taken for one. */
const typ = 'audit-checkpoint';

/** A line for the log. */
export type CheckLine = { merchant: string; checkpoint: string } | { merchant: string; brokenAt: number };

/** Signs the heads of chains for the log: a copy that a change of the database does not reach. */
export interface Checkpoints {
  jobs: JobHandlers;
  /** Signs the heads that have moved, for the end of a process. */
  signHeads(pool: pg.Pool): Promise<void>;
}

/**
 * Proves every chain once an hour, which reads all of it, and signs its head. Every minute the heads that have moved are signed
 * unproved, which costs one row and one signature each: so no more than a minute of entries can be cut off unseen.
 */
export function createCheckpoints(log: (line: CheckLine) => void): Checkpoints {
  /** The last entry of each chain that this process signed. */
  const signedTo = new Map<string, number>();
  const sign = async (checkpoint: Checkpoint, key: JWK) => {
    log({ merchant: checkpoint.Merchant, checkpoint: await signed(checkpoint, key) });
    signedTo.set(checkpoint.Merchant, checkpoint.Sequence);
  };
  const signHeads = async (pool: pg.Pool) => {
    const At = new Date().toISOString();
    const heads = await asMaintenance(pool, (query) =>
      query<{ merchant: string; sequence: number; hash: Buffer }>(
        'select merchant, sequence, hash from audit_checkpoint order by merchant',
      ),
    );
    const moved = heads.filter((it) => signedTo.get(it.merchant) !== it.sequence);
    if (moved.length === 0) return;
    const key = await signingKey(pool);
    for (const { merchant, sequence, hash } of moved)
      await sign({ Merchant: merchant, Sequence: sequence, Hash: hash.toString('base64url'), At }, key);
  };
  return {
    signHeads,
    jobs: {
      'audit-heads': { every: 60, run: signHeads },
      audit: {
        every: 3600,
        async run(pool) {
          const key = await signingKey(pool);
          for (const merchant of await asMaintenance(pool, (query) => chainsOf(query))) {
            const found = await check(pool, merchant);
            if ('brokenAt' in found) log({ merchant, ...found });
            else await sign(found, key);
          }
        },
      },
    },
  };
}

async function signingKey(pool: pg.Pool): Promise<JWK> {
  const [key] = (await loadKeys(pool)).signing;
  if (!key) throw new Error('the sign-in has no signing key');
  return key;
}

/** Proves a chain and stores the result, which the audit page shows. */
async function check(pool: pg.Pool, merchant: string): Promise<Checkpoint | { brokenAt: number }> {
  const At = new Date().toISOString();
  return asMaintenance(pool, async (query) => {
    const proof = await prove(query, merchant);
    const brokenAt = proof.broken?.sequence ?? null;
    await query(
      `update audit_checkpoint set checked_at = $2, checked_sequence = $3, broken_at = $4 where merchant = $1`,
      [merchant, At, proof.entries, brokenAt],
    );
    if (brokenAt !== null) return { brokenAt };
    const [last] = await query<{ hash: Buffer }>('select hash from audit_entry where merchant = $1 and sequence = $2', [
      merchant,
      proof.entries,
    ]);
    return { Merchant: merchant, Sequence: proof.entries, Hash: last?.hash.toString('base64url') ?? '', At };
  });
}

const signed = async (checkpoint: Checkpoint, key: JWK): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(checkpoint)))
    .setProtectedHeader({ alg: 'ES256', typ, kid: key.kid })
    .sign(await importJWK(key, 'ES256'));

/**
 * The checkpoints in a log.
 * @throws Error for one that none of the keys has signed.
 */
export async function checkpointsIn(log: string, keys: readonly JWK[]): Promise<Checkpoint[]> {
  const found = [...log.matchAll(/"checkpoint":"([\w-]+\.[\w-]+\.[\w-]+)"/g)].map(([, text]) => text ?? '');
  return Promise.all(
    found.map(async (text) => {
      for (const { d: _private, ...open } of keys) {
        const verified = await compactVerify(text, await importJWK(open, 'ES256')).catch(() => undefined);
        if (verified?.protectedHeader['typ'] === typ)
          return JSON.parse(Buffer.from(verified.payload).toString('utf8')) as Checkpoint;
      }
      throw new Error('the log has a checkpoint that this service has not signed');
    }),
  );
}
