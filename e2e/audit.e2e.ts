import { readFile } from 'node:fs/promises';
import { addMonths } from '../src/rules/calendar.ts';
import { fullDayText } from '../src/rules/day-text.ts';
import { go } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { isGateway } from './provider.ts';
import { clientItem, programOf, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

test('an auditor sees who changed a client, who saw its account number and who exported it', async ({
  page,
  browser,
  merchant,
  request,
  signIn,
  axe,
}) => {
  const program = await programOf(request, merchant);
  const number = newNumber();
  await program.make('clients', 'ClientPostRequest', clientItem(number));
  await program.edit('clients', 'ClientPutRequest', { ClientNumber: number, ClientName: 'Naledi Moloi' });

  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await signIn();
  const main = page.getByRole('main');
  await main.getByText('All details').click();
  await main.getByRole('button', { name: 'Show account number' }).click();
  await expect(main.getByText('1234567890')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Audit' })).toBeHidden();
  await go(page, `/m/${merchant}/EFT/settings/audit`);
  await expect(main.getByText('You don’t have permission to view the audit.')).toBeVisible();

  const context = await browser.newContext();
  const auditor = await context.newPage();
  await auditor.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await auditor.goto(`/m/${merchant}/EFT/clients/${number}`);
  await fillSignIn(auditor, 'auditor');
  const audit = auditor.getByRole('main');
  await audit.getByText('All details').click();
  await audit.getByRole('link', { name: 'Audit' }).click();
  await expect(audit.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const row = (action: string) => audit.getByRole('row').filter({ hasText: action });
  await expect(row('Show a hidden number')).toContainText('Sam Staff');
  // In front of a provider there is one more entry, of before the answer.
  const edited = row('Edit clients').filter({ hasText: 'Done' });
  await expect(edited).toContainText('Naledi Dlamini → Naledi Moloi');
  await expect(edited).toContainText(isGateway ? /E-\w+/ : 'Sandbox program');
  await auditor.setViewportSize({ width: 1440, height: 900 });
  await edited.getByRole('button', { name: 'Edit clients' }).press('Enter');
  const drawer = auditor.getByRole('dialog', { name: 'Edit clients' });
  await expect(drawer).toContainText('Naledi Dlamini → Naledi Moloi');
  await expect(drawer.getByRole('link', { name: 'Open record' })).toBeVisible();
  // The list next to it stays in use.
  await expect(audit.getByRole('button', { name: /^More filters/ })).toBeEnabled();
  await auditor.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(edited.getByRole('button', { name: 'Edit clients' })).toBeFocused();
  await expect(audit.getByText(/^(Chain intact up to|The audit log is verified hourly)/)).toBeVisible();

  await audit.getByRole('button', { name: /^More filters/ }).click();
  await audit.getByLabel('User or program').fill('staff');
  await audit.getByLabel('User or program').press('Enter');
  await expect(row('Edit clients')).toHaveCount(0);
  await expect(row('Show a hidden number')).toBeVisible();

  await audit.getByRole('button', { name: 'Export' }).click();
  const downloading = auditor.waitForEvent('download');
  await auditor.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text.split('\r\n')[1]).toMatch(/,unmask,done,person,staff,Sam Staff,/);
  await auditor.reload();
  await audit.getByRole('button', { name: /^More filters/ }).click();
  await audit.getByLabel('User or program').fill('auditor');
  await audit.getByLabel('User or program').press('Enter');
  await audit.getByLabel('Client').fill('');
  await audit.getByLabel('Client').press('Enter');
  await expect(row('Export')).toContainText('Audit');

  await audit.getByRole('link', { name: 'Sign-ins and people' }).click();
  const ownEntry = row('Sign in').filter({ hasText: 'Anele Auditor' }).first();
  await expect(ownEntry).toBeVisible();
  // On a phone each entry is a card, and nothing is cut off at the side.
  await auditor.setViewportSize({ width: 360, height: 740 });
  await expect(ownEntry).toBeVisible();
  const entries = audit.getByRole('table', { name: 'Audit entries' });
  await expect
    .poll(() => entries.evaluate(({ parentElement: it }) => (it ? it.scrollWidth - it.clientWidth : undefined)))
    .toBe(0);
  await context.close();
  await axe();
});

test('the audit opens with the last 30 days, also if a sandbox’s clock is a month ahead and the computer’s a year behind', async ({
  page,
  request,
  merchant,
  signInAs,
}) => {
  test.skip(isGateway, 'only a sandbox has a clock of its own');
  const service = await serviceOf(request, merchant);
  await service.make('clients', 'ClientPostRequest', clientItem(newNumber()));
  const ahead = `${addMonths(today(), 2).slice(0, 8)}01 08:00`;
  await page.route('**/sandbox/clock/*', (route) => route.fulfill({ json: { Now: ahead } }));
  await page.clock.setSystemTime(addMonths(today(), -12));
  await page.goto(`/m/${merchant}/EFT/settings/audit`);
  await signInAs('auditor');
  await expect(page.getByRole('button', { name: `Sandbox · ${fullDayText(ahead.slice(0, 10))}` })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Period: Last 30 days' })).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: 'Add clients' }).first()).toBeVisible();
});
