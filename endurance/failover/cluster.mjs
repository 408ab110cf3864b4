// Three nodes, their etcd, and the two routes to the node that takes writes: HAProxy and PgBouncer.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/ports.mjs';
import { temporaryFolder } from '../../scripts/product.mjs';
import { nodeIn } from './node.mjs';
import { serverIn } from './server.mjs';
import { until } from './until.mjs';

const { accountFor } = await import('../../src/service/database/account.ts');

/**
 * @param {import('./programs.mjs').Programs} programs
 * @param {import('./node.mjs').EtcdApi} api
 */
export async function startCluster(programs, api) {
  const folder = realpathSync(temporaryFolder('failover'));
  const guard = spawn(process.execPath, [fileURLToPath(new URL('guard.mjs', import.meta.url)), folder], {
    detached: true, // Ctrl-C must not end it before the others
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const account = await accountFor(folder);
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, poolerPort = 0, ...ports] = await Promise.all(
    Array.from({ length: 10 }, freePort),
  );
  const password = randomBytes(12).toString('hex');
  const url = (/** @type {string} */ hosts) => `postgres://collections:${password}@${hosts}/collections`;
  /** @param {string} name @param {string} text */
  const writeFile = (name, text) => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account) chownSync(file, account.uid, account.gid);
    return file;
  };

  const address = (/** @type {number} */ port) => `http://127.0.0.1:${port}`;
  const settings = {
    'data-dir': 'data',
    'log-level': 'error',
    'enable-v2': 'true',
    'listen-client-urls': address(etcdPort),
    'advertise-client-urls': address(etcdPort),
    'listen-peer-urls': address(peerPort),
    'initial-advertise-peer-urls': address(peerPort),
    'initial-cluster': `default=${address(peerPort)}`,
  };
  const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const etcd = serverIn(path.join(folder, 'etcd'), account, programs.etcd, words);
  const nodes = ['a', 'b', 'c'].map((name, index) => {
    const own = { name, port: ports[2 * index] ?? 0, rest: ports[2 * index + 1] ?? 0 };
    const place = { ...own, etcd: etcdPort, api, password };
    return nodeIn(path.join(folder, name), place, programs, account);
  });
  const proxy = serverIn(path.join(folder, 'haproxy'), account, programs.haproxy, [
    '-db',
    '-f',
    writeFile('haproxy.cfg', proxying(proxyPort, nodes)),
  ]);
  const users = writeFile('users.txt', `"collections" "${password}"\n`);
  const pooler = serverIn(path.join(folder, 'pgbouncer'), account, programs.pgbouncer, [
    writeFile('pgbouncer.ini', pooling(poolerPort, proxyPort, users)),
  ]);

  for (const server of [etcd, ...nodes, proxy, pooler]) server.start();

  const primary = async () => {
    const found = await Promise.all(nodes.map((node) => node.hasRole('/primary')));
    return nodes.find((_, index) => found[index]);
  };
  const synchronous = async () => {
    const found = await Promise.all(nodes.map((node) => node.hasRole('/synchronous')));
    return nodes.find((_, index) => found[index]);
  };
  const cluster = {
    folder,
    nodes,
    etcd,
    proxy,
    pooler,
    urls: {
      proxy: url(`127.0.0.1:${proxyPort}`),
      pooler: url(`127.0.0.1:${poolerPort}`),
      hosts: url(nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')),
    },
    primary: () => until('a primary', primary),
    standby: () => until('a synchronous standby', synchronous),
    /** Undoes every fault. */
    async heal() {
      for (const server of [etcd, ...nodes, proxy, pooler]) server.thaw();
      for (const node of nodes) {
        node.emptyDisk();
        node.setClock('+0s');
        if (node.oddity().delay) node.setDelay();
      }
      for (const server of [etcd, ...nodes, proxy, pooler]) if (!server.isRunning()) server.start();
      await this.isWhole();
    },
    /** Waits until both standbys follow, and one of them is synchronous. */
    isWhole: () =>
      until('a whole cluster', async () => {
        const rows = await (
          await primary()
        )?.query(`select sync_state from pg_stat_replication where state = 'streaming'`);
        return rows?.length === 2 && rows.some((row) => row['sync_state'] === 'sync') && Boolean(await synchronous());
      }),
    /** Restarts the nodes that had their own clock. */
    async settle() {
      for (const node of nodes)
        if (node.oddity().hasClock) {
          await node.kill();
          node.start();
          await this.isWhole();
        }
    },
    async end() {
      guard.stdin.end();
      await once(guard, 'exit');
    },
  };
  // Nothing is committed before there is a standby.
  await cluster.isWhole();
  const first = await cluster.primary();
  await first.query(`create role collections login createrole password '${password}'`);
  await first.query(`create database collections owner collections encoding 'UTF8' template template0`);
  return cluster;
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/**
 * @param {number} port
 * @param {import('./node.mjs').Node[]} nodes
 */
const proxying = (port, nodes) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 35m
  timeout server 35m
listen collections
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}
`;

/**
 * @param {number} port
 * @param {number} proxyPort
 * @param {string} users
 */
const pooling = (port, proxyPort, users) => `
[databases]
collections = host=127.0.0.1 port=${proxyPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = session
default_pool_size = 100
server_login_retry = 1
auth_type = scram-sha-256
auth_file = ${users}
`;
