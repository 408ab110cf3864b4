// The rounds of imports: the product on its own data folder, a browser, and every fault in turn.
import { buildPage } from '../../bench/import/build-page.mjs';
import { inFolder } from '../../bench/last.mjs';
import { startService } from '../../bench/service-process.mjs';
import { findChromium } from '../../scripts/chromium.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { signIn } from '../../scripts/product.mjs';
import { browserArgs, faults, importRuns } from './runs.mjs';
import { Totals } from './totals.mjs';

/**
 * @param {object} options
 * @param {number} options.runs of each fault
 * @param {number} options.seed
 * @param {string} wanted faults, separated by commas; all if empty
 */
export const importFaults = ({ runs, seed }, wanted) =>
  inFolder('endure-import', async (folder) => {
    const { chromium } = await import('@playwright/test');
    await buildPage(`${folder}/page`);
    const port = await freePort();
    const start = () => startService(port, { DATA_DIR: `${folder}/data` });
    let service = await start();
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: [...browserArgs, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    });
    const all = new Totals();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, service.origin);
      await page.close();
      const kill = async () => {
        await service.end('SIGKILL');
        service = await start();
      };
      const where = { context, origin: service.origin, folder: `${folder}/page`, merchant: '1002', kill };
      for (const fault of faults.filter((it) => wanted === '' || wanted.split(',').includes(it))) {
        const began = performance.now();
        const found = await importRuns(where, fault, { runs, seed });
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        console.log(`import, ${fault}: ${found} (${seconds} s)`);
        for (const example of found.examples.slice(0, 5)) console.log(`  ${example}`);
        all.add(found);
      }
    } finally {
      await browser.close();
      await service.end();
    }
    return all;
  });
