// Faults of the three nodes, their etcd, their proxies and the product.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until.mjs';

/**
 * @typedef {object} Stage
 * @property {import('./cluster.mjs').Cluster} cluster
 * @property {import('./programs.mjs').Programs} programs
 * @property {import('./products.mjs').Products} products
 * @property {() => void} begin starts the callers' record; by default it starts with `strike`
 *
 * @typedef {object} Fault
 * @property {string} name
 * @property {number} [rounds] 1 by default
 * @property {import('./products.mjs').Way} [way] how the product reaches the database (HAProxy by default), or the
 * proxy in front of the product
 * @property {(stage: Pick<Stage, 'cluster' | 'programs'>) => string | undefined} [lack] why it cannot run here
 * @property {(stage: Stage) => Promise<void>} [prepare] runs before the load
 * @property {(stage: Stage) => Promise<void>} strike resolves when the fault is over; whatever is still down is
 * restarted once writes succeed
 */

/** Seconds that a program is frozen, longer than Patroni waits for it. */
const frozen = 40;

/** @type {Fault['strike']} */
const killPrimary = async ({ cluster }) => (await cluster.primary()).kill();

/** @type {Fault['strike']} */
async function freezePrimary({ cluster }) {
  const primary = await cluster.primary();
  primary.freeze();
  await pause(frozen * 1000);
  primary.thaw();
}

/** @type {Fault['strike']} */
async function switchOver({ cluster }) {
  const [primary, standby] = await Promise.all([cluster.primary(), cluster.standby()]);
  await primary.switchOver(standby.name);
}

/** @type {Fault['lack']} */
const ownDisks = ({ cluster }) =>
  cluster.nodes.every((node) => node.hasDisk) ? undefined : 'a disk of our own needs root';

/** How far a standby is behind at least, and for how long it applies nothing. */
const behind = { seconds: 120, delay: '10min' };

/** @type {Fault['strike']} */
async function killProcess({ products }) {
  await products.kill(0);
  await pause(2000);
  await products.start(0);
}

/** @type {Fault['strike']} */
async function upgrade({ products }) {
  await products.restart(0);
  // Until the proxy in front has seen that it is back.
  await pause(5000);
  await products.restart(1);
}

/** @type {Fault['lack']} */
const hasNginx = ({ programs }) => (programs.nginx ? undefined : 'nginx is not installed');

/** @type {Fault[]} */
export const faults = [
  { name: "kill -9 of the primary's node", rounds: 3, strike: killPrimary },
  { name: `primary's node frozen for ${frozen} s`, strike: freezePrimary },
  {
    name: `only PostgreSQL of the primary frozen for ${frozen} s`,
    rounds: 2,
    async strike({ cluster }) {
      const primary = await cluster.primary();
      primary.freezeDatabase();
      await pause(frozen * 1000);
      primary.thaw();
    },
  },
  {
    name: 'kill -9 of PostgreSQL alone on the primary',
    strike: async ({ cluster }) => (await cluster.primary()).killDatabase(),
  },
  {
    name: 'primary killed, and its successor at once; back after 20 s',
    async strike(stage) {
      const { cluster } = stage;
      const former = await cluster.primary();
      await former.kill();
      await killPrimary(stage);
      await pause(20_000);
      for (const node of cluster.nodes) if (!node.isRunning()) node.start();
    },
  },
  {
    name: 'primary and synchronous standby killed together; back after 20 s',
    async strike({ cluster }) {
      const both = await Promise.all([cluster.primary(), cluster.standby()]);
      await Promise.all(both.map((node) => node.kill()));
      await pause(20_000);
      for (const node of both) node.start();
    },
  },
  { name: 'planned switchover', rounds: 2, strike: switchOver },
  { name: 'synchronous standby killed', strike: async ({ cluster }) => (await cluster.standby()).kill() },
  {
    name: `synchronous standby frozen for ${frozen} s`,
    async strike({ cluster }) {
      const standby = await cluster.standby();
      standby.freeze();
      await pause(frozen * 1000);
      standby.thaw();
    },
  },
  {
    name: 'disk of the synchronous standby full for 30 s',
    lack: ownDisks,
    async strike({ cluster }) {
      const [primary, standby] = await Promise.all([cluster.primary(), cluster.standby()]);
      await standby.fillDisk();
      // The standby can still fill the WAL files that it has begun.
      await until('a standby that writes no more', async () => {
        await primary.query('select pg_switch_wal()');
        return standby.log().includes('No space left on device');
      });
      await pause(30_000);
      standby.emptyDisk();
    },
  },
  {
    name: 'disk of the primary full for 30 s',
    lack: ownDisks,
    async strike({ cluster }) {
      const primary = await cluster.primary();
      await primary.fillDisk();
      await pause(30_000);
      primary.emptyDisk();
    },
  },
  {
    name: `synchronous standby ${behind.seconds / 60} min behind in what it applies, then the primary's node killed`,
    async prepare({ cluster }) {
      const standby = await cluster.standby();
      standby.setDelay(behind.delay);
      await until('the delay', async () => {
        const [row] = await standby.query('show recovery_min_apply_delay');
        return row?.recovery_min_apply_delay === behind.delay;
      });
    },
    async strike(stage) {
      await pause(behind.seconds * 1000);
      const [row] = await (
        await stage.cluster.standby()
      ).query('select extract(epoch from now() - pg_last_xact_replay_timestamp()) as seconds');
      if (!(row?.seconds >= behind.seconds)) throw new Error(`the standby is ${row?.seconds} s behind`);
      stage.begin();
      await killPrimary(stage);
    },
  },
  {
    name: "primary's clock a minute ahead, then its node killed",
    lack: ({ programs }) => (programs.faketime ? undefined : 'libfaketime is not installed'),
    async prepare({ cluster }) {
      const [primary, standby] = await Promise.all([cluster.primary(), cluster.standby()]);
      const third = cluster.nodes.find((node) => node !== primary && node !== standby) ?? standby;
      await third.kill();
      third.start({ hasClock: true });
      await cluster.isWhole();
      // Only the synchronous standby may take over.
      await standby.kill();
      await until('another synchronous standby', () => third.hasRole('/synchronous'));
      standby.start();
      await cluster.isWhole();
      await primary.switchOver(third.name);
    },
    async strike(stage) {
      const primary = await stage.cluster.primary();
      primary.setClock('+60s');
      await until('the clock', async () => {
        const [row] = await primary.query(`select extract(epoch from clock_timestamp()) as seconds`);
        return row?.seconds - Date.now() / 1000 > 55;
      });
      await pause(5000);
      await primary.kill();
    },
  },
  {
    name: 'HAProxy killed, back after 1 s',
    async strike({ cluster }) {
      await cluster.proxy.kill();
      await pause(1000);
      cluster.proxy.start();
    },
  },
  {
    name: 'one process of the product killed',
    strike: killProcess,
  },
  {
    name: "primary's node killed, and one process of the product, which starts while there is no primary",
    async strike(stage) {
      await Promise.all([killPrimary(stage), stage.products.kill(0)]);
      await stage.products.start(0);
    },
  },
  {
    name: 'etcd away for 30 s',
    async strike({ cluster }) {
      await cluster.etcd.kill();
      await pause(30_000);
      cluster.etcd.start();
    },
  },
  { name: "through PgBouncer: kill -9 of the primary's node", way: 'pooler', strike: killPrimary },
  { name: 'through PgBouncer: planned switchover', way: 'pooler', strike: switchOver },
  {
    name: 'through PgBouncer: it is killed, back after 1 s',
    way: 'pooler',
    async strike({ cluster }) {
      await cluster.pooler.kill();
      await pause(1000);
      cluster.pooler.start();
    },
  },
  { name: "three hosts in DATABASE_URL: kill -9 of the primary's node", way: 'hosts', strike: killPrimary },
  { name: `three hosts in DATABASE_URL: primary's node frozen for ${frozen} s`, way: 'hosts', strike: freezePrimary },
  { name: 'three hosts in DATABASE_URL: planned switchover', way: 'hosts', strike: switchOver },
  { name: 'HAProxy before the product: its processes restarted in turn', way: 'haproxy', strike: upgrade },
  { name: 'HAProxy before the product: a process killed', way: 'haproxy', strike: killProcess },
  { name: 'nginx before the product: its processes restarted in turn', way: 'nginx', lack: hasNginx, strike: upgrade },
  { name: 'nginx before the product: a process killed', way: 'nginx', lack: hasNginx, strike: killProcess },
];
