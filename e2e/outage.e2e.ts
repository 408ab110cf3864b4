import { startProduct } from '../scripts/product.mjs';
import { testDatabase } from '../src/service/testing/database.ts';
import { Wire } from '../src/service/testing/wire.ts';
import { go } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { complaintsOfAway, hold } from './network.ts';

/** A product whose database can be away: its address, and the connection between them. */
const test = base.extend<object, { product: { origin: string; wire: Wire } }>({
  product: [
    async ({}, use) => {
      const database = await testDatabase();
      const wire = new Wire();
      const product = await startProduct({
        DATABASE_URL: await wire.through(database.databaseUrl),
        LOG_LEVEL: 'fatal',
      });
      await use({ origin: product.origin, wire });
      wire.set(false);
      await product.stop();
      wire.close();
      await database.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// One product for both.
test.describe.configure({ mode: 'default' });

test(
  'a page opened while the database is away waits at its address, and opens by itself once it is back',
  { tag: '@long' },
  async ({ page, context, product, axe, complaints }) => {
    const { origin, wire } = product;
    // A list that is being read when the database goes away is cut.
    complaints.allow(complaintsOfAway);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const asked = `${origin}/m/1001/EFT/mandates?status=ACTIVE`;
    await page.goto(asked);
    await fillSignIn(page, 'staff');
    await expect(heading('Contracts')).toBeVisible();

    wire.set(true);
    await page.reload();
    await expect(heading('We’ll be back')).toBeVisible();
    await expect(page).toHaveURL(asked);
    await expect(page.getByText(/sign-in|stopped/i)).toHaveCount(0);
    await axe();
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect(page.getByText('Still no answer. This page goes on trying.')).toBeVisible();
    wire.set(false);
    await expect(heading('Contracts')).toBeVisible();
    await expect(page).toHaveURL(asked);
    const rows = page.getByRole('main').getByRole('grid').first().getByRole('link');
    await expect(rows.first()).toBeVisible();

    // A page that is open says it once, keeps what it shows, and reads what is missing by itself.
    await go(page, '/m/1001/EFT');
    await expect(heading('Overview')).toBeVisible();
    await go(page, '/m/1001/EFT/mandates');
    await expect(rows.first()).toBeVisible();
    wire.set(true);
    await go(page, '/m/1001/EFT/clients');
    const notice = page.getByRole('alert');
    await expect(notice).toHaveText(/^We can’t reach the server.*We’ll keep trying/);
    await expect(notice).toHaveCount(1);
    await axe();
    wire.set(false);
    await expect(rows.first()).toBeVisible();
    await expect(notice).toHaveCount(0);

    // The server's files are away as well: a page that was not opened before comes by itself, without a reload.
    complaints.allow(/50[234]|NotLoaded|Failed to fetch|A part of the console/);
    const files = /\/assets\/.*\.js$|config\.json$/;
    await page.route(files, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    let reloads = 0;
    page.on('request', (request) => (reloads += Number(request.isNavigationRequest())));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calendar' }).click();
    await expect(heading('A part of the console did not load')).toBeVisible();
    await page.unroute(files);
    await expect(heading('Calendar')).toBeVisible();
    expect(reloads).toBe(0);

    // Closed months are read by a call of the service's own.
    wire.set(true);
    await go(page, '/m/1001/EFT/month-end');
    await expect(notice).toHaveText(/^We can’t reach the server/);
    await expect(notice).toHaveCount(1);
    wire.set(false);
    await expect(notice).toHaveCount(0);

    // Signed in, but the code could not be exchanged at once.
    await context.clearCookies();
    await page.goto(asked);
    const exchange = await hold(page, '**/oauth/token');
    await page.getByLabel('Username', { exact: true }).fill('staff');
    await page.getByLabel('Password').fill('sandbox-only');
    const sent = page.waitForRequest('**/oauth/token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await sent;
    wire.set(true);
    await exchange.release();
    await expect(heading('We’ll be back')).toBeVisible();
    wire.set(false);
    await expect(heading('Contracts')).toBeVisible();
    await expect(page).toHaveURL(asked);
  },
);

test(
  'a sign-in during an outage comes back by itself, and sends no password again',
  { tag: '@long' },
  async ({ page, product, axe, complaints }) => {
    const { origin, wire } = product;
    complaints.allow(complaintsOfAway);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const asked = `${origin}/m/1001/EFT/clients`;
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/sign-in/')) posted.push(request.url());
    });
    await page.goto(asked);
    await page.getByLabel('Username', { exact: true }).fill('staff');
    await page.getByLabel('Password').fill('sandbox-only');
    wire.set(true);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading('We’ll be back')).toBeVisible();
    await expect(page.getByText('It isn’t sent again by itself')).toBeVisible();
    await axe();
    // It is opened again, and says that there is nothing to do.
    await expect(page.getByText('This page tries again by itself')).toBeVisible();
    await axe();
    wire.set(false);
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(posted).toHaveLength(1);
    await fillSignIn(page, 'staff');
    await expect(heading('Clients')).toBeVisible();
    await expect(page).toHaveURL(asked);
    expect(posted).toHaveLength(2);
  },
);
