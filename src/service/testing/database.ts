import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../database/embedded.ts';
import { joinNodes, workersOf } from './citus.ts';

export interface TestDatabase {
  /** For DATABASE_URL. */
  databaseUrl: string;
  close(): Promise<void>;
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** Fills a database that others are copied from. */
type Prepare = (databaseUrl: string) => Promise<void>;

let made = 0;
let inUse = 0;
let server: Promise<Server> | undefined;

/**
 * A fresh database on the server that TEST_DATABASE_URL names; without it, on an embedded one in a temporary folder,
 * which ends with the last of this process's test databases. Empty, or a copy of the one that `prepare` has filled: a
 * copy takes a tenth of the time.
 */
export async function testDatabase(prepare?: Prepare): Promise<TestDatabase> {
  inUse++;
  const { url: serverUrl, stop } = await (server ??= findServer());
  const name = `test_${process.pid}_${++made}`;
  const template = prepare ? await prepared(serverUrl, prepare) : undefined;
  // Left behind by a killed run whose process had the same number.
  await drop(serverUrl, name);
  await create(serverUrl, name, template);
  const close = async () => {
    await sessionsEnd(serverUrl, name);
    await drop(serverUrl, name);
    if (--inUse > 0) return;
    server = undefined;
    if (!isWholeRun) await drop(serverUrl, preparedName);
    await stop();
  };
  let closing: Promise<void> | undefined;
  return { databaseUrl: addressOf(serverUrl, name), close: () => (closing ??= close()) };
}

export interface OwnedDatabase extends TestDatabase {
  /** Only a superuser sees the rows of all merchants. */
  superuserUrl: string;
}

/**
 * An empty database of a user who is no superuser, made as docs/operating.md says, on a server where another database's
 * superuser has made the product's roles.
 */
export async function ownedDatabase(): Promise<OwnedDatabase> {
  const { databaseUrl: superuserUrl, close } = await testDatabase();
  const name = new URL(superuserUrl).pathname.slice(1);
  const user = `owner_${name}`;
  // In the database itself: where it is distributed its other nodes then have the same.
  await run(superuserUrl, `create role ${user} login createrole`);
  for (const role of ['collections_app', 'collections_keeper', 'collections_maintenance'])
    await run(superuserUrl, `grant ${role} to ${user} with admin option`);
  await run(superuserUrl, `alter database ${name} owner to ${user}`);
  return {
    databaseUrl: Object.assign(new URL(superuserUrl), { username: user }).href,
    superuserUrl,
    async close() {
      const serverUrl = addressOf(superuserUrl, 'postgres');
      await sessionsEnd(serverUrl, name);
      await drop(serverUrl, name);
      await run(serverUrl, `drop owned by ${user}`);
      await run(serverUrl, `drop role ${user}`);
      await close();
    },
  };
}

/** Whether the server of the tests spreads each database over several nodes. */
export async function isDistributed(): Promise<boolean> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? (await workersOf(url, 'postgres')).length > 0 : false;
}

/** On a distributed server the same on every node, with what is to be known there of the others. */
async function create(serverUrl: string, name: string, template?: string): Promise<void> {
  const text = `create database ${name} encoding 'UTF8' template ${template ?? 'template0'}`;
  const workers = await workersOf(serverUrl, 'postgres');
  await Promise.all([serverUrl, ...workers].map((url) => run(url, text)));
  if (workers.length > 0 && !template) await joinNodes(addressOf(serverUrl, name), await workersOf(serverUrl, name));
}

async function drop(serverUrl: string, name: string): Promise<void> {
  const urls = [serverUrl, ...(await workersOf(serverUrl, 'postgres'))];
  await Promise.all(urls.map((url) => run(url, `drop database if exists ${name} with (force)`)));
}

/** As nobody may connect to it, it can be copied at any time. */
async function seal(serverUrl: string, name: string): Promise<void> {
  for (const url of [serverUrl, ...(await workersOf(serverUrl, 'postgres'))]) {
    await run(url, `alter database ${name} allow_connections false`);
    await run(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  }
}

const addressOf = (serverUrl: string, name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** All processes of `npm test` share one, on a server that ends with them; a file that runs alone has its own. */
const isWholeRun = process.env['TEST_PREPARED'] !== undefined;
const preparedName = `prepared_${process.env['TEST_PREPARED'] ?? process.pid}`;

/** The name of the database that others are copied from; made by whoever needs it first, while the others wait. */
async function prepared(serverUrl: string, prepare: Prepare): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [preparedName]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [preparedName]);
    if (rowCount === 0) {
      const unfinished = `${preparedName}_unfinished`;
      await drop(serverUrl, unfinished);
      await create(serverUrl, unfinished);
      await prepare(addressOf(serverUrl, unfinished));
      await sessionsEnd(serverUrl, unfinished);
      await seal(serverUrl, unfinished);
      const urls = [...(await workersOf(serverUrl, 'postgres')), serverUrl];
      for (const url of urls) await run(url, `alter database ${unfinished} rename to ${preparedName}`);
    }
    return preparedName;
  } finally {
    await client.end();
  }
}

/** A pool that was closed may have connections that are still on their way out; dropping under them is an error there. */
async function sessionsEnd(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const end = Date.now() + 2000; Date.now() < end;) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
          where datname = $1 and backend_type = 'client backend' and application_name not like 'citus%'`,
        [name],
      );
      if (rowCount === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    await client.end();
  }
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function findServer(): Promise<Server> {
  const named = process.env['TEST_DATABASE_URL'];
  if (named) return { url: named, stop: async () => undefined };
  const folder = await temporaryFolder();
  // Nothing here is worth keeping: without fsync a test database is made in a third of the time.
  const embedded = await startEmbedded(path.join(folder, 'data'), { settings: { fsync: 'off' } });
  const { host, port, user, database } = embedded.connection;
  return {
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A folder of its own under the system's temporary one, which other users may enter: root's server is another user. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'collections-test-'));
  await chmod(folder, 0o755);
  return folder;
}
