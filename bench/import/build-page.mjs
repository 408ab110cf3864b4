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

/**
 * Shows the built page under the product's own address.
 * @param {import('@playwright/test').Page} page
 * @param {string} origin
 * @param {string} folder
 */
export async function showPage(page, origin, folder) {
  await page.route('**/faults/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: path.join(folder, pathname.replace('/faults/', '')) });
  });
  await page.goto(`${origin}/faults/page.html`);
  await page.waitForFunction(() => 'imports' in globalThis);
}
