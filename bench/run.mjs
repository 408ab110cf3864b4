// npm run bench: measures the figures, as ratios or counts of one run, and writes bench/figures.md. With a part's name
// (`npm run bench -- service`) it measures and prints only that part; the figures of `growth` are also written.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { giveUp, prepareClone, root } from '../scripts/prepare.mjs';

const names = [
  'console',
  'vitals',
  'service',
  'fairness',
  'report-page',
  'import',
  'month-end',
  'clearing',
  'audit',
  'gateway',
  'scale',
  'growth',
];
/** Runs only by name, since it takes half an hour; it has its own heading in the file. */
const apart = 'growth';
let isWhole = true;
const [part] = process.argv.slice(2);
if (part !== undefined && !names.includes(part)) giveUp(`No part is named ${part}: choose from ${names.join(', ')}.`);

prepareClone();
try {
  if (
    !['console', 'vitals', 'fairness', 'import', 'month-end', 'clearing', 'audit', 'scale', 'growth'].includes(
      part ?? '',
    )
  )
    installPeers();
} catch (error) {
  giveUp(error);
}
// Imported when needed.
const parts = {
  console: async () => (await import('./console.mjs')).consoleFigures(),
  vitals: async () => (await import('./vitals.mjs')).vitalsFigures(),
  service: async () => (await import('./service.mjs')).serviceFigures(),
  fairness: async () => (await import('./fairness.mjs')).fairnessFigures(),
  'report-page': async () => (await import('./report.mjs')).reportPageFigures(),
  import: async () => (await import('./import/index.mjs')).importFigures(),
  'month-end': async () => (await import('./month-end.mjs')).monthEndFigures(),
  clearing: async () => (await import('./clearing.mjs')).clearingFigures(),
  audit: async () => (await import('./audit.mjs')).auditFigures(),
  gateway: async () => (await import('./gateway.mjs')).gatewayFigures(),
  scale: async () => (await import('./scale.mjs')).scaleFigures(),
  growth: async () => (await import('./growth.mjs')).growthFigures(),
};

const figures = [];
for (const [name, take] of Object.entries(parts)) {
  if (part === undefined ? name === apart : part !== name) continue;
  try {
    figures.push(...(await take()));
  } catch (error) {
    // A failed part does not discard the others; the table marks it as missing.
    isWhole = false;
    console.error(error);
    figures.push({ what: `Part ${name}`, figure: 'failed' });
  }
}
const rows = [
  '| what | figure | bound |',
  '| --- | --- | --- |',
  ...figures.map(({ what, figure, aim = '' }) => `| ${what} | ${figure} | ${aim} |`),
];
const machine = `Node ${process.versions.node}, ${cpus().length} cores (${process.platform})`;
const file = path.join(root, 'bench/figures.md');
const [before = '', after = ''] = readFileSync(file, 'utf8').split(/(?=^## Growth$)/m);
const table = [
  '# Figures',
  '',
  `Taken by \`npm run bench\` on ${machine}; bench/README.md says how. Absolute figures`,
  'depend on the machine; bytes and ratios do not. Medians, with the least and the most in brackets.',
  '',
  ...rows,
  '',
].join('\n');
const growth = ['## Growth', '', `Taken by \`npm run bench -- growth\` on ${machine}.`, '', ...rows, ''].join('\n');
if (part === undefined) writeFileSync(file, after === '' ? table : `${table}\n${after}`);
if (part === apart && isWhole) writeFileSync(file, `${before.trimEnd()}\n\n${growth}`);
console.log(part === apart ? growth : table);
process.exit(isWhole ? 0 : 1);

/** Installs the bench's own packages, to measure with and against; none is the product's. */
function installPeers() {
  const folder = path.join(root, 'bench');
  const mark = path.join(folder, 'node_modules/.package-lock.json');
  const wanted = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  const present = existsSync(mark) ? JSON.parse(readFileSync(mark, 'utf8')).packages : {};
  // Optional ones may be for other systems.
  const isThere = (/** @type {string} */ name) =>
    present[name] ? present[name].version === wanted[name].version : wanted[name].optional === true;
  if (Object.keys(wanted).every((name) => name === '' || isThere(name))) return;
  console.log('Installing what the figures are taken with…');
  // On Windows npm is a .cmd file, which only a shell starts.
  const shell = process.platform === 'win32';
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) throw new Error(`${stderr}\nnpm could not install the packages of bench/ (its output is above).`);
}
