// The figures, as ratios or counts taken in one run against what `npm start` starts; written to bench/figures.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { build, checkNode, install, root } from '../scripts/prepare.mjs';

checkNode();
install();
build();
const { findChromium } = await import('../scripts/chromium.mjs');
const { chromium } = await import('@playwright/test');

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the product and resolves when it has announced itself. */
async function start(folder) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => String(data).includes('ready in') && resolve());
    child.once('exit', (code) => reject(new Error(`the product did not start (${code})`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - began) / 1000,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

/** Bytes of JavaScript on the wire from the return of the sign-in until a page of mandates can be used. */
async function firstLoad(browser, origin, where, heading) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin + where);
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password').fill('sandbox-only');
  // The return of the sign-in is a new document; a script that its cache already holds counts with its full size.
  const began = Date.now();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js'))
      .map((entry) => ({ name: entry.name, bytes: entry.encodedBodySize })),
  );
  const milliseconds = Date.now() - began;
  await context.close();
  return { bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0), files: loaded.length, milliseconds };
}

/** Calls a second of one request, eight at a time, for two seconds. */
async function rate(request) {
  for (let warm = 0; warm < 50; warm++) await (await request()).arrayBuffer();
  let done = 0;
  const end = performance.now() + 2000;
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await request();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      done++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  return done / 2;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
try {
  const first = await start(folder);
  await first.stop();
  const later = [];
  for (let round = 0; round < 3; round++) {
    const one = await start(folder);
    later.push(one.seconds);
    await one.stop();
  }
  const product = await start(folder);
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const list = await firstLoad(browser, product.origin, '/m/1001/EFT/mandates', 'Mandates');
  const form = await firstLoad(browser, product.origin, '/m/1001/EFT/mandates/new', 'New mandate');
  await browser.close();

  const token = await fetch(`${product.origin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'merchant:1001' }),
  });
  const headers = { authorization: `Bearer ${(await token.json()).access_token}` };
  const prefix = `${product.origin}/v1/payments/1001`;
  const listed = await (await fetch(`${prefix}/maintain/mandates/EFT`, { headers })).json();
  const sequence = listed.MandateGetResponse[0].ContractSequence;
  const one = await rate(() => fetch(`${prefix}/maintain/mandates/EFT?ContractSequence=${sequence}`, { headers }));
  const health = await rate(() => fetch(`${product.origin}/healthz`));
  await product.stop();

  const table = [
    '# Figures',
    '',
    `Taken by \`npm run bench\` on Node ${process.versions.node}, ${cpus().length} cores (${process.platform}). Absolute times depend on the`,
    'machine; bytes and ratios do not.',
    '',
    '| what | figure | bound |',
    '| --- | --- | --- |',
    `| JavaScript from the return of the sign-in to the list of mandates, brotli | ${kilobytes(list.bytes)} KB in ${list.files} files | 185 KB |`,
    `| the same to the form of a new mandate | ${kilobytes(form.bytes)} KB in ${form.files} files | |`,
    `| first start, dependencies there, new data folder with its sample year | ${first.seconds.toFixed(1)} s | 60 s |`,
    `| later start, median of ${later.length} | ${median(later).toFixed(2)} s | 3 s |`,
    `| retrieve of one mandate over HTTP, of a bare route of the same server | ${((100 * one) / health).toFixed(0)} % | |`,
    '',
  ].join('\n');
  writeFileSync(path.join(root, 'bench/figures.md'), table);
  console.log(table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
