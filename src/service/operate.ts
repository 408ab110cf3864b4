import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { openBeside } from './backup/source.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { migrations } from './migrations/all.ts';
import { addMerchant, addPerson, addProgram, disable, listMerchants, listOf } from './people.ts';
import { readSettings, type Settings } from './settings.ts';
import { readPassword } from './terminal.ts';

/** What an operator does beside the service: the npm scripts of the same names. */
export type Command = 'backup' | 'restore' | 'person' | 'program' | 'merchant';

const usage: Record<Command, string> = {
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE [--replace]',
  person:
    'npm run person -- add NAME --merchants 1001,1002 --permissions all|read|… [--name "FULL NAME"] | disable NAME | list',
  program:
    'npm run program -- add CLIENT_ID --merchants 1001,1002 --permissions all|read|… [--name NAME] | disable CLIENT_ID | list',
  merchant: 'npm run merchant -- add NUMBER "NAME" | list',
};

/** The words do not make a command; the answer says how it goes. */
class Usage extends Error {}

/**
 * Runs a command to its end; what it did is printed, what went wrong is one line and exit code 1.
 * @param folder what a relative file name is counted from.
 */
export async function operate(command: Command, words: string[], folder: string): Promise<void> {
  try {
    const settings = readSettings(process.env);
    if (settings.serviceUrl) throw new Error('SERVICE_URL is set: the data are that service’s, not kept here');
    await commands[command](words, settings, folder);
  } catch (error) {
    console.error(error instanceof Usage ? `Usage: ${usage[command]}` : (error as Error).message);
    process.exitCode = 1;
  }
}

type Work = (words: string[], settings: Settings, folder: string) => Promise<void>;

const commands: Record<Command, Work> = {
  async backup(words, settings, folder) {
    const { file } = read(words, { places: ['file'] });
    await withDatabase(openBeside(settings, { mustExist: true }), async (database) => {
      const { taken, tables, rows } = await backup(database, path.resolve(folder, file));
      console.log(`${file}: ${rows} rows of ${tables} tables as of ${taken}, from ${database.description}`);
    });
  },
  async restore(words, settings, folder) {
    const { file, replace } = read(words, { places: ['file'], flags: ['replace'] });
    // Its own, never a running service's: the folder of an embedded one is refused here while a service has it.
    await withDatabase(openDatabase({ ...settings, poolSize: 1 }), async (database) => {
      const restored = await restore(database, path.resolve(folder, file), { replace: replace !== '', migrations });
      const { taken, tables, rows, migrated } = restored;
      console.log(`${rows} rows of ${tables} tables as of ${taken}, into ${database.description}`);
      if (migrated.length > 0) console.log(`brought up to date: ${migrated.join(', ')}`);
    });
  },
  person: signIns('person', async (words, settings) => {
    const given = read(words, { places: ['username'], needed: ['merchants', 'permissions'], optional: ['name'] });
    const password = await readPassword();
    await atMerchants(settings, (pool) => addPerson(pool, { ...given, name: given.name || given.username, password }));
  }),
  program: signIns('program', async (words, settings) => {
    const given = read(words, { places: ['clientId'], needed: ['merchants', 'permissions'], optional: ['name'] });
    await atMerchants(settings, (pool) => addProgram(pool, { ...given, name: given.name || given.clientId }));
  }),
  async merchant([verb, ...words], settings) {
    if (verb === 'list')
      return atMerchants(settings, async (pool) =>
        (await listMerchants(pool)).map(({ merchant, name }) => `${merchant} ${name}`),
      );
    if (verb !== 'add') throw new Usage();
    const { number, name } = read(words, { places: ['number', 'name'] });
    await atMerchants(settings, (pool) => addMerchant(pool, number, name));
  },
};

/** What persons and programs have in common. */
function signIns(kind: 'person' | 'program', add: Work): Work {
  return async ([verb, ...words], settings, folder) => {
    if (verb === 'add') return add(words, settings, folder);
    if (verb === 'list') return atMerchants(settings, (pool) => listOf(pool, kind));
    if (verb !== 'disable') throw new Usage();
    const { name } = read(words, { places: ['name'] });
    await atMerchants(settings, (pool) => disable(pool, kind, name));
  };
}

/** On a database that has its tables: a new one gets them here, before the first start of the service. */
async function atMerchants(settings: Settings, work: (pool: pg.Pool) => Promise<string | string[]>): Promise<void> {
  await withDatabase(openBeside(settings), async (database) => {
    await migrate(database, migrations);
    const lines = await work(database.pool);
    console.log(typeof lines === 'string' ? lines : lines.join('\n'));
  });
}

async function withDatabase(opening: Promise<Database>, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await opening;
  await work(database).finally(() => database.close());
}

/** The words by their names; a flag that is given is its own name, what is left out is empty. */
function read<Name extends string>(
  words: string[],
  form: { places: Name[]; needed?: Name[]; optional?: Name[]; flags?: Name[] },
): Record<Name, string> {
  const { places, needed = [], optional = [], flags = [] } = form;
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries([
        ...[...needed, ...optional].map((name) => [name, { type: 'string' as const }]),
        ...flags.map((name) => [name, { type: 'boolean' as const }]),
      ]),
    });
    const given: Record<string, string> = Object.fromEntries([...optional, ...flags].map((name) => [name, '']));
    for (const [name, value] of Object.entries(values)) given[name] = value === true ? name : String(value);
    for (const [index, name] of places.entries()) given[name] = positionals[index] ?? '';
    if (positionals.length === places.length && [...places, ...needed].every((name) => given[name])) return given;
  } catch {
    // an unknown word or one without its value: the usage line says what is expected
  }
  throw new Usage();
}
