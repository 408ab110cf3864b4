import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { grantsOf, type Claims } from '#contract/permissions.ts';
import { boundedText, usernameText, type Link } from '#contract/settings-records.ts';
import { appendWithin } from '#service/audit/entry.ts';
import { withConnection } from '#service/database/connection.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { takenName } from './taken-names.ts';

/*
 * Links by which people choose their password: invited people, those whose password an administrator ended, and, where there
 * is none yet, the first administrator. A link works once, for three days, and a newer one for the same person replaces it.
 */

export const invitationPath = '/invitation';

const lifetime = `interval '3 days'`;

/** Only the digest is stored: who reads the table can't use the links. */
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @param wanted without a username the link makes the first administrator. */
export async function createLink(
  query: Query,
  wanted: { username?: string; origin: string; timeZone: string },
): Promise<Link> {
  const token = randomBytes(32).toString('base64url');
  await query('delete from sign_in.invitation where username = $1 or expires_at < now()', [wanted.username ?? null]);
  const [row] = await query<{ ends: string }>(
    `insert into sign_in.invitation (token_hash, username, expires_at) values ($1, $2, now() + ${lifetime})
     returning to_char(expires_at at time zone $3, 'YYYY-MM-DD HH24:MI') as ends`,
    [digestOf(token), wanted.username ?? null, wanted.timeZone],
  );
  return { Link: `${wanted.origin}${invitationPath}/${token}`, Ends: row?.ends ?? '' };
}

const canAdministerAll = `not disabled and password_hash <> '' and ('administrator:*' = any(roles)
  or ('administer' = any(permissions) and '*' = any(merchants)))`;

export async function hasAdministrator(query: Query): Promise<boolean> {
  const rows = await query(`select from sign_in.person where ${canAdministerAll} limit 1`);
  return rows.length > 0;
}

/** Who may use a link. Without a username, the person chooses one and becomes the first administrator. */
export interface Invitation {
  username?: string;
  name?: string;
}

const usable = `token_hash = $1 and used_at is null and expires_at > now()`;

/** Undefined for a link that is used, expired or replaced, of a disabled person, or that never existed. */
export async function findInvitation(pool: Pool, token: string): Promise<Invitation | undefined> {
  const { rows } = await pool.query<{ username: string | null; name: string | null }>(
    `select username, display_name as name from sign_in.invitation left join sign_in.person using (username)
     where ${usable} and not coalesce(disabled, false)
       and (username is not null or not exists (select from sign_in.person where ${canAdministerAll}))`,
    [digestOf(token)],
  );
  const [row] = rows;
  return row && { username: row.username ?? undefined, name: row.name ?? undefined };
}

/** Why a form is not accepted. */
export class NotAccepted extends Error {}

interface Answered {
  username: string;
  name: string;
  password: string;
  repeated: string;
  /** Where the form was sent from. */
  address: string;
}

/** Every role: one person must be able to do everything, until there are others. */
const firstRoles = ['administrator:*', 'manager:*', 'clerk:*'];

/**
 * Sets the password and uses the link up, in one transaction. Two who send the same link at once: one of them wins.
 * @returns the username, or undefined if the link no longer works.
 * @throws NotAccepted
 */
export async function acceptInvitation(pool: Pool, token: string, answered: Answered): Promise<string | undefined> {
  const invitation = await findInvitation(pool, token);
  if (!invitation) return undefined;
  const username = invitation.username ?? answered.username.trim();
  const name = invitation.name ?? answered.name.trim();
  // An invited person's are as the administrator entered them.
  if (invitation.username === undefined && !usernameText().safeParse(username).success)
    throw new NotAccepted('Choose a username of letters from a to z, digits, and . _ - @ +.');
  if (invitation.name === undefined && !boundedText(100).safeParse(name).success)
    throw new NotAccepted('Enter your name, with at most 100 characters.');
  if (answered.password !== answered.repeated) throw new NotAccepted('The two passwords are different.');
  await refuseWeakPassword(answered.password, [username, name]).catch((error: Error) => {
    throw new NotAccepted(error.message);
  });
  const hash = await hashPassword(answered.password);
  try {
    return await withConnection(pool, async (client) => {
      await client.query('begin');
      // One after the other: of two first links, the second finds an administrator.
      await client.query('lock table sign_in.invitation in share row exclusive mode');
      const used = await client.query(
        `update sign_in.invitation set used_at = now() where ${usable}
         and (username is not null or not exists (select from sign_in.person where ${canAdministerAll}))`,
        [digestOf(token)],
      );
      const rights = used.rowCount === 1 ? await save(client, invitation, { username, name, hash }) : undefined;
      if (rights)
        await appendWithin(queryOn(client), {
          Action: 'invitation.accepted',
          Actor: { Kind: 'person', Id: username, Name: name },
          Context: { Address: answered.address },
          Outcome: 'done',
          Details: { Merchants: [...grantsOf(rights).keys()] },
        });
      await client.query(rights ? 'commit' : 'rollback');
      return rights && username;
    });
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new NotAccepted('This username is already in use.');
    throw error;
  }
}

/** @returns the person's rights; undefined if there is no such person any more. */
async function save(
  client: Pick<Pool, 'query'>,
  { username }: Invitation,
  person: { username: string; name: string; hash: string },
): Promise<Claims | undefined> {
  if (username !== undefined) {
    const { rows } = await client.query<Claims>(
      `update sign_in.person set password_hash = $2, sandbox = false where username = $1 and not disabled
       returning permissions, merchants, roles`,
      [username, person.hash],
    );
    return rows[0];
  }
  const taken = await takenName(queryOn(client), { kind: 'person', id: person.username, name: person.name });
  if (taken)
    throw new NotAccepted(taken === 'id' ? 'This username is already in use.' : 'This name is already in use.');
  const { rows } = await client.query<Claims>(
    `insert into sign_in.person (username, display_name, password_hash, permissions, merchants, roles)
     values ($1, $2, $3, '{}', '{}', $4) returning permissions, merchants, roles`,
    [person.username, person.name, person.hash, firstRoles],
  );
  return rows[0];
}
