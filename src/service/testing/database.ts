import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#service/database/embedded.ts';
import { joinNodes, workersOf } from './citus.ts';
import { refuseDistributedFaults } from './distributed-faults.ts';

refuseDistributedFaults();

export interface TestDatabase {
  /** For DATABASE_URL. */
  databaseUrl: string;
  close(): Promise<void>;
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** Fills the template that test databases are copied from. */
type Prepare = (databaseUrl: string) => Promise<void>;

let created = 0;
let inUse = 0;
let server: Promise<Server> | undefined;

/**
 * A new database on the server of TEST_DATABASE_URL; without it, on an embedded one in a temporary folder, which ends
 * with the last test database of this process. It is empty, or a copy of the template that `prepare` filled, which
 * takes a tenth of the time.
 */
export async function testDatabase(prepare?: Prepare): Promise<TestDatabase> {
  inUse++;
  const { url: serverUrl, stop } = await (server ??= findServer());
  const name = `test_${process.pid}_${++created}`;
  const template = prepare ? await prepared(serverUrl, prepare) : undefined;
  // Left by a killed run whose process had the same number.
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
 * An empty database whose owner is no superuser, created as docs/operating.md describes, on a server where another
 * database's superuser has created the product's roles.
 */
export async function ownedDatabase(): Promise<OwnedDatabase> {
  const { databaseUrl: superuserUrl, close } = await testDatabase();
  const name = new URL(superuserUrl).pathname.slice(1);
  const user = `owner_${name}`;
  // Run in the database itself, so that the other nodes of a distributed one get the same.
  await run(superuserUrl, `create role ${user} login createrole`);
  for (const role of ['collections_app', 'collections_maintenance'])
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

/** Whether the tests' server distributes each database over several nodes. */
export async function isDistributed(): Promise<boolean> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? (await workersOf(url, 'postgres')).length > 0 : false;
}

/** On a distributed server, creates it on every node and registers the nodes. */
async function create(serverUrl: string, name: string, template?: string): Promise<void> {
  const text = `create database ${name} encoding 'UTF8' template ${template ?? 'template0'}`;
  const workers = await workersOf(serverUrl, 'postgres');
  await Promise.all([serverUrl, ...workers].map((url) => run(url, text)));
  if (workers.length > 0 && !template) await joinNodes(addressOf(serverUrl, name), await workersOf(serverUrl, name));
}

async function drop(serverUrl: string, name: string): Promise<void> {
  const urls = [serverUrl, ...(await workersOf(serverUrl, 'postgres'))];
  await Promise.all(urls.map((url) => dropOn(url, name)));
}

/** PostgreSQL waits five seconds for the sessions that it ends, which on a busy machine may be too short. */
async function dropOn(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await run(url, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isInUse = (error as { code?: unknown }).code === '55006';
      if (!isInUse || tries === 12) throw error;
    }
}

/** A database without connections can be copied at any time. */
async function seal(serverUrl: string, name: string): Promise<void> {
  for (const url of [serverUrl, ...(await workersOf(serverUrl, 'postgres'))]) {
    await run(url, `alter database ${name} allow_connections false`);
    await run(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  }
}

const addressOf = (serverUrl: string, name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/**
 * All processes of `npm test` share one template, on a server that ends with them; a file that runs alone has its own.
 */
const isWholeRun = process.env['TEST_PREPARED'] !== undefined;
const preparedName = `prepared_${process.env['TEST_PREPARED'] ?? process.pid}`;

/** The name of the template. The first process that needs it creates it, while the others wait. */
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

/** A closed pool may still have connections that are ending; dropping the database would be an error there. */
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
  // The data is disposable: without fsync a test database is created in a third of the time.
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

/** A temporary folder that other users may enter: root's server runs as another user. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'collections-test-'));
  await chmod(folder, 0o755);
  return folder;
}
