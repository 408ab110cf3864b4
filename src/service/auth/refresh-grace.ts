import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { unavailable } from '#service/base/errors.ts';
import { formOf } from './forward.ts';

/** An older claim belongs to a process that died. */
const claimSeconds = 10;
const pollMilliseconds = 25;

/**
 * Middleware before the token endpoint. A used refresh token gets the same answer again, byte for byte, for `graceSeconds`: an
 * answer may be lost, or several tabs may wake with one token. Later uses are theft and go to the sign-in server, which ends
 * the whole family.
 *
 * The first process to claim a token refreshes it; the others wait for the answer. It is stored encrypted with the presented
 * token, so the table alone opens nothing. No database connection is held meanwhile: the refresh needs several, and a pool full
 * of waiters would deadlock.
 */
export function refreshGrace(pool: Pool, graceSeconds: number) {
  return async (context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    const form = context.method === 'POST' && context.path === '/oauth/token' ? formOf(context.req) : undefined;
    const [token, ...more] = form?.getAll('refresh_token') ?? [];
    if (form?.get('grant_type') !== 'refresh_token' || token === undefined || more.length > 0) {
      await next();
      return;
    }
    // Includes the client: a token from another client finds nothing here.
    const address = createHash('sha256')
      .update(`${form.get('client_id')}\n${token}`)
      .digest();

    const turn = await takeTurn(pool, address, graceSeconds);
    if (turn === 'too late') {
      await next();
      return;
    }
    if (turn !== 'first') {
      send(context, decrypt(turn, token, address));
      return;
    }

    let encrypted = false;
    try {
      await next();
      if (context.status !== 200) return;
      const answer = JSON.stringify(context.body);
      await pool.query(
        `update sign_in.oauth_replay set answer = $2, grant_id = $3, expires_at = now() + $4 * interval '1 second'
         where token_hash = $1`,
        [address, encrypt(answer, token, address), context.oidc.grant?.jti ?? null, graceSeconds],
      );
      encrypted = true;
      send(context, answer);
    } finally {
      // Best effort: a remaining row is taken over after `claimSeconds`.
      if (!encrypted)
        await pool.query('delete from sign_in.oauth_replay where token_hash = $1', [address]).catch(() => {});
    }
  };
}

function send(context: KoaContextWithOIDC, answer: string): void {
  context.status = 200;
  context.type = 'application/json';
  context.set('cache-control', 'no-store');
  context.body = answer;
}

async function takeTurn(pool: Pool, address: Buffer, graceSeconds: number): Promise<'first' | 'too late' | Buffer> {
  const giveUp = performance.now() + claimSeconds * 1000;
  for (;;) {
    const claim = await pool.query(
      `insert into sign_in.oauth_replay (token_hash, expires_at)
       values ($1, now() + $2 * interval '1 second')
       on conflict (token_hash) do update set claimed_at = now(), expires_at = excluded.expires_at
         where oauth_replay.answer is null and oauth_replay.claimed_at < now() - $3 * interval '1 second'`,
      [address, claimSeconds + graceSeconds, claimSeconds],
    );
    if (claim.rowCount === 1) return 'first';

    const { rows } = await pool.query<{ answer: Buffer | null; late: boolean }>(
      'select answer, expires_at <= now() as late from sign_in.oauth_replay where token_hash = $1',
      [address],
    );
    const row = rows[0];
    if (row !== undefined && row.answer !== null) return row.late ? 'too late' : row.answer;
    if (performance.now() > giveUp) throw unavailable();
    // No row: the first one failed, so it is our turn. No answer: it is still working.
    if (row !== undefined) await wait(pollMilliseconds);
  }
}

const keyOf = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, '', 'refresh answer', 32));

function encrypt(answer: string, token: string, address: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce).setAAD(address);
  return Buffer.concat([nonce, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer, token: string, address: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), encrypted.subarray(0, 12)).setAAD(address);
  decipher.setAuthTag(encrypted.subarray(-16));
  return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()]).toString('utf8');
}
