import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';

test('the frame of the console is there before its code, and says that it still loads', async ({ page, merchant }) => {
  const code = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(`/m/${merchant}/EFT/mandates`, { waitUntil: 'commit' });
  await expect(page.getByText('Collections Console', { exact: true })).toBeVisible();
  await expect(page.getByText('Still loading…')).toHaveCSS('opacity', '1');
  code.release();
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
});

test('a console whose code does not arrive says what to do', async ({ page, merchant, complaints }) => {
  complaints.allow(/Failed to load resource/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await expect(page.getByText('The console could not be loaded.')).toBeVisible();
});
