// A sandbox as provider, a network that can fail, and processes of the product in front of it on one PostgreSQL.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../bench/postgres.mjs';
import { startService } from '../../bench/service-process.mjs';
import { ask, tokenFor } from '../../bench/wire.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { root } from '../../scripts/prepare.mjs';
import { productEnvironment } from '../../scripts/settings.mjs';

const { operations } = await import('../../src/contract/operations.ts');
const { requestOf } = await import('../../src/service/testing/request-of.ts');
const { startFaultyWire } = await import('../../src/service/testing/faulty-wire.ts');

/** @typedef {import('../../bench/service-process.mjs').Service} Service */
/** @typedef {import('../../src/contract/operations.ts').OperationName} OperationName */

export const merchant = '1001';
const graceSeconds = 2;

/**
 * @param {string} folder
 * @param {string} providerNow the provider's business time, which stands still
 * @param {Record<string, string>} [more] variables of the processes in front
 */
export async function startProcesses(folder, providerNow, more = {}) {
  const bankPort = await freePort();
  const bankService = await startService(bankPort, {
    DATA_DIR: path.join(folder, 'provider'),
    SANDBOX_NOW: providerNow,
  });
  const wire = await startFaultyWire(bankService.origin);
  const server = await startPostgres(folder);
  const pool = new pg.Pool({ connectionString: server.url, max: 2 });
  pool.on('error', () => {});
  const secretFile = path.join(folder, 'secret');
  writeFileSync(secretFile, 'sandbox-only-secret');
  const firstPort = await freePort();
  // One origin for all processes, or a token of one would not be valid at the others.
  const origin = `http://127.0.0.1:${firstPort}`;
  const environment = {
    DATABASE_URL: server.url,
    ORIGIN: origin,
    SANDBOX: 'off',
    PROVIDER_URL: wire.url,
    PROVIDER_TOKEN_URL: `${bankService.origin}/oauth/token`,
    PROVIDER_CLIENT_ID: 'sandbox',
    PROVIDER_CLIENT_SECRET_FILE: secretFile,
    PROVIDER_SCOPE: 'merchant:{merchant}',
    PROVIDER_GRACE_SECONDS: String(graceSeconds),
    ...more,
  };
  const secret = prepareMerchant(environment);
  const start = async (/** @type {number} */ at) => startService(at === 0 ? firstPort : await freePort(), environment);
  /** @type {Service[]} */
  const services = [await start(0), await start(1)];
  return {
    wire,
    pool,
    environment,
    origin,
    secret,
    services,
    start,
    bank: await openBank(bankService.origin, providerNow),
    async close() {
      await Promise.all(services.map((it) => it.end('SIGKILL')));
      await wire.close();
      await bankService.end();
      await pool.end();
      await server.stop();
    },
  };
}

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

/** @param {string} origin @param {string} secret */
export const programToken = (origin, secret) => tokenFor(origin, merchant, `endure:${secret}`);

/**
 * The provider, called directly.
 * @param {string} origin @param {string} now
 */
async function openBank(origin, now) {
  let token = await tokenFor(origin, merchant);
  let askedMs = performance.now();
  return /** @type {import('../../src/service/testing/gateway-writes.ts').DirectProvider} */ (
    /** @type {unknown} */ ({
      clock: { today: () => now.slice(0, 10) },
      /** @param {OperationName} name @param {object} input @param {{ product?: string }} [how] */
      async call(name, input, { product = 'EFT' } = {}) {
        if (performance.now() - askedMs > 120_000) {
          token = await tokenFor(origin, merchant);
          askedMs = performance.now();
        }
        const { status, text } = await callAt(origin, token, name, input, { product });
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
 * @param {OperationName} name
 * @param {object} input
 * @param {{ product?: string, key?: string, headers?: Record<string, string> }} [how]
 */
export function callAt(origin, token, name, input, { product = 'EFT', key, headers: more = {} } = {}) {
  const { url, init } = requestOf(operations[name], origin, merchant, product, input);
  const own = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }), ...more };
  const headers = { ...init.headers, ...own };
  return ask(origin, { method: init.method, path: url.pathname + url.search, headers, body: init.body });
}

/** The same numbers for the same seed. @param {number} seed */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
