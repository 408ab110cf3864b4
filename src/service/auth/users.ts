import type { Pool } from 'pg';
import { allPermissions, readPermissions, roleText, type Claims, type RoleName } from '#contract/permissions.ts';
import type { Rights } from '#service/base/permissions.ts';
import { hashPassword } from './passwords.ts';

/** A person who signs in at the page. */
export interface SignInPerson extends Claims {
  username: string;
  name: string;
  /** Absent for a person who has not chosen a password yet. */
  passwordHash?: string;
  /** Changes with password, rights or access, and invalidates everything issued before. */
  epoch: number;
  /** Whether the person has a second factor. */
  hasFactor: boolean;
}

/** Software that fetches tokens with a secret of its own (client credentials). */
interface Program extends Rights {
  clientId: string;
  name: string;
  secretHash: string;
  /** Of the secret before, which works until it is ended. */
  formerSecretHash?: string;
  epoch: number;
}

/** PostgreSQL refuses U+0000 with an error that would be a 500; no such name exists anyway. */
const couldExist = (name: string): boolean => name.length <= 200 && !name.includes('\0');

/** The person, unless disabled. */
export async function findPerson(pool: Pool, username: string): Promise<SignInPerson | undefined> {
  if (!couldExist(username)) return undefined;
  const { rows } = await pool.query<SignInPerson & { hash: string }>(
    `select username, display_name as name, password_hash as hash, permissions, merchants, roles, epoch,
       exists (select from sign_in.factor where factor.username = person.username) as "hasFactor"
     from sign_in.person where username = $1 and not disabled`,
    [username],
  );
  const [row] = rows;
  return row && { ...row, passwordHash: row.hash || undefined };
}

/** The program, unless disabled. */
export async function findProgram(pool: Pool, clientId: string): Promise<Program | undefined> {
  if (!couldExist(clientId)) return undefined;
  const { rows } = await pool.query<Program>(
    `select client_id as "clientId", display_name as name, secret_hash as "secretHash",
       former_secret_hash as "formerSecretHash", permissions, merchants, epoch
     from sign_in.program where client_id = $1 and not disabled`,
    [clientId],
  );
  return rows[0];
}

interface NewPerson extends Rights {
  roles?: readonly string[];
  username: string;
  name: string;
  password: string;
}

export async function savePerson(pool: Pick<Pool, 'query'>, person: NewPerson, sandbox = false): Promise<void> {
  await pool.query(
    `insert into sign_in.person (username, display_name, password_hash, permissions, merchants, roles, sandbox)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (username) do update set
       display_name = excluded.display_name, password_hash = excluded.password_hash,
       permissions = excluded.permissions, merchants = excluded.merchants, roles = excluded.roles,
       sandbox = excluded.sandbox, disabled = false`,
    [
      person.username,
      person.name,
      await hashPassword(person.password),
      person.permissions,
      person.merchants,
      person.roles ?? [],
      sandbox,
    ],
  );
}

interface NewProgram extends Rights {
  clientId: string;
  name: string;
  secret: string;
}

export async function saveProgram(pool: Pick<Pool, 'query'>, program: NewProgram, sandbox = false): Promise<void> {
  await pool.query(
    `insert into sign_in.program (client_id, display_name, secret_hash, permissions, merchants, sandbox)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id) do update set
       display_name = excluded.display_name, secret_hash = excluded.secret_hash,
       permissions = excluded.permissions, merchants = excluded.merchants, sandbox = excluded.sandbox, disabled = false`,
    [
      program.clientId,
      program.name,
      await hashPassword(program.secret),
      program.permissions,
      program.merchants,
      sandbox,
    ],
  );
}

/** Published in the README: only for sample data on a loopback address. */
export const sandboxPassword = 'sandbox-only';

const withPermissions = (permissions: readonly string[]): Claims => ({ permissions, merchants: ['*'], roles: [] });
const withRole = (role: RoleName): Claims => ({
  permissions: [],
  merchants: [],
  roles: [roleText({ role, merchant: '*' })],
});

export const sandboxPeople: readonly (NewPerson & { about: string })[] = [
  {
    username: 'staff',
    name: 'Sam Staff',
    about: 'prepares: full access to the records',
    ...withPermissions(allPermissions),
  },
  {
    username: 'finance',
    name: 'Fatima Finance',
    about: 'read-only, plus payouts and the close of months',
    ...withPermissions([...readPermissions, 'payouts:write', 'close']),
  },
  {
    username: 'support',
    name: 'Sipho Support',
    about: 'read-only, plus messages',
    ...withPermissions([...readPermissions, 'messages:write']),
  },
  { username: 'manager', name: 'Mpho Manager', about: 'releases, closes months', ...withRole('manager') },
  { username: 'auditor', name: 'Anele Auditor', about: 'read-only, with the audit log', ...withRole('auditor') },
  {
    username: 'administrator',
    name: 'Ada Administrator',
    about: 'people and settings',
    permissions: [],
    merchants: [],
    // Payouts of 1014 need two people who may release.
    roles: ['administrator:*', 'manager:1014'],
  },
].map((person) => ({ ...person, password: sandboxPassword }));

export const sandboxProgram: NewProgram = {
  clientId: 'sandbox',
  name: 'Sandbox program',
  secret: 'sandbox-only-secret',
  permissions: allPermissions,
  merchants: ['*'],
};

/** Creates the well-known accounts. Existing ones, changed or not, stay. */
export async function seedSandboxSignIns(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select 'person ' || username as name from sign_in.person
     union all select 'program ' || client_id from sign_in.program`,
  );
  const present = new Set(rows.map((row) => row.name));
  await Promise.all([
    ...sandboxPeople
      .filter((person) => !present.has(`person ${person.username}`))
      .map((person) => savePerson(pool, person, true)),
    ...[sandboxProgram]
      .filter((program) => !present.has(`program ${program.clientId}`))
      .map((program) => saveProgram(pool, program, true)),
  ]);
}

/** Whether a well-known password signs in: then the service must not listen beyond loopback. */
export async function hasSandboxSignIns(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ present: boolean }>(
    `select exists (select from sign_in.person where sandbox and not disabled)
         or exists (select from sign_in.program where sandbox and not disabled) as present`,
  );
  return rows[0]?.present === true;
}
