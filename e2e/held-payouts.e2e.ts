import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { addDays, bankingDay } from '../src/rules/calendar.ts';
import { holidayName } from '../src/rules/holidays.ts';
import { Wire } from '../src/service/testing/wire.ts';
import { combobox, go, pick, press, textbox } from './controls.ts';
import { test as base, expect, fillSignIn } from './fixtures.ts';
import { programAt, startInFront } from './in-front.ts';
import { inDays } from './other-service/own-statuses.ts';
import { clientItem, type Json } from './service.ts';
import { newNumber } from './test-data.ts';

const password = 'plaited-quince-harbour';
const merchant = '1016';

interface Servers {
  front: string;
  /** Changes records as another program of the provider does. */
  send: Awaited<ReturnType<typeof programAt>>;
  /** Cuts everything between the two. */
  line: Wire;
  operate: Awaited<ReturnType<typeof startInFront>>['operate'];
}

/** A sandbox with the machine's clock, and in front of it a server whose payouts above R 1 000 a day need a second person. */
const test = base.extend<object, { servers: Servers }>({
  servers: [
    async ({ playwright }, use) => {
      const folder = temporaryFolder('provider');
      const provider = await startProduct({ DATA_DIR: folder, SANDBOX_NOW: '' });
      const line = new Wire();
      const { origin } = new URL(await line.through(provider.origin));
      const inFront = await startInFront(origin, merchant, [
        { username: 'naledi', name: 'Naledi Mokoena', password, roles: ['clerk'] },
        { username: 'mpho', name: 'Mpho Dube', password, roles: ['manager'] },
        { username: 'sizwe', name: 'Sizwe Nkosi', password, roles: ['manager'] },
        { username: 'palesa', name: 'Palesa Khumalo', password, roles: ['administrator'] },
      ]);
      inFront.operate(['merchant', 'approvals', merchant, 'above', '--amount', '1000', '--hold', '0']);
      const request = await playwright.request.newContext();
      const { origin: front, operate } = inFront;
      await use({ front, line, operate, send: await programAt(request, provider.origin, merchant) });
      await request.dispose();
      await inFront.stop();
      line.close();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// One server for all.
test.describe.configure({ mode: 'default' });

/** On the banking day before it a payout is sent, which is today, or was before a weekend: at once after its release. */
const nearDay = () => bankingDay(inDays(1), 'next', holidayName);

const main = (page: Page) => page.getByRole('main');
const list = (page: Page) => main(page).getByRole('list', { name: 'Approvals' });
const approval = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

async function openAs(page: Page, { front }: Servers, person: string, path: string): Promise<void> {
  await page.goto(`${front}/m/${merchant}/EFT${path}`);
  await fillSignIn(page, person, password);
}

async function pageOf(browser: Browser, servers: Servers, person: string, path = '/approvals'): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openAs(page, servers, person, path);
  return page;
}

/** Sends as the person of this page, who must be signed in. */
async function senderOf(page: Page, { front }: Servers) {
  const sent = page.waitForRequest(/\/v1\/payments\//);
  await page.reload();
  const headers = { authorization: (await (await sent).allHeaders())['authorization'] ?? '' };
  return async (method: 'POST' | 'PUT', resource: string, key: string, item: Json): Promise<void> => {
    const path = `/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`;
    const response = await page.request.fetch(front + path, { method, headers, data: { [key]: [item] } });
    expect(await response.text()).toContain('AWAITING_RELEASE');
  };
}

const payoutOf = (ClientNumber: string, ContractNumber: string, day: string) => ({
  ClientNumber,
  ContractNumber,
  PaymentAmount: 4750,
  NumberOfPayments: 1,
  FrequencyCode: 'MNTH',
  PaymentStartDate: `${day} 08:00`,
});

test('a payout over the limit waits here until a second person releases it, and is then at the provider once', async ({
  page,
  browser,
  servers,
  axe,
}) => {
  test.slow();
  const client = newNumber();
  await servers.send('POST', 'clients', 'ClientPostRequest', clientItem(client, 'Kagiso Over'));
  await openAs(page, servers, 'naledi', `/payouts/new?client=${client}`);
  await textbox(page, 'Contract number').fill('COM-1');
  await textbox(page, 'Payment amount').fill('4 750');
  await textbox(page, 'Number of payments').fill('1');
  await textbox(page, 'Payment start date').fill(nearDay());
  await pick(combobox(page, 'Frequency'), 'MNTH');
  await page.getByRole('button', { name: 'Create payout contract' }).click();
  await expect(main(page).getByRole('status').filter({ hasText: 'Waits for release' })).toBeVisible();
  await main(page).getByRole('status').getByRole('link', { name: 'Approvals' }).click();
  const own = approval(page, 'Kagiso Over');
  await expect(own.getByText('Another person must release it', { exact: false })).toBeVisible();
  await expect(own.getByRole('button', { name: /^(Release|Send)/ })).toHaveCount(0);
  await go(page, `/m/${merchant}/EFT/payments`);
  const waiting = main(page).getByRole('region', { name: 'Waiting payouts' });
  await expect(waiting.getByText(/^1 payout of R\s4\s750,00 waits for release/)).toBeVisible();
  await expect(waiting.getByRole('row', { name: /^Kagiso Over.*R 4 750,00.*Waiting for release/ })).toBeVisible();
  await page.getByLabel('Period').selectOption('past');
  await expect(waiting).toHaveCount(0);
  const note = /^1 payout of R\s4\s750,00 waits for release\. This list does not have them yet: Approvals$/;
  await page.getByRole('searchbox', { name: 'Find payments' }).fill('COM-1');
  await expect(main(page).getByText(note)).toBeVisible();
  await go(page, `/m/${merchant}/EFT/payouts`);
  await expect(main(page).getByText(note)).toBeVisible();
  await go(page, `/m/${merchant}/EFT/clients/${client}`);
  await expect(waiting.getByRole('row', { name: /^COM-1.*R 4 750,00.*Waiting for release/ })).toBeVisible();
  const timeline = main(page).getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline).toContainText('Payout COM-1 waits for release, prepared by Naledi Mokoena');
  await axe();

  const manager = await pageOf(browser, servers, 'mpho');
  const shown = approval(manager, 'Kagiso Over');
  await expect(shown.getByText(/^Prepared by Naledi Mokoena/)).toBeVisible();
  await shown.getByRole('button', { name: 'Release 1' }).click();
  await expect(shown.getByRole('gridcell', { name: 'Accepted' })).toBeVisible();
  await expect(shown.getByRole('button', { name: /^(Release|Send|Exclude)/ })).toHaveCount(0);
  await manager.context().close();

  await page.reload();
  await expect(timeline).toContainText('Payout COM-1 released by Mpho Dube, prepared by Naledi Mokoena');
  await expect(timeline).toContainText('The provider accepted it.');
  await expect(waiting).toHaveCount(0);
  await go(page, `/m/${merchant}/EFT/payments`);
  await expect(main(page).getByRole('grid', { name: 'Payments' }).getByText('Kagiso Over')).toHaveCount(1);
  await expect(main(page).getByText(/waits for release/)).toHaveCount(0);
  await go(page, `/m/${merchant}/EFT/approvals/decided`);
  await expect(own.getByText(/Released by Mpho Dube/)).toBeVisible();
  await axe();
});

test('until it is sent a release is taken back, and new bank details of the client make the payout wait again', async ({
  page,
  browser,
  servers,
  axe,
}) => {
  test.slow();
  const client = newNumber();
  await servers.send('POST', 'clients', 'ClientPostRequest', clientItem(client, 'Lerato Later'));
  await openAs(page, servers, 'naledi', '/payments');
  const send = await senderOf(page, servers);
  await send('POST', 'payo/contracts', 'PayoContractPostRequest', payoutOf(client, 'COM-2', addDays(nearDay(), 14)));

  const manager = await pageOf(browser, servers, 'mpho');
  await list(manager).getByRole('link', { name: 'Lerato Later' }).click();
  const payout = approval(manager, 'Lerato Later');
  await press(payout, 'Release 1');
  await expect(payout.getByText(/It has not gone to the provider yet/)).toBeVisible();
  await expect(payout.getByRole('gridcell', { name: 'Scheduled' })).toBeVisible();
  await press(payout, 'Take back the release of 1');
  await press(payout, 'Release 1');
  await expect(payout.getByRole('button', { name: 'Take back the release of 1' })).toBeVisible();
  await go(page, `/m/${merchant}/EFT/clients/${client}`);
  const waiting = main(page).getByRole('region', { name: 'Waiting payouts' });
  await expect(waiting.getByText(/^1 payout of R\s4\s750,00 is released, and not at the provider yet/)).toBeVisible();
  await expect(waiting.getByRole('row', { name: /^COM-2.*Scheduled/ })).toBeVisible();

  await send('PUT', 'clients', 'ClientPutRequest', { ClientNumber: client, AccountNumber: 9876543210 });
  const second = await pageOf(browser, servers, 'sizwe');
  await list(second).getByRole('link', { name: 'New bank details of Lerato Later' }).click();
  const details = approval(second, 'New bank details of Lerato Later');
  await press(details, 'Release');
  await expect(details.getByText(/The provider has accepted it/)).toBeVisible();
  await page.reload();
  await expect(waiting.getByRole('row', { name: /^COM-2.*Waiting for release/ })).toBeVisible();
  const timeline = main(page).getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline).toContainText('New bank details released by Sizwe Nkosi, prepared by Naledi Mokoena');
  await expect(timeline.getByRole('row', { name: 'Account number •••• 7890 •••• 3210' })).toBeVisible();
  await expect(timeline).not.toContainText('9876543210');
  await axe();
  await go(second, `/m/${merchant}/EFT/approvals`);
  await list(second).getByRole('link', { name: 'Lerato Later' }).click();
  const again = approval(second, 'Lerato Later');
  await expect(again.getByText(/It waits again: The bank details of its client were changed/)).toBeVisible();
  await expect(again.getByRole('button', { name: 'Release 1' })).toBeVisible();
  await expect(again.getByRole('gridcell', { name: '•••• 3210' })).toBeVisible();
  await axe();
  await press(again, 'Send all back…');
  await second.getByLabel('Reason').fill('The new account is not confirmed yet.');
  await press(second.getByRole('dialog'), 'Send all back');
  await go(page, `/m/${merchant}/EFT/approvals/decided`);
  await list(page)
    .getByRole('link', { name: /^Lerato Later/ })
    .click();
  await expect(main(page).getByText(/“The new account is not confirmed yet\.”/)).toBeVisible();
});

test('what the provider refuses goes back to its preparer with the reason', async ({ page, browser, servers, axe }) => {
  test.slow();
  const client = newNumber();
  const item = payoutOf(client, 'COM-3', nearDay());
  await servers.send('POST', 'clients', 'ClientPostRequest', clientItem(client, 'Thandi Twice'));
  await openAs(page, servers, 'naledi', '/payments');
  await (
    await senderOf(page, servers)
  )('POST', 'payo/contracts', 'PayoContractPostRequest', item);
  // Meanwhile another program takes the number.
  await servers.send('POST', 'payo/contracts', 'PayoContractPostRequest', item);

  const manager = await pageOf(browser, servers, 'mpho');
  await list(manager).getByRole('link', { name: 'Thandi Twice' }).click();
  await press(approval(manager, 'Thandi Twice'), 'Release 1');
  await expect(approval(manager, 'Thandi Twice').getByRole('gridcell', { name: 'Refused' })).toBeVisible();
  await axe();

  await go(page, `/m/${merchant}/EFT/approvals/decided`);
  const refused = list(page).getByRole('link', { name: 'Thandi Twice' });
  await expect(refused).toContainText('The provider refused it');
  await refused.click();
  await expect(approval(page, 'Thandi Twice').getByText(/The provider refused it: .*number/)).toBeVisible();
  await axe();
});

test('while the provider cannot be read, what waits is shown as it came and is not released', async ({
  page,
  browser,
  servers,
  axe,
  complaints,
}) => {
  test.slow();
  complaints.allow(/503|400/);
  const { line, send: sendThere } = servers;
  const client = newNumber();
  await sendThere('POST', 'clients', 'ClientPostRequest', clientItem(client, 'Vusi Away'));
  await openAs(page, servers, 'naledi', '/payments');
  const send = await senderOf(page, servers);
  await send('POST', 'payo/contracts', 'PayoContractPostRequest', payoutOf(client, 'COM-4', nearDay()));
  await send('PUT', 'clients', 'ClientPutRequest', { ClientNumber: client, AccountNumber: 9876543210 });

  const manager = await pageOf(browser, servers, 'mpho');
  await list(manager).getByRole('link', { name: 'Vusi Away', exact: false }).last().click();
  const payout = approval(manager, 'Vusi Away');
  await expect(payout.getByRole('button', { name: 'Release 1' })).toBeEnabled();
  line.set(true);
  await press(payout, 'Release 1');
  const unread = main(manager).getByText('The provider can’t be read right now');
  await expect(unread).toBeVisible();
  await expect(payout.getByText('R 4 750,00').first()).toBeVisible();
  await expect(payout.getByRole('button', { name: 'Release 1' })).toBeDisabled();
  await list(manager).getByRole('link', { name: 'New bank details of Vusi Away' }).click();
  const details = approval(manager, 'New bank details of Vusi Away');
  await expect(details.getByRole('row', { name: 'Account number not available •••• 3210' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Release' })).toBeDisabled();
  await axe();

  line.set(false);
  await press(main(manager), 'Try again');
  await expect(unread).toHaveCount(0);
  await expect(details.getByRole('row', { name: 'Account number •••• 7890 •••• 3210' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Release' })).toBeEnabled();

  const waiting = main(page).getByRole('region', { name: 'Waiting payouts' });
  const row = waiting.getByRole('row', { name: /^Vusi Away.*Waiting for release/ });
  await page.route('**/waiting-payouts/**', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await page.reload();
  await expect(waiting.getByText(/^Payouts that wait couldn’t be loaded: /)).toBeVisible();
  await press(waiting, 'Try again');
  await expect(row).toBeVisible();
});

test('an administrator takes over known payees, which another person releases, once', async ({
  page,
  browser,
  servers,
  axe,
}) => {
  test.slow();
  servers.operate(['merchant', 'approvals', merchant, 'above', '--amount', '1000', '--hold', '48']);
  const clients = [newNumber(), newNumber()];
  for (const it of clients) await servers.send('POST', 'clients', 'ClientPostRequest', clientItem(it, `Known ${it}`));
  await openAs(page, servers, 'palesa', `/settings/merchants/${merchant}`);
  await expect(
    main(page)
      .getByText(/Payouts to clients that were paid before are held, too/)
      .first(),
  ).toBeVisible();
  await main(page).getByRole('button', { name: 'Take over… Known payees, EFT' }).click();
  const dialog = page.getByRole('dialog');
  await press(dialog, 'Prepare');
  await expect(dialog.getByText('Enter client numbers')).toBeVisible();
  await dialog.getByLabel('File with client numbers').setInputFiles({
    name: 'payees.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name;ClientNumber\n${clients.map((it) => `Known;${it}`).join('\n')}\nNobody;NONE-1\n`),
  });
  await axe();
  await press(dialog, 'Prepare');
  await expect(dialog.getByText('2 clients wait for another person on Approvals.')).toBeVisible();
  await expect(dialog.getByText(/^1 client left out/)).toBeVisible();
  await press(dialog, 'Close');
  await expect(main(page).getByText(/Prepared by Palesa Khumalo/)).toBeVisible();
  await axe();

  const manager = await pageOf(browser, servers, 'mpho');
  await list(manager).getByRole('link', { name: 'Known payees: 2 clients' }).click();
  const shown = approval(manager, 'Known payees: 2 clients');
  await expect(shown.getByRole('row', { name: 'NONE-1 The provider has no such client' })).toBeVisible();
  await expect(shown.getByRole('row', { name: `${clients[0]} Known ${clients[0]} •••• 7890` })).toBeVisible();
  await press(shown, 'Release');
  await expect(shown.getByText(/Released by Mpho Dube/)).toBeVisible();
  await manager.context().close();

  await page.reload();
  await expect(main(page).getByText(/Taken over: released by Mpho Dube/)).toBeVisible();
  await expect(main(page).getByRole('button', { name: /Known payees, EFT/ })).toHaveCount(0);
});
