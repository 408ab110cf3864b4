import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, temporaryFolder } from '../../scripts/product.mjs';
import { test as base } from '../fixtures.ts';
import { startOtherService } from './server.ts';

/** The address of the product in front of the other service. One for each worker, because it stores nothing. */
export const test = base.extend<object, { other: string }>({
  other: [
    async ({}, use) => {
      const service = await startOtherService();
      const folder = temporaryFolder('other');
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
      const product = await startProduct({
        SERVICE_URL: service.origin,
        OAUTH_ISSUER: service.origin,
        CONFIG_FILE: config,
      });
      await use(product.origin);
      await product.stop();
      service.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

export { expect } from '../fixtures.ts';
