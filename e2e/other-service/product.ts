import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, temporaryFolder } from '../../scripts/product.mjs';
import { addMerchant } from '../../src/service/cli/merchants.ts';
import { addPerson } from '../../src/service/cli/people.ts';
import { migrate } from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import { inOwnTransaction } from '../../src/service/database/own-transaction.ts';
import { asMaintenance } from '../../src/service/jobs/store.ts';
import { migrations } from '../../src/service/migrations/all.ts';
import { test as base, fillSignIn } from '../fixtures.ts';
import { startOtherService } from './server.ts';

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
const organisation = 'odd';
const username = 'naledi';
const password = 'plaited-quince-harbour';

interface OtherService {
  origin: string;
  /** Of a product in front of it. */
  settings: Record<string, string>;
}

/** Adds the merchants, their organisation and a person before the product starts. */
async function prepareDatabase(dataDirectory: string): Promise<void> {
  const database = await openDatabase({ dataDirectory });
  await migrate(database, migrations);
  const numbers = merchants.map(({ number }) => number);
  await inOwnTransaction(database.pool, async (_query, db) => {
    for (const { number, name } of merchants) await addMerchant(db, number, name);
    const rights = { merchants: numbers.join(), permissions: 'all' };
    await addPerson(db, { username, name: 'Naledi Mokoena', password, ...rights });
  });
  await asMaintenance(database.pool, (query) =>
    query('insert into organisation (organisation, name, merchants) values ($1, $1, $2)', [organisation, numbers]),
  );
  await database.close();
}

export const test = base.extend<object, { service: OtherService; other: string; trusting: string }>({
  service: [
    async ({}, use) => {
      const service = await startOtherService();
      const folder = temporaryFolder('other');
      const config = join(folder, 'config.json');
      writeFileSync(config, JSON.stringify({ organisation }));
      const tokenFile = join(folder, 'token');
      writeFileSync(tokenFile, 'of-this-server');
      const settings = {
        SANDBOX: 'off',
        PRODUCTS: 'NAEDO',
        CONFIG_FILE: config,
        PROVIDER_URL: service.origin,
        PROVIDER_TOKEN_FILE: tokenFile,
      };
      await use({ origin: service.origin, settings });
      service.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  /** The address of the product in front of the other service, where people of its own sign in. */
  other: [
    async ({ service }, use) => {
      const folder = temporaryFolder('in-front');
      await prepareDatabase(folder);
      const product = await startProduct({ ...service.settings, DATA_DIR: folder });
      await use(product.origin);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  /** The address of one where people sign in at the other service. */
  trusting: [
    async ({ service }, use) => {
      const folder = temporaryFolder('trusting');
      const product = await startProduct({ ...service.settings, OAUTH_ISSUER: service.origin, DATA_DIR: folder });
      await use(product.origin);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  signIn: ({ page }, use) => use(() => fillSignIn(page, username, password)),
});

export { expect } from '../fixtures.ts';
