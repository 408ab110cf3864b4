import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { run } from '../database/account.ts';
import { findBinaries } from '../database/binaries.ts';
import { clusterOf, prepareCluster, serverOf } from '../database/cluster.ts';
import { startEmbedded, type Embedded } from '../database/embedded.ts';
import { findPlace, type Place } from '../database/place.ts';
import { temporaryFolder } from './database.ts';
import { until } from './until.ts';

/** One of two servers, with what can happen to it. */
export interface Server {
  databaseUrl: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** To all of its processes, as when it happens to the machine. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** After a kill. */
  restart(): Promise<void>;
  promote(): Promise<void>;
}

/** A primary and a standby that follows it. */
export interface Standing {
  primary: Server;
  standby: Server;
  close(): Promise<void>;
}

/**
 * Starts two servers of the packaged PostgreSQL with streaming replication: what is committed on the primary waits for
 * the standby, or with `isAsynchronous` for nobody.
 */
export async function startStanding({ isAsynchronous = false } = {}): Promise<Standing> {
  const folder = await temporaryFolder();
  const places = await Promise.all(['one', 'two'].map((name) => findPlace(path.join(folder, name))));
  const [one, two] = places as [Place, Place];
  await prepareCluster(one, await findBinaries(one));
  // A copy of the files before their first start stands for a base backup, which the package has no program for.
  await run('cp', ['-a', clusterOf(one), clusterOf(two)], two.account);
  await run('touch', [path.join(clusterOf(two), 'standby.signal')], two.account);
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
      for (const server of [primary, standby]) {
        await server.signal('SIGCONT');
        await server.signal('SIGKILL');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing is to outlive the machine's own end; a log long enough for a standby that was away. */
const settings = { fsync: 'off', wal_keep_size: '512MB', wal_receiver_timeout: '0', wal_sender_timeout: '0' };

async function startServer(place: Place, further: Record<string, string>) {
  const start = () => startEmbedded(place.directory, { settings: { ...settings, ...further } });
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
  return {
    embedded,
    databaseUrl,
    query,
    async signal(signal: NodeJS.Signals) {
      const { pid } = await serverOf(place);
      for (const it of pid === undefined ? [] : [pid, ...(await childrenOf(pid))])
        try {
          process.kill(it, signal);
        } catch {
          // ended by itself, as the processes of a server do whose first one is gone
        }
      if (signal === 'SIGKILL') await embedded.stop();
    },
    async restart() {
      embedded = await start();
    },
    async promote() {
      await query('select pg_promote()');
    },
  };
}

/** From Linux's list of processes: the servers' each have a group of their own, so that no signal reaches them all. */
async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = names.map(async (name) => {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    return { pid: Number(name), parent: Number(/\) \w (\d+)/.exec(text)?.[1]) };
  });
  return (await Promise.all(parents)).filter((it) => it.parent === parent).map(({ pid }) => pid);
}
