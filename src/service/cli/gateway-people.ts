import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { sandboxMessageSignIn, saveMessageSignIn } from '#service/auth/basic.ts';
import { sandboxPeople, sandboxProgram } from '#service/auth/users.ts';
import { openBeside } from '#service/backup/source.ts';
import type { Settings } from '#service/config/settings.ts';
import { migrate } from '#service/database/migrate.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { migrations } from '#service/migrations/all.ts';
import { sandboxMerchants } from '#service/seed/merchants.ts';
import { seedTemplates } from '#service/seed/organisation.ts';
import { addMerchant, listMerchants } from './merchants.ts';
import { addPerson } from './people.ts';
import { recorded } from './recorded.ts';

/**
 * Writes the secrets of a gateway in front of a sandbox, and adds the merchants, people and message templates of the sandbox to it.
 * What is there already stays.
 * @param files receive the secret of the gateway at the sandbox, and the password of its messages there.
 * @returns the password of the people, and of messages.
 */
export async function prepareGateway(
  settings: Settings,
  files: { secret: string; messagePassword: string },
): Promise<string> {
  // Opened before the files are written: it makes the folder, which the database's own user must be able to enter.
  const database = await openBeside(settings);
  try {
    await migrate(database, migrations);
    const { pool } = database;
    await keptIn(files.secret, sandboxProgram.secret);
    await keptIn(files.messagePassword, sandboxMessageSignIn.password);
    // Not the sandbox's: it is published, so no server without sample records takes it.
    const password = await keptIn(path.join(settings.dataDirectory, 'password'), newPassword());
    await addMissingMerchants(pool);
    await addMissingPeople(pool, password);
    await seedTemplates(pool);
    await addMissingMessageSignIn(pool, password);
    return password;
  } finally {
    await database.close();
  }
}

async function addMissingMerchants(pool: pg.Pool): Promise<void> {
  const present = await inOwnTransaction(pool, (_query, db) => listMerchants(db));
  const missing = sandboxMerchants.filter(({ number }) => !present.some(({ merchant }) => merchant === number));
  for (const { number, name } of missing)
    await recorded(pool, ['merchant', 'add', number, name], (db) => addMerchant(db, number, name));
}

async function addMissingPeople(pool: pg.Pool, password: string): Promise<void> {
  const { rows } = await pool.query<{ username: string }>('select username from sign_in.person');
  const missing = sandboxPeople.filter(({ username }) => !rows.some((it) => it.username === username));
  for (const { username, name, merchants, permissions, roles = [] } of missing) {
    const wanted = { merchants: merchants.join(), permissions: permissions.join(), roles: roles.join() };
    await recorded(pool, ['person', 'add', username], (db) => addPerson(db, { username, name, password, ...wanted }));
  }
}

async function addMissingMessageSignIn(pool: pg.Pool, password: string): Promise<void> {
  const { username, organisation } = sandboxMessageSignIn;
  const { rowCount } = await pool.query('select from sign_in.message_sign_in where username = $1', [username]);
  if (rowCount === 0) await saveMessageSignIn(pool, { username, organisation, password });
}

const newPassword = (): string =>
  randomBytes(10)
    .toString('hex')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** The content of a file that only its owner can read, written at the first start. */
async function keptIn(file: string, first: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${first}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
