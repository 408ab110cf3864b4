import type { Page } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { expect, test } from './fixtures.ts';
import { today } from './test-data.ts';

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const line = (page: Page, text: RegExp) => attention(page).getByRole('listitem').filter({ hasText: text });

test('the overview begins with what needs action, and each line links to its list', async ({ page, signInAs, axe }) => {
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  const unpaid = line(page, /unpaid debits since/);
  const figure = unpaid.getByRole('link');
  const count = Number((await figure.innerText()).split(' ')[0]);
  await expect(unpaid).toContainText(/no payment since for \d+ of them/);
  await axe();
  await figure.click();
  await expect(page.getByRole('heading', { name: new RegExp(`^${count} debits, R`) })).toBeVisible();
  await page.goBack();

  const weekend = line(page, /on a weekend or public holiday/);
  const day = weekend.getByRole('link').first();
  if ((await day.count()) > 0) {
    await day.click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
    await page.goBack();
  }
  await page.goto('/m/1001/DEBICHECK');
  await line(page, /awaiting approval/)
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
});

test('the month so far is compared with the same days of the month before, payouts as well as collections', async ({
  page,
  signInAs,
}) => {
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  const until = dayText(addMonths(today(), -1)).replace(/ \d{4}$/, '');
  const table = page.getByRole('table', { name: 'Collections by status' });
  await expect(table.getByRole('columnheader', { name: new RegExp(`^1 \\w+ to ${until}$`) })).toBeVisible();
  // The percentage counts debits, not rand.
  await expect(page.getByText(/^\d+\s% of debits collected/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Paid out this month' })).toContainText(
    new RegExp(`from 1 .* to ${dayText(addMonths(today(), -1))}|No payouts were paid`),
  );
  const due = page.getByRole('region', { name: 'Due in the next 14 days' });
  await due.getByRole('button', { name: 'Hide chart' }).click();
  await expect(due.getByRole('group', { name: /^Due by day/ })).toHaveCount(0);
  await page.reload();
  await due.getByRole('button', { name: 'Show chart' }).click();
  await expect(due.getByRole('group', { name: /^Due by day/ })).toBeVisible();
});

test('where reports and lists fail, each line of the overview says so, and nothing else', async ({
  page,
  signInAs,
  complaints,
}) => {
  test.slow();
  complaints.allow(/Failed to load resource/);
  await page.route(/\/reports\/|\/maintain\/mandates\//, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"Errors":[]}' }),
  );
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  for (const about of [
    'Unpaid debits',
    'Debits on weekends and public holidays',
    'Mandates awaiting approval',
    'Debits due tomorrow',
  ])
    await expect(line(page, new RegExp(`^${about}: not known`))).toBeVisible({ timeout: 30_000 });
  for (const claim of [/No unpaid debits/, /No debits/, /have the status Pending/, /Nothing is due/, /No payouts/])
    await expect(page.getByText(claim)).toHaveCount(0);
});
