import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { productEnvironment } from '../scripts/settings.mjs';
import { Wire } from '../src/service/testing/wire.ts';
import { go } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';

const password = 'plaited-quince-harbour';

/** A server with people of its own in front of the tested one, which is its provider: its address, and the connection between them. */
const test = base.extend<object, { gateway: { origin: string; wire: Wire } }>({
  gateway: [
    async ({}, use, { project }) => {
      const folder = temporaryFolder('gateway');
      const wire = new Wire();
      const { origin: provider } = new URL(await wire.through(String(project.use.baseURL)));
      const secretFile = join(folder, 'secret');
      writeFileSync(secretFile, 'sandbox-only-secret');
      const settings = {
        DATA_DIR: join(folder, 'data'),
        SANDBOX: 'off',
        PROVIDER_URL: provider,
        PROVIDER_TOKEN_URL: `${provider}/oauth/token`,
        PROVIDER_CLIENT_ID: 'sandbox',
        PROVIDER_CLIENT_SECRET_FILE: secretFile,
        PROVIDER_SCOPE: 'merchant:{merchant}',
        PROVIDER_OFFERS: 'lists-of-all',
      };
      const env = productEnvironment(settings);
      const run = (words: string[], input = '') =>
        execFileSync(process.execPath, ['scripts/operate.mjs', ...words], { env, input, stdio: 'pipe' });
      run(['merchant', 'add', '1001', 'Karoo Solar']);
      run(['person', 'add', 'naledi', '--roles', 'clerk:1001,administrator:1001'], `${password}\n`);
      const product = await startProduct(settings);
      await use({ origin: product.origin, wire });
      await product.stop();
      wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// One server for both.
test.describe.configure({ mode: 'default' });

/** What the provider has of each page. */
const pages: [path: string, heading: string | RegExp, shown: string | RegExp][] = [
  ['/clients/C00002', 'Tsakani Mathebula', 'C00002'],
  ['/contracts/100002', 'Tsakani Mathebula · LN000002', /LN000002/],
  ['/payouts/102852', / · PO000002$/, /PO000002/],
  ['/lookups/frequencies', 'Lookups', 'Monthly'],
];

test('a person of this server reads the records of the provider; a change is refused before anything leaves', async ({
  page,
  gateway,
  complaints,
  axe,
}) => {
  test.slow();
  await page.goto(`${gateway.origin}/m/1001/EFT/clients/C00002`);
  await fillSignIn(page, 'naledi', password);
  for (const [path, heading, shown] of pages)
    await test.step(path, async () => {
      await go(page, `/m/1001/EFT${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(shown).first()).toBeVisible();
    });

  await go(page, '/m/1001/EFT/settings/merchants/1001');
  const connection = page.getByRole('region', { name: 'Connection' });
  await expect(connection.getByText('Client ID and secret, in the header')).toBeVisible();
  await connection.getByRole('button', { name: 'Test connection' }).click();
  const tested = connection.getByRole('list', { name: 'Result of the test' });
  for (const subject of ['Address', 'Token', 'Merchant'])
    await expect(tested.getByRole('listitem').filter({ hasText: subject })).toContainText('Works');
  await expect(tested.getByText('Fails')).toHaveCount(0);
  await axe();

  complaints.allow(/400/);
  await go(page, '/m/1001/EFT/clients/C00002/edit');
  await page.getByLabel('Client name').fill('Tsakani Mathebula-Dlamini');
  await page.getByRole('button', { name: /Review/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText(/Changes do not go to the provider from here yet/).first()).toBeVisible();
});

test('while the provider is away the page says so once, keeps what it shows, and reads the rest by itself', async ({
  page,
  gateway,
  complaints,
  axe,
}) => {
  complaints.allow(/503/);
  const { origin, wire } = gateway;
  const rows = page.getByRole('main').getByRole('grid').first().getByRole('link');
  await page.goto(`${origin}/m/1001/EFT/clients`);
  await fillSignIn(page, 'naledi', password);
  await expect(rows.first()).toBeVisible();
  wire.set(true);
  await go(page, '/m/1001/EFT/payouts');
  const notice = page.getByRole('alert');
  await expect(notice).toHaveText(/^The provider doesn’t answer.*We’ll keep trying/);
  await expect(notice).toHaveCount(1);
  await axe();
  await notice.getByRole('button', { name: 'Try again now' }).click();
  await expect(notice).toHaveText(/^The provider doesn’t answer/);
  await expect(page.getByText('We can’t reach the server')).toHaveCount(0);
  wire.set(false);
  await expect(rows.first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});
