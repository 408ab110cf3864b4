import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the page that runs the console's import.
 * @param {string} folder
 */
export async function buildPage(folder) {
  const { build } = await import('vite');
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    configFile: false,
    root: here,
    base: '/faults/',
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(here, 'page.html') },
    },
  });
}
