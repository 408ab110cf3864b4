// Encrypted account and ID numbers compared with numbers in clear: two services with the same clients.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../scripts/ports.mjs';
import { inFolder } from '../last.mjs';
import { rate } from '../load.mjs';
import { inTurn, median, percent, ratios } from '../measure.mjs';
import { startService } from '../service-process.mjs';
import { ask, outcomeOf, tokenFor, withBody } from '../wire.mjs';

const rounds = 15;
const size = 500;
const product = '/v1/payments/1001/maintain/clients/EFT';

/** @returns {Promise<import('../measure.mjs').Figure[]>} */
export const numbers = () =>
  inFolder('bench-clear', (clear) =>
    inFolder('bench-sealed', async (sealed) => {
      const keyFile = path.join(sealed, 'numbers.key');
      writeFileSync(keyFile, randomBytes(32));
      const one = await startService(await freePort(), { DATA_DIR: clear });
      const other = await startService(await freePort(), {
        DATA_DIR: sealed,
        NUMBERS_KEY_FILE: keyFile,
      });
      try {
        return await compare(await callsOf(one), await callsOf(other));
      } finally {
        await one.end();
        await other.end();
      }
    }),
  );

/** @param {import('../service-process.mjs').Service} service */
async function callsOf({ origin }) {
  const token = await tokenFor(origin, '1001');
  const headers = { authorization: `Bearer ${token}` };
  let batch = 0;
  return {
    retrieve: () => rate(origin, headers, { path: `${product}?ClientNumber=C00001` }),
    async create() {
      batch++;
      const body = JSON.stringify({
        ClientPostRequest: Array.from({ length: size }, (_, index) => ({
          ClientNumber: `B-${batch}-${index}`,
          ClientName: 'Thandi Mokoena',
          IDType: 'ID',
          IDNumber: '9001015009086',
          BankCode: 6,
          BranchCode: 250655,
          AccountType: 1,
          AccountNumber: 62_001_000_000 + index,
        })),
      });
      const began = performance.now();
      const { status, text } = await ask(origin, { method: 'POST', path: product, headers: withBody(token), body });
      if (status !== 200 || outcomeOf(text).Failed.length > 0) throw new Error(`clients were answered ${status}`);
      return performance.now() - began;
    },
    async list() {
      const began = performance.now();
      const { status, text } = await ask(origin, { path: product, headers });
      if (status !== 200 || !text.includes(`"B-${batch}-${size - 1}"`))
        throw new Error(`the list was answered ${status}`);
      return performance.now() - began;
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof callsOf>>} Calls */

/**
 * @param {Calls} clear
 * @param {Calls} sealed
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
async function compare(clear, sealed) {
  const both = async (/** @type {keyof Calls} */ name) =>
    inTurn(rounds, { clear: () => clear[name](), sealed: () => sealed[name]() });
  const [retrieves, creates, lists] = [await both('retrieve'), await both('create'), await both('list')];
  const shown = (/** @type {number} */ it) => Math.round(it);
  const ms = (/** @type {typeof creates} */ it) =>
    `(${shown(median(it.sealed))} against ${shown(median(it.clear))} ms)`;
  return [
    {
      what: 'Encrypted numbers: requests a second for one client, of those in clear',
      figure: `${percent(ratios(retrieves.sealed, retrieves.clear))} (${shown(median(retrieves.sealed))} against ${shown(median(retrieves.clear))})`,
      aim: '≥ 85 %',
    },
    {
      what: `Encrypted numbers: ${size} clients in one call, time of that in clear`,
      figure: `${percent(ratios(creates.sealed, creates.clear))} ${ms(creates)}`,
      aim: '≤ 115 %',
    },
    {
      what: `Encrypted numbers: the list of all ${((rounds + 1) * size).toLocaleString('en')} and more clients, time of that in clear`,
      figure: `${percent(ratios(lists.sealed, lists.clear))} ${ms(lists)}`,
    },
  ];
}
