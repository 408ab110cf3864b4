import type { Page } from '@playwright/test';
import { addDays, addMonths, daysBetween } from '../src/rules/calendar.ts';
import { dayText, fullDayText } from '../src/rules/day-text.ts';
import { choose, combobox, pick, rowAction, selectionAction, sideways, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { holdAnswer, loseAnswer, lostAnswer } from './network.ts';
import { newNumber, today } from './test-data.ts';

const start = () => `${addMonths(today(), 1).slice(0, 8)}01`;

/** Fills in the terms of a mandate or contract of twelve months for a sample client. */
async function fillTerms(page: Page, number: string, client = 'C00003'): Promise<void> {
  await pick(combobox(page, 'Client'), client);
  await textbox(page, 'Contract number').fill(number);
  await pick(combobox(page, 'Frequency'), 'MNTH');
  await pick(combobox(page, 'Collection day'), '25');
  await textbox(page, 'Instalment start date').fill(start());
  await textbox(page, 'Instalment amount').fill('150,50');
  await textbox(page, 'Number of instalments').fill('12');
}

/** Submits the form and returns the new sequence. */
async function make(page: Page, button: string): Promise<number> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText(/0 of 12 instalments/)).toBeVisible();
  await expect(page).toHaveURL(/\/contracts\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

test(
  'a clerk creates a contract without a mandate, corrects a refusal, notices nothing of lost answers, renews, edits and cancels it',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    test.slow();
    complaints.allow(lostAnswer);
    complaints.allow(/404/);
    const number = newNumber();
    await page.goto(`/m/${merchant}/EFT/contracts`);
    await signIn();
    await page.getByRole('button', { name: 'More ways to collect' }).click();
    await page.getByRole('menuitem', { name: 'Contract without mandate' }).click();
    await fillTerms(page, number);
    await expect(page.getByRole('region', { name: 'Schedule preview' }).getByText('R 1 806,00').first()).toBeVisible();
    const first = await make(page, 'Create contract');
    await expect(statusNote(page, `Contract ${number} created`)).toBeVisible();

    await page.getByRole('link', { name: 'New contract for the same client' }).click();
    await expect(combobox(page, 'Client')).toHaveValue(/\(C00003\)$/);
    await fillTerms(page, number);
    await page.getByRole('button', { name: 'Create contract' }).click();
    await expect(textbox(page, 'Contract number')).toBeFocused();
    await expect(page.getByText('The client has or had a contract with this number already.').first()).toBeVisible();
    await loseAnswer(page, 'contractCreate');
    await textbox(page, 'Contract number').fill(`${number}-B`);
    await make(page, 'Create contract');
    await expect(statusNote(page, `Contract ${number}-B created`)).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/contracts/${first}/edit`);
    await expect(page.getByRole('heading', { level: 1, name: /^Edit .+ · / })).toBeVisible();
    await axe();
    await page.getByRole('link', { name: 'Copy to a new contract' }).click();
    // Suggests the number after that of the replaced contract.
    const after = number.replace(/\d+$/, (figures) => String(Number(figures) + 1));
    await expect(textbox(page, 'Contract number')).toBeFocused();
    await page.getByRole('button', { name: `Use ${after}` }).click();
    await expect(textbox(page, 'Contract number')).toHaveValue(after);
    await expect(textbox(page, 'Contract number')).toBeFocused();
    await expect(textbox(page, 'Instalment amount')).toHaveValue('150,50');
    await expect(combobox(page, 'Frequency')).toHaveValue(/Monthly/);
    await expect(combobox(page, 'Collection day')).toHaveValue(/25/);
    await textbox(page, 'Contract number').fill(`${number}-C`);
    await make(page, 'Create contract');
    await expect(page.getByRole('link', { name: /^open .+ and cancel it$/ })).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/contracts/${first}/edit`);
    await page.getByRole('button', { name: 'Edit anyway' }).click();
    await textbox(page, 'Instalment amount').fill('175');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await loseAnswer(page, 'contractEdit');
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(statusNote(page, `Contract ${number} updated: amount R 150,50 → R 175,00`)).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/contracts/${first}`);
    await choose(page, 'Cancel contract');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('12 instalments');
    await pick(combobox(dialog, 'Cancellation reason'), 'MD17');
    await dialog.getByRole('button', { name: 'Cancel contract' }).click();
    await expect(statusNote(page, `Contract ${number} cancelled`)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  },
);

test(
  'a clerk moves omni instalments in their row, repeats one, stops a queue of cancels, and cancels all that remain',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    test.slow();
    complaints.allow(lostAnswer);
    complaints.allow(/404/);
    await page.goto(`/m/${merchant}/EFT/contracts/new`);
    await signIn();
    await fillTerms(page, newNumber());
    const sequence = await make(page, 'Create contract');

    await page.goto(`/m/${merchant}/EFT/omni`);
    // The page lists instalments before a contract is chosen.
    await expect(page).toHaveURL(/instalments\?date=collection$/);
    await expect(page.getByRole('grid', { name: 'Instalments', exact: true }).getByRole('link').first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find instalments' }).fill(String(sequence));
    await page.keyboard.press('Enter');
    const grid = page.getByRole('grid', { name: 'Instalments by collection date' });
    await expect(grid.getByRole('row')).toHaveCount(13);
    const dialog = page.getByRole('dialog');
    const queue = page.getByRole('alertdialog');
    const begin = (what: string, which: number) => rowAction(grid, what, `instalment ${which}`);

    // By keyboard alone: Escape leaves, Enter saves; a refusal is shown at its field and corrected there.
    const date = textbox(page, 'Collection date');
    const amount = textbox(page, 'Instalment amount');
    await begin('Edit', 1);
    await expect(date).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(date).toBeHidden();
    await page.keyboard.press('F2');
    await date.fill(addDays(today(), -1));
    await amount.fill('99,95');
    await page.keyboard.press('Enter');
    await expect(grid.getByText(/is in the past/)).toBeVisible();
    await expect(date).toBeFocused();
    await expect(amount).toHaveValue('99,95');
    const due = `${start().slice(0, 8)}25`;
    const moved = addDays(due, 2);
    await date.fill(moved);
    await expect(grid.getByText(new RegExp(`^Now ${dayText(due)}, then `))).toBeVisible();
    await axe();
    await page.keyboard.press('Enter');
    await expect(
      statusNote(page, /^Instalment 1 updated: collection date .*, amount R\s150,50 → R\s99,95$/),
    ).toBeVisible();
    await expect(grid.getByRole('row').filter({ hasText: dayText(moved) })).toContainText('R 99,95');

    await loseAnswer(page, 'omniInstalmentEdit');
    await begin('Edit', 2);
    await amount.fill('88');
    await page.keyboard.press('Enter');
    await expect(statusNote(page, /^Instalment 2 updated: amount R\s150,50 → R\s88,00$/)).toBeVisible();

    await begin('Duplicate', 2);
    await expect(amount).toHaveValue('88,00');
    await expect(date).toHaveValue(fullDayText(addMonths(due, 2)));
    await date.fill(moved);
    await expect(dialog.getByText(/That day has one already: No. 1/)).toBeVisible();
    await date.fill(addDays(moved, 1));
    await loseAnswer(page, 'omniInstalmentCreate');
    await dialog.getByRole('button', { name: 'Add instalment' }).click();
    await expect(dialog).toBeHidden();
    await expect(grid.getByRole('row')).toHaveCount(14);

    for (const which of [3, 4, 5])
      await page.getByRole('checkbox', { name: `Select instalment ${which}`, exact: true }).click();
    await selectionAction(page, 'Cancel 3 instalments…');
    await expect(queue).toContainText('3 instalments, R 451,50');
    await axe();
    // Stopped during the first call: that one is completed, the others are not sent.
    const answer = await holdAnswer(page, 'omniInstalmentCancel');
    await queue.getByRole('button', { name: 'Cancel 3 instalments' }).click();
    await queue.getByRole('button', { name: 'Stop after this one' }).click();
    await answer.release();
    await expect(queue.getByText('1 cancelled', { exact: true })).toBeVisible();
    await expect(queue.getByText('2 instalments not sent: still scheduled.')).toBeVisible();
    await queue.getByRole('button', { name: 'Cancel the other 2' }).click();
    await expect(statusNote(page, '3 instalments cancelled')).toBeVisible();
    const cancelled = page.getByRole('button', { name: /^Cancelled/, pressed: false });
    await cancelled.click();
    await expect(grid.getByRole('row')).toHaveCount(4);
    await page.getByRole('button', { name: /^Cancelled/, pressed: true }).click();
    await expect(cancelled).toBeVisible();

    await page.getByRole('button', { name: 'Cancel all remaining' }).click();
    await expect(dialog.getByText(/^10 instalments, R\s/)).toBeVisible();
    await expect(dialog).not.toContainText(`Merchant ${merchant}`);
    await axe();
    const all = dialog.getByRole('button', { name: 'Cancel all remaining' });
    await all.click();
    await expect(dialog.getByText('Enter the contract ID.').first()).toBeVisible();
    await textbox(page, 'Contract ID').fill(String(sequence + 1));
    await all.click();
    await expect(dialog.getByText(/That doesn’t match/).first()).toBeVisible();
    await textbox(page, 'Contract ID').fill(String(sequence));
    await loseAnswer(page, 'omniInstalmentCancel');
    await all.click();
    await expect(dialog.getByText(/^Cancelled: 10 instalments, R\s/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Cancel all remaining' })).toBeHidden();
  },
);

test(
  'a clerk creates and edits a mandate awaiting approval, corrects a refusal, and deletes it',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    complaints.allow(lostAnswer);
    complaints.allow(/404/);
    const number = newNumber();
    await page.goto(`/m/${merchant}/DEBICHECK/initiated-mandates`);
    await signIn();
    await page.getByRole('link', { name: 'New mandate' }).click();
    await page.getByRole('button', { name: /^More options/ }).click();
    await expect(combobox(page, 'Transaction type')).toHaveValue('Batch, payer answers later (TT2)');
    await fillTerms(page, number, 'C50003');
    const sequence = await make(page, 'Create mandate');

    await page.goto(`/m/${merchant}/DEBICHECK/initiated-mandates?q=${number}`);
    await expect(page.getByText('1 mandate', { exact: true })).toBeVisible();
    const daysLeft = daysBetween(today(), start());
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText(new RegExp(`· in ${daysLeft} days?`));
    await rowAction(page, 'Edit', `mandate ${sequence}`);
    await textbox(page, 'Instalment amount').fill('');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(page.getByText(/Cannot be cleared/).first()).toBeVisible();
    await expect(textbox(page, 'Instalment amount')).toBeFocused();
    await textbox(page, 'Instalment amount').fill('125');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(page.getByRole('table', { name: 'What changes' }).getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(statusNote(page, `Mandate ${number} updated: amount R 150,50 → R 125,00`)).toBeVisible();

    await page.goto(`/m/${merchant}/DEBICHECK/initiated-mandates?q=${number}`);
    await rowAction(page, 'Delete', `mandate ${sequence}`);
    const dialog = page.getByRole('dialog', { name: 'Delete this mandate?' });
    await expect(dialog.getByText(/^12 instalments, R\s1\s500,00/)).toBeVisible();
    await axe();
    await pick(combobox(page, 'Cancellation reason'), 'MICN');
    await loseAnswer(page, 'mandateInitiateCancel');
    await dialog.getByRole('button', { name: 'Delete mandate' }).click();
    await expect(statusNote(page, `Mandate ${number} deleted`)).toBeVisible();
    await expect(page.getByText('No mandate matches')).toBeVisible();
    await page.goto(`/m/${merchant}/DEBICHECK/initiated-mandates/${sequence}/edit`);
    await expect(page.getByText('This mandate is no longer awaiting approval')).toBeVisible();
  },
);

test.describe('dark, on a phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
  test(
    'a service that does not list mandates asks for one; the pages for collecting fit a phone',
    { tag: '@long' },
    async ({ page, signIn, axe, complaints }) => {
      complaints.allow(/400|404/);
      await page.route('**/maintain/mandates/**', (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body: '{"Errors":[]}' }),
      );
      await page.goto('/m/1001/DEBICHECK/initiated-mandates');
      await signIn();
      await expect(page.getByText('We can’t list all mandates.')).toBeVisible();
      await page.unrouteAll();
      await page.goto('/m/1001/EFT/initiated-mandates');
      await expect(page.getByRole('link', { name: 'DebiCheck' })).toBeVisible();
      for (const path of ['contracts/new', 'omni?contract=100002', 'omni?contract=C00002', 'initiated-mandates']) {
        await page.goto(`/m/1001/DEBICHECK/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await axe();
        expect(await sideways(page), `pixels to the side of ${path}`).toEqual([]);
      }
      await page.goto('/m/1001/EFT/omni?contract=100002');
      await rowAction(page, 'Duplicate', 'instalment \\d+');
      await expect(page.getByRole('dialog')).toBeVisible();
      await axe();
      expect(await sideways(page)).toEqual([]);
    },
  );
});
