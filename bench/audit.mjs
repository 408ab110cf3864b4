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

const few = 40_000;
const many = 10 * few;
/** Since the last proof. */
const fresh = 10_000;
/** A proof of an hour is short, so that other work of the machine shows: many rounds. */
const rounds = { whole: 5, hour: 41 };

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
      const merchants = { FEW: few, MANY: many };
      /** The last proof was before the new entries. */
      const hourly = async (/** @type {keyof typeof merchants} */ merchant) => {
        await sql.query(
          `update audit_proof set sequence = entry.sequence, hash = entry.hash from audit_entry entry
            where entry.merchant = $1 and entry.sequence = $2 and audit_proof.merchant = $1 and part = 'new'`,
          [merchant, merchants[merchant]],
        );
        return proof(merchant, 'new');
      };
      for (const merchant of Object.keys(merchants)) await proof(merchant, 'new');
      const whole = await inTurn(rounds.whole, {
        few: () => proof('FEW', 'whole'),
        many: () => proof('MANY', 'whole'),
      });
      for (const merchant of Object.keys(merchants)) await fillChain(sql, merchant, fresh);
      await sql.query('vacuum (analyze) audit_entry');
      const hour = await inTurn(rounds.hour, { few: () => hourly('FEW'), many: () => hourly('MANY') });
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
