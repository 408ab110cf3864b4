import { createHash } from 'node:crypto';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { sweepPace } from './pace.ts';
import { sweepSessions } from './uses.ts';

export interface SignInStore {
  adapter: AdapterFactory;
  /** Ends a grant: its codes, refresh tokens and the answers stored for them. */
  endGrant(grantId: string): Promise<void>;
  /** Deletes a session; its cookie is invalid from then on. */
  endSession(uid: string): Promise<void>;
  sweep(): Promise<void>;
}

/** Browsers and clients present these ids, so only digests are stored. */
export const idHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Removes from a payload what would let a reader of the table impersonate its browser or client. */
function sealed({ jti: _id, returnTo, session, ...payload }: AdapterPayload, id: string): AdapterPayload {
  const { cookie: _cookie, ...rest } = session ?? {};
  return {
    ...payload,
    ...(session && { session: rest }),
    ...(returnTo !== undefined && { returnTo: returnTo.endsWith(id) ? returnTo.slice(0, -id.length) : returnTo }),
  };
}

const opened = (payload: AdapterPayload, id: string): AdapterPayload => ({
  ...payload,
  jti: id,
  ...(payload.returnTo !== undefined && { returnTo: payload.returnTo + id }),
});

interface Row {
  payload: AdapterPayload;
  consumed: number | null;
}

/**
 * The sign-in server's storage in SQL.
 *
 * @param clientOf the metadata of a client by its id; clients have a table of their own
 * @param alreadyUsed the error for a code or refresh token that was used before, or simultaneously
 */
export function createSignInStore(
  pool: Pool,
  clientOf: (clientId: string) => Promise<AdapterPayload | undefined>,
  alreadyUsed: () => Error,
): SignInStore {
  const endGrant = async (grantId: string): Promise<void> => {
    await pool.query(
      `with replays as (delete from sign_in.oauth_replay where grant_id = $1)
       delete from sign_in.oauth_item where grant_id = $1 or (kind = 'Grant' and id_hash = $2)`,
      [grantId, idHash(grantId)],
    );
  };

  const select = async (kind: string, where: string, value: unknown): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<Row>(
      `select payload, extract(epoch from consumed_at)::int as consumed from sign_in.oauth_item
       where kind = $1 and ${where} = $2 and expires_at > now()`,
      [kind, value],
    );
    const row = rows[0];
    return row && { ...row.payload, ...(row.consumed !== null && { consumed: row.consumed }) };
  };

  const items = (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      await pool.query(
        `insert into sign_in.oauth_item (kind, id_hash, payload, grant_id, session_uid, expires_at)
         values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
         on conflict (kind, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           session_uid = excluded.session_uid, expires_at = excluded.expires_at`,
        [
          kind,
          idHash(id),
          JSON.stringify(sealed(payload, id)),
          payload.grantId ?? null,
          kind === 'Session' ? (payload.uid ?? null) : null,
          expiresIn ?? 0,
        ],
      );
    },
    async find(id) {
      const payload = await select(kind, 'id_hash', idHash(id));
      return payload && opened(payload, id);
    },
    // A session found by uid is only read, never saved, so the missing id doesn't matter.
    findByUid: (uid) => select(kind, 'session_uid', uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const { rowCount } = await pool.query(
        `update sign_in.oauth_item set consumed_at = now() where kind = $1 and id_hash = $2 and consumed_at is null`,
        [kind, idHash(id)],
      );
      if (rowCount === 1) return;
      // Two simultaneous exchanges found it unused: one of them is theft, and we cannot know which.
      const lost = await select(kind, 'id_hash', idHash(id));
      if (lost?.grantId !== undefined) await endGrant(lost.grantId);
      throw alreadyUsed();
    },
    async destroy(id) {
      await pool.query('delete from sign_in.oauth_item where kind = $1 and id_hash = $2', [kind, idHash(id)]);
    },
    revokeByGrantId: endGrant,
  });

  return {
    adapter: (kind) => (kind === 'Client' ? { ...items(kind), find: clientOf } : items(kind)),
    endGrant,
    async endSession(uid) {
      await pool.query(`delete from sign_in.oauth_item where kind = 'Session' and session_uid = $1`, [uid]);
    },
    async sweep() {
      await pool.query('delete from sign_in.oauth_item where expires_at < now()');
      await pool.query('delete from sign_in.oauth_replay where expires_at < now()');
      await sweepSessions(pool);
      await sweepPace(pool);
    },
  };
}
