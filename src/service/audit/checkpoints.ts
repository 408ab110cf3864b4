import { CompactSign, compactVerify, importJWK, type JWK } from 'jose';
import type pg from 'pg';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { loadKeys } from '#service/signing/keys.ts';
import { proveNextPage, wholeProofsBroken, wholeProofsDue, type ProofPart, type ProofStep } from './proofs.ts';
import { chainsOf, type Checkpoint } from './verify.ts';

/** The type of a checkpoint's signature, so that no token can be taken for one. */
const typ = 'audit-checkpoint';

/** A line for the log. */
type CheckLine = { merchant: string; checkpoint: string } | { merchant: string; brokenAt: number };

/** Signs the heads of chains for the log: a copy that a change of the database does not reach. */
interface Checkpoints {
  jobs: JobHandlers;
  /** Signs the heads that have moved, for the end of a process. */
  signHeads(pool: pg.Pool): Promise<void>;
}

/** The whole chains are read this often. */
const wholeEverySeconds = 15;

/**
 * Once an hour proves the new entries of every chain, and signs its head; once a day, each at its own time, the
 * whole chain. Every minute the heads that have moved are signed unproved, which costs one row and one signature each: so no
 * more than a minute of entries can be cut off unseen.
 * @param options.turnMs for which the proof of whole chains runs at a time, at least a page: the rest of the time is for other work.
 */
export function createCheckpoints(
  log: (line: CheckLine) => void,
  { turnMs = 5000 }: { turnMs?: number } = {},
): Checkpoints {
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
          const broken = new Set(await wholeProofsBroken(pool));
          const failures: unknown[] = [];
          for (const Merchant of await asMaintenance(pool, (query) => chainsOf(query)))
            try {
              const At = new Date().toISOString();
              const found = await proveOn(pool, Merchant, 'new');
              // A fault is looked at again every hour, until it is repaired.
              const older = broken.has(Merchant) ? await proveOn(pool, Merchant, 'whole', onePage) : undefined;
              const faults = [found, older].flatMap((it) => (it?.state === 'broken' ? it.brokenAt : []));
              if (faults.length > 0) log({ merchant: Merchant, brokenAt: Math.min(...faults) });
              else if (found?.state === 'proved') {
                const { sequence: Sequence, hash } = found.place;
                await sign({ Merchant, Sequence, Hash: hash.toString('base64url'), At }, key);
              }
            } catch (error) {
              failures.push(error);
            }
          if (failures.length > 0) throw failures[0];
        },
      },
      'audit-whole': {
        every: wholeEverySeconds,
        async run(pool) {
          const end = performance.now() + turnMs;
          for (const merchant of await wholeProofsDue(pool)) {
            const found = await proveOn(pool, merchant, 'whole', end);
            if (found?.state === 'broken') log({ merchant, brokenAt: found.brokenAt });
            if (performance.now() > end) return;
          }
        },
      },
    },
  };
}

/** An end that has passed: one page is proved. */
const onePage = 0;

/**
 * Proves page after page, each in its own transaction.
 * @param end of `performance.now()`, after which no further page is begun.
 * @returns the last step; undefined if another process has this proof.
 */
export async function proveOn(
  pool: pg.Pool,
  merchant: string,
  part: ProofPart,
  end = Infinity,
): Promise<ProofStep | undefined> {
  for (;;) {
    const step = await proveNextPage(pool, merchant, part);
    if (step?.state !== 'more' || performance.now() > end) return step;
  }
}

async function signingKey(pool: pg.Pool): Promise<JWK> {
  const [key] = (await loadKeys(pool)).signing;
  if (!key) throw new Error('the sign-in has no signing key');
  return key;
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
