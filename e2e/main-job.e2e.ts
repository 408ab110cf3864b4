import { addDays, addMonths } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
import { choose, combobox, fillClient, fillMandate, pick, rowAction, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { newNumber, today } from './test-data.ts';

test('a clerk creates a client and a mandate, moves an instalment, cancels, and finds each step in the reports', async ({
  page,
  merchant,
  signInAs,
  axe,
}) => {
  const number = newNumber();
  const start = `${addMonths(today(), 1).slice(0, 8)}01`;
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });

  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signInAs('staff');
  await fillClient(page, number, 'Naledi Dlamini');
  await axe();
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(statusNote(page, 'Client Naledi Dlamini created')).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await pick(combobox(page, 'Client'), number);
  await fillMandate(page, { contract: 'HOME-1', start, amount: '1 234,56', number: '12' });
  const preview = page.getByRole('region', { name: 'Schedule preview' });
  await expect(preview.getByText('R 14 814,72').first()).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Create mandate' }).click();
  await expect(page.getByText(/0 of 12 instalments/)).toBeVisible();
  await axe();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Naledi Dlamini · HOME-1');
  await expect(page.getByRole('button', { name: 'Actions for instalment 12' })).toBeVisible();
  await axe();
  const moved = addDays(`${start.slice(0, 8)}25`, 2);
  await rowAction(page, 'Edit', 'instalment 1');
  const dialog = page.getByRole('dialog');
  await typed('Action date').fill(moved);
  await typed('Action date').press('Enter');
  await expect(statusNote(page, `Instalment 1 moved to ${weekdayText(moved)}`)).toBeVisible();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: dayText(moved) })
      .first(),
  ).toBeVisible();

  await choose(page, 'Cancel mandate');
  await expect(dialog).toContainText('HOME-1');
  await axe();
  await pick(combobox(dialog, 'Cancellation reason'), 'MD17');
  await dialog.getByRole('button', { name: 'Cancel mandate' }).click();
  await expect(dialog).toBeHidden();
  await expect(statusNote(page, 'Mandate HOME-1 cancelled')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/reports/contract-changes?range=today&ClientNumber=${number}`);
  await expect(page.getByRole('gridcell', { name: 'Action date (no. 1)', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /status \(no\. \d+\) and 11 more$/i })).toBeVisible();
  await axe();
  await page.goto(`/m/${merchant}/EFT/reports/mandate-changes?range=today&ClientNumber=${number}`);
  await expect(page.getByText(/\d+ changes in 2 actions/).first()).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /status and 2 more$/i })).toBeVisible();
  // The creation is one row, and the cancel another, until all fields are shown.
  const frequency = page.getByRole('gridcell', { name: /^Frequency/ });
  await expect(frequency).toBeHidden();
  await page.getByRole('button', { name: 'Remove filter: One row for each action' }).click();
  await expect(frequency).toBeVisible();
  await expect(page.getByText('Cancelled at the request of the creditor').first()).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'One row for each field' }).click();
  await expect(frequency).toBeHidden();
});
