// npm run endure: kills and power cuts under load, and imports under faults. Nothing acknowledged may be lost, no batch
// stored in part, nothing stored twice, and a call repeated with its key must get the same bytes.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { giveUp, prepareClone } from '../scripts/prepare.mjs';

const usage =
  'Usage: npm run endure -- [--rounds 60] [--power 20] [--imports 300] [--payouts 1000] [--seed 1] [--only kill|postgres|power|gateway|held|failover|distributed|import]\n' +
  '  [--fault WORDS] [--etcd3] of failover; [--fault WORDS] of distributed; [--fault WORDS] of import: request,answer,delay,reset,503,cut,token,tabs,kill';

function readWords() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string' },
        power: { type: 'string' },
        imports: { type: 'string' },
        payouts: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        fault: { type: 'string' },
        etcd3: { type: 'boolean' },
      },
    });
    const {
      rounds = '60',
      power = '20',
      imports = '300',
      payouts = '1000',
      seed = String((Date.now() % 10_000) | 1),
      only,
      fault = '',
      etcd3,
    } = values;
    const isKnown =
      only === undefined ||
      ['kill', 'postgres', 'power', 'gateway', 'held', 'import', 'failover', 'distributed'].includes(only);
    if (isKnown && [rounds, power, imports, payouts, seed].every((it) => /^[1-9]\d{0,4}$/.test(it)))
      return {
        rounds: Number(rounds),
        power: Number(power),
        payouts: Number(payouts),
        imports: { runs: Number(imports), seed: Number(seed) },
        only,
        fault,
        etcd3,
      };
  } catch {
    // an unknown argument: show the usage line
  }
  return giveUp(usage);
}

const { rounds, power, payouts, imports, only, fault, etcd3 } = readWords();
prepareClone();
const { kill, postgres, cutPower } = await import('./kinds.mjs');
const { describe, findings } = await import('./rounds.mjs');

const kinds = { kill: () => kill(rounds), postgres: () => postgres(rounds), power: () => cutPower(power) };
const lines = [];
let isSound = true;
for (const [name, run] of Object.entries(kinds)) {
  if (only !== undefined && only !== name) continue;
  const found = await run();
  lines.push(`${name}: ${typeof found === 'string' ? `not run: ${found}` : describe(found)}`);
  isSound &&= typeof found === 'string' || findings(found) === 0;
}
if (only === undefined || only === 'gateway') {
  const { gateway } = await import('./gateway/index.mjs');
  const found = await gateway(rounds, imports.seed);
  lines.push(`gateway: seed ${imports.seed}; ${found}`);
  isSound &&= found.isSound();
}
if (only === undefined || only === 'held') {
  const { heldImport } = await import('./gateway/held.mjs');
  const found = await heldImport(payouts, imports.seed);
  lines.push(`held: seed ${imports.seed}; ${found}`);
  isSound &&= found.isSound();
}
if (only === undefined || only === 'import') {
  const { importFaults } = await import('./import/index.mjs');
  const found = await importFaults(imports, fault);
  lines.push(`import: seed ${imports.seed}; ${found}`);
  isSound &&= found.isSound();
}
if (only === undefined || only === 'failover') {
  const { failover } = await import('./failover/index.mjs');
  const found = await failover(fault, etcd3 ? 'etcd3' : 'etcd');
  if (typeof found === 'string') lines.push(`failover: NOT RUN: ${found}`);
  else {
    if (fault === '' && !etcd3 && found.isSound) writeFileSync(new URL('failover.md', import.meta.url), found.report);
    console.log(`\n${found.report}`);
    lines.push(`failover: ${found.isSound ? 'nothing lost, torn or doubled' : 'SOMETHING IS WRONG, see above'}`);
    isSound &&= found.isSound;
  }
}
if (only === undefined || only === 'distributed') {
  const { distributed } = await import('./distributed/index.mjs');
  const found = await distributed(fault);
  if (typeof found === 'string') lines.push(`distributed: NOT RUN: ${found}`);
  else {
    if (fault === '' && found.isSound) writeFileSync(new URL('distributed.md', import.meta.url), found.report);
    console.log(`\n${found.report}`);
    lines.push(`distributed: ${found.isSound ? 'nothing lost, torn or doubled' : 'SOMETHING IS WRONG, see above'}`);
    isSound &&= found.isSound;
  }
}
console.log(['', 'Totals', ...lines].join('\n'));
process.exit(isSound ? 0 : 1);
