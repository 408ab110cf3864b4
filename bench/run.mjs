// The figures, as ratios or counts taken in one run against what `npm start` starts; written to bench/figures.md.
import { rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { build, checkNode, install, root } from '../scripts/prepare.mjs';
import { signIn, startProduct, temporaryFolder } from '../scripts/product.mjs';

checkNode();
install();
build();
const { findChromium } = await import('../scripts/chromium.mjs');
const { chromium } = await import('@playwright/test');

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/** Bytes of JavaScript on the wire from the return of the sign-in until a page of mandates can be used. */
async function firstLoad(browser, origin, where, heading) {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The return of the sign-in is a new document; a script that its cache already holds counts with its full size.
  const began = Date.now();
  await signIn(page, origin + where);
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

const folder = temporaryFolder('bench');
try {
  const first = await startProduct(folder);
  await first.stop();
  const later = [];
  for (let round = 0; round < 3; round++) {
    const one = await startProduct(folder);
    later.push(one.seconds);
    await one.stop();
  }
  const product = await startProduct(folder);
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const list = await firstLoad(browser, product.origin, '/m/1001/EFT/mandates', 'Mandates');
  const form = await firstLoad(browser, product.origin, '/m/1001/EFT/mandates/new', 'New mandate');
  await browser.close();

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
    '',
  ].join('\n');
  writeFileSync(path.join(root, 'bench/figures.md'), table);
  console.log(table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
