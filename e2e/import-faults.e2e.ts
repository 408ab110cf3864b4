import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from '../bench/import/build-page.mjs';
import { browserArgs, faults, importRuns } from '../endurance/import/runs.mjs';
import { Totals } from '../endurance/import/totals.mjs';
import { expect, test } from './fixtures.ts';
import { addProgram } from './own-people.ts';
import { isGateway } from './provider.ts';

test.use({
  launchOptions: { executablePath: process.env['CHROMIUM_PATH'], chromiumSandbox: false, args: browserArgs },
});

/** `npm run endure -- --only import` runs hundreds of other seeds, and also kills the service. */
const runs = 2;
const seed = 1;

test(
  'under every fault an import stores each row once',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, baseURL: origin = '', complaints }) => {
    complaints.allow(/ERR_|401|503/);
    await page.goto('/');
    await signIn();
    const folder = mkdtempSync(join(tmpdir(), 'collections-faults-'));
    try {
      await buildPage(folder);
      const where = {
        context,
        origin,
        folder,
        merchant,
        ...(isGateway && { program: addProgram('faults', merchant) }),
      };
      const totals = new Totals();
      for (const fault of faults.filter((it) => it !== 'kill'))
        totals.add(await importRuns(where, fault, { runs, seed }));
      console.log(`imports, seed ${seed}: ${String(totals)}`);
      expect(totals.examples, `seed ${seed}`).toEqual([]);
      expect(totals.isSound()).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
