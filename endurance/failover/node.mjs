// A node: Patroni and its PostgreSQL, on a disk that can be filled.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { signalAll } from '../../bench/service-process.mjs';
import { processesIn } from './processes.mjs';
import { ownFolder, serverIn } from './server.mjs';

/**
 * How a node differs from the others, until its next start.
 * @typedef {object} Oddity
 * @property {string} [delay] as recovery_min_apply_delay
 * @property {boolean} [hasClock] whether its database's clock can be set
 */

/**
 * Which of etcd's APIs Patroni uses, by their names in its configuration.
 * @typedef {'etcd' | 'etcd3'} EtcdApi
 */

const host = '127.0.0.1';

/**
 * @param {string} folder
 * @param {{ name: string, port: number, rest: number, etcd: number, api: EtcdApi, password: string }} place
 * @param {import('./programs.mjs').Programs} programs
 * @param {import('./server.mjs').Account} account
 */
export function nodeIn(folder, place, programs, account) {
  ownFolder(folder, account);
  const options = `size=2G,mode=700,uid=${account?.uid ?? 0},gid=${account?.gid ?? 0}`;
  const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  const server = serverIn(folder, account, programs.patroni, ['patroni.json']);
  const data = path.join(folder, 'data');
  const file = path.join(folder, 'patroni.json');
  const clock = path.join(folder, 'clock');
  const ballast = path.join(folder, 'ballast');
  const postgres = () => processesIn(data);
  /** @type {Oddity} */
  let oddity = {};
  const configure = () => {
    const binaries = oddity.hasClock ? withClock(folder, programs) : programs.postgres;
    // Patroni reads YAML, and JSON is YAML.
    writeFileSync(file, JSON.stringify(configuration(folder, place, binaries, oddity)));
  };

  return {
    ...server,
    ...place,
    hasDisk,
    oddity: () => oddity,
    /** @param {Oddity} [as] */
    start(as = {}) {
      oddity = as;
      writeFileSync(clock, '+0s');
      configure();
      server.start();
    },
    /**
     * On a running node.
     * @param {string} [delay]
     */
    setDelay(delay) {
      oddity = { ...oddity, delay };
      configure();
      server.reload();
    },
    /** Only the database; Patroni continues. */
    freezeDatabase: () => signalAll(postgres(), 'SIGSTOP'),
    killDatabase: () => signalAll(postgres(), 'SIGKILL'),
    /** @param {string} ahead such as "+60s" */
    setClock: (ahead) => writeFileSync(clock, ahead),
    fillDisk: () => once(spawn('sh', ['-c', `cat /dev/zero > '${ballast}'`], { stdio: 'ignore' }), 'exit'),
    emptyDisk: () => rmSync(ballast, { force: true }),
    /**
     * Whether Patroni's API confirms a role; proxies use "/primary" and "/synchronous".
     * @param {string} question
     */
    async hasRole(question) {
      const response = fetch(`http://${host}:${place.rest}${question}`, { signal: AbortSignal.timeout(1000) });
      return response.then(
        ({ ok }) => ok,
        () => false,
      );
    },
    /** @param {string} successor */
    async switchOver(successor) {
      const body = JSON.stringify({ leader: place.name, candidate: successor });
      const answer = await fetch(`http://${host}:${place.rest}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`);
    },
    /** @param {string} text */
    async query(text) {
      const client = new pg.Client({
        host,
        port: place.port,
        user: 'postgres',
        password: place.password,
        database: 'postgres',
        connectionTimeoutMillis: 1000,
        query_timeout: 5000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** @typedef {ReturnType<typeof nodeIn>} Node */

/**
 * @param {string} folder
 * @param {{ name: string, port: number, rest: number, etcd: number, api: EtcdApi, password: string }} place
 * @param {string} binaries
 * @param {Oddity} oddity
 */
const configuration = (folder, { name, port, rest, etcd, api, password }, binaries, { delay }) => ({
  scope: 'collections',
  name,
  restapi: { listen: `${host}:${rest}`, connect_address: `${host}:${rest}` },
  [api]: { host: `${host}:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 5,
      retry_timeout: 5,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: { max_connections: 250, wal_keep_size: '256MB' },
      },
    },
    initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C' }],
  },
  postgresql: {
    listen: `${host}:${port}`,
    connect_address: `${host}:${port}`,
    data_dir: path.join(folder, 'data'),
    bin_dir: binaries,
    pgpass: path.join(folder, 'pgpass'),
    parameters: { unix_socket_directories: '' },
    pg_hba: [`host all all ${host}/32 scram-sha-256`, `host replication replicator ${host}/32 scram-sha-256`],
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'replicator', password },
    },
    ...(delay && { recovery_conf: { recovery_min_apply_delay: delay } }),
  },
});

/**
 * PostgreSQL's programs, with a server that reads its time from a file. It starts at the real time, since Patroni
 * compares.
 * @param {string} folder
 * @param {import('./programs.mjs').Programs} programs
 */
function withClock(folder, programs) {
  const binaries = path.join(folder, 'binaries');
  const settings = `LD_PRELOAD=${programs.faketime} FAKETIME_TIMESTAMP_FILE=${folder}/clock FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1`;
  const script = `#!/bin/sh\nexec env ${settings} ${programs.postgres}/postgres "$@"\n`;
  spawnSync('sh', [
    '-c',
    `mkdir -p '${binaries}' && ln -sf ${programs.postgres}/* '${binaries}' && rm '${binaries}/postgres'`,
  ]);
  writeFileSync(path.join(binaries, 'postgres'), script, { mode: 0o755 });
  return binaries;
}
