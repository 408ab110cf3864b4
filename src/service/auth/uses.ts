import type { Pool } from 'pg';

/** When people and programs were last used, and the sessions of people with the device of each. */

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Such as "Chrome on Windows", from a `User-Agent` header. Nothing else of it is kept. */
export function deviceOf(userAgent: string): string {
  const first = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

interface SessionUse {
  username: string;
  sessionUid: string;
  grantId: string;
  userAgent: string;
}

/** At every access token, so about every ten minutes while a person works. */
export async function recordSessionUse(
  pool: Pool,
  { username, sessionUid, grantId, userAgent }: SessionUse,
): Promise<void> {
  await pool.query(
    `with used as (update sign_in.person set last_used_at = now() where username = $2 returning username)
     insert into sign_in.session (session_uid, username, grant_id, device) select $1, username, $3, $4 from used
     on conflict (session_uid) do update set username = excluded.username, grant_id = excluded.grant_id,
       device = excluded.device, last_used_at = now(),
       signed_in_at = case when session.grant_id = excluded.grant_id then session.signed_in_at else now() end`,
    [sessionUid, username, grantId, deviceOf(userAgent)],
  );
}

/** Sessions by `username`. One of an earlier password, or of other rights, is no longer valid although its row is there. */
export const liveSessions = `(
  select session.* from sign_in.session
  join sign_in.person using (username)
  join sign_in.oauth_item item on item.kind = 'Session' and item.session_uid = session.session_uid
  where not disabled and expires_at > now() and payload ->> 'amr' like '%"epoch:' || epoch || '"%') live`;

/** Once a minute is enough: some programs get a token for every call. */
export async function recordProgramUse(pool: Pool, clientId: string): Promise<void> {
  await pool.query(
    `update sign_in.program set last_used_at = now()
     where client_id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [clientId],
  );
}

/** Sessions whose sign-in has ended or expired. */
export async function sweepSessions(pool: Pool): Promise<void> {
  await pool.query(
    `delete from sign_in.session where not exists (
       select from sign_in.oauth_item where kind = 'Session' and oauth_item.session_uid = session.session_uid)`,
  );
}
