// How the proofs of an audit chain grow with the entries it has.
import { tmpdir } from 'node:os';
import pg from 'pg';
import { inFolder } from './last.mjs';
import { inTurn, ratios, spread } from './measure.mjs';
import { startPostgres } from './postgres.mjs';
import { fillChain } from './service/chain.mjs';

// After postgres.mjs, which registers the loader for the service's sources.
const { openDatabase } = await import('../src/service/database/open.ts');
const { migrate } = await import('../src/service/database/migrate.ts');
const { migrations } = await import('../src/service/migrations/all.ts');
const { proveOn } = await import('../src/service/audit/checkpoints.ts');

const few = 50_000;
const many = 10 * few;
/** Since the last proof. */
const fresh = 5_000;
const rounds = 7;

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const auditFigures = () =>
  inFolder('audit', async (folder) => {
    const server = await startPostgres(folder, { shared_buffers: '1GB', max_wal_size: '4GB' });
    const database = await openDatabase({ databaseUrl: server.url, dataDirectory: tmpdir() });
    const sql = new pg.Client({ connectionString: server.url });
    await sql.connect();
    try {
      await migrate(database, migrations);
      await fillChain(sql, 'FEW', few);
      await fillChain(sql, 'MANY', many);
      await sql.query('vacuum (analyze) audit_entry');
      /** Seconds of a proof. */
      const proof = async (/** @type {string} */ merchant, /** @type {'new' | 'whole'} */ part) => {
        const began = performance.now();
        const step = await proveOn(database.pool, merchant, part);
        if (step?.state !== 'proved') throw new Error(`${merchant} was not proved: ${JSON.stringify(step)}`);
        return (performance.now() - began) / 1000;
      };
      const hourly = async (/** @type {string} */ merchant) => {
        await fillChain(sql, merchant, fresh);
        return proof(merchant, 'new');
      };
      for (const merchant of ['FEW', 'MANY']) await proof(merchant, 'new');
      // Before the chains have grown by the rounds below.
      const whole = await inTurn(rounds, { few: () => proof('FEW', 'whole'), many: () => proof('MANY', 'whole') });
      const hour = await inTurn(rounds, { few: () => hourly('FEW'), many: () => hourly('MANY') });
      const shown = (/** @type {number} */ it) => it.toFixed(2);
      const times = (/** @type {{ few: number[], many: number[] }} */ of) => spread(ratios(of.many, of.few), shown);
      const seconds = (/** @type {number[]} */ of) => spread(of, (it) => it.toFixed(3));
      return [
        {
          what: `Audit: the hourly proof of ${fresh} new entries after ${many} old ones, of the same after ${few}`,
          figure: `${times(hour)} × (${seconds(hour.many)} against ${seconds(hour.few)} s)`,
          aim: '≤ 1.1 ×',
        },
        {
          what: `Audit: the daily proof of a whole chain of ${many} entries, of one of ${few}`,
          figure: `${times(whole)} × (${seconds(whole.many)} against ${seconds(whole.few)} s)`,
          aim: '≤ 11 ×',
        },
      ];
    } finally {
      await database.close();
      await sql.end();
      await server.stop();
    }
  });
