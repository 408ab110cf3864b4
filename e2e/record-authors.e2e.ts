import { rmSync } from 'node:fs';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { nextMonth } from '../src/service/testing/samples.ts';
import { go } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { programAt, startInFront } from './in-front.ts';
import { inDays } from './other-service/own-statuses.ts';
import { clientItem, type Json } from './service.ts';
import { newNumber } from './test-data.ts';

const password = 'plaited-quince-harbour';
const merchant = '1016';

/**
 * A sandbox with the machine's clock, and a server with people of its own in front of it: what a person does is told by the minute
 * at which the provider shows it.
 */
const test = base.extend<object, { servers: { front: string; send: Awaited<ReturnType<typeof programAt>> } }>({
  servers: [
    async ({ playwright }, use) => {
      const folder = temporaryFolder('provider');
      const provider = await startProduct({ DATA_DIR: folder, SANDBOX_NOW: '' });
      const naledi = { username: 'naledi', name: 'Naledi Mokoena', password, roles: ['clerk'] };
      const inFront = await startInFront(provider.origin, merchant, [naledi]);
      const request = await playwright.request.newContext();
      await use({ front: inFront.origin, send: await programAt(request, provider.origin, merchant) });
      await request.dispose();
      await inFront.stop();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('a contract’s timeline says which person changed it, and what was changed at the provider', async ({
  page,
  request,
  servers,
  complaints,
}) => {
  test.slow();
  // The contract has no mandate.
  complaints.allow(/404/);
  const { front, send } = servers;
  const client = newNumber();
  const named = { ClientNumber: client, ContractNumber: 'A' };
  await send('POST', 'clients', 'ClientPostRequest', clientItem(client));

  await page.goto(`${front}/m/${merchant}/EFT/clients/${client}`);
  await fillSignIn(page, 'naledi', password);
  const sent = page.waitForRequest(/\/v1\/payments\//);
  await page.reload();
  const headers = { authorization: (await (await sent).allHeaders())['authorization'] ?? '' };
  const asNaledi = async (method: 'POST' | 'PUT', key: string, item: Json) => {
    const path = `/v1/payments/${merchant}/maintain/contracts/EFT?Version=v1`;
    const response = await request.fetch(front + path, { method, headers, data: { [key]: [item] } });
    expect(await response.text()).toContain('"Failed":[]');
  };
  const start = `${nextMonth(inDays(0))} 00:00`;
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 1, InstalmentAmount: 100, NumberOfInstalments: 3 };
  await asNaledi('POST', 'ContractPostRequest', { ...named, ...terms, InstalmentStartDate: start });
  await asNaledi('PUT', 'ContractPutRequest', { ...named, InstalmentAmount: 120 });
  await send('PUT', 'contracts', 'ContractPutRequest', { ...named, InstalmentAmount: 130 });
  const direct = { ...named, ...terms, ContractNumber: 'B', InstalmentStartDate: start };
  await send('POST', 'contracts', 'ContractPostRequest', direct);

  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  const line = (text: RegExp) => timeline.getByRole('listitem').filter({ hasText: text }).first();
  await go(page, `/m/${merchant}/EFT/contracts/${client}~A`);
  await expect(line(/100,00 → .*120,00/)).toContainText('Edited by Naledi Mokoena');
  await expect(line(/Created/)).toContainText('Created by Naledi Mokoena');
  // By the credentials of the server, at the same minute.
  await expect(line(/120,00 → .*130,00/)).not.toContainText('Naledi');
  await go(page, `/m/${merchant}/EFT/contracts/${client}~B`);
  await expect(line(/Created/)).toContainText('Created at the provider by sandbox');
});
