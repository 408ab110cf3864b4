// Rounds of faults in a cluster of three nodes: load, a fault, recovery, then everything is read back and repeated.
import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../audit.mjs';
import { openLedger, startLoad } from '../load.mjs';
import { examine, findings, Findings, merchants, proveChains, takeTurn, wrongRecords } from '../rounds.mjs';
import { startCluster } from './cluster.mjs';
import { faults } from './faults.mjs';
import { startProducts } from './products.mjs';
import { findPrograms } from './programs.mjs';
import { describeRound, report } from './report.mjs';

const sendersEach = 2;

/** @typedef {ReturnType<import('./callers.mjs').Callers['seen']> & { fault: string, found: Findings }} Round */

/**
 * @param {string} part part of the names of the faults to run
 * @param {import('./node.mjs').EtcdApi} api
 * @returns {Promise<{ isSound: boolean, report: string } | string>} or why none ran, where something is not installed
 */
export async function failover(part, api) {
  const programs = findPrograms();
  if (typeof programs === 'string') return programs;
  console.log(`failover: ${programs.versions}`);
  const cluster = await startCluster(programs, api);
  try {
    const ledgers = merchants.map(openLedger);
    /** @type {Round[]} */
    const rounds = [];
    /** @type {string[]} */
    const skipped = [];
    const last = new Findings();
    for (const way of /** @type {const} */ (['proxy', 'pooler', 'hosts', 'haproxy', 'nginx'])) {
      const chosen = faults.filter((fault) => {
        const lack = fault.lack?.({ cluster, programs });
        const isWanted = (fault.way ?? 'proxy') === way && fault.name.includes(part);
        if (isWanted && lack) skipped.push(`${fault.name}: ${lack}`);
        return isWanted && !lack;
      });
      if (chosen.length === 0) continue;
      const products = await startProducts(cluster, programs, way);
      const stage = { cluster, programs, products, begin: products.callers.begin };
      for (const fault of chosen)
        for (let n = 0; n < (fault.rounds ?? 1); n++) {
          const round = await runRound(fault, stage, takeTurn(ledgers)).catch((error) => failed(fault, error));
          console.log(`failover: ${fault.name}: ${describeRound(round)}`);
          for (const example of round.found.examples.slice(0, 5)) console.log(`  ${example}`);
          rounds.push(round);
          await cluster.heal();
          await cluster.settle();
        }
      last.add(await lookBack(products.callers, ledgers));
      await products.end();
    }
    const isSound = rounds.length > 0 && rounds.every(({ found }) => findings(found) === 0) && wrongRecords(last) === 0;
    return { isSound, report: report(programs.versions, rounds, skipped) };
  } finally {
    await cluster.end();
  }
}

/**
 * @param {import('./faults.mjs').Fault} fault
 * @param {import('./faults.mjs').Stage} stage
 * @param {import('../load.mjs').Ledger[]} ledgers of the merchants under load
 * @returns {Promise<Round>}
 */
async function runRound(fault, stage, ledgers) {
  const { cluster, products } = stage;
  const { callers } = products;
  await fault.prepare?.(stage);
  await cluster.isWhole();
  const from = ledgers.map(({ sent }) => sent.length);
  const loads = await Promise.all(
    ledgers.map(async (ledger) =>
      startLoad(callers.way, await callers.tokensFor(ledger.merchant), ledger, sendersEach),
    ),
  );
  // Senders end by themselves when their earlier writes are gone.
  const ended = Promise.all(loads.map((load) => load.ended));
  const flow = () => Promise.race([callers.flow(40), ended]);
  try {
    await Promise.all(loads.map(({ isFlowing }) => isFlowing));
    await pause(2000);
    callers.begin();
    await fault.strike(stage);
    await flow();
    await cluster.heal();
    await flow();
  } finally {
    await Promise.all(loads.map((load) => load.end()));
  }
  const seen = callers.seen();
  const found = new Findings();
  await Promise.all(
    ledgers.map(async (ledger, index) =>
      found.add(await examine(callers.steady, await callers.tokensFor(ledger.merchant), ledger, from[index], Infinity)),
    ),
  );
  found.add(await proveChains(products.environment));
  return { ...seen, fault: fault.name, found };
}

/**
 * @param {import('./faults.mjs').Fault} fault
 * @param {Error} error
 * @returns {Round}
 */
function failed(fault, error) {
  const found = new Findings();
  found.add({ odd: 1, examples: [error.message] });
  return { fault: fault.name, found, gap: NaN, statuses: new Map(), slowest: 0 };
}

/**
 * @param {import('./callers.mjs').Callers} callers
 * @param {import('../load.mjs').Ledger[]} ledgers
 */
async function lookBack(callers, ledgers) {
  const found = new Findings();
  for (const ledger of ledgers.filter(({ sent }) => sent.length > 0))
    found.add(await audit(callers.steady, await callers.tokensFor(ledger.merchant), ledger));
  for (const example of found.examples.slice(0, 5)) console.log(`  at the end: ${example}`);
  return found;
}
