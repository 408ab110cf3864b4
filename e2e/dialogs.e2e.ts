import type { Page } from '@playwright/test';
import { choose, dialogOf, fillClient, rowAction, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { asProgram, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

/** A button, or a day of the calendar, which is a cell. */
const openerOf = (page: Page, name: Opener[0]) =>
  typeof name === 'object' && 'day' in name
    ? page.getByRole('gridcell', { name: name.day }).first()
    : button(page, name);

/** What has opened over the page: a dialog, a menu or a panel. */
const opened = (page: Page) =>
  page.locator('dialog[open], [popover]:popover-open, [role=dialog][aria-modal]').filter({ visible: true }).last();

/** A button, then perhaps an item of the menu that it opens. */
type Opener = readonly [button: string | RegExp | { day: RegExp }, item?: string | RegExp];

/** The page of a payout contract with a payment to come. */
const openPayout = 'a payout';

/** Everything that opens over a page and closes with Escape, by page of the merchant with a year of history. */
const openers: readonly (readonly [path: string, ...openers: Opener[]])[] = [
  ['', [/^Find/], [/^Account of/], [/^Sandbox/]],
  ['/contracts', ['List menu'], ['List menu', 'Columns'], ['List menu', 'Saved views'], ['More ways to collect']],
  ['/clients', ['List menu', 'Columns']],
  ['/instalments', ['List menu', 'Columns'], [/^Period/]],
  ['/payments', ['List menu'], [/^Actions for payment/]],
  [
    '/contracts/100012',
    ['More'],
    ['More', 'Cancel mandate'],
    [/: what it means$/],
    ['Add instalment'],
    [/^Actions for instalment 1\d/],
    [/^Actions for instalment 1\d/, 'Cancel'],
    [/^Actions for instalment 1\d/, 'Duplicate to next month'],
  ],
  [openPayout, ['More'], ['More', 'Cancel payout contract'], ['Add payment'], ['What can be changed']],
  ['/calendar', [{ day: /\b(Collected|Scheduled) R/ }]],
  ['/unpaid', ['List menu'], [/^[A-Z][a-z]+ [A-Z][a-z]+$/]],
  ['/mandates/new', ['Defaults'], ['Templates'], ['Open calendar']],
  ['/import', ['Download a template']],
  [
    '/reports/transactions?range=last-month',
    ['More'],
    ['More', /^Saved views/],
    ['Export'],
    [/^Period/],
    [/^Report: /],
  ],
];

test(
  'focus returns to what opened a dialog, a menu or a panel after it closes, on every page',
  { tag: '@long' },
  async ({ page, request, signIn }) => {
    test.slow();
    const payments = await (await serviceOf(request, '1001')).list('payo/payments', {});
    const next = payments.find((it) => it['PaymentStatus'] === 'SCHEDULED' && String(it['PaymentDate']) > today());
    await page.goto('/m/1001/EFT/lookups');
    await signIn();
    for (const [place, ...list] of openers) {
      const path = place === openPayout ? `/payouts/${Number(next?.['ContractSequence'])}` : place;
      await page.goto(`/m/1001/EFT${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      for (const [name, item] of list)
        await test.step(`${path} ${JSON.stringify(name)} ${String(item ?? '')}`, async () => {
          const opener = openerOf(page, name);
          await expect(opener).toBeEnabled();
          await opener.press('Enter');
          if (item) await page.getByRole('menuitem', { name: item }).press('Enter');
          await expect(item ? dialogOf(page) : opened(page)).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(opened(page)).toBeHidden();
          await expect(opener).toBeFocused();
        });
    }
    await page.keyboard.press('?');
    await expect(dialogOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  },
);

test(
  'after a selection or a batch the focus goes to what comes next',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const contract = await (await asProgram(page, merchant)).mandate();
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    const dialog = dialogOf(page);
    // A button that removes itself leaves the focus with what comes next.
    await button(page, 'Select all 12').press('Enter');
    await expect(button(page, 'Move dates…')).toBeFocused();
    for (const name of ['Move dates…', 'Change amount…', 'More for the selection']) {
      await button(page, name).press('Enter');
      if (name.startsWith('More')) await page.getByRole('menuitem', { name: 'Cancel 12 instalments…' }).press('Enter');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button(page, name)).toBeFocused();
    }
    await button(page, 'Clear selection').press('Enter');
    await expect(button(page, 'Select all 12')).toBeFocused();
    await button(page, 'Select all 12').press('Enter');
    await button(page, 'Move dates…').press('Enter');
    await page.keyboard.type('1');
    await dialog.getByRole('button', { name: 'Move 12 instalments' }).press('Enter');
    await expect(statusNote(page, '12 instalments moved 1 day later')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    // Leaving a row's editor without a change.
    await rowAction(page, 'Edit', 'instalment 2');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  },
);

test('a button that the page moves while it is pressed is pressed, and one that the pointer leaves is not', async ({
  page,
  merchant,
  signIn,
}) => {
  const number = newNumber();
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, number, 'Thandi Pressed');
  await button(page, 'Create client').click();
  await choose(page, 'Edit client');
  await page.getByLabel(/^Account number/).fill('9876543210');
  const held = await hold(page, /payo\/payments/);
  await button(page, 'Review changes').click();
  const dialog = page.getByRole('dialog', { name: 'Review 1 change' });
  const looking = dialog.getByText('Looking up what is scheduled');
  await expect(looking).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save 1 change' });
  await save.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(save).toBeEnabled();
  await save.hover();
  await page.mouse.down();
  const before = await save.boundingBox();
  await held.release();
  await expect(looking).toHaveCount(0);
  expect(await save.boundingBox(), 'it has moved').not.toEqual(before);
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
  await expect(statusNote(page, /updated/)).toBeVisible();
});
