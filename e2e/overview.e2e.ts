import type { Page } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { inThousands } from '../src/rules/money.ts';
import { chooseOfChart, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { outcomesOfMonth, serviceOf } from './service.ts';
import { today } from './test-data.ts';

const tasks = (page: Page) => page.getByRole('region', { name: 'To do' });
const task = (page: Page, text: RegExp) => tasks(page).getByRole('listitem').filter({ hasText: text });
const figure = (page: Page, name: RegExp) => page.getByRole('region', { name: 'Figures' }).getByRole('group', { name });
const topOf = async (page: Page, text: RegExp) => (await task(page, text).boundingBox())?.y;

test(
  'the overview begins with what to do; each button opens its list',
  { tag: ['@long', '@dates'] },
  async ({ page, signInAs, axe }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/m/1001/EFT');
    await signInAs('support');
    const unpaid = task(page, /unpaid debits? not collected again/);
    await expect(unpaid).toContainText(/of \d+ since 1 .*R/);
    expect(await topOf(page, /unpaid debit/)).toBeLessThan(310);
    await axe();
    await unpaid.getByRole('link', { name: 'Follow up' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unpaid' })).toBeVisible();
    await page.goBack();
    // What needs nothing is one line, never a row.
    await expect(tasks(page).getByText(/^No .*mandates awaiting approval/)).toBeVisible();
    await expect(task(page, /^No /).getByRole('link')).toHaveCount(0);

    await page.goto('/m/1001/DEBICHECK');
    await task(page, /awaiting approval/)
      .getByRole('link', { name: 'Review' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Contracts/);
  },
);

test(
  'collected, unpaid, paid out and due are four sums, each with its change and a link to its records',
  { tag: ['@long', '@dates'] },
  async ({ page, request, signInAs }) => {
    const { paid, all } = await outcomesOfMonth(await serviceOf(request, '1001'));
    await page.goto('/m/1001/EFT');
    await signInAs('support');
    const until = dayText(addMonths(today(), -1)).replace(/ \d{4}$/, '');
    for (const name of [/^Collected, /, /^Unpaid, /, /^Paid out, /])
      await expect(figure(page, name)).toContainText(
        new RegExp(`(from|on|as) (1–)?${until}$|(from|on|as) (1–)?${until} ·`),
      );
    await expect(figure(page, /^Collected, /)).toContainText(
      all > 0 ? `${inThousands(String(paid))} of ${inThousands(String(all))} debits paid` : /R\s0,00/,
    );
    await expect(figure(page, /^Due, /)).toContainText(/\d debits/);
    const collected = figure(page, /^Collected, /).getByRole('link');
    const sum = (await collected.innerText()).replace(/\s/g, ' ');
    await collected.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByText(all > 0 ? sum : 'No transactions')
        .first(),
    ).toBeVisible();
    await page.goBack();
    const due = page.getByRole('region', { name: 'Due in the next 14 days' });
    await chooseOfChart(due, 'Hide chart');
    await expect(due.getByRole('img', { name: /^Due by day/ })).toHaveCount(0);
    await page.reload();
    await chooseOfChart(due, 'Show chart');
    await expect(due.getByRole('img', { name: /^Due by day/ })).toBeVisible();
  },
);

test('the chart of due debits shows the values of a day by keyboard, pointer and touch', async ({ page, signInAs }) => {
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  const due = page.getByRole('region', { name: 'Due in the next 14 days' });
  await expect(due.getByRole('img', { name: /^Due by day: R/ })).toBeVisible();
  await expect(due.getByText('Weekend or public holiday')).toBeVisible();
  const cursor = due.getByRole('slider', { name: /^Due by day, / });
  await cursor.focus();
  await page.keyboard.press('End');
  await expect(cursor).toHaveAttribute('aria-valuetext', /\d{4}.*, Debits \d+/);
  await expect(due.getByText('Debits', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/calendar\?day=\d{4}-\d\d-\d\d$/);
});

test(
  'what is expected of the due debits is read on demand, with the rule and how it did',
  { tag: '@dates' },
  async ({ page, signInAs, axe }) => {
    await page.goto('/m/1001/EFT');
    await signInAs('support');
    const due = page.getByRole('region', { name: 'Due in the next 14 days' });
    await expect(due.getByRole('group', { name: 'Expected' })).toHaveCount(0);
    await chooseOfChart(due, 'Show expected');
    const expected = due.getByRole('group', { name: 'Expected' });
    await expect(expected).toContainText(/R.[\d\s]+,\d\d due, R.[\d\s]+,\d\d expected\./);
    await expect(expected).toContainText(
      'Each client’s due debits times the share of the client’s debits that were paid',
    );
    const earlier = expected.getByRole('table', { name: 'What the rule said of earlier months' });
    await expect(earlier.getByRole('row').nth(1)).toContainText(/R.*R.*R/);
    await axe();
    await chooseOfChart(due, 'Hide expected');
    await expect(expected).toHaveCount(0);
  },
);

test('on a phone the first figure and the first task are in the first screen', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  await expect(task(page, /unpaid debit/).getByRole('link', { name: 'Follow up' })).toBeInViewport({ ratio: 1 });
  await expect(figure(page, /^Collected/)).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toEqual([]);
});

test('where reports and lists fail, the overview says so, and claims nothing', async ({
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
    await expect(task(page, new RegExp(`^${about}: not known`))).toBeVisible();
  for (const claim of [/no mandates awaiting/i, /No debits/, /Nothing is due/, /None on/])
    await expect(page.getByText(claim)).toHaveCount(0);
});

test('on a tablet the four figures are two lines of two', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/m/1001/EFT');
  await signInAs('support');
  const figures = page.getByRole('region', { name: 'Figures' }).getByRole('group');
  await expect(figures).toHaveCount(4);
  const boxes = await figures.evaluateAll((list) => list.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.map(({ y }) => y > (boxes[0]?.y ?? 0))).toEqual([false, false, true, true]);
  expect(boxes.map(({ x }) => x > (boxes[0]?.x ?? 0))).toEqual([false, true, false, true]);
});
