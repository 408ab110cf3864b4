// How clearing grows with the debits that a merchant has on one day, and what a minute without any costs.
import { tmpdir } from 'node:os';
import pg from 'pg';
import { inFolder } from './last.mjs';
import { percent, spread } from './measure.mjs';
import { startPostgres } from './postgres.mjs';

// After postgres.mjs, which registers the loader for the service's sources.
const { openDatabase } = await import('../src/service/database/open.ts');
const { migrate } = await import('../src/service/database/migrate.ts');
const { migrations } = await import('../src/service/migrations/all.ts');
const { clearMerchant: clear } = await import('../src/service/clearing/clearing.ts');

const few = 5_000;
const many = Number(process.env.CLEARING_DEBITS ?? 500_000);
const series = 40_000;
const rounds = 5;
const day = '2026-11-25';
const clock = { now: () => `${day} 20:00`, today: () => day };

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const clearingFigures = () =>
  inFolder('clearing', async (folder) => {
    const server = await startPostgres(folder, { shared_buffers: '512MB', max_wal_size: '4GB' });
    const database = await openDatabase({ databaseUrl: server.url, dataDirectory: tmpdir() });
    const sql = new pg.Client({ connectionString: server.url });
    await sql.connect();
    try {
      await migrate(database, migrations);
      /** Debits a second of a merchant that has so many on one day, and none afterwards. */
      const rate = async (/** @type {string} */ merchant, /** @type {number} */ debits) => {
        await insertDebits(sql, merchant, debits);
        const began = performance.now();
        await clear(database.pool, clock, merchant);
        const seconds = (performance.now() - began) / 1000;
        const { rows } = await sql.query(
          `select count(*)::int as left from instalment where merchant = $1 and instalment_status = 'SCHEDULED'`,
          [merchant],
        );
        if (rows[0].left > 0) throw new Error(`${rows[0].left} debits of ${merchant} were not collected`);
        return debits / seconds;
      };
      /** Milliseconds of a minute in which nothing is due. */
      const idle = async (/** @type {string} */ merchant) => {
        const began = performance.now();
        await clear(database.pool, clock, merchant);
        return performance.now() - began;
      };
      const small = [];
      for (let round = 0; round <= rounds; round++) small.push(await rate(String(2001 + round), few));
      const large = await rate('3001', many);
      /** Seconds of a minute in which the bank has answered nothing yet. */
      const waits = [];
      for (let round = 0; round <= rounds; round++) waits.push((await idle('3001')) / 1000);
      waits.shift();
      const { rows: waiting } = await sql.query(
        `select count(*)::int as debits from instalment where merchant = '3001' and instalment_status = 'SUBMITTED'`,
      );
      for (let round = 1; round <= rounds; round++) small.push(await rate(String(4001 + round), few));
      // The first warms up.
      small.shift();
      await insertSeries(sql, '5001', series);
      await insertSeries(sql, '5002', series / 100);
      for (const merchant of ['5001', '5002']) await idle(merchant);
      await sql.query('analyze contract'); // As autovacuum does after such a change.
      const minutes = [];
      for (let round = 0; round <= rounds * 4; round++)
        minutes.push({ few: await idle('5002'), many: await idle('5001') });
      minutes.shift();
      return [
        {
          what: `Clearing: debits a second of a merchant with ${many} on a day, of one with ${few}`,
          figure: `${percent(small.map((it) => large / it))} (${Math.round(large)} against ${spread(small)})`,
          aim: '≥ 80 %',
        },
        {
          what: `Clearing: a minute of a merchant for whose ${waiting[0].debits} debits the bank has no answer yet`,
          figure: `${spread(waits, (it) => it.toFixed(2))} s`,
          aim: '≤ 1 s',
        },
        {
          what: `Clearing: a minute with nothing due of a merchant with ${series} open-ended contracts, of one with ${series / 100}`,
          figure: `${percent(minutes.map((it) => it.many / it.few))} (${spread(minutes.map((it) => it.many))} ms)`,
          aim: '≤ 200 %',
        },
      ];
    } finally {
      await database.close();
      await sql.end();
      await server.stop();
    }
  });

/**
 * One client; each contract has one debit on the day, which its client's bank pays.
 * @param {pg.Client} sql
 * @param {string} merchant
 * @param {number} debits
 */
const insertDebits = (sql, merchant, debits) =>
  insertContracts(
    sql,
    merchant,
    { contracts: debits, length: 12, start: day },
    `select $1, n, 'EFT', 1, 1, $3, 10000, 'SCHEDULED', 'FRST', '2026-11-01', '2026-11-01'
      from generate_series(1, $2::int) n`,
  );

/**
 * Open-ended contracts with their next twelve debits, none of them due.
 * @param {pg.Client} sql
 * @param {string} merchant
 * @param {number} contracts
 */
const insertSeries = (sql, merchant, contracts) =>
  insertContracts(
    sql,
    merchant,
    { contracts, length: null, start: '2026-12-25' },
    `select $1, n, 'EFT', month, month, $3::date + make_interval(months => month - 1), 10000, 'SCHEDULED', 'RCUR',
        '2026-11-01', '2026-11-01'
      from generate_series(1, $2::int) n, generate_series(1, 12) month`,
  );

/**
 * @param {pg.Client} sql
 * @param {string} merchant
 * @param {{ contracts: number, length: number | null, start: string }} terms
 * @param {string} instalments parameters: merchant $1, contracts $2, start $3
 */
async function insertContracts(sql, merchant, { contracts, length, start }, instalments) {
  await sql.query('begin');
  await sql.query(`select set_config('app.merchant', $1, true)`, [merchant]);
  await sql.query(`insert into merchant (merchant, name) values ($1, 'Many')`, [merchant]);
  await sql.query(
    `insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type, account_number)
      values ($1, 'EFT', 'C1', 'Thandi Mokoena', 6, 250655, 1, '62000001111')`,
    [merchant],
  );
  await sql.query(
    `insert into contract (merchant, contract_sequence, product, is_mandate, client_number, contract_number,
        mandate_status_code, frequency_code, collection_day, instalment_start_date, instalment_amount, number_of_instalments)
      select $1, n, 'EFT', true, 'C1', 'K' || n, 'ACTIVE', 'MNTH', 25, $3, 10000, $4 from generate_series(1, $2::int) n`,
    [merchant, contracts, start, length],
  );
  await sql.query(
    `insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
        instalment_action_date, instalment_amount, instalment_status, debit_sequence_type, created_date, last_update_date)
      ${instalments}`,
    [merchant, contracts, start],
  );
  await sql.query('commit');
  await sql.query('analyze contract, instalment');
}
