import { sideways } from './controls.ts';
import { expect, programToken, test } from './fixtures.ts';

test('a developer finds a call in the API’s reference, and its example gets an answer', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/settings');
  await signIn();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API' }).click();
  const first = page.getByRole('group', { name: 'Example of a first call', exact: true });
  await expect(first).toContainText("/v1/payments/1001/maintain/clients/EFT?Version=v1'");
  await expect(page.getByRole('group', { name: 'Example of a token', exact: true })).toContainText(
    '-d scope=merchant:1001',
  );
  // Every call of the description, but former names of the same ones.
  const { paths } = (await (await page.request.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>>;
  };
  const all = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((it) => !it.deprecated && !it.operationId.endsWith('Alias'));
  await expect(page.getByRole('status').filter({ hasText: `${all.length} calls` })).toBeVisible();
  await axe();

  await page.getByRole('searchbox', { name: 'Find a call' }).fill('mandate changes');
  await expect(page.getByRole('status').filter({ hasText: /^1 call$/ })).toBeVisible();
  await page.getByText('Mandate changes', { exact: true }).click();
  const fields = page.getByRole('table', { name: 'Fields of Mandate changes' });
  await expect(fields.getByRole('row', { name: /StartDate/ })).toContainText('query, required');
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('add clients');
  await page.getByText('Add clients', { exact: true }).click();
  await expect(page.getByRole('group', { name: 'Example of Add clients', exact: true })).toContainText(
    '{"ClientPostRequest":[{"ClientNumber":"<ClientNumber>"',
  );
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);

  const [, address = ''] = /'(http[^']+)'/.exec((await first.textContent()) ?? '') ?? [];
  const answer = await page.request.get(address, {
    headers: { authorization: `Bearer ${await programToken(page.request)}` },
  });
  expect(answer.status()).not.toBe(404);
  expect(await answer.json()).toHaveProperty('APIResponse');
});
