import { Wire } from '../src/service/testing/wire.ts';
import { fillClient, go, statusNote } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { startInFront } from './in-front.ts';
import { complaintsOfAway, loseAtService } from './network.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber } from './test-data.ts';

const password = 'plaited-quince-harbour';

/** A server with people of its own in front of the tested one, which is its provider. */
interface Gateway {
  origin: string;
  /** The connection between the two. */
  wire: Wire;
  operate(words: string[]): void;
}

const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    async ({}, use, { project }) => {
      const wire = new Wire();
      const { origin: provider } = new URL(await wire.through(String(project.use.baseURL)));
      const roles = ['clerk:*', 'administrator'];
      const naledi = { username: 'naledi', name: 'Naledi Mokoena', password, roles };
      const { origin, operate, stop } = await startInFront(provider, '1001', [naledi]);
      await use({ origin, wire, operate });
      await stop();
      wire.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// One server for both.
test.describe.configure({ mode: 'default' });

/** What the provider has of each page. */
const pages: [path: string, heading: string | RegExp, shown: string | RegExp][] = [
  ['/clients/C00002', 'Tsakani Mathebula', 'LN000002'],
  ['/contracts/100002', 'Tsakani Mathebula · LN000002', /LN000002/],
  ['/payouts/102852', / · PO000002$/, /PO000002/],
  ['/lookups/frequencies', 'Lookups', 'Monthly'],
];

test('a person of this server reads the records of the provider', async ({ page, gateway, axe }) => {
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
  await page.reload();
  await expect(connection.getByText(/^Tested .* by /)).toBeVisible();
  await expect(tested.getByRole('listitem').filter({ hasText: 'Dry runs' })).toContainText('Works');
  await go(page, '/m/1001/EFT/import');
  await page.getByLabel('Or paste from a spreadsheet').fill('Client no\tFull name\nT-1\tThandi');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('button', { name: 'Check without saving' })).toBeVisible();
});

test('an administrator gives a merchant a connection of its own with a secret, and pauses its changes', async ({
  page,
  gateway,
  complaints,
  axe,
}) => {
  test.slow();
  complaints.allow(/400|503/);
  await page.goto(`${gateway.origin}/m/1001/EFT/settings/merchants/1001`);
  await fillSignIn(page, 'naledi', password);
  const connection = page.getByRole('region', { name: 'Connection' });
  const dialog = page.getByRole('dialog');
  const press = (name: string) => connection.getByRole('button', { name }).click();
  const save = (name = 'Save') => dialog.getByRole('button', { name, exact: true }).click();

  await press('Set its own…');
  await dialog.getByLabel('Provider address').fill('http://10.0.0.8');
  await expect(dialog.getByText(/needs a secret of its own/)).toBeVisible();
  await save();
  await expect(dialog.getByText(/must begin with https/)).toBeVisible();
  await expect(dialog.getByLabel('Provider address')).toBeFocused();
  await axe();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await press('Set its own…');
  await dialog.getByLabel('Client ID').fill('another');
  await dialog.getByLabel('Reads at once').fill('4');
  await save();
  await expect(connection.getByText('This merchant’s own.')).toBeVisible();
  await expect(connection.getByText(/^None yet/)).toBeVisible();
  await press('Test connection');
  await expect(connection.getByText('The connection has no secret yet.')).toBeVisible();
  await go(page, '/m/1001/EFT/payouts');
  // Reads may go by the connection of two seconds ago.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(
      /^The provider refuses this server.*An administrator must look at the connection\. We’ll keep trying/,
    );
  }).toPass();
  await expect(page.getByText('We can’t reach the server')).toHaveCount(0);
  await axe();
  await go(page, '/m/1001/EFT/settings/merchants/1001');

  await press('Edit…');
  await dialog.getByLabel('Client ID').fill('sandbox');
  await save();
  await press('Add…');
  await dialog.getByLabel('Secret').fill('sandbox-only-secret');
  await axe();
  await save('Add');
  await expect(connection.getByText(/^Stored /)).toBeVisible();
  await press('Test connection');
  await expect(connection.getByText('1001 can be read.')).toBeVisible();

  await press('Pause changes…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause changes' }).click();
  await expect(connection.getByText('Changes are paused')).toBeVisible();
  await axe();
  await go(page, '/m/1001/EFT/clients/C00002/edit');
  await page.getByLabel('Client name').fill('Tsakani Mathebula-Dlamini');
  await page.getByRole('button', { name: /Review/ }).click();
  await dialog.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(
    page.getByText('An administrator has paused changes for this merchant. Nothing was sent.', { exact: true }),
  ).toBeVisible();

  await go(page, '/m/1001/EFT/settings/merchants/1001');
  await press('Resume changes');
  await expect(connection.getByText('Changes are paused')).toHaveCount(0);
  await press('Remove…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(connection.getByText(/^From the environment/)).toBeVisible();
});

test('while the provider is away the page says so once, keeps what it shows, and reads the rest by itself', async ({
  page,
  gateway,
  complaints,
  axe,
}) => {
  complaints.allow(complaintsOfAway);
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

test('while the provider is away a change is not sent and stays in its form; then it is saved there', async ({
  page,
  request,
  gateway,
  merchant,
  complaints,
  axe,
}) => {
  complaints.allow(complaintsOfAway);
  const { origin, wire, operate } = gateway;
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  const stored = async () => (await service.list('clients', { ClientNumber: number })).map((it) => it['EMail'] ?? '');
  await service.make('clients', 'ClientPostRequest', clientItem(number));
  operate(['merchant', 'add', merchant, 'Fynbos Gyms']);
  await page.goto(`${origin}/m/${merchant}/EFT/clients/${number}/edit`);
  await fillSignIn(page, 'naledi', password);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('naledi@example.org');
  const save = async () => {
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
  };
  wire.close();
  await save();
  await expect(page.getByText('Nothing was sent; your changes are still here.')).toBeVisible();
  await axe();
  await wire.open();
  expect(await stored()).toEqual(['']);
  await save();
  await expect(page.getByText(/updated: email → naledi@example\.org/)).toBeVisible();
  expect(await stored()).toEqual(['naledi@example.org']);
});

test(
  'while the provider’s answer is lost and the provider away, a change waits; saved again, it is what the server has found',
  { tag: '@long' },
  async ({ page, request, gateway, merchant, complaints, axe }) => {
    test.slow();
    complaints.allow(complaintsOfAway);
    const { origin, wire, operate } = gateway;
    const service = await serviceOf(request, merchant);
    operate(['merchant', 'add', merchant, 'Fynbos Gyms']);
    const number = newNumber();
    let sent = 0;
    page.on('request', (it) => void (sent += it.method() === 'POST' && it.url().includes('/maintain/') ? 1 : 0));
    await page.goto(`${origin}/m/${merchant}/EFT/clients/new`);
    await fillSignIn(page, 'naledi', password);
    await fillClient(page, number, 'Thandi Twice');
    await loseAtService(page, 'clientCreate');
    const lost = page.waitForResponse((it) => it.status() === 503 && it.request().method() === 'POST');
    await page.getByRole('button', { name: 'Create client' }).click();
    await lost;
    wire.set(true);
    await expect(page.getByText('It was sent, and its outcome is not known yet')).toBeVisible({ timeout: 120_000 });
    await axe();
    wire.set(false);
    const create = page.getByRole('button', { name: 'Create client' });
    const created = statusNote(page, 'Client Thandi Twice created');
    await expect(async () => {
      if ((await create.isVisible()) && (await create.isEnabled())) await create.click({ timeout: 1000 });
      await expect(created).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 150_000 });
    expect(await service.list('clients', { ClientNumber: number })).toHaveLength(1);
    expect(sent).toBeGreaterThan(5);
  },
);
