// Proving the chain of a merchant's audit, compared with reading the same entries.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/prepare.mjs';
import { withDatabase } from '../database.mjs';
import { inTurn, percent, ratios, spread } from '../measure.mjs';
import { fillChain } from './chain.mjs';

const rounds = 5;
const entries = 300_000;

/**
 * @param {string} folder of the service's data
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function audit(folder) {
  await withDatabase(folder, async (sql) => {
    await fillChain(sql, 'BENCH', entries);
    await sql.query('vacuum (analyze) audit_entry');
  });
  const seconds = async (/** @type {string} */ script, /** @type {string[]} */ words, /** @type {string} */ wanted) => {
    const began = performance.now();
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const { stdout, stderr } = spawnSync(process.execPath, [script, ...words], { cwd: root, env, encoding: 'utf8' });
    if (!stdout.includes(wanted)) throw new Error(`${script} said: ${stdout}${stderr}`);
    return (performance.now() - began) / 1000;
  };
  const reader = fileURLToPath(new URL('audit-reader.mjs', import.meta.url));
  const command = path.join(root, 'scripts/operate.mjs');
  const taken = await inTurn(rounds, {
    proof: () => seconds(command, ['audit', 'verify', '--merchant', 'BENCH'], `${entries} entries, intact`),
    reading: () => seconds(reader, [folder], `${entries} entries`),
  });
  await withDatabase(folder, async (sql) => {
    await sql.query(`delete from audit_entry where merchant = 'BENCH'`);
    await sql.query(`delete from audit_checkpoint where merchant = 'BENCH'`);
  });
  const shown = (/** @type {number} */ it) => it.toFixed(1);
  return [
    {
      what: `Proof of an audit chain of ${entries.toLocaleString('en')} entries, of a program that only reads them (${spread(taken.reading, shown)} s)`,
      figure: percent(ratios(taken.proof, taken.reading)),
    },
  ];
}
