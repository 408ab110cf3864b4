import type { Page } from '@playwright/test';
import { press } from './controls.ts';
import { expect, programToken, test } from './fixtures.ts';
import { payerWhoNeverPays, serviceOf } from './service.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Unpaid debits' });
const details = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test(
  'a clerk takes a client and a promise, until whose day nothing is collected; the day after, kept and broken are shown',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    const authorization = { authorization: `Bearer ${await programToken(page.request)}` };
    const service = await serviceOf(page.request, merchant);
    const kept = await payerWhoNeverPays(service, 'Karabo Keeps', 2);
    await payerWhoNeverPays(service, 'Bongani Breaks', 2);
    await service.moveClockTo('2026-11-28');
    // The second debit, of 3 December, is paid.
    await service.edit('clients', 'ClientPutRequest', { ClientNumber: kept.ClientNumber, AccountNumber: 1234561111 });

    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    for (const name of ['Karabo Keeps', 'Bongani Breaks']) {
      await press(grid(page), name);
      const drawer = details(page, name);
      await drawer.getByLabel('Assigned to').selectOption({ label: 'Sam Staff' });
      await expect(drawer.getByRole('button', { name: 'Done today' })).toBeVisible();
      await drawer.getByRole('textbox', { name: 'By' }).fill('4 dec');
      await expect(drawer.getByRole('textbox', { name: 'Amount' })).toHaveValue('100,00');
      await press(drawer, 'Save promise');
      await expect(drawer.getByText('R 100,00 by Fri 4 Dec.')).toBeVisible();
      // The one filled button is the next step.
      await expect(drawer.getByRole('button', { name: 'Remind Fri 4 Dec' })).toBeVisible();
      await expect(drawer.getByRole('button', { name: /Collect|Message/ })).toHaveCount(0);
      await drawer.getByRole('textbox', { name: 'Add a note' }).fill('Called at 10:05. Salary was late.');
      await press(drawer, 'Save note');
      await expect(drawer.getByRole('list', { name: 'Notes, newest first' })).toHaveText(
        /instalment 1.*Called at 10:05/,
      );
      await axe();
      await page.keyboard.press('Escape');
    }
    const row = (name: string) => grid(page).getByRole('row', { name });
    await expect(row('Karabo Keeps')).toContainText('Promised Fri 4');

    await test.step('the server holds back what a program sends', async () => {
      const answer = await page.request.post(`/v1/payments/${merchant}/maintain/instalments/EFT?Version=v1`, {
        headers: authorization,
        data: {
          InstalmentPostRequest: [
            {
              ContractSequence: kept.ContractSequence,
              InstalmentActionDate: '2026-12-01 00:00',
              InstalmentAmount: 100,
            },
          ],
        },
      });
      expect(await answer.text()).toContain('"PROMISED"');
    });

    await test.step('what is done today is below what is left of mine', async () => {
      await press(page, /^Mine today/);
      await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
      await press(grid(page), 'Bongani Breaks');
      await press(details(page, 'Bongani Breaks'), 'Remind Fri 4 Dec');
      await expect(details(page, 'Bongani Breaks').getByRole('textbox', { name: 'Remind me' })).toHaveValue(
        '4 Dec 2026',
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Done today' })).toContainText('Bongani Breaks');
      await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
      await axe();
    });

    await service.moveClockTo('2026-12-05');
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await expect(row('Karabo Keeps')).toContainText('Kept R 100,00');
    await expect(row('Bongani Breaks').first()).toContainText('Broke a promise');
    await press(grid(page), 'Karabo Keeps');
    await expect(details(page, 'Karabo Keeps').getByRole('list', { name: 'Promises' })).toContainText(
      'Promise of R 100,00 by Fri 4 Dec: Kept R 100,00',
    );
    await expect(details(page, 'Karabo Keeps').getByRole('button', { name: 'Collect again' })).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/clients/${kept.ClientNumber}`);
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
      `Promised to pay R 100,00 by Fri 4 Dec on ${kept.ClientNumber}-A`,
    );
  },
);
