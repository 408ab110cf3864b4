// Changes in front of a provider: two processes of the product on one PostgreSQL, a network that loses requests and answers, and in
// each round one process killed, stopped for a while, or cut from its database. What was wanted once must be stored once, or not at
// all and the caller is told so.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inFolder } from '../../bench/last.mjs';
import { startPostgres } from '../../bench/postgres.mjs';
import { startService } from '../../bench/service-process.mjs';
import { ask, tokenFor } from '../../bench/wire.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { root } from '../../scripts/prepare.mjs';
import { productEnvironment } from '../../scripts/settings.mjs';
import { brokenChains } from '../entries.mjs';

const { operations } = await import('../../src/contract/operations.ts');
const { requestOf } = await import('../../src/service/testing/request-of.ts');
const { startFaultyWire, wireFaults } = await import('../../src/service/testing/faulty-wire.ts');
const { markOf, writeCases } = await import('../../src/service/testing/gateway-writes.ts');

/** @typedef {import('../../bench/service-process.mjs').Service} Service */

const merchant = '1001';
const graceSeconds = 2;
const callsEach = 12;
const stopped = '2026-11-25 12:00';

/**
 * @param {() => number} random
 * @param {readonly T[]} list
 * @template T
 */
const anyOf = (random, list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

/** The same numbers for the same seed. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
    const bankPort = await freePort();
    const bankService = await startService(bankPort, { DATA_DIR: path.join(folder, 'provider'), SANDBOX_NOW: stopped });
    const wire = await startFaultyWire(bankService.origin);
    const server = await startPostgres(folder);
    const pool = new pg.Pool({ connectionString: server.url, max: 2 });
    pool.on('error', () => {});
    const secretFile = path.join(folder, 'secret');
    writeFileSync(secretFile, 'sandbox-only-secret');
    const environment = {
      DATABASE_URL: server.url,
      // One for all processes, or a token of one would not be valid at the others.
      ORIGIN: 'http://127.0.0.1:4180',
      SANDBOX: 'off',
      PROVIDER_URL: wire.url,
      PROVIDER_TOKEN_URL: `${bankService.origin}/oauth/token`,
      PROVIDER_CLIENT_ID: 'sandbox',
      PROVIDER_CLIENT_SECRET_FILE: secretFile,
      PROVIDER_SCOPE: 'merchant:{merchant}',
      PROVIDER_GRACE_SECONDS: String(graceSeconds),
    };
    const secret = prepareMerchant(environment);
    const start = async () => startService(await freePort(), environment);
    /** @type {Service[]} */
    const services = [await start(), await start()];
    const bank = await openBank(bankService.origin);
    try {
      for (let round = 1; round <= rounds; round++) {
        // A new one for each round: on a slow machine one for many would end in between.
        const token = await tokenOf(services, secret);
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
      await Promise.all(services.map((it) => it.end('SIGKILL')));
      await wire.close();
      await bankService.end();
      await pool.end();
      await server.stop();
    }
    return found;
  });

/** @param {Record<string, string>} environment */
function prepareMerchant(environment) {
  const run = (/** @type {string[]} */ ...words) =>
    execFileSync(process.execPath, ['scripts/operate.mjs', ...words], {
      cwd: root,
      env: productEnvironment(environment),
      encoding: 'utf8',
    });
  run('merchant', 'add', merchant, 'Karoo Solar');
  const said = run('program', 'add', 'endure', '--merchants', merchant, '--permissions', 'all');
  return /secret ([\w-]+):/.exec(said)?.[1] ?? '';
}

/** @param {Service[]} services @param {string} secret @returns {Promise<string>} */
async function tokenOf([service], secret) {
  const { text } = await ask(service?.origin ?? '', {
    method: 'POST',
    path: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`endure:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return JSON.parse(text).access_token;
}

/**
 * The provider, called directly.
 * @param {string} origin
 */
async function openBank(origin) {
  let token = await tokenFor(origin, merchant);
  let askedMs = performance.now();
  return /** @type {import('../../src/service/testing/gateway-writes.ts').DirectProvider} */ (
    /** @type {unknown} */ ({
      clock: { today: () => stopped.slice(0, 10) },
      /** @param {import('../../src/contract/operations.ts').OperationName} name @param {object} input @param {{ product?: string }} [how] */
      async call(name, input, { product = 'EFT' } = {}) {
        if (performance.now() - askedMs > 120_000) {
          token = await tokenFor(origin, merchant);
          askedMs = performance.now();
        }
        const { status, text } = await callAt(origin, token, name, input, product);
        const body = JSON.parse(text);
        const records = body[/** @type {{ response: string }} */ (operations[name]).response] ?? [];
        return { status, text, records, successful: records[0]?.Successful ?? [], failed: records[0]?.Failed ?? [] };
      },
    })
  );
}

/**
 * @param {string} origin
 * @param {string} token
 * @param {import('../../src/contract/operations.ts').OperationName} name
 * @param {object} input
 * @param {string} [product]
 * @param {string} [key]
 */
function callAt(origin, token, name, input, product = 'EFT', key = undefined) {
  const { url, init } = requestOf(operations[name], origin, merchant, product, input);
  const headers = { ...init.headers, authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
  return ask(origin, { method: init.method, path: url.pathname + url.search, headers, body: init.body });
}

let lastNumber = 0;

/**
 * @param {object} of
 * @param {() => number} of.random
 * @param {GatewayFindings} of.found
 * @param {Service[]} of.services
 * @param {() => Promise<Service>} of.start
 * @param {Awaited<ReturnType<typeof startFaultyWire>>} of.wire
 * @param {import('../../src/service/testing/gateway-writes.ts').DirectProvider} of.bank
 * @param {pg.Pool} of.pool
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
    return callAt(origin, token, write.operation, item, write.product, key).catch(() => undefined);
  };
  const sending = Promise.all(changes.map(send));
  await pause(random() * 300);
  const at = Math.floor(random() * services.length);
  const hurt = /** @type {Service} */ (services[at]);
  const kind = anyOf(random, /** @type {const} */ (['kill', 'kill', 'stop', 'database', 'nothing']));
  if (kind === 'kill') {
    await hurt.end('SIGKILL');
    services[at] = await start();
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
 * @param {pg.Pool} pool
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
