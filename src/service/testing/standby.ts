import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { runAs } from '#service/database/account.ts';
import { findBinaries } from '#service/database/binaries.ts';
import { prepareCluster, readServerLock } from '#service/database/cluster.ts';
import { clusterFolder, findDataFolder, type DataFolder } from '#service/database/data-folder.ts';
import { startEmbedded, type Embedded } from '#service/database/embedded.ts';
import { temporaryFolder } from './database.ts';
import { until } from './until.ts';

interface Server {
  databaseUrl: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Stops all of its processes at once, as when the whole machine hangs; `kill` ends all at once. */
  freeze(): Promise<void>;
  thaw(): void;
  kill(): Promise<void>;
  /** After a kill. */
  restart(): Promise<void>;
  promote(): Promise<void>;
}

export interface Replication {
  primary: Server;
  standby: Server;
  close(): Promise<void>;
}

/**
 * Starts two servers of the packaged PostgreSQL with streaming replication: commits on the primary wait for the
 * standby, or with `isAsynchronous` for none.
 */
export async function startReplication({ isAsynchronous = false } = {}): Promise<Replication> {
  const folder = await temporaryFolder();
  const dataFolders = await Promise.all(['one', 'two'].map((name) => findDataFolder(path.join(folder, name))));
  const [one, two] = dataFolders as [DataFolder, DataFolder];
  await prepareCluster(one, await findBinaries(one));
  // A copy of the files before their first start replaces a base backup, for which the package has no program.
  await runAs(two.account, 'cp', ['-a', clusterFolder(one), clusterFolder(two)]);
  await runAs(two.account, 'touch', [path.join(clusterFolder(two), 'standby.signal')]);
  const primary = await startServer(one, {});
  const { host, user } = primary.embedded.connection;
  const standby = await startServer(two, { primary_conninfo: `host=${host} user=${user} application_name=standby` });
  if (!isAsynchronous) {
    await primary.query(`alter system set synchronous_standby_names = 'standby'`);
    await primary.query('select pg_reload_conf()');
  }
  const state = isAsynchronous ? 'async' : 'sync';
  await until(
    async () => (await primary.query('select sync_state from pg_stat_replication'))[0]?.['sync_state'] === state,
  );
  return {
    primary,
    standby,
    async close() {
      await Promise.all([primary.close(), standby.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The data is disposable; the log is long enough for a standby that was disconnected. */
const settings = { fsync: 'off', wal_keep_size: '512MB', wal_receiver_timeout: '0', wal_sender_timeout: '0' };

async function startServer(dataFolder: DataFolder, further: Record<string, string>) {
  const start = () => startEmbedded(dataFolder.directory, { settings: { ...settings, ...further } });
  let embedded: Embedded = await start();
  const { host, port, user, database } = embedded.connection;
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client.query(text).then(
      async ({ rows }: { rows: Record<string, unknown>[] }) => {
        await client.end();
        return rows;
      },
      async (error: unknown) => {
        await client.end();
        throw error;
      },
    );
  };
  /** All of its processes, while it runs: after a kill their numbers may belong to others. */
  const processes = async () => {
    const { pid } = isRunning ? await readServerLock(dataFolder) : {};
    return pid === undefined ? [] : [pid, ...(await childrenOf(pid))];
  };
  let isRunning = true;
  let frozen: number[] = [];
  // A frozen server, unlike a running one, would not end with this process.
  const thaw = () => sendAll(frozen, 'SIGCONT');
  const exit = () => process.exit(143);
  process.once('exit', thaw).once('SIGTERM', exit);
  return {
    embedded,
    databaseUrl,
    query,
    async freeze() {
      frozen = await processes();
      sendAll(frozen, 'SIGSTOP');
    },
    thaw() {
      thaw();
      frozen = [];
    },
    async kill() {
      sendAll(await processes(), 'SIGKILL');
      isRunning = false;
      frozen = [];
      await embedded.stop();
    },
    async restart() {
      embedded = await start();
      isRunning = true;
    },
    async promote() {
      await query('select pg_promote()');
    },
    async close() {
      await this.kill();
      process.off('exit', thaw).off('SIGTERM', exit);
    },
  };
}

function sendAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // already ended, as a server's processes do without their parent
    }
}

/** From Linux's list of processes: each process of a server has its own group, so no single signal reaches all. */
async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = names.map(async (name) => {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    return { pid: Number(name), parent: Number(/\) \w (\d+)/.exec(text)?.[1]) };
  });
  return (await Promise.all(parents)).filter((it) => it.parent === parent).map(({ pid }) => pid);
}
