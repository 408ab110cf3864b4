// The figures of an import: read and checked by the product's engine in a browser, then sent by the product's own page.
import { freePort } from '../../scripts/ports.mjs';
import { signIn } from '../../scripts/product.mjs';
import { inFolder } from '../last.mjs';
import { median, spread } from '../measure.mjs';
import { withPage } from '../report/browser.mjs';
import { peakMemory, startService } from '../service-process.mjs';
import { ask, outcomeOf, tokenFor, withBody } from '../wire.mjs';
import { buildPage, showPage } from './build-page.mjs';
import { sentFigures } from './sent.mjs';

/** @typedef {typeof globalThis & { imports: import('./page.ts').ImportPage }} Scope */

const rounds = 5;
const [pasted, inFile, contracts] = [10_000, 100_000, 2000];
const merchant = '1002';

/**
 * Instalments as a spreadsheet has them.
 * @param {number} count
 * @param {string} separator
 */
const rowsOf = (count, separator) =>
  Array.from({ length: count }, (_, n) => {
    const day = `2031-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
    return ['BENCH', `B-${n % contracts}`, day, `${100 + (n % 900)}.50`].join(separator);
  }).join('\n');

/** @returns {Promise<import('../measure.mjs').Figure[]>} */
export const importFigures = () =>
  inFolder('bench-import', async (folder) => {
    await buildPage(`${folder}/page`);
    const service = await startService(await freePort(), { DATA_DIR: `${folder}/data` });
    try {
      const token = await tokenFor(service.origin, merchant);
      await prepare(service.origin, token);
      // Each in its own browser: the memory of papaparse and zod is not the import's.
      const read = await withPage((page, longest) => readFigures(page, longest, service.origin, `${folder}/page`));
      const sent = await withPage((page) =>
        sentFigures(page, { origin: service.origin, merchant, folder }, { inFile, rowsOf }),
      );
      const memory = {
        what: 'Peak memory of the service while it stores them',
        figure: `${peakMemory(service.pid)} MB`,
      };
      return [...read, ...sent, ...(await alone(service.origin, token)), { ...memory, aim: '≤ 400 MB' }];
    } finally {
      await service.end();
    }
  });

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 * @param {string} folder
 * @returns {Promise<(text: string) => Promise<number>>} starts an import of a text and returns its milliseconds
 */
async function openPage(page, origin, folder) {
  await signIn(page, origin);
  await showPage(page, origin, folder);
  return (text) =>
    page.evaluate(
      async (begin) => {
        const began = performance.now();
        await /** @type {Scope} */ (globalThis).imports.open({ ...begin, size: 500 });
        return performance.now() - began;
      },
      { merchant, id: crypto.randomUUID(), text },
    );
}

const seconds = (/** @type {number} */ it) => (it / 1000).toFixed(2);

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('../report/browser.mjs').Longest} longest
 * @param {string} origin
 * @param {string} folder
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
async function readFigures(page, longest, origin, folder) {
  const open = await openPage(page, origin, folder);
  const [few, many] = [rowsOf(pasted, '\t'), rowsOf(inFile, ',')];
  const plain = (/** @type {string} */ text) =>
    page.evaluate((it) => /** @type {Scope} */ (globalThis).imports.plain(it), text);
  await open(few);
  const [short, long, base] = [[0], [0], [0]].map((it) => it.slice(1));
  let busiest = 0;
  for (let round = 0; round < rounds; round++) {
    const { longest: task, result } = await longest(() => open(few));
    busiest = Math.max(busiest, task);
    short?.push(result);
    base?.push(await plain(many));
    long?.push(await open(many));
  }
  const shares = (long ?? []).map((it, round) => it / (base?.[round] ?? NaN));
  return [
    {
      what: '10,000 instalments pasted: read, checked and stored encrypted',
      figure: `${spread(short ?? [], seconds)} s`,
      aim: '≤ 2 s',
    },
    { what: 'longest task of the page meanwhile', figure: `${Math.round(busiest)} ms`, aim: '≤ 50 ms' },
    {
      what: '100,000 from a file: read, checked and stored encrypted',
      figure: `${spread(long ?? [], seconds)} s`,
      aim: '≤ 10 s',
    },
    {
      what: 'the same as a multiple of papaparse and zod alone, which store nothing and check types only',
      figure: `${spread(shares, (it) => it.toFixed(1))} (${seconds(median(base ?? []))} s)`,
    },
  ];
}

/**
 * How fast the service accepts rows from a program that only sends.
 * @param {string} origin
 * @param {string} token
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
async function alone(origin, token) {
  const figures = [];
  for (const size of [250, 500, 1000]) {
    const calls = Math.round(20_000 / size);
    const items = Array.from({ length: size }, (_, n) => ({
      ClientNumber: 'BENCH',
      ContractNumber: `B-${n % contracts}`,
      InstalmentActionDate: '2032-01-05 00:00',
      InstalmentAmount: 123.45,
    }));
    const began = performance.now();
    for (let call = 0; call < calls; call++) await post(origin, token, 'instalments', 'InstalmentPostRequest', items);
    const rows = Math.round((calls * size) / ((performance.now() - began) / 1000));
    figures.push({ what: `Instalments by a bare program, ${size} in a call: rows a second`, figure: String(rows) });
  }
  return figures;
}

/** @param {string} origin @param {string} token */
async function prepare(origin, token) {
  const bank = { BankCode: 4, BranchCode: 470010, AccountType: 1, AccountNumber: 1234567890 };
  await post(origin, token, 'clients', 'ClientPostRequest', [{ ClientNumber: 'BENCH', ClientName: 'Bench', ...bank }]);
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, NumberOfInstalments: 1 };
  const first = { InstalmentStartDate: '2031-01-01 00:00', InstalmentAmount: 100 };
  const items = Array.from({ length: contracts }, (_, n) => ({
    ClientNumber: 'BENCH',
    ContractNumber: `B-${n}`,
    ...terms,
    ...first,
  }));
  await post(origin, token, 'contracts', 'ContractPostRequest', items);
}

/**
 * @param {string} origin
 * @param {string} token
 * @param {string} resource
 * @param {string} name
 * @param {object[]} items
 */
async function post(origin, token, resource, name, items) {
  const call = `/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`;
  const body = JSON.stringify({ [name]: items });
  const { status, text } = await ask(origin, { method: 'POST', path: call, headers: withBody(token), body });
  if (status !== 200 || outcomeOf(text).Failed.length > 0)
    throw new Error(`${resource}: ${status} ${text.slice(0, 300)}`);
}
