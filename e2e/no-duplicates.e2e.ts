import type { Page } from '@playwright/test';
import { combobox, dialogOf, messageTo, press, rowAction, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { loseAtService } from './network.ts';
import { isGateway, peoplePassword } from './provider.ts';
import { serviceOf } from './service.ts';
import { count, createRecords, earlierNote, next, operationOf, simulateFaults, unknownNote, writes } from './writes.ts';

// In two, for two workers.
for (const part of [0, 1])
  test(
    `a page that is left before any write is answered says later that it was saved, and never sends it again (${part + 1} of 2)`,
    { tag: '@long' },
    async ({ page, context, merchant, signIn, complaints }) => {
      test.slow();
      complaints.allow(/ERR_FAILED|404/);
      const service = await serviceOf(page.request, merchant);
      const on = await createRecords(service);
      const network = await simulateFaults(context);
      await page.goto(`/m/${merchant}/EFT/clients`);
      await signIn();
      for (const write of writes.slice(part * 11, part * 11 + 11))
        await test.step(write.name, async () => {
          const address = `/m/${merchant}/${write.product ?? 'EFT'}/${write.path(on)}`;
          await page.goto(address);
          await write.open?.(page, on);
          network.reached = 0;
          network.fault = 'cut off';
          await write.send(page, on);
          await expect.poll(() => network.reached).toBe(1);
          const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
          expect(kept).not.toMatch(/1234567890|Nomsa|once@example/);
          await page.goto('about:blank');
          network.fault = 'none';
          await page.goto(address);
          await expect(earlierNote(page, 'was saved')).toBeVisible();
          if (write.shows) await expect(write.shows(page, on)).toBeVisible();
          if (write.adds) {
            // Filled in again as if it was not sent, it is not sent at once.
            await write.open?.(page, on);
            await write.send(page, on);
            await expect(page.getByText(/Not sent: what was sent before without an answer was saved/)).toBeVisible();
          }
          expect(await write.state(service, on), write.name).toEqual(write.want);
          expect(network.reached, write.name).toBe(1);
        });
    },
  );

for (const part of [0, 1])
  test(
    `of any write that the provider does not answer the server finds the outcome, and there is nothing to check (${part + 1} of 2)`,
    { tag: '@long' },
    async ({ page, merchant, signIn, complaints }) => {
      test.skip(!isGateway, 'only a server in front of a provider looks for outcomes');
      test.slow();
      complaints.allow(/503|404/);
      const service = await serviceOf(page.request, merchant);
      const on = await createRecords(service);
      const answers: { status: number; key?: string }[] = [];
      page.on('response', (response) => {
        const key = response.request().headers()['idempotency-key'];
        if (key) answers.push({ status: response.status(), key });
      });
      await page.goto(`/m/${merchant}/EFT/clients`);
      await signIn();
      for (const write of writes.slice(part * 11, part * 11 + 11))
        await test.step(write.name, async () => {
          await page.goto(`/m/${merchant}/${write.product ?? 'EFT'}/${write.path(on)}`);
          await write.open?.(page, on);
          await loseAtService(page, operationOf(write).name);
          answers.splice(0);
          await write.send(page, on);
          await expect.poll(() => answers.map(({ status }) => status), { timeout: 120_000 }).toEqual([503, 200]);
          expect(new Set(answers.map(({ key }) => key)).size, 'keys').toBe(1);
          await expect(unknownNote(page)).toBeHidden();
          expect(await write.state(service, on), write.name).toEqual(write.want);
        });
    },
  );

test(
  'a write that never arrived is reported after the page was left, and is sent once when it is entered again',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, complaints }) => {
    test.slow();
    complaints.allow(/ERR_FAILED|404/);
    const service = await serviceOf(page.request, merchant);
    const on = await createRecords(service);
    const network = await simulateFaults(context);
    await page.goto(`/m/${merchant}/EFT/clients`);
    await signIn();
    for (const write of writes.filter((it) => it.adds))
      await test.step(write.name, async () => {
        const address = `/m/${merchant}/EFT/${write.path(on)}`;
        await page.goto(address);
        await write.open?.(page, on);
        network.reached = 0;
        // Until the page is left: it repeats the write after a second.
        network.fault = 'writes lost';
        const lost = page.waitForEvent('requestfailed', (it) => it.method() !== 'GET');
        await write.send(page, on);
        await lost;
        await page.goto('about:blank');
        network.fault = 'none';
        await page.goto(address);
        await expect(earlierNote(page, 'was not saved: it did not reach the server')).toBeVisible();
        await write.open?.(page, on);
        // The second's answer is lost as well: it is repeated, and saved once.
        network.fault = 'answer lost';
        await write.send(page, on);
        await expect.poll(() => network.reached).toBe(2);
        await expect(unknownNote(page)).toBeHidden();
        await expect.poll(() => write.state(service, on), write.name).toEqual(write.want);
      });
  },
);

test(
  'a payment that two tabs send at once is one, and what a closed tab was sending is said by the next',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, complaints }) => {
    complaints.allow(/ERR_FAILED|404/);
    const service = await serviceOf(page.request, merchant);
    const on = await createRecords(service);
    const address = `/m/${merchant}/EFT/payouts/${on.payouts[0]}`;
    const keys: (string | undefined)[] = [];
    let release = () => {};
    await context.route('**/maintain/payo/payments/**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      keys.push(route.request().headers()['idempotency-key']);
      const before = release;
      await new Promise<void>((resolve) => (release = () => (before(), resolve())));
      // The tab may be closed.
      await route.fulfill({ response }).catch(() => {});
    });
    const add = async (tab: Page, day: string) => {
      await press(tab, 'Add payment');
      await textbox(dialogOf(tab), 'Payment date').fill(next(day));
      await textbox(dialogOf(tab), 'Payment amount').fill('70');
      await press(dialogOf(tab), 'Add payment');
    };
    const payments = () => count(service.list('payo/payments', { ContractSequence: on.payouts[0] }));
    await page.goto(address);
    await signIn();
    const other = await context.newPage();
    await other.goto(address);

    await add(page, '18');
    await expect.poll(() => keys.length).toBe(1);
    await add(other, '18');
    await expect.poll(() => keys.length).toBe(2);
    release();
    await expect(dialogOf(page)).toBeHidden();
    await expect(dialogOf(other)).toBeHidden();
    expect(keys[0]).toBe(keys[1]);
    expect(await payments()).toBe(3);

    await add(page, '19');
    await expect.poll(() => keys.length).toBe(3);
    await page.close();
    release();
    await other.close();
    const later = await context.newPage();
    await later.goto(address);
    await expect(
      later.getByText(/^The payment of R.70,00 on .*, sent on .* without an answer, was saved\./),
    ).toBeVisible();
    expect(await payments()).toBe(4);
    expect(keys).toHaveLength(3);
  },
);

test(
  'a message with a lost answer, written again in a new tab, is looked up and not sent again',
  { tag: '@long' },
  async ({ page, context, signIn, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    const ids: string[] = [];
    await context.route('**/v1/send-whatsapp-template', async (route) => {
      const { messages } = route.request().postDataJSON() as { messages: { messageId: string }[] };
      ids.push(...messages.map((it) => it.messageId));
      if (ids.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const write = async (tab: Page) => {
      await combobox(tab, 'Template').selectOption('Mandate request');
      await messageTo(tab).fill('+27825550155');
      await messageTo(tab).press('Enter');
      await tab.getByLabel('Name of row 1').fill('Once');
      await tab.getByLabel('Amount of row 1').fill('R 1,00');
      await press(tab, 'Send 1 message');
      await tab.getByLabel('Messaging username').fill('demo-messages');
      await tab.getByLabel('Messaging password').fill(peoplePassword());
      await press(dialogOf(tab), 'Send 1 message');
      await expect(tab.getByText('0 accepted + 0 refused + 1 unknown = 1 sent')).toBeVisible();
    };
    await page.goto('/m/1001/EFT/messages');
    await signIn();
    await write(page);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toMatch(/825550155/);
    await page.close();
    const later = await context.newPage();
    await later.goto('/m/1001/EFT/messages');
    await write(later);
    expect(ids).toHaveLength(1);
    await press(later, 'Check its status');
    await press(dialogOf(later), /^Check now$|^Send them again$/);
    await expect(later.getByText('1 accepted + 0 refused + 0 unknown = 1 sent')).toBeVisible();
    expect(ids).toEqual([ids[0], ids[0]]);
  },
);

test(
  'two debits of a contract on one day are marked in its table and calendars, and before one is moved there',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    // A contract without a mandate has none to find.
    complaints.allow(/404/);
    const service = await serviceOf(page.request, merchant);
    const { contracts } = await createRecords(service);
    const [contract] = contracts;
    const due = next('25');
    await service.make('instalments', 'InstalmentPostRequest', {
      ContractSequence: contract,
      InstalmentActionDate: `${due} 00:00`,
      InstalmentAmount: 10,
    });
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await signIn();
    const grid = page.getByRole('grid', { name: 'Instalments' });
    await expect(grid.getByText(/same day as No\. 7$/)).toBeVisible();
    await expect(grid.getByText(/same day as No\. 1$/)).toBeVisible();
    await rowAction(page, 'Edit', 'instalment 2');
    await textbox(grid, 'Action date').fill(due);
    await expect(grid.getByText(/same day as No\. 1, No\. 7: collected twice/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Calendar' }).check();
    await expect(page.getByText('collected twice')).toBeVisible();
    await axe();

    await page.goto(`/m/${merchant}/EFT/omni?contract=${contract}`);
    await expect(
      page.getByRole('grid', { name: 'Instalments by collection date' }).getByText(/same day as No\. 7$/),
    ).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/calendar?month=${due.slice(0, 7)}`);
    await expect(page.getByText(/^\d+ twice$/).first()).toBeVisible();
    const look = page.getByRole('list', { name: 'Needs a look' });
    const line = look.getByRole('listitem').filter({ hasText: 'Contracts debited more than once on the same day' });
    await expect(line.getByRole('button', { name: new RegExp(` ${Number(due.slice(8))} `) })).toBeVisible();
    await axe();
    // In the drawer of the day they are shown alone.
    await line.getByRole('button', { name: new RegExp(` ${Number(due.slice(8))} `) }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Only this one' }).click();
    await expect(drawer.getByRole('row')).toHaveCount(3);
    await expect(drawer.getByRole('row').filter({ hasText: /R\s10,00/ })).toHaveCount(1);
    await axe();
  },
);
