import type { Page } from '@playwright/test';
import { addDays, addMonths, weekday } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
import { rowAction, selectionAction, sideways, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { loseAnswer, lostAnswer } from './network.ts';
import { asProgram } from './service.ts';
import { today } from './test-data.ts';
import { simulateFaults } from './writes.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Instalments' });
const row = (page: Page, sequence: number) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for instalment ${sequence}`, exact: true }) });

test(
  'a clerk moves and changes an instalment in its row, corrects a refusal, and notices nothing of a lost answer',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    complaints.allow(lostAnswer);
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const contract = await (await asProgram(page, merchant)).mandate();
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    const date = page.getByRole('textbox', { name: 'Action date', exact: true });
    const amount = grid(page).getByRole('textbox', { name: 'Instalment amount', exact: true });

    // Find, Edit, a date, Enter.
    await rowAction(page, 'Edit', 'instalment 1');
    await expect(date).toBeFocused();
    const due = `${addMonths(today(), 1).slice(0, 8)}25`;
    const sunday = addDays(due, 7 - weekday(due) || 7);
    // Moving it to today shows a warning: it cannot be changed afterwards.
    await date.fill(today());
    await expect(
      grid(page).getByText('That is today: once saved, it can be neither changed nor cancelled.'),
    ).toBeVisible();
    await date.fill(sunday);
    await expect(grid(page).getByText(`Now ${dayText(due)}, then Sun · weekend`)).toBeVisible();
    await axe();
    await date.press('Enter');
    await expect(statusNote(page, `Instalment 1 moved to ${weekdayText(sunday)}`)).toBeVisible();
    await expect(row(page, 1)).toContainText(dayText(sunday));
    await expect(row(page, 1).getByRole('checkbox')).toBeFocused();

    // From the focused cell two down, to the amount, and into it with F2.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'F2']) await page.keyboard.press(key);
    await expect(amount).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('500');
    await page.keyboard.press('Enter');
    await expect(grid(page).getByText(/above the MaximumAmount/)).toBeVisible();
    await expect(amount).toHaveValue('500');
    await expect(amount).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('180,25');
    await page.keyboard.press('Enter');
    await expect(row(page, 3)).toContainText('R 180,25');

    await row(page, 4).getByText('R 150,50').dblclick();
    await amount.fill('199');
    await amount.press('Escape');
    await expect(amount).toBeHidden();
    await expect(row(page, 4)).toContainText('R 150,50');

    await loseAnswer(page, 'instalmentEdit');
    await rowAction(page, 'Edit', 'instalment 5');
    await amount.fill('160');
    await amount.press('Enter');
    await expect(statusNote(page, /^Instalment 5 updated: amount R\s150,50 → R\s160,00$/)).toBeVisible();
    await expect(row(page, 5)).toContainText('R 160,00');
  },
);

test(
  'a clerk cancels several instalments with their sum, sees which were refused or unknown, asks again, and repeats one',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, axe, complaints }) => {
    complaints.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    complaints.allow(lostAnswer);
    const network = await simulateFaults(context);
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    await page.goto(`/m/${merchant}/EFT/instalments?q=${contract}`);
    const dialog = page.getByRole('alertdialog');
    const select = (sequence: number) =>
      page.getByRole('checkbox', { name: new RegExp(`^Select instalment ${sequence} of`) }).click();

    for (const sequence of [10, 11, 12]) await select(sequence);
    await page.context().route(/instalment_changes_report/, (route) => route.fulfill({ status: 400, json: {} }));
    await selectionAction(page, 'Cancel 3 instalments…');
    await expect(dialog).toContainText('3 instalments, R 451,50');
    await expect(dialog).toContainText('We couldn’t load all that is under way at these contracts');
    // The page says whose they are.
    await expect(dialog).not.toContainText(`Merchant ${merchant}`);
    await axe();
    // A colleague is faster.
    await program.cancelInstalment(contract, 11);
    await dialog.getByRole('button', { name: 'Cancel 3 instalments' }).click();
    await expect(dialog.getByText('2 cancelled · 1 not saved')).toBeVisible();
    await expect(dialog.getByRole('row', { name: / 11 .* Not saved: / })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('checkbox', { name: /^Select instalment 12 / })).toBeHidden();

    await page.getByRole('button', { name: 'Select all 9' }).click();
    for (const sequence of [1, 2, 3, 4, 5, 6]) await select(sequence);
    network.reached = 0;
    network.fault = 'cut off';
    await selectionAction(page, 'Cancel 3 instalments…');
    await dialog.getByRole('button', { name: 'Cancel 3 instalments' }).click();
    await expect.poll(() => network.reached).toBe(1);
    await dialog.getByRole('button', { name: 'Stop after this one' }).click();
    await expect(dialog.getByText('1 not known')).toBeVisible();
    await expect(dialog.getByText('2 instalments not sent: still scheduled.')).toBeVisible();
    network.fault = 'none';
    // What could not be asked about is as unknown as before.
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    await expect(dialog.getByText('1 not known')).toBeVisible();
    await expect(dialog.getByText('2 instalments not sent: still scheduled.')).toBeVisible();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    await expect(statusNote(page, '3 instalments cancelled')).toBeVisible();

    await rowAction(page, 'Duplicate', 'instalment 6');
    const form = page.getByRole('dialog');
    await expect(form.getByRole('textbox', { name: 'Action date', exact: true })).toHaveValue(
      dayText(`${addMonths(today(), 7).slice(0, 8)}25`),
    );
    await expect(form.getByRole('textbox', { name: 'Instalment amount', exact: true })).toHaveValue('150,50');
    await loseAnswer(page, 'instalmentCreate');
    await form.getByRole('button', { name: 'Add instalment' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('button', { name: /^Actions for instalment 13 of / })).toBeVisible();
    await expect(grid(page).getByRole('row')).toHaveCount(14);
  },
);

test(
  '"why was I debited?": from the finder to the instalment, its transaction and its mandate, by table, calendar and timeline',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    // The finder tries typed text as a client's number.
    complaints.allow(/404/);
    await page.goto('/m/1001/EFT');
    await signIn();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /name/ })).toBeFocused();
    await page.keyboard.type('C00002');
    await expect(page.getByRole('option', { name: /C00002/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await page
      .getByRole('list', { name: 'Contracts of this client' })
      .getByRole('link', { name: 'LN000002', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tsakani Mathebula · LN000002' })).toBeVisible();
    await page.getByRole('button', { name: /^Show \d+ paid$/ }).click();
    await grid(page).getByRole('row').filter({ hasText: 'Paid' }).first().getByRole('link').click();
    const answer = page.getByRole('region', { name: /^\w+day \d/ });
    await expect(answer.getByRole('heading')).toBeFocused();
    await expect(answer.getByText(/^Instalment \d+: R/)).toBeVisible();
    await expect(answer).toContainText(/Mandate · Active · monthly/);
    await expect(answer.getByText('History')).toBeVisible();

    await page.getByRole('radio', { name: 'Calendar' }).check();
    await expect(page).toHaveURL(/view=calendar/);
    const calendar = page.getByRole('grid', { name: /^Instalments by day/ });
    const selected = calendar.getByRole('gridcell', { selected: true });
    await expect(selected).toContainText('R ');
    await axe();
    await selected.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(answer).toContainText('Nothing was due or collected on this day.');

    const happened = page.getByRole('list', { name: 'What happened, newest first' });
    await expect(happened.getByText(/^\d+ debits paid, R/)).toBeVisible();
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await expect(page).toHaveURL(/since=/);
    await expect(happened.getByText('Created').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open report' })).toHaveAttribute('href', /ContractSequence=100002/);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  test(
    'a client’s page shows what is collected and paid out; who may only view it is told so',
    { tag: '@long' },
    async ({ page, signInAs, axe, complaints }) => {
      complaints.allow(/404/);
      await page.goto('/m/1001/EFT/clients/C00002');
      await signInAs('support');
      await expect(page.getByText('You can view this client but not change it.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'New mandate' })).toHaveCount(0);
      // Support writes to clients whom they may not change.
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menuitem', { name: 'Send a message' })).toBeEnabled();
      await page.keyboard.press('Escape');
      await expect(
        page.getByRole('list', { name: 'Contracts of this client' }).getByRole('link').first(),
      ).toBeVisible();
      await expect(page.getByRole('list', { name: 'Debits' }).getByRole('link').first()).toBeVisible();
      await axe();
      expect(await sideways(page), 'pixels to the side').toEqual([]);
      await page.goto('/m/1001/EFT/contracts/100002?view=calendar');
      await expect(page.getByRole('grid', { name: /^Instalments by day/ })).toBeVisible();
      await expect(page.getByRole('list', { name: 'What happened, newest first' })).toBeVisible();
      await axe();
      expect(await sideways(page), 'pixels to the side').toEqual([]);
      await page.goto('/m/1001/EFT/clients/NOBODY-1');
      await expect(page.getByRole('heading', { level: 1, name: 'Client not found' })).toBeVisible();
      await expect(page.getByText(/^No client NOBODY-1 for .+ \(EFT\)\.$/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Switch to DebiCheck' })).toHaveAttribute(
        'href',
        '/m/1001/DEBICHECK/clients/NOBODY-1',
      );
      await axe();
      await page.getByRole('link', { name: 'Search all clients' }).click();
      await expect(page).toHaveURL(/clients\?q=NOBODY-1$/);
    },
  );
});
