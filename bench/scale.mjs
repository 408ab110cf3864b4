// The capacity of one database with one, two and four processes of the product, and the cost of a call and a debit
// there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { installedCitus } from '../scripts/databases.mjs';
import { freePort } from '../scripts/ports.mjs';
import { startHelper } from './helper.mjs';
import { inFolder } from './last.mjs';
import { inTurn, median, ratios, spread } from './measure.mjs';
import { startPostgres } from './postgres.mjs';
import { processorSeconds } from './scale/processor.mjs';
import { createYear, debits, passYear, tenantsOf } from './scale/tenants.mjs';
import { startService } from './service-process.mjs';
import { tokenFor } from './wire.mjs';

// After postgres.mjs, which registers the loader for the service's sources.
const { startCitus } = await import('../src/service/testing/citus.ts');

const rounds = 5;
const seconds = 2;
const counts = { one: 1, two: 2, four: 4 };

/** Four processes have up to a hundred connections. */
const settings = { max_connections: '200', shared_buffers: '1GB' };

const kinds = /** @type {const} */ ({
  retrieve: 'Retrieve of one client',
  create: 'Create of one client',
  batch: '500 instalments onto one contract',
  report: `Report of ${debits.toLocaleString('en')} transactions`,
});

/**
 * A database, the processes of the product on it, and its merchants.
 * @typedef {object} Side
 * @property {pg.Client} sql
 * @property {number[]} servers
 * @property {import('./service-process.mjs').Service[]} processes
 * @property {import('./scale/tenants.mjs').Tenant[]} tenants
 */

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const scaleFigures = () =>
  inFolder('scale', async (folder) => {
    const server = await startPostgres(folder, settings);
    /** @type {(() => Promise<unknown>)[]} */
    const endings = [server.stop];
    try {
      const plain = await opened(server.url, [server.pid], Math.max(...Object.values(counts)));
      endings.unshift(() => closed(plain));
      const figures = await year(plain);
      const nodes = await distributed(folder);
      if (!nodes)
        return [...figures, ...(await calls(plain)), { what: 'On Citus', figure: 'not measured: not installed' }];
      endings.unshift(nodes.stop);
      const citus = await opened(nodes.url, nodes.servers, 1);
      endings.unshift(() => closed(citus));
      for (const tenant of citus.tenants) await lived(citus, tenant);
      await citus.sql.query('analyze');
      return [...figures, ...(await calls(plain, citus))];
    } finally {
      for (const end of endings) await end();
    }
  });

/**
 * A coordinator and two workers on this machine, if the system's PostgreSQL has Citus.
 * @param {string} folder
 */
async function distributed(folder) {
  const installed = installedCitus();
  if (!installed) return undefined;
  const { coordinator, workers, stop } = await startCitus(installed.binaries, folder, { shared_buffers: '512MB' });
  const pidOf = (/** @type {{ host: string }} */ { host }) =>
    Number(readFileSync(path.join(host, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  return { url: coordinator.url, servers: [coordinator, ...workers].map(pidOf), stop };
}

/**
 * @param {string} url
 * @param {number[]} servers process numbers
 * @param {number} count of processes
 * @returns {Promise<Side>}
 */
async function opened(url, servers, count) {
  const sql = new pg.Client({ connectionString: url });
  await sql.connect();
  const processes = [];
  const port = await freePort();
  // Tokens belong to the origin that all processes share.
  const environment = { DATABASE_URL: url, ORIGIN: `http://127.0.0.1:${port}` };
  while (processes.length < count)
    processes.push(await startService(processes.length === 0 ? port : await freePort(), environment));
  return { sql, servers, processes, tenants: await tenantsOf(environment.ORIGIN) };
}

/** @param {Side} side */
async function renew({ processes: [first], tenants }) {
  for (const tenant of tenants) tenant.token = await tokenFor(first?.origin ?? '', tenant.merchant);
}

/** @param {Side} side */
async function closed({ sql, processes }) {
  for (const service of processes) await service.end();
  await sql.end();
}

/**
 * A year of every merchant, one after the other, by one process: the cost of a debit from its mandate to its outcome.
 * @param {Side} side
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
async function year({ sql, servers, processes, tenants }) {
  const [first] = processes;
  if (!first) throw new Error('no process');
  const created = tenants.length * debits;
  await sql.query('vacuum full');
  await sql.query('analyze');
  const [before, earlier] = [await written(sql), await outcomes(sql)];
  const creation = await cost(
    () => inOrder(tenants, (tenant) => createYear(first.origin, tenant)),
    [first.pid],
    servers,
  );
  await sql.query('analyze');
  const passed = await cost(() => inOrder(tenants, (tenant) => passYear(first.origin, tenant)), [first.pid], servers);
  // The sample records of the merchants are cleared as well.
  const [after, cleared] = [await written(sql), (await outcomes(sql)) - earlier];
  await sql.query('vacuum full');
  const packed = await written(sql);
  const bytes = (/** @type {number} */ of) => Math.round(of / cleared).toLocaleString('en');
  const rate = (/** @type {number} */ all, /** @type {{ seconds: number }} */ it) =>
    Math.round(all / it.seconds).toLocaleString('en');
  const milliseconds = (/** @type {'service' | 'database'} */ of) =>
    (1000 * (creation[of] / created + passed[of] / cleared)).toFixed(2);
  return [
    {
      what: `Debits of ${tenants.length} merchants, by one process: ${created.toLocaleString('en')} created with their mandates, ${cleared.toLocaleString('en')} cleared to their outcome; a second`,
      figure: `${rate(created, creation)}, ${rate(cleared, passed)}`,
    },
    {
      what: 'Processor time of a debit in both together: the process, the database',
      figure: `${milliseconds('service')}, ${milliseconds('database')} ms`,
    },
    {
      what: 'Bytes of a debit, with its part of its contract: in tables and indexes, the same when packed, in the log of the database',
      figure: `${[after.kept - before.kept, packed.kept - before.kept, after.log - before.log].map(bytes).join(', ')}`,
    },
  ];
}

/**
 * @param {Side} side
 * @param {import('./scale/tenants.mjs').Tenant} tenant
 */
async function lived({ processes: [first] }, tenant) {
  const origin = first?.origin ?? '';
  await createYear(origin, tenant);
  await passYear(origin, tenant);
}

/**
 * @template T
 * @param {T[]} list
 * @param {(it: T) => Promise<void>} work
 */
async function inOrder(list, work) {
  for (const it of list) await work(it);
}

/**
 * Debits with an outcome so far.
 * @param {pg.Client} sql
 */
async function outcomes(sql) {
  const { rows } = await sql.query(
    'select count(*)::int as all from transaction where instalment_sequence is not null',
  );
  return Number(rows[0]?.all);
}

/**
 * Bytes written so far.
 * @param {pg.Client} sql
 */
async function written(sql) {
  const { rows } = await sql.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log, sum(pg_total_relation_size(oid))::float8 as kept
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return /** @type {{ log: number, kept: number }} */ (rows[0]);
}

/**
 * Seconds that `work` takes, of wall-clock and of processor time.
 * @param {() => Promise<unknown>} work
 * @param {number[]} services
 * @param {number[]} servers
 */
async function cost(work, services, servers) {
  const [service, database] = [processorSeconds(services), processorSeconds(servers)];
  const began = performance.now();
  await work();
  return {
    seconds: (performance.now() - began) / 1000,
    service: processorSeconds(services) - service,
    database: processorSeconds(servers) - database,
  };
}

/**
 * @param {Side} plain
 * @param {Side} [citus]
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
async function calls(plain, citus) {
  const callers = startHelper('scale/callers.mjs');
  try {
    const figures = [];
    for (const [kind, what] of Object.entries(kinds)) {
      /** @type {Map<Side, { service: number, database: number }[]>} */
      const costs = new Map([plain, ...(citus ? [citus] : [])].map((side) => [side, []]));
      for (const side of costs.keys()) await renew(side); // a token lasts ten minutes
      const rate = async (/** @type {Side} */ side, /** @type {number} */ count) => {
        const processes = side.processes.slice(0, count);
        let answered = NaN;
        const taken = await cost(
          async () => {
            callers.send({ origins: processes.map(({ origin }) => origin), tenants: side.tenants, kind, seconds });
            answered = await callers.receive();
          },
          processes.map(({ pid }) => pid),
          side.servers,
        );
        const each = 1000 / (answered * taken.seconds);
        if (count === 1) costs.get(side)?.push({ service: taken.service * each, database: taken.database * each });
        return answered;
      };
      const { one, two, four, nodes } = await inTurn(rounds, {
        one: () => rate(plain, counts.one),
        two: () => rate(plain, counts.two),
        four: () => rate(plain, counts.four),
        nodes: () => (citus ? rate(citus, counts.one) : Promise.resolve(NaN)),
      });
      const times = (/** @type {number[]} */ more) => spread(ratios(more, one), (it) => it.toFixed(2));
      const cpu = (/** @type {Side} */ side) => {
        const all = costs.get(side)?.slice(1) ?? []; // the first round is discarded
        return `${median(all.map((it) => it.service)).toFixed(2)}, ${median(all.map((it) => it.database)).toFixed(2)} ms`;
      };
      const shown = (/** @type {number[]} */ all) => median(all).toFixed(median(all) < 10 ? 1 : 0);
      figures.push(
        {
          what: `${what}, 16 callers on one, two, four processes: calls a second; those of more against one`,
          figure: `${shown(one)}, ${shown(two)}, ${shown(four)}; ${times(two)}, ${times(four)} ×`,
        },
        { what: `${what}: processor time of the process, of the database`, figure: cpu(plain) },
      );
      if (citus)
        figures.push({
          what: `${what}, on Citus with one process: calls a second, against plain; processor time of the process, of all three nodes`,
          figure: `${shown(nodes)}, ${times(nodes)} ×; ${cpu(citus)}`,
        });
    }
    return figures;
  } finally {
    callers.end();
  }
}
