import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '../fixtures.ts';
import { freePort, startOtherService } from './server.ts';

/** The address of the product in front of the other service. One for each worker, because it stores nothing. */
export const test = base.extend<object, { other: string }>({
  other: [
    async ({}, use) => {
      const service = await startOtherService();
      const folder = mkdtempSync(join(tmpdir(), 'collections-other-'));
      const port = String(await freePort());
      const config = join(folder, 'config.json');
      const merchants = [
        { number: '77', name: 'Elsewhere' },
        { number: '78', name: 'Own words' },
        { number: '79', name: 'Nowhere' },
        { number: '80', name: 'Long numbers' },
        { number: '81', name: 'Odd figures' },
        { number: '84', name: 'Without lists' },
        { number: '85', name: 'Failing' },
        { number: '86', name: 'Other keys' },
        { number: '87', name: 'Without statuses' },
      ];
      writeFileSync(
        config,
        JSON.stringify({ environment: 'Live', merchants, products: ['NAEDO'], organisation: 'odd' }),
      );
      const product = spawn(process.execPath, ['scripts/start.mjs'], {
        env: {
          PATH: process.env['PATH'],
          PORT: port,
          SANDBOX: 'off',
          SERVICE_URL: service.origin,
          OAUTH_ISSUER: service.origin,
          CONFIG_FILE: config,
          LOG_LEVEL: 'fatal',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve, reject) => {
        // Before that it prints that it builds.
        product.stdout.on('data', (output) => String(output).includes('ready in') && resolve(undefined));
        product.once('exit', (code) => reject(new Error(`the product ended with ${code}`)));
      });
      await use(`http://127.0.0.1:${port}`);
      product.kill('SIGTERM');
      await once(product, 'exit');
      service.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

export { expect } from '../fixtures.ts';
