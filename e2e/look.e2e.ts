import { expect, test } from './fixtures.ts';

test('the typeface comes with the product, in one small file', async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Mandates' })).toBeVisible();
  const typeface = await page.evaluate(async () => {
    await document.fonts.ready;
    const [loaded] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    return {
      family: getComputedStyle(document.body).fontFamily.split(',')[0],
      isLoaded: [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
      bytes: (loaded as PerformanceResourceTiming | undefined)?.decodedBodySize ?? 0,
      digits: getComputedStyle(document.body).fontVariantNumeric,
    };
  });
  expect(typeface).toMatchObject({ family: 'Inter', isLoaded: true, digits: 'tabular-nums' });
  expect(typeface.bytes).toBeGreaterThan(10_000);
  expect(typeface.bytes).toBeLessThanOrEqual(50_000);
  expect(new Set(asked), 'one file, from here').toEqual(new Set(['/assets/inter-4.1.woff2']));
});
