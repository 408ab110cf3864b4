import type { Page } from '@playwright/test';
import { addDays } from '../src/rules/calendar.ts';
import { dialogOf, press, textbox } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { clientItem, serviceOf, type Service } from './service.ts';
import { newNumber, today } from './test-data.ts';

/** A contract whose first debit is due tomorrow and whose account decides the outcome. */
async function contractOf(service: Service, name: string, AccountNumber: number) {
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', { ...clientItem(number, name), AccountNumber });
  const sequence = await service.make('contracts', 'ContractPostRequest', {
    ClientNumber: number,
    ContractNumber: number,
    FrequencyCode: 'MNTH',
    CollectionDay: Number(addDays(today(), 1).slice(8)),
    InstalmentStartDate: `${addDays(today(), 1)} 00:00`,
    InstalmentAmount: 150,
    NumberOfInstalments: 3,
  });
  return { number, sequence };
}

const collect = async (page: Page, button: RegExp) => {
  await press(page, button);
  await press(dialogOf(page), 'Add instalment');
};

test(
  'a clerk collects again while attempts are left, an administrator allows another one, and a reason to stop waits for a manager',
  { tag: '@long' },
  async ({ page, browser, request, merchant, signIn, axe, complaints }) => {
    test.slow();
    // It has no mandate.
    complaints.allow(/400|404/);
    const service = await serviceOf(request, merchant);
    // Never paid, and paid but then disputed.
    const missed = await contractOf(service, 'Minah Missed', 1_200_000_000);
    const stopped = await contractOf(service, 'Sello Stopped', 1_200_003_333);
    await service.moveClockTo(addDays(today(), 20));

    await page.goto(`/m/${merchant}/EFT/contracts/${missed.sequence}`);
    await signIn();
    const main = page.getByRole('main');
    await press(main, /^2 of 2 attempts left/);
    await expect(
      page.getByText('The merchant allows 2 attempts for each missed debit.', { exact: false }),
    ).toBeVisible();
    await axe();
    await page.keyboard.press('Escape');
    await collect(page, /^Collect R.150,00 again$/);
    await expect(main.getByText('1 of 2 attempts left')).toBeVisible();
    await collect(page, /^Collect R.150,00 again$/);
    await expect(main.getByText('All 2 attempts to collect this missed debit again are used.')).toBeVisible();
    await expect(main.getByRole('button', { name: /^Collect R.150,00 again$/ })).toBeDisabled();
    await axe();

    // Another way is refused, too.
    await press(main, 'Add instalment');
    const dialog = dialogOf(page);
    await textbox(dialog, 'Action date').fill(addDays(today(), 30));
    await textbox(dialog, 'Instalment amount').fill('150');
    await expect(dialog.getByText('No attempts left')).toBeVisible();
    await press(dialog, 'Add instalment');
    await expect(dialog.getByText(/all 2 attempts to collect again are used/i).first()).toBeVisible();

    const administrator = await (await browser.newContext()).newPage();
    await administrator.goto(`/m/${merchant}/EFT/settings/merchants/${merchant}`);
    await fillSignIn(administrator, 'administrator');
    const limits = administrator.getByRole('region', { name: 'Limits on collecting again' });
    await expect(limits.getByText(/^A missed debit may be collected again 2 times\./)).toBeVisible();
    await textbox(limits, 'Attempts for each missed debit').fill('0');
    await press(limits, 'Save');
    await expect(limits.getByText('Enter 1 to 99, or nothing')).toBeVisible();
    await textbox(limits, 'Attempts for each missed debit').fill('3');
    await press(limits, 'Save');
    await expect(limits.getByText(/^A missed debit may be collected again 3 times\./)).toBeVisible();
    await administrator.context().close();
    await page.goto(`/m/${merchant}/EFT/contracts/${missed.sequence}`);
    await expect(main.getByText('1 of 3 attempts left')).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/contracts/${stopped.sequence}`);
    const note = main.getByRole('note').filter({ hasText: 'A second person must release another attempt.' });
    await expect(note).toContainText('No authority to debit');
    await collect(page, /^Collect R.150,00 again anyway…$/);
    await expect(dialogOf(page).getByRole('status').filter({ hasText: 'Waits for release' })).toBeVisible();
    await press(dialogOf(page), 'Close');

    const manager = await (await browser.newContext()).newPage();
    await manager.goto(`/m/${merchant}/EFT/approvals`);
    await fillSignIn(manager, 'manager');
    const title = `Collect again from Sello Stopped, contract ${stopped.number}`;
    await manager.getByRole('list', { name: 'Approvals' }).getByRole('link', { name: title }).click();
    const details = manager.getByRole('region', { name: title });
    await expect(details.getByText(/was returned: No authority to debit/)).toBeVisible();
    await press(details, 'Release');
    await expect(details.getByText(/Released by Mpho Manager/)).toBeVisible();
    await manager.context().close();
    const instalments = await service.list('instalments', { ContractSequence: stopped.sequence });
    expect(instalments.map((it) => it['InstalmentStatus'])).toEqual(['UNPAID', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
  },
);
