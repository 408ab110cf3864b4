// Rounds of faults on a database distributed over nodes: load, a fault, recovery, then everything is read back and
// repeated. The product runs through all of them.
import { register } from 'tsx/esm/api';
import { atLast, inFolder } from '../../bench/last.mjs';
import { startService } from '../../bench/service-process.mjs';
import { installedCitus } from '../../scripts/databases.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { audit } from '../audit.mjs';
import { callersOf } from '../failover/callers.mjs';
import { describeRound, report } from '../failover/report.mjs';
import { openLedger, startLoad } from '../load.mjs';
import { examine, findings, Findings, merchants, proveChains, wrongRecords } from '../rounds.mjs';
import { faults } from './faults.mjs';

register();
const { ask, startCitus } = await import('../../src/service/testing/citus.ts');

/** The service runs a merchant's batches one after the other, so a round has several merchants, on both workers. */
const merchantsEach = 2;
const sendersEach = 2;

/**
 * @typedef {import('../../src/service/testing/citus.ts').Citus} Citus
 * @typedef {import('../failover/index.mjs').Round} Round
 */

/**
 * @param {string} part part of the names of the faults to run
 * @returns {Promise<{ isSound: boolean, report: string } | string>} or why none ran
 */
export async function distributed(part) {
  const installed = installedCitus();
  if (!installed) return 'no PostgreSQL here has the extension Citus';
  return inFolder('distributed', async (folder) => {
    const citus = await startCitus(installed.binaries, folder);
    const done = atLast(() => citus.killAll());
    const { url } = citus.coordinator;
    const [{ version = '' } = {}] = await ask(
      url,
      `select extversion as version from pg_extension where extname = 'citus'`,
    );
    const versions = `Citus ${version} on ${installed.name}, a coordinator and two workers`;
    console.log(`distributed: ${versions}`);
    const port = await freePort();
    const service = await startService(port, { DATABASE_URL: url });
    try {
      /** @type {Round[]} */
      const rounds = [];
      const ledgers = merchants.map(openLedger);
      for (const fault of faults.filter(({ name }) => name.includes(part)))
        for (let n = 0; n < (fault.rounds ?? 1); n++) {
          const round = await runRound(fault, citus, service, ledgers);
          console.log(`distributed: ${fault.name}: ${describeRound(round)}`);
          for (const example of round.found.examples.slice(0, 5)) console.log(`  ${example}`);
          rounds.push(round);
        }
      const last = await lookBack(service.origin, ledgers);
      return {
        isSound: rounds.length > 0 && wrongRecords(last) === 0 && rounds.every(({ found }) => findings(found) === 0),
        report: report(versions, rounds, [], 'distributed'),
      };
    } finally {
      await service.end('SIGKILL');
      done();
    }
  });
}

/**
 * The worker of each merchant, as its index in the list of workers.
 * @param {Citus} citus
 * @param {string[]} numbers
 */
async function placesOf(citus, numbers) {
  const rows = await ask(
    citus.coordinator.url,
    `select merchant, nodename as host from unnest(array['${numbers.join("','")}']) merchant
      join pg_dist_shard_placement on shardid = get_shard_id_for_distribution_column('merchant', merchant)`,
  );
  const hosts = citus.workers.map(({ host }) => host);
  return new Map(rows.map(({ merchant, host }) => [String(merchant), hosts.indexOf(String(host))]));
}

/**
 * @param {import('./faults.mjs').Fault} fault
 * @param {Citus} citus
 * @param {import('../../bench/service-process.mjs').Service} service
 * @param {import('../load.mjs').Ledger[]} ledgers the least recently used first
 * @returns {Promise<Round>}
 */
async function runRound(fault, citus, { origin, environment }, ledgers) {
  const places = await placesOf(citus, merchants);
  const busy = [0, 1].flatMap((place) =>
    ledgers.filter(({ merchant }) => places.get(merchant) === place).slice(0, merchantsEach),
  );
  for (const ledger of busy) ledgers.push(...ledgers.splice(ledgers.indexOf(ledger), 1));
  const senders = await Promise.all(
    busy.map(async (ledger) => {
      const callers = callersOf([origin]);
      const tokens = await callers.tokensFor(ledger.merchant);
      const load = startLoad(callers.way, tokens, ledger, sendersEach);
      return { ledger, callers, tokens, load, from: ledger.sent.length, place: places.get(ledger.merchant) };
    }),
  );
  await Promise.all(senders.map(({ load }) => load.isFlowing));
  for (const { callers } of senders) callers.begin();
  await fault.strike(citus);
  await Promise.all(senders.map(({ callers }) => callers.flow(10)));
  await Promise.all(senders.map(({ load }) => load.end()));
  const found = new Findings();
  const seen = senders.map(({ callers }) => callers.seen());
  for (const [index, { ledger, callers, tokens, from, place }] of senders.entries()) {
    const others = [...(seen[index]?.statuses.keys() ?? [])].filter((status) => status !== 200);
    if (fault.spares !== undefined && place === fault.spares && others.length > 0)
      found.add({
        odd: 1,
        examples: [`merchant ${ledger.merchant} of the other worker was answered ${others.join(', ')}`],
      });
    found.add(await examine(callers.steady, tokens, ledger, from, Infinity));
  }
  found.add(await proveChains(environment));
  /** @type {Round['statuses']} */
  const statuses = new Map();
  for (const one of seen)
    for (const [status, count] of one.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const most = (/** @type {'gap' | 'slowest'} */ name) => Math.max(...seen.map((one) => one[name]));
  return { fault: fault.name, found, statuses, gap: most('gap'), slowest: most('slowest') };
}

/**
 * @param {string} origin
 * @param {import('../load.mjs').Ledger[]} ledgers
 */
async function lookBack(origin, ledgers) {
  const found = new Findings();
  const callers = callersOf([origin]);
  for (const ledger of ledgers.filter(({ sent }) => sent.length > 0))
    found.add(await audit(callers.steady, await callers.tokensFor(ledger.merchant), ledger));
  for (const example of found.examples.slice(0, 5)) console.log(`  at the end: ${example}`);
  return found;
}
