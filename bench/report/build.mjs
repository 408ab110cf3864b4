// Builds the bench's own pages like the product, and measures the size of the product's grid and engine.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { root } from '../../scripts/prepare.mjs';

const pages = fileURLToPath(new URL('pages', import.meta.url));
/** @type {import('vite').InlineConfig} */
const common = {
  configFile: false,
  root: pages,
  logLevel: 'warn',
  // The grid's own imports would use the product's React, the pages' the bench's: a page must have one React.
  resolve: { dedupe: ['react', 'react-dom'] },
  worker: { format: 'es' },
};
/** @type {import('vite').BuildEnvironmentOptions} */
const output = { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, emptyOutDir: true };

/**
 * @param {string} folder to build into
 * @param {readonly string[]} names
 */
export async function buildPages(folder, names) {
  await build({
    ...common,
    plugins: [react()],
    build: {
      ...output,
      outDir: folder,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity,
      rolldownOptions: { input: names.map((name) => path.join(pages, `${name}.html`)) },
    },
  });
}

/**
 * Brotli bytes of the grid and the engine: those that a page loads at once (with the worker), and those loaded at first
 * use. Packages, the contract and components of every page do not count, since they are already loaded.
 * @param {string} folder to build into
 */
export async function weigh(folder) {
  const inSources = (/** @type {string} */ name) => path.join(root, 'src', name);
  const isOwn = (/** @type {string} */ id) =>
    [...['report-engine/', 'kit/grid/', 'kit/data-grid/'].map(inSources), pages].some((it) => id.startsWith(it));
  const built = await build({
    ...common,
    build: {
      ...output,
      outDir: folder,
      rolldownOptions: {
        input: path.join(pages, 'weight.ts'),
        preserveEntrySignatures: 'strict',
        external: (id, importer) => {
          if (!importer) return false;
          if (!/^[./]/.test(id)) return true;
          return !isOwn(path.resolve(path.dirname(importer), id));
        },
      },
    },
  });
  const chunks = [built].flat().flatMap((it) => ('output' in it ? it.output : []));
  const first = new Set(chunks.filter((it) => it.type === 'chunk' && it.isEntry).map(({ fileName }) => fileName));
  for (const name of first) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) first.add(imported);
  }
  let [atOnce, later] = [0, 0];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.js'))) {
    const bytes = brotliCompressSync(readFileSync(path.join(folder, name))).length;
    if (first.has(name) || /worker/.test(name)) atOnce += bytes;
    else later += bytes;
  }
  return { atOnce, later };
}
