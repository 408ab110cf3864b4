import type { Query } from '#service/database/query.ts';

/** Ends the sessions of a person, except the one with this grant. @returns how many. */
export async function endSessions(query: Query, username: string, exceptGrant = ''): Promise<number> {
  const ended = await query(
    `with ended as (delete from sign_in.session where username = $1 and grant_id <> $2 returning session_uid, grant_id),
       replays as (delete from sign_in.oauth_replay where grant_id in (select grant_id from ended)),
       items as (delete from sign_in.oauth_item where grant_id in (select grant_id from ended)
         or (kind = 'Grant' and id_hash in (select sha256(convert_to(grant_id, 'UTF8')) from ended))
         or (kind = 'Session' and session_uid in (select session_uid from ended)))
     select session_uid from ended`,
    [username, exceptGrant],
  );
  return ended.length;
}
