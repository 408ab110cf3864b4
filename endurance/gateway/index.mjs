// Changes in front of a provider: two processes of the product on one PostgreSQL, a network that loses requests and answers, and in
// each round one process killed, stopped for a while, or cut from its database. What was wanted once must be stored once, or not at
// all and the caller is told so.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inFolder } from '../../bench/last.mjs';
import { brokenChains } from '../entries.mjs';
import { callAt, programToken, randomFrom, startProcesses } from './processes.mjs';

const { wireFaults } = await import('../../src/service/testing/faulty-wire.ts');
const { markOf, writeCases } = await import('../../src/service/testing/gateway-writes.ts');

/** @typedef {import('../../bench/service-process.mjs').Service} Service */

const callsEach = 12;
const stopped = '2026-11-25 12:00';

/**
 * @param {() => number} random
 * @param {readonly T[]} list
 * @template T
 */
const anyOf = (random, list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

class GatewayFindings {
  rounds = 0;
  calls = 0;
  accepted = 0;
  refused = 0;
  unclear = 0;
  lost = 0;
  doubled = 0;
  untold = 0;
  unsettled = 0;
  claims = 0;
  broken = 0;
  /** @type {string[]} */
  examples = [];

  isSound() {
    return this.calls > 0 && this.lost + this.doubled + this.untold + this.unsettled + this.claims + this.broken === 0;
  }

  toString() {
    return (
      `${this.rounds} rounds, ${this.calls} changes: ${this.accepted} accepted, ${this.refused} told to be missing or refused, ` +
      `${this.unclear} unclear; lost ${this.lost}, doubled ${this.doubled}, stored though told to be missing ${this.untold}, ` +
      `not settled ${this.unsettled}, claims left ${this.claims}, broken chains ${this.broken}`
    );
  }
}

/** @param {number} rounds @param {number} seed */
export const gateway = (rounds, seed) =>
  inFolder('endure-gateway', async (folder) => {
    const random = randomFrom(seed);
    const found = new GatewayFindings();
    const processes = await startProcesses(folder, stopped);
    const { services, start, wire, bank, pool, environment, secret } = processes;
    const tokenOf = () => programToken(services[0]?.origin ?? '', secret);
    try {
      for (let round = 1; round <= rounds; round++) {
        // A new one for each round: on a slow machine one for many would end in between.
        const token = await tokenOf();
        const before = found.examples.length;
        await runRound({ random, found, services, start, wire, bank, pool, token });
        found.rounds++;
        for (const example of found.examples.slice(before)) console.log(`  ${example}`);
        if (round % 10 === 0 || round === rounds) console.log(`gateway ${round}/${rounds}: ${found}`);
      }
      const { rows } = await pool.query(
        `select (select count(*)::int from outgoing_call where open > 0) as unsettled,
          (select count(*)::int from outgoing_claim c where not exists (
            select from outgoing_call it where it.call = c.call and it.unclear > 0)) as claims`,
      );
      found.unsettled += rows[0].unsettled;
      found.claims += rows[0].claims;
      const broken = await brokenChains(environment);
      found.broken += broken.length;
      found.examples.push(...broken);
    } finally {
      await processes.close();
    }
    return found;
  });

let lastNumber = 0;

/**
 * @param {object} of
 * @param {() => number} of.random
 * @param {GatewayFindings} of.found
 * @param {Service[]} of.services
 * @param {(at: number) => Promise<Service>} of.start
 * @param {Awaited<ReturnType<typeof startProcesses>>['wire']} of.wire
 * @param {import('../../src/service/testing/gateway-writes.ts').DirectProvider} of.bank
 * @param {import('pg').Pool} of.pool
 * @param {string} of.token
 */
async function runRound({ random, found, services, start, wire, bank, pool, token }) {
  const changes = await Promise.all(
    Array.from({ length: callsEach }, async () => {
      const write = anyOf(random, writeCases);
      const item = await write.prepare(bank, `E${String(++lastNumber).padStart(6, '0')}`);
      const fault = random() < 0.6 ? anyOf(random, wireFaults) : undefined;
      if (fault) wire.fail(fault, markOf(write, item));
      return { write, item, fault, key: randomUUID() };
    }),
  );
  const send = (/** @type {typeof changes[number]} */ { write, item, key }) => {
    const { origin } = /** @type {Service} */ (anyOf(random, services));
    return callAt(origin, token, write.operation, item, { product: write.product, key }).catch(() => undefined);
  };
  const sending = Promise.all(changes.map(send));
  await pause(random() * 300);
  const at = Math.floor(random() * services.length);
  const hurt = /** @type {Service} */ (services[at]);
  const kind = anyOf(random, /** @type {const} */ (['kill', 'kill', 'stop', 'database', 'nothing']));
  if (kind === 'kill') {
    await hurt.end('SIGKILL');
    services[at] = await start(at);
  } else if (kind === 'stop') {
    process.kill(hurt.pid, 'SIGSTOP');
    await pause(1000 + random() * 7000);
    process.kill(hurt.pid, 'SIGCONT');
  } else if (kind === 'database')
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  await sending;
  await wire.settled();
  for (const change of changes) {
    const { write, item, fault } = change;
    const told = await toldOf(pool, change.key, () => send(change));
    const stored = await write.stored(bank, /** @type {Record<string, unknown>} */ (item));
    found.calls++;
    found[told === 'unclear' || told === 'accepted' ? told : 'refused']++;
    if (stored > 1) found.doubled++;
    else if (told === 'accepted' && stored === 0) found.lost++;
    else if (told === 'missing' && stored === 1) found.untold++;
    else if (told === 'unsettled') found.unsettled++;
    else continue;
    found.examples.push(
      `${write.operation} with ${fault ?? 'no fault'} and ${kind}: told ${told}, stored ${stored} times`,
    );
  }
}

/**
 * Repeats a change under its key until its outcome is known.
 * @param {import('pg').Pool} pool
 * @param {string} key
 * @param {() => Promise<{ status: number, text: string } | undefined>} again
 */
async function toldOf(pool, key, again) {
  for (const began = performance.now(); performance.now() - began < 600_000; await pause(200)) {
    const answer = await again();
    if (answer?.status === 200) {
      const [batch] = /** @type {{ Successful: unknown[] }[]} */ (
        Object.values(JSON.parse(answer.text)).find(Array.isArray)
      );
      return (batch?.Successful.length ?? 0) > 0 ? 'accepted' : 'missing';
    }
    if (answer?.status === 400 || answer?.status === 404) return 'missing';
    const { rows } = await pool
      .query('select unclear from outgoing_call where key = $1', [key])
      .catch(() => ({ rows: [] }));
    if (rows[0]?.unclear > 0) return 'unclear';
  }
  return 'unsettled';
}
