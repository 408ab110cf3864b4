import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, type Postgres } from './postgres.ts';

export interface Citus {
  coordinator: Postgres;
  workers: Postgres[];
  /** One more, without shards. */
  addWorker(): Promise<Postgres>;
  /**
   * Moves shards until all workers have equally many. Writers to a moving shard wait, since policies forbid replication
   * into it.
   */
  rebalance(): Promise<void>;
  stop(): Promise<void>;
  killAll(): void;
}

const settings = {
  shared_preload_libraries: 'citus',
  // A write on several nodes is first prepared on each of them.
  max_prepared_transactions: '200',
  max_connections: '300',
  'citus.propagate_set_commands': 'local',
  'citus.shard_count': '4',
};

/** Starts a coordinator and two workers of the PostgreSQL in `binaries`, which has the extension. */
export async function startCitus(
  binaries: string,
  folder: string,
  further: Record<string, string> = {},
): Promise<Citus> {
  const start = (name: string) => {
    // Its own address: it listens only there.
    const own = { 'citus.local_hostname': path.join(folder, name) };
    return startPostgres(binaries, folder, { name, settings: { ...settings, ...own, ...further } });
  };
  const [coordinator, ...workers] = await Promise.all(['coordinator', 'worker-1', 'worker-2'].map(start));
  if (!coordinator) throw new Error('no coordinator');
  await joinNodes(
    coordinator.url,
    workers.map((it) => it.url),
  );
  return {
    coordinator,
    workers,
    async addWorker() {
      const worker = await start(`worker-${workers.length + 1}`);
      await addNode(coordinator.url, worker.url);
      workers.push(worker);
      return worker;
    },
    async rebalance() {
      await ask(coordinator.url, `select rebalance_table_shards(shard_transfer_mode => 'block_writes')`);
    },
    killAll() {
      for (const it of [coordinator, ...workers]) it.killNow();
    },
    async stop() {
      await Promise.all([coordinator, ...workers].map((it) => it.stop()));
    },
  };
}

/** Makes a distributed database of the databases with the same name on the workers. */
export async function joinNodes(coordinator: string, workers: string[]): Promise<void> {
  await ask(coordinator, 'create extension citus');
  const { host, port } = addressOf(coordinator);
  await ask(coordinator, `select citus_set_coordinator_host('${host}', ${port})`);
  for (const worker of workers) await addNode(coordinator, worker);
}

async function addNode(coordinator: string, worker: string): Promise<void> {
  await ask(worker, 'create extension citus');
  const { host, port } = addressOf(worker);
  for (let tries = 1; ; tries++)
    try {
      await ask(coordinator, `select citus_add_node('${host}', ${port})`);
      return;
    } catch (error) {
      // Roles are copied to the new node, and another test may be changing them.
      if (tries === 10) throw error;
      await pause(50 * tries);
    }
}

function addressOf(url: string) {
  const { hostname, port, searchParams } = new URL(url);
  return { host: searchParams.get('host') ?? hostname, port: port || '5432' };
}

export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** The addresses of database `name` on each worker of the server at `url`; none when it is not distributed. */
export async function workersOf(url: string, name: string): Promise<string[]> {
  const [found] = await ask<{ there: boolean }>(url, `select to_regclass('pg_dist_node') is not null as there`);
  if (!found?.there) return [];
  const nodes = await ask<{ host: string; port: number }>(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by groupid',
  );
  return nodes.map(({ host, port }) => {
    const at = new URL(url);
    at.pathname = `/${name}`;
    at.port = String(port);
    if (host.startsWith('/')) at.searchParams.set('host', host);
    else at.hostname = host;
    return at.href;
  });
}
