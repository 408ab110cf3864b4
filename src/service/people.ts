import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { refuseWeakPassword } from './auth/password-rules.ts';
import { permissionsFrom, type Rights } from './auth/permissions.ts';
import { savePerson, saveProgram } from './auth/users.ts';
import { asKeeper } from './job-store.ts';

/*
 * Who may sign in and which merchants there are, where no sandbox brings them: what an operator does at the terminal.
 * Each function answers with a line that says what was done.
 */

export async function addPerson(
  pool: pg.Pool,
  person: { username: string; name: string; password: string; merchants: string; permissions: string },
): Promise<string> {
  mustBeName(person.username);
  await refuseWeakPassword(person.password, [person.username, person.name]);
  const rights = await rightsOf(pool, person);
  await savePerson(pool, { username: person.username, name: person.name, password: person.password, ...rights });
  return `${person.username} may sign in: merchants ${rights.merchants.join(', ')}, ${rights.permissions.length} permissions`;
}

/** The secret is made here and told once: what a person makes up for a program is weaker. */
export async function addProgram(
  pool: pg.Pool,
  program: { clientId: string; name: string; merchants: string; permissions: string },
): Promise<string> {
  mustBeName(program.clientId);
  const rights = await rightsOf(pool, program);
  const secret = randomBytes(24).toString('base64url');
  await saveProgram(pool, { clientId: program.clientId, name: program.name, secret, ...rights });
  return `client id ${program.clientId}, secret ${secret}: it is not shown again`;
}

/** Whoever is signed in is out within five seconds. */
export async function disable(pool: pg.Pool, kind: 'person' | 'program', name: string): Promise<string> {
  const [table, key] = kind === 'person' ? ['person', 'username'] : ['program', 'client_id'];
  const { rowCount } = await pool.query(`update sign_in.${table} set disabled = true where ${key} = $1`, [name]);
  if (!rowCount) throw new Error(`There is no ${kind} ${name}.`);
  return `${name} may no longer sign in`;
}

export async function listOf(pool: pg.Pool, kind: 'person' | 'program'): Promise<string[]> {
  const [table, key] = kind === 'person' ? ['person', 'username'] : ['program', 'client_id'];
  const { rows } = await pool.query<{ name: string; merchants: string[]; permissions: string[]; disabled: boolean }>(
    `select ${key} as name, merchants, permissions, disabled from sign_in.${table} order by ${key}`,
  );
  return rows.map(
    ({ name, merchants, permissions, disabled }) =>
      `${name}${disabled ? ' (disabled)' : ''}: merchants ${merchants.join(', ')}; ${permissions.join(' ')}`,
  );
}

export async function addMerchant(pool: pg.Pool, number: string, name: string): Promise<string> {
  if (!/^\w{1,20}$/.test(number)) throw new Error('A merchant number is 1 to 20 letters and digits.');
  const text = name.trim();
  if (text === '' || text.length > 100) throw new Error('The name of a merchant is 1 to 100 characters.');
  const added = await asKeeper(pool, (query) =>
    query('insert into merchant (merchant, name) values ($1, $2) on conflict do nothing returning merchant', [
      number,
      text,
    ]),
  );
  if (added.length === 0) throw new Error(`Merchant ${number} is there already.`);
  return `merchant ${number} is added`;
}

export const listMerchants = (pool: pg.Pool): Promise<{ merchant: string; name: string }[]> =>
  asKeeper(pool, (query) => query('select merchant, name from merchant order by merchant'));

function mustBeName(name: string): void {
  if (!/^[^\s\p{Cc}]{1,200}$/u.test(name)) throw new Error('A name to sign in with is 1 to 200 characters, no spaces.');
}

/** `all`, `read`, or the permissions themselves; `*` or merchants that are there. */
async function rightsOf(pool: pg.Pool, asked: { merchants: string; permissions: string }): Promise<Rights> {
  const words = (list: string) => [...new Set(list.split(/[\s,]+/).filter(Boolean))];
  const merchants = words(asked.merchants);
  const known = new Set(['*', ...(await listMerchants(pool)).map(({ merchant }) => merchant)]);
  const stranger = merchants.find((number) => !known.has(number));
  if (stranger) throw new Error(`There is no merchant ${stranger}: npm run merchant -- add ${stranger} "ITS NAME"`);
  if (merchants.length === 0) throw new Error('Name at least one merchant, or * for all.');

  const permissions = permissionsFrom(asked.permissions);
  if (permissions.length === 0) throw new Error('Give at least one permission, or all, or read.');
  return { merchants, permissions };
}
