import { loadedScripts } from '../scripts/product.mjs';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';

test('the frame of the console is there before its code, and says that it still loads', async ({ page, merchant }) => {
  const code = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(`/m/${merchant}/EFT/mandates`, { waitUntil: 'commit' });
  await expect(page.getByText('Collections Console', { exact: true })).toBeVisible();
  await expect(page.getByText('Still loading…')).toHaveCSS('opacity', '1');
  await code.release();
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
});

test('a console whose code does not arrive says what to do', async ({ page, merchant, complaints }) => {
  complaints.allow(/Failed to load resource/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await expect(page.getByText('The console could not be loaded.')).toBeVisible();
});

test('the first rows are asked for while the person’s access is still read, and once', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  const rows = page.getByRole('main').getByRole('grid').first().locator('tbody tr');
  const contract = await rows.getByRole('link').first().getAttribute('href');
  for (const path of ['/m/1001/EFT/mandates', contract ?? '']) {
    let calls: string[] = [];
    page.on('request', (request) => {
      // The page that is left may still have called.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) calls = [];
      if (request.url().includes('/v1/')) calls.push(request.url());
    });
    const access = await hold(page, '**/session.json');
    const asked = page.waitForRequest(/\/maintain\/mandates\//);
    await page.goto(path);
    await asked;
    await expect(page.getByRole('main')).toBeHidden();
    await access.release();
    await expect(rows.getByRole('checkbox').or(rows.getByRole('link')).first()).toBeVisible();
    expect(calls).toEqual([...new Set(calls)]);
    page.removeAllListeners('request');
    await page.unrouteAll();
  }
});

// Measured: 225.6 and 229.5 KB, with what is loaded ahead. A new library, or a part that loads too early, shows here.
for (const [what, path, heading, maxKilobytes] of [
  ['first list', '/m/1001/EFT/mandates', 'Contracts', 226],
  ['form of a mandate', '/m/1001/EFT/mandates/new', 'New mandate', 231],
] as const)
  test(`the ${what} opens with at most ${maxKilobytes} KB of JavaScript`, async ({ page, signIn }) => {
    await page.goto(path);
    await signIn();
    // The return from the sign-in, by the form or without, has loaded its own.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { bytes } = await loadedScripts(page);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes / 1000).toBeLessThanOrEqual(maxKilobytes);
  });
