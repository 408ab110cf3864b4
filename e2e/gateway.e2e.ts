import { Wire } from '../src/service/testing/wire.ts';
import { go } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { startInFront } from './in-front.ts';

const password = 'plaited-quince-harbour';

/** A server with people of its own in front of the tested one, which is its provider: its address, and the connection between them. */
const test = base.extend<object, { gateway: { origin: string; wire: Wire } }>({
  gateway: [
    async ({}, use, { project }) => {
      const wire = new Wire();
      const { origin: provider } = new URL(await wire.through(String(project.use.baseURL)));
      const naledi = { username: 'naledi', name: 'Naledi Mokoena', password, roles: ['clerk', 'administrator'] };
      const inFront = await startInFront(provider, '1001', [naledi]);
      await use({ origin: inFront.origin, wire });
      await inFront.stop();
      wire.close();
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

test('a person of this server reads the records of the provider, and tests the connection to it', async ({
  page,
  gateway,
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
