// The figures of the console and of the start, measured on what `npm start` starts.
import { get } from 'node:http';
import { loadedScripts, signIn, startProduct } from '../scripts/product.mjs';
import { testNow } from '../scripts/settings.mjs';
import { inFolder } from './last.mjs';
import { median } from './measure.mjs';
import { tokenFor } from './wire.mjs';

const { findChromium } = await import('../scripts/chromium.mjs');
const { chromium } = await import('@playwright/test');

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/**
 * Bytes of JavaScript transferred between the return from the sign-in and a usable page.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {string} heading
 */
async function firstLoad(browser, address, heading) {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The return from the sign-in is a new document; cached scripts count with their full size.
  await signIn(page, address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await loadedScripts(page);
  await context.close();
  return loaded;
}

/**
 * Bytes of an answer's body on the wire.
 * @param {string} origin
 * @param {string} path
 * @param {Record<string, string>} headers
 * @returns {Promise<number>}
 */
const bytesOf = (origin, path, headers) =>
  new Promise((resolve, reject) =>
    get(origin + path, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (piece) => (bytes += piece.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject),
  );

/** @param {string} origin */
async function answerFigures(origin) {
  const headers = { authorization: `Bearer ${await tokenFor(origin, '1001')}` };
  const day = (/** @type {number} */ ago) =>
    new Date(Date.parse(testNow.slice(0, 10)) - ago * 86_400_000).toISOString().slice(0, 10);
  const range = new URLSearchParams({ StartDate: `${day(89)} 00:00`, EndDate: `${day(0)} 23:59` });
  const paths = [
    'maintain/mandates/EFT?',
    'maintain/clients/EFT?',
    `reports/transactions_report?Product=EFT&${range}&`,
  ];
  const sizes = async (/** @type {Record<string, string>} */ accept) => {
    const found = [];
    for (const path of paths)
      found.push(await bytesOf(origin, `/v1/payments/1001/${path}Version=v1`, { ...headers, ...accept }));
    return found.map((bytes) => Math.round(bytes / 1000)).join(', ');
  };
  return {
    what: 'Answers on the wire, mandates, clients, 90 days of transactions: for callers that accept gzip; for others',
    figure: `${await sizes({ 'accept-encoding': 'gzip' })}; ${await sizes({})} KB`,
    aim: '≤ 35, 60, 60 KB',
  };
}

/** @returns {Promise<import('./measure.mjs').Figure[]>} */
export const consoleFigures = () =>
  inFolder('bench', async (folder) => {
    const first = await startProduct({ DATA_DIR: folder });
    await first.stop();
    const later = [];
    for (let round = 0; round < 3; round++) {
      const one = await startProduct({ DATA_DIR: folder });
      later.push(one.seconds);
      await one.stop();
    }
    const product = await startProduct({ DATA_DIR: folder });
    const executablePath = await findChromium();
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    try {
      const list = await firstLoad(browser, `${product.origin}/m/1001/EFT/mandates`, 'Contracts');
      const form = await firstLoad(browser, `${product.origin}/m/1001/EFT/mandates/new`, 'New mandate');
      return [
        {
          what: 'JavaScript from the return of the sign-in to the list of mandates, brotli',
          figure: `${kilobytes(list.bytes)} KB in ${list.files} files`,
          aim: '≤ 165 KB',
        },
        {
          what: 'the same to the form of a new mandate',
          figure: `${kilobytes(form.bytes)} KB in ${form.files} files`,
          aim: '≤ 220 KB',
        },
        await answerFigures(product.origin),
        {
          what: 'first start, dependencies installed, new data folder with its sample year',
          figure: `${first.seconds.toFixed(1)} s`,
          aim: '≤ 60 s',
        },
        { what: `later start, median of ${later.length}`, figure: `${median(later).toFixed(2)} s`, aim: '≤ 3 s' },
      ];
    } finally {
      await browser.close();
      await product.stop();
    }
  });
