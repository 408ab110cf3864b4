// How a change log of ten years affects reports: the product on ten years compared with the product on the last year.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { freePort } from '../scripts/ports.mjs';
import {
  always,
  insertBatch,
  insertChanges,
  lastMonth,
  lastYear,
  merchant,
  placesOf,
  recentContracts,
} from './growth/log.mjs';
import { bare, means, sizes, today } from './growth/means.mjs';
import { startHelper } from './helper.mjs';
import { inFolder } from './last.mjs';
import { inTurn, median, ratios, spread } from './measure.mjs';
import { startPostgres } from './postgres.mjs';
import { startService } from './service-process.mjs';
import { tokenFor } from './wire.mjs';

// After postgres.mjs, which registers the loader for the service's sources.
const { reportHandlers: reports } = await import('../src/service/resources/reports.ts');
const { openDatabase } = await import('../src/service/database/open.ts');
const { beginOn } = await import('../src/service/database/transaction.ts');

const tenYears = Number(process.env.GROWTH_ROWS ?? 50_000_000);
const neededBytes = 25e9;
const histories = 50;
const rounds = 5;

/** Nothing else may run: no autovacuum. A table created in the same transaction bypasses the write-ahead log. */
const settings = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
};

/**
 * @typedef {object} Side
 * @property {pg.Client} sql
 * @property {import('./service-process.mjs').Service} service
 * @property {Awaited<ReturnType<typeof openDatabase>>} database as the service opens it
 */

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export async function growthFigures() {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < neededBytes) throw new Error(`it needs ${neededBytes / 1e9} GB of disk`);
  return inFolder('growth', async (folder) => {
    const server = await startPostgres(folder, settings);
    /** @type {Side[]} */
    const sides = [];
    try {
      const { lastYear: begin } = placesOf(tenYears);
      for (const [name, first] of /** @type {const} */ ([
        ['ten', 0],
        ['one', begin],
      ]))
        sides.push(await filled(server, name, first));
      const [ten, one] = sides;
      if (!ten || !one) throw new Error('a side is missing');
      const figures = [];
      for (const { name, lay } of means) {
        await lay?.(ten.sql);
        if (lay) await Promise.all([ten.sql.query('vacuum (analyze) change'), one.sql.query('vacuum change')]);
        say(`laid: ${name}`);
        figures.push(...(await compare(name, ten, one)));
        for (const { what, figure } of figures.slice(-5)) say(`${what}: ${figure}`);
      }
      return figures;
    } finally {
      for (const { sql, service, database } of sides) {
        await service.end();
        await database.close();
        await sql.end();
      }
      await server.stop();
    }
  });
}

/** @param {string} text */
const say = (text) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

/**
 * A database with the product's schema, whose change log begins with row `first`.
 * @param {Awaited<ReturnType<typeof startPostgres>>} server
 * @param {string} name
 * @param {number} first
 * @returns {Promise<Side>}
 */
async function filled(server, name, first) {
  const administrator = new pg.Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const environment = { DATABASE_URL: server.urlOf(name) };
  await (await startService(await freePort(), environment)).end();

  const sql = new pg.Client({ connectionString: server.urlOf(name) });
  await sql.connect();
  await bare(sql);
  const { lastMonth: newest } = placesOf(tenYears);
  const step = Math.ceil(tenYears / 20);
  await sql.query('begin');
  await sql.query('truncate change');
  for (let at = first; at < newest; at += step) {
    await sql.query(insertChanges(tenYears), [at, Math.min(at + step, newest)]);
    say(`${name}: ${Math.min(at + step, newest)} of ${tenYears}`);
  }
  await sql.query('commit');
  await today(sql);
  await sql.query('vacuum (analyze) change');
  // Changes since the last `analyze`, which the planner does not know.
  await sql.query(insertChanges(tenYears), [newest, tenYears]);
  await sql.query('vacuum change');
  await sql.query(`select setval('record_sequence', 10000000 + $1::bigint)`, [tenYears]);
  await sql.query('checkpoint');
  say(`${name}: indexed`);
  const service = await startService(await freePort(), environment);
  return { sql, service, database: await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDirectory: '' }) };
}

/**
 * @param {string} name
 * @param {Side} ten
 * @param {Side} one
 * @returns {Promise<import('./measure.mjs').Figure[]>}
 */
async function compare(name, ten, one) {
  const contracts = recentContracts(tenYears, histories);
  const asked = [
    { what: "a month's report", queries: [lastMonth] },
    { what: "a year's report", queries: [lastYear] },
    {
      what: `the history of one contract`,
      queries: contracts.map((ContractSequence) => ({ ...always, ContractSequence })),
    },
  ];
  const figures = [];
  for (const { what, queries } of asked) {
    const reader = startHelper('service/reader.mjs');
    try {
      const taken = await inTurn(rounds, {
        ten: () => seconds(reader, ten, queries),
        one: () => seconds(reader, one, queries),
      });
      const shown = (/** @type {number[]} */ all) =>
        spread(
          all.map((it) => (it * 1000) / queries.length),
          (it) => it.toFixed(it < 10 ? 1 : 0),
        );
      const [first] = queries;
      figures.push({
        what: `Ten years of changes, ${name}: ${what} against the same with one year`,
        figure: `${spread(ratios(taken.ten, taken.one), (it) => it.toFixed(2))} × (${shown(taken.ten)} against ${shown(taken.one)} ms; ${await pages(ten, first)} against ${await pages(one, first)} pages)`,
      });
    } finally {
      reader.end();
    }
  }
  const batches = await inTurn(40, { ten: () => insertion(ten), one: () => insertion(one) });
  figures.push({
    what: `Ten years of changes, ${name}: 500 changes written, against the same with one year and today's indexes`,
    figure: `${spread(ratios(batches.ten, batches.one), (it) => it.toFixed(2))} × (${median(batches.ten).toFixed(1)} against ${median(batches.one).toFixed(1)} ms)`,
  });
  const { table, indexes } = await sizes(ten.sql);
  figures.push({
    what: `Ten years of changes, ${name}: table and indexes`,
    figure: `${(table / 1e9).toFixed(1)} and ${(indexes / 1e9).toFixed(1)} GB`,
  });
  return figures;
}

/** @typedef {{ StartDate: string, EndDate: string, ContractSequence?: number }} Query */

/** @param {Query} query */
const pathOf = (query) =>
  `/v1/payments/${merchant}/reports/contract_changes_report/EFT?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;

/**
 * Seconds for all queries, one after the other, each read to its end.
 * @param {ReturnType<typeof startHelper>} reader
 * @param {Side} side
 * @param {Query[]} queries
 */
async function seconds(reader, { service }, queries) {
  const token = await tokenFor(service.origin, merchant);
  let sum = 0;
  for (const query of queries) {
    reader.send({ url: service.origin + pathOf(query), token });
    const found = await reader.receive();
    if (found.status !== 200) throw new Error(`${pathOf(query)} was answered ${found.status}`);
    sum += found.seconds;
  }
  return sum;
}

/**
 * Pages of table and indexes that the report's own statement reads, as the role of calls: its cost when nothing is
 * cached, on any machine.
 * @param {Side} side
 * @param {Query | undefined} query
 */
async function pages({ database }, query) {
  if (!query) throw new Error('there is no query');
  const { text, values } = reports.contractChangeReport.retrieve({ merchant, product: 'EFT' }, query, false);
  const client = await database.streams.connect();
  try {
    await beginOn(client, { merchant });
    const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${text}`, values);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Milliseconds until five hundred changes are on disk.
 * @param {Side} side
 */
async function insertion({ sql }) {
  const [newest] = recentContracts(tenYears, 1);
  const began = performance.now();
  await sql.query(insertBatch, [newest]);
  return performance.now() - began;
}
