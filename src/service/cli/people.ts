import { randomBytes } from 'node:crypto';
import { personPermissions, roleAt, roleNames, roleText, type Claims } from '#contract/permissions.ts';
import { usernameText } from '#contract/settings-records.ts';
import { resetFactors } from '#service/auth/factors/store.ts';
import { refuseWeakPassword } from '#service/auth/password-rules.ts';
import { hashPassword } from '#service/auth/passwords.ts';
import { takenName } from '#service/auth/taken-names.ts';
import { savePerson, saveProgram } from '#service/auth/users.ts';
import { permissionsFrom, type Rights } from '#service/base/permissions.ts';
import { queryOn, type Connection } from '#service/database/query.ts';
import { listMerchants } from './merchants.ts';

/*
 * Manages sign-ins at the terminal, for deployments without the sandbox. Each function returns a line that reports what
 * it did.
 */

/** Empty is unchanged, or nothing for a new sign-in; `none` takes all away. */
export interface Wanted {
  merchants: string;
  permissions: string;
  /** Of people only. */
  roles?: string;
}

export async function addPerson(
  db: Connection,
  person: { username: string; name: string; password: string } & Wanted,
): Promise<string> {
  mustBeName(person.username);
  await refuseWeakPassword(person.password, [person.username, person.name]);
  const roles = await rolesOf(db, person.roles ?? '');
  const isByRole = roles.length > 0 && !person.merchants && !person.permissions;
  const rights = { ...(isByRole ? { merchants: [], permissions: [] } : await rightsOf(db, person)), roles };
  await mustBeNew(db, 'person', { id: person.username, name: person.name });
  await savePerson(db, { username: person.username, name: person.name, password: person.password, ...rights });
  return `${person.username} may sign in: ${summaryOf(rights)}`;
}

/** Generated and shown once: a secret that a person invents is weaker. */
export async function addProgram(
  db: Connection,
  program: { clientId: string; name: string; merchants: string; permissions: string },
): Promise<string> {
  mustBeName(program.clientId);
  const rights = await rightsOf(db, program);
  refuseForProgram(rights.permissions);
  await mustBeNew(db, 'program', { id: program.clientId, name: program.name });
  const secret = newSecret();
  await saveProgram(db, { clientId: program.clientId, name: program.name, secret, ...rights });
  return `client id ${program.clientId}, secret ${secret}: it is not shown again`;
}

type Kind = 'person' | 'program';

const tables = {
  person: { table: 'sign_in.person', key: 'username', hash: 'password_hash' },
  program: { table: 'sign_in.program', key: 'client_id', hash: 'secret_hash' },
} as const;

export async function changeRights(
  db: Connection,
  kind: Kind,
  { name, ...wanted }: { name: string } & Wanted,
): Promise<string> {
  const merchants = wanted.merchants ? await merchantsOf(db, wanted.merchants) : null;
  const permissions = wanted.permissions ? permissionsOf(wanted.permissions) : null;
  const roles = wanted.roles ? await rolesOf(db, wanted.roles) : null;
  if (!merchants && !permissions && !roles)
    throw new Error('Give the merchants, the permissions or the roles that it should have.');
  if (kind === 'program') refuseForProgram(permissions ?? []);
  const { table, key } = tables[kind];
  const also = kind === 'person' ? ', roles = coalesce($4, roles)' : '';
  const { rows } = await db.query<Rights & Partial<Claims>>(
    `update ${table} set merchants = coalesce($2, merchants), permissions = coalesce($3, permissions)${also}
      where ${key} = $1 returning ${kind === 'person' ? 'roles, ' : ''}merchants, permissions`,
    [name, merchants, permissions, ...(also ? [roles] : [])],
  );
  const [now] = rows;
  if (!now) throw unknown(kind, name);
  return `${name} has ${summaryOf(now)}`;
}

/** Changes the password and keeps the rights. A sandbox sign-in is then no longer well known. */
export async function changePassword(db: Connection, username: string, password: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    'select display_name as name from sign_in.person where username = $1',
    [username],
  );
  const [found] = rows;
  if (!found) throw unknown('person', username);
  await refuseWeakPassword(password, [username, found.name]);
  await setHash(db, 'person', username, password);
  return `${username} has another password`;
}

/** For a person who lost every factor and code. Ends the person's sessions. */
export async function removeFactors(db: Connection, username: string): Promise<string> {
  if (await resetFactors(db, username))
    return `${username} signs in with the password alone, and can add a factor again`;
  throw new Error(`${username} has no second factor, or there is no such person.`);
}

export async function changeSecret(db: Connection, clientId: string): Promise<string> {
  const secret = newSecret();
  await setHash(db, 'program', clientId, secret);
  return `client id ${clientId}, secret ${secret}: it is not shown again`;
}

async function setHash(db: Connection, kind: Kind, name: string, secret: string): Promise<void> {
  const { table, key, hash } = tables[kind];
  // A person who was shown a program's former secret in the console does not know this one.
  const holder = kind === 'program' ? ', secret_by = null' : '';
  const { rowCount } = await db.query(`update ${table} set ${hash} = $2, sandbox = false${holder} where ${key} = $1`, [
    name,
    await hashPassword(secret),
  ]);
  if (!rowCount) throw unknown(kind, name);
}

/** Disables or enables a sign-in, within five seconds also for people already signed in. Password and rights stay. */
export async function setDisabled(db: Connection, kind: Kind, name: string, disabled: boolean): Promise<string> {
  const { table, key } = tables[kind];
  const { rowCount } = await db.query(`update ${table} set disabled = $2 where ${key} = $1`, [name, disabled]);
  if (!rowCount) throw unknown(kind, name);
  return `${name} may ${disabled ? 'no longer' : 'again'} sign in`;
}

const unknown = (kind: Kind, name: string): Error => new Error(`There is no ${kind} ${name}.`);

/** Adding a name twice would replace a password or rights in use. */
async function mustBeNew(db: Connection, kind: Kind, named: { id: string; name: string }): Promise<void> {
  const { table, key } = tables[kind];
  const { rowCount } = await db.query(`select from ${table} where ${key} = $1`, [named.id]);
  const secret = kind === 'person' ? 'password' : 'secret';
  if (rowCount) throw new Error(`${named.id} is there already: npm run ${kind} -- rights|${secret}|enable ${named.id}`);
  const taken = await takenName(queryOn(db), { kind, ...named });
  if (taken) throw new Error(`${named[taken]} is in use, or could be taken for a name that is.`);
}

const newSecret = (): string => randomBytes(24).toString('base64url');

export async function listedNames(db: Connection, kind: Kind): Promise<string[]> {
  const { table, key } = tables[kind];
  const { rows } = await db.query<Claims & { name: string; disabled: boolean }>(
    `select ${key} as name, merchants, permissions, disabled, ${kind === 'person' ? 'roles' : "'{}'::text[] as roles"}
      from ${table} order by ${key}`,
  );
  return rows.map(({ name, merchants, permissions, roles, disabled }) => {
    const each = merchants.length > 0 ? `merchants ${merchants.join(', ')}; ${permissions.join(' ')}` : '';
    return `${name}${disabled ? ' (disabled)' : ''}: ${[roles.join(' '), each].filter(Boolean).join('; ')}`;
  });
}

const summaryOf = ({ merchants, permissions, roles = [] }: Rights & Partial<Claims>): string =>
  [
    roles.length > 0 && `roles ${roles.join(', ')}`,
    (merchants.length > 0 || roles.length === 0) &&
      `merchants ${merchants.join(', ')}, ${permissions.length} permissions`,
  ]
    .filter(Boolean)
    .join('; ');

function mustBeName(name: string): void {
  const issue = usernameText().safeParse(name).error?.issues[0];
  if (issue) throw new Error(`A name to sign in with ${issue.message}.`);
}

const namesIn = (list: string): string[] => [...new Set(list.split(/[\s,]+/).filter(Boolean))];

/** Existing merchants, or `*`. */
async function merchantsOf(db: Connection, wanted: string): Promise<string[]> {
  if (wanted === 'none') return [];
  const merchants = namesIn(wanted);
  const known = new Set(['*', ...(await listMerchants(db)).map(({ merchant }) => merchant)]);
  const stranger = merchants.find((number) => !known.has(number));
  if (stranger) throw new Error(`There is no merchant ${stranger}: npm run merchant -- add ${stranger} "ITS NAME"`);
  if (merchants.length === 0) throw new Error('Name at least one merchant, or * for all.');
  return merchants;
}

/** `all`, `read`, roles, or permissions. */
function permissionsOf(wanted: string): string[] {
  if (wanted === 'none') return [];
  const permissions = permissionsFrom(wanted);
  if (permissions.length === 0) throw new Error('Give at least one permission, or all, or read.');
  return [...permissions];
}

function refuseForProgram(permissions: readonly string[]): void {
  const personal = permissions.find((name) => personPermissions.includes(name));
  if (personal) throw new Error(`${personal} is for people: a program cannot have it.`);
}

/** Such as `manager:5001,clerk:5002`. */
async function rolesOf(db: Connection, wanted: string): Promise<string[]> {
  if (wanted === 'none') return [];
  const read = namesIn(wanted).map((text) => {
    const found = roleAt(text);
    if (!found)
      throw new Error(`${text} is not a role for a merchant: write ${roleNames.join(', ')}, a colon and its number.`);
    return found;
  });
  if (read.length > 0) await merchantsOf(db, read.map(({ merchant }) => merchant).join(','));
  return read.map(roleText);
}

const rightsOf = async (db: Connection, wanted: Wanted): Promise<Rights> => ({
  merchants: await merchantsOf(db, wanted.merchants),
  permissions: permissionsOf(wanted.permissions),
});
