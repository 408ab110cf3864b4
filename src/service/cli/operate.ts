import path from 'node:path';
import { parseArgs } from 'node:util';
import { backup } from '#service/backup/backup.ts';
import { restore } from '#service/backup/restore.ts';
import { openBeside } from '#service/backup/source.ts';
import { readSettings, type Settings } from '#service/config/settings.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Connection } from '#service/database/query.ts';
import { migrations } from '#service/migrations/all.ts';
import { setApprovalRule } from './approvals.ts';
import { forgetClient, recordLoss, recordRestore, verifyAudit } from './audit.ts';
import { keyForRestore, secretForBackup } from './backup-key.ts';
import { renewCallbackSecret, renewKeys } from './keys.ts';
import { addMerchant, listMerchants, renameMerchant, setMerchantDisabled } from './merchants.ts';
import {
  addPerson,
  addProgram,
  changePassword,
  changeRights,
  changeSecret,
  listedNames,
  removeFactors,
  setDisabled,
  type Wanted,
} from './people.ts';
import { tryProvider } from './provider.ts';
import { recorded } from './recorded.ts';
import { readPassword } from './terminal.ts';

/** Commands for operators: the npm scripts of the same names. */
type Command = 'backup' | 'restore' | 'person' | 'program' | 'merchant' | 'provider' | 'keys' | 'audit';

const rights = '--merchants 1001,1002 --permissions all|read|…';
const roles = '--roles manager:1001,clerk:1002';

const usage: Record<Command, string> = {
  backup: 'npm run backup -- FILE [--encrypt]',
  restore: 'npm run restore -- FILE [--replace]',
  person: `npm run person -- add NAME ${roles} [--name "FULL NAME"] | rights NAME ${roles} | add or rights NAME [${rights}] | password NAME | reset-factors NAME | disable NAME | enable NAME | list`,
  program: `npm run program -- add CLIENT_ID ${rights} [--name NAME] | rights CLIENT_ID [${rights}] | secret CLIENT_ID | disable CLIENT_ID | enable CLIENT_ID | list`,
  provider: 'npm run provider -- test --merchant NUMBER',
  keys: 'npm run keys -- rotate [--stolen] | callback ORGANISATION',
  audit:
    'npm run audit -- verify [--merchant NUMBER] [--log FILE] [--restored DAY,…] | lost --since TIME | forget --merchant NUMBER --product PRODUCT --client NUMBER',
  merchant:
    'npm run merchant -- add NUMBER "NAME" | rename NUMBER "NAME" | approvals NUMBER off|always|above [--kind payouts|bank-details|cancel] [--amount AMOUNT] [--hold HOURS] | disable NUMBER | enable NUMBER | list',
};

/** Wrong arguments: print the usage line. */
class Usage extends Error {}

/**
 * Runs a command and prints its result. A failure prints one line and sets exit code 1.
 * @param folder the folder that a relative file name starts from.
 */
export async function operate(command: Command, words: string[], folder: string): Promise<void> {
  try {
    const settings = readSettings(process.env);
    await commands[command](words, { ...settings, typed: [command, ...words] }, folder);
  } catch (error) {
    console.error(error instanceof Usage ? `Usage: ${usage[command]}` : (error as Error).message);
    process.exitCode = 1;
  }
}

/** `typed` is the whole command, without a password, which is never an argument. */
type Run = Settings & { typed: readonly string[] };

type Work = (words: string[], settings: Run, folder: string) => Promise<void>;

const commands: Record<Command, Work> = {
  async backup(words, settings, folder) {
    const { file, encrypt } = read(words, { places: ['file'], flags: ['encrypt'] });
    const secret = await secretForBackup(settings, folder, encrypt !== '');
    await withDatabase(openBeside(settings, { mustExist: true, mayBeStandby: true }), async (database) => {
      const { taken, tables, rows } = await backup(database, path.resolve(folder, file), secret);
      const form = secret ? 'encrypted' : 'not encrypted';
      console.log(`${file}: ${rows} rows of ${tables} tables as of ${taken}, from ${database.description}, ${form}`);
    });
  },
  async restore(words, settings, folder) {
    const { file, replace } = read(words, { places: ['file'], flags: ['replace'] });
    // Opened by itself, never through a running service: an embedded database in use is refused.
    await withDatabase(openDatabase({ ...settings, poolSize: 1 }), async (database) => {
      const options = { replace: replace !== '', migrations, key: keyForRestore(settings, folder) };
      const restored = await restore(database, path.resolve(folder, file), options);
      const { taken, tables, rows, migrated } = restored;
      await recordRestore(database.pool, restored);
      console.log(`${rows} rows of ${tables} tables as of ${taken}, into ${database.description}`);
      console.log(
        `from now on: npm run audit -- verify --log FILE --restored ${new Date().toISOString().slice(0, 10)}`,
      );
      if (migrated.length > 0) console.log(`brought up to date: ${migrated.join(', ')}`);
    });
  },
  audit: byVerb({
    async verify(words, settings, folder) {
      const { merchant, log, restored } = read(words, { places: [], optional: ['merchant', 'log', 'restored'] });
      const file = log && path.resolve(folder, log);
      await show(settings, ({ pool }) => verifyAudit(pool, { merchant, log: file, restored }));
    },
    async lost(words, settings) {
      const { since } = read(words, { places: [], needed: ['since'] });
      await show(settings, async ({ pool }) => [await recordLoss(pool, since)]);
    },
    async forget(words, settings) {
      const given = read(words, { places: [], needed: ['merchant', 'product', 'client'] });
      await change(settings, (db) => forgetClient(db, given));
    },
  }),
  person: byVerb({
    ...signIns('person'),
    async add(words, settings) {
      const optional: ('merchants' | 'permissions' | 'roles' | 'name')[] = [
        'merchants',
        'permissions',
        'roles',
        'name',
      ];
      const given = read(words, { places: ['username'], optional });
      if (!given.roles && !(given.merchants && given.permissions)) throw new Usage();
      const password = await readPassword();
      const name = given.name || given.username;
      await change(settings, (db) => addPerson(db, { ...given, name, password }));
    },
    async 'reset-factors'(words, settings) {
      const { name } = read(words, { places: ['name'] });
      await change(settings, (db) => removeFactors(db, name));
    },
    async password(words, settings) {
      const { name } = read(words, { places: ['name'] });
      const password = await readPassword();
      await change(settings, (db) => changePassword(db, name, password));
    },
  }),
  program: byVerb({
    ...signIns('program'),
    async add(words, settings) {
      const given = read(words, { places: ['clientId'], needed: ['merchants', 'permissions'], optional: ['name'] });
      await change(settings, (db) => addProgram(db, { ...given, name: given.name || given.clientId }));
    },
    async secret(words, settings) {
      const { name } = read(words, { places: ['name'] });
      await change(settings, (db) => changeSecret(db, name));
    },
  }),
  keys: byVerb({
    async rotate(words, settings) {
      const { stolen } = read(words, { places: [], flags: ['stolen'] });
      await change(settings, (db) => renewKeys(db, stolen !== ''));
    },
    async callback(words, settings) {
      const { organisation } = read(words, { places: ['organisation'] });
      await change(settings, (db) => renewCallbackSecret(db, organisation));
    },
  }),
  provider: byVerb({
    async test(words, settings) {
      const { merchant } = read(words, { places: [], needed: ['merchant'] });
      await show(settings, async (database) => {
        const { lines, fails } = await tryProvider(database, settings, merchant);
        if (fails) process.exitCode = 1;
        return lines;
      });
    },
  }),
  merchant: byVerb({
    async add(words, settings) {
      const { number, name } = read(words, { places: ['number', 'name'] });
      await change(settings, (db) => addMerchant(db, number, name));
    },
    async rename(words, settings) {
      const { number, name } = read(words, { places: ['number', 'name'] });
      await change(settings, (db) => renameMerchant(db, number, name));
    },
    async approvals(words, settings) {
      const given = read(words, { places: ['merchant', 'rule'], optional: ['amount', 'hold', 'kind'] });
      await change(settings, (db) => setApprovalRule(db, given, settings.oauthIssuer !== undefined));
    },
    ...onAndOff(setMerchantDisabled),
    list: (_, settings) =>
      show(settings, async ({ pool }) =>
        (await inOwnTransaction(pool, (_query, db) => listMerchants(db))).map(
          ({ merchant, name, disabled }) => `${merchant}${disabled ? ' (disabled)' : ''} ${name}`,
        ),
      ),
  }),
};

function byVerb(verbs: Record<string, Work>): Work {
  return async ([verb = '', ...words], settings, folder) => {
    const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!work) throw new Usage();
    await work(words, settings, folder);
  };
}

function signIns(kind: 'person' | 'program'): Record<string, Work> {
  return {
    async rights(words, settings) {
      const optional: ('merchants' | 'permissions' | 'roles')[] = ['merchants', 'permissions'];
      if (kind === 'person') optional.push('roles');
      const given: { name: string } & Wanted = read(words, { places: ['name'], optional });
      await change(settings, (db) => changeRights(db, kind, given));
    },
    ...onAndOff((db, name, disabled) => setDisabled(db, kind, name, disabled)),
    list: (_, settings) => show(settings, ({ pool }) => listedNames(pool, kind)),
  };
}

function onAndOff(set: (db: Connection, name: string, disabled: boolean) => Promise<string>): Record<string, Work> {
  const to =
    (disabled: boolean): Work =>
    async (words, settings) => {
      const { name } = read(words, { places: ['name'] });
      await change(settings, (db) => set(db, name, disabled));
    };
  return { disable: to(true), enable: to(false) };
}

/** Migrates first, so that it works before the first start of the service. */
async function show(settings: Run, work: (database: Database) => Promise<string[]>): Promise<void> {
  await withDatabase(openBeside(settings), async (database) => {
    await migrate(database, migrations);
    console.log((await work(database)).join('\n'));
  });
}

const change = (settings: Run, work: (db: Connection) => Promise<string>): Promise<void> =>
  show(settings, async ({ pool }) => [await recorded(pool, settings.typed, work)]);

async function withDatabase(opening: Promise<Database>, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await opening;
  await work(database).finally(() => database.close());
}

/** The arguments by name. A flag that is present has its own name as value; a missing argument is empty. */
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
    // an unknown argument, or one without its value: show the usage line
  }
  throw new Usage();
}
