import type { Page } from '@playwright/test';
import { addDays, addMonths, weekday } from '../src/rules/calendar.ts';
import { dayText, fullDayText } from '../src/rules/day-text.ts';
import { clearingDay } from '../src/rules/holidays.ts';
import { inThousands } from '../src/rules/money.ts';
import { chooseOfChart, numberIn, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { outcomesOfMonth, serviceOf } from './service.ts';
import { today } from './test-data.ts';

const figures = (text: string): number[] => text.split('\n').map(numberIn);

/** The number of collections in the totals, whatever their status. */
async function total(page: Page): Promise<number> {
  const sums = page.getByRole('region', { name: / total$/ }).getByText(/^[\d\s]+, R/);
  await expect(sums.first()).toBeVisible();
  return (await sums.allInnerTexts()).reduce((all, it) => all + numberIn(it.split(',')[0] ?? ''), 0);
}

const dayOf = (url: string): string => new URL(url).searchParams.get('day') ?? '';

test('a debit due on a Sunday is on its collection day, with both dates', async ({ page, signIn, axe }) => {
  // The 25th is the commonest collection day of the sample data.
  let sunday = addDays(today(), -20);
  while (weekday(sunday) !== 7 || !['25', '01'].includes(sunday.slice(8)) || clearingDay(sunday) !== addDays(sunday, 1))
    sunday = addDays(sunday, -1);
  const monday = addDays(sunday, 1);
  await page.goto(`/m/1001/EFT/calendar?day=${monday}`);
  await signIn();
  const due = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ hasText: `due Sun ${dayText(sunday).replace(/ \d{4}$/, '')}` });
  // The drawer says the day, a row only that it was due on another one.
  await expect(page.getByRole('dialog')).toHaveAccessibleName(new RegExp(`^Monday ${Number(monday.slice(8))} `));
  await expect(due.first()).not.toContainText(dayText(monday));
  await axe();
  await page.goto(`/m/1001/EFT/calendar?day=${sunday}`);
  await expect(page.getByText('Nothing was collected on this day.')).toBeVisible();
});

test(
  'a month’s totals equal its report; by keyboard a day opens and leads to a contract',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    // The contract's page requests a mandate as well, and not every contract has one.
    complaints.allow(/404.*maintain\/mandates/);
    const month = addMonths(`${today().slice(0, 8)}01`, 1).slice(0, 7);
    await page.goto(`/m/1001/EFT/calendar?month=${month}`);
    await signIn();
    const due = await total(page);
    expect(due).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Future transactions report' }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: / instalments$/ })
        .first(),
    ).toHaveText(new RegExp(`^${due.toLocaleString('en').replaceAll(',', '\\s')} instalments$`));

    // Past days show transactions; payouts are no collections.
    await page.goto(`/m/1001/EFT/calendar?month=${addMonths(`${month}-01`, -2).slice(0, 7)}`);
    const over = await total(page);
    expect(over).toBeGreaterThan(0);
    // A past day says what was collected, without cents.
    await expect(page.getByRole('gridcell', { name: /Collected R\s[\d\s]+ .*Unpaid/ }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Transactions report' }).click();
    const inReport = page
      .getByRole('status')
      .filter({ hasText: / of .* transactions$/ })
      .first();
    await expect.poll(async () => figures((await inReport.innerText()).split(' of ')[0] ?? '')).toEqual([over]);
    await page.goto(`/m/1001/EFT/calendar?month=${month}`);

    const grid = page.getByRole('grid', { name: /^Collections, / });
    await grid.locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`day=${month}-09`));
    await axe();
    // A step over the month's edge turns the page.
    const drawer = page.getByRole('dialog', { name: /\d{4}/ });
    await drawer.getByRole('button', { name: 'Next day' }).click();
    await expect(page).toHaveURL(new RegExp(`day=${month}-10`));
    await drawer.getByRole('button', { name: 'Previous day' }).click();
    await expect(page).toHaveURL(new RegExp(`day=${month}-09`));
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(grid.locator(`[data-date="${month}-09"]`)).toBeFocused();
    for (let week = 0; week < 2; week += 1) await page.keyboard.press('ArrowUp');
    const before = addDays(`${month}-09`, -14);
    await expect(grid.locator(`[data-date="${before}"]`)).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`month=${before.slice(0, 7)}`));
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(new RegExp(`month=${month}`));

    const full = grid.getByRole('gridcell').filter({ hasText: / due/ }).first();
    await full.click();
    const day = dayOf(page.url());
    const list = page.getByRole('grid', { name: `Collections of ${dayText(day)}` });
    await expect(list.getByRole('link').first()).toBeVisible();
    const [inAll = 0] = figures(
      (await drawer.getByRole('group', { name: /^Scheduled, \d+ debits?$/ }).getAttribute('aria-label')) ?? '',
    );
    expect(inAll).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Future transactions report of this day' }).click();
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${inAll} instalments?$`) })).toBeVisible();
    await page.goBack();
    await list.getByRole('link').first().click();
    await expect(page).toHaveURL(/contracts\/\d+\?instalment=\d+$/);
  },
);

test(
  'non-banking days are marked by month, by week and on the overview',
  { tag: '@long' },
  async ({ page, signIn, axe }) => {
    await page.goto('/m/1001/EFT');
    await signIn();
    const due = page.getByRole('region', { name: 'Due in the next 14 days' });
    await chooseOfChart(due, 'Show as table');
    // The last day is never today, whose debits may be submitted before the calendar opens.
    await due.getByRole('table').getByRole('button').last().click();
    await expect(page).toHaveURL(/calendar\?day=/);
    const day = dayOf(page.url());
    await page.goto('/m/1001/EFT');
    await chooseOfChart(due, 'Show as chart');
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      const config = await answer.json();
      const calendar = { ...config.calendar, extraDays: [{ date: day, name: 'Bank strike' }] };
      await route.fulfill({ response: answer, json: { ...config, calendar } });
    });
    await page.reload();
    await expect(page.getByRole('region', { name: 'To do' })).toContainText('Bank strike');
    const chart = due.getByRole('slider', { name: /^Due by day/ });
    await chart.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 14; step++) {
      if (/Bank strike/.test((await chart.getAttribute('aria-valuetext')) ?? '')) break;
      await page.keyboard.press('ArrowRight');
    }
    await expect(chart).toHaveAttribute('aria-valuetext', /Bank strike, Debits \d/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Bank strike/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page
      .getByRole('gridcell', { name: /Bank strike/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: /Bank strike/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('gridcell', { name: /Bank strike/ }).first()).toBeFocused();
    await expect(page.getByText(/collections? falls? on a public holiday/)).toBeVisible();

    await page.getByRole('radio', { name: 'Week' }).check();
    await expect(page).toHaveURL(/view=week/);
    await page.goto(`/m/1001/EFT/calendar?view=week&day=${day}`);
    await expect(page.getByRole('dialog', { name: /Bank strike/ })).toBeVisible();
    await page.keyboard.press('Escape');
    const week = page.getByRole('table', { name: /^Collections, / });
    await expect(week.getByRole('row')).toHaveCount(8);
    await expect(week.getByRole('row').filter({ hasText: 'Bank strike' }).getByRole('button')).toBeVisible();
    await axe();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect(page).toHaveURL(/week=\d{4}-/);
  },
);

test(
  'the overview shows what is due, the results and the reasons; what can’t be read is said once, and read again',
  { tag: '@long' },
  async ({ page, request, signInAs, axe, complaints }) => {
    complaints.allow(/Failed to load resource/);
    let isBroken = true;
    await page.route('**/reports/transactions_report*', (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto('/m/1001/EFT');
    await signInAs('support');
    const card = page.getByRole('region', { name: 'Figures' });
    // Temporary failures are retried first, three times with growing pauses.
    await expect(page.getByRole('alert')).toHaveText(/^We can’t reach the server/);
    await expect(card.getByRole('group', { name: /^Due/ }).getByRole('link')).toHaveText(/^R/);
    isBroken = false;
    const paid = card.getByRole('group', { name: /^Collected/ });
    await expect(paid.getByRole('link')).toHaveText(/^R/);

    const due = page.getByRole('region', { name: 'Due in the next 14 days' });
    await chooseOfChart(due, 'Show as table');
    await expect(due.getByRole('table').getByRole('button').first()).toBeVisible();
    await axe();

    // Without the permission the clock is shown, with the reason why it cannot be moved.
    await page.getByRole('button', { name: /^Sandbox/ }).click();
    const panel = page.getByRole('dialog', { name: 'Test clock' });
    await expect(panel.getByText('You don’t have permission to move the test clock')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Go', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    const outcomes = await outcomesOfMonth(await serviceOf(request, '1001'));
    const count = inThousands(String(outcomes.paid));
    await expect(paid).toContainText(`${count} of ${inThousands(String(outcomes.all))} debits paid`);
    await paid.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${count} (of|transactions)`)).first()).toBeVisible();
  },
);

test(
  'the test clock moves a merchant to another day, reports what happened, and every page has that day',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe, complaints }) => {
    complaints.allow(/400|ERR_FAILED/);
    await page.goto(`/m/${merchant}/EFT/calendar`);
    await signIn();
    const badge = page.getByRole('button', { name: /^Sandbox/ });
    await badge.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Test clock' });
    await axe();
    const day = panel.getByLabel('Another day');
    await day.fill(addDays(today(), -1));
    await panel.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(panel.getByRole('alert')).toContainText('only moves forward');

    const next = addMonths(today(), 1);
    await panel.getByRole('button', { name: /^Go to next month/ }).click();
    await expect(panel.getByRole('table', { name: 'What happened' }).getByRole('row')).toHaveCount(4);
    await axe();

    // After a lost answer the console reads the clock, so that it isn't moved twice.
    const tomorrow = addDays(next, 1);
    await page.route(`**/sandbox/clock/${merchant}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await panel.getByRole('button', { name: /^Go to tomorrow/ }).click();
    await expect(panel.getByRole('alert')).toContainText(`The test date is now ${dayText(tomorrow)}`);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(badge).toContainText(dayText(tomorrow));

    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page.locator('td[aria-current="date"]')).toHaveAttribute('data-date', tomorrow);
    await page.goto(`/m/${merchant}/EFT/reports/future-transactions`);
    await page.getByRole('button', { name: /^Period/ }).click();
    await expect(page.getByLabel('From')).toHaveValue(fullDayText(tomorrow));
  },
);

test(
  'a long move of the test clock shows its progress, also after a reload, and its result',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    const tally = (Count: number) => ({ Count, Amount: Count * 100 });
    let done = 0;
    const to = `${addMonths(today(), 1)} 09:00`;
    const clockAnswer = () => ({
      Now: to,
      Move: {
        From: `${today()} 09:00`,
        To: to,
        IsFinished: done === 20_000,
        Left: 20_000 - done,
        Collected: tally(done),
        Unpaid: tally(0),
        PaidOut: tally(0),
        NotPaidOut: tally(0),
      },
    });
    let isMoved = false;
    await page.route(`**/sandbox/clock/${merchant}`, (route) => {
      isMoved ||= route.request().method() === 'POST';
      const status = route.request().method() === 'POST' ? 202 : 200;
      return route.fulfill({ status, json: isMoved ? clockAnswer() : { Now: `${today()} 09:00` } });
    });
    await page.goto(`/m/${merchant}/EFT/lookups`);
    await signIn();
    const badge = page.getByRole('button', { name: /^Sandbox/ });
    const panel = page.getByRole('dialog', { name: 'Test clock' });
    await badge.press('Enter');
    await panel.getByRole('button', { name: /^Go to next month/ }).click();
    await expect(panel.getByRole('status')).toContainText('0 of 20 000 debits and payouts are done');
    done = 8250;
    await expect(panel.getByRole('status')).toContainText('8 250 of 20 000');
    await expect(panel.getByRole('progressbar', { name: 'Debits and payouts done' })).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Go to next month/ })).toBeDisabled();
    await axe();

    await page.reload();
    await badge.press('Enter');
    await expect(panel.getByRole('status')).toContainText('8 250 of 20 000');
    done = 20_000;
    await expect(panel.getByRole('table', { name: 'What happened' }).getByRole('row').first()).toContainText('20 000');
    await expect(panel.getByRole('progressbar', { name: 'Debits and payouts done' })).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  test(
    'the calendar of a merchant without collections, and of a service without a test clock',
    { tag: '@long' },
    async ({ page, signIn, axe, complaints }) => {
      complaints.allow(/404/);
      await page.route('**/sandbox/clock/*', (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto('/m/1016/EFT/calendar');
      await signIn();
      await expect(page.getByText('No collections in this period.')).toBeVisible();
      await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Sandbox/ })).toHaveCount(0);
      await axe();
      await page.goto('/m/1016/EFT');
      await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
      await axe();
      expect(await sideways(page)).toEqual([]);
      for (const [week, name] of [
        ['2026-12-14', '14 to 20 Dec'],
        ['2026-12-28', '28 Dec to 3 Jan 2027'],
      ]) {
        await page.goto(`/m/1001/EFT/calendar?view=week&week=${week}`);
        await expect(page.getByRole('table', { name: `Collections, ${name}` })).toBeVisible();
        expect(await sideways(page)).toEqual([]);
        const heading = page.getByRole('heading', { name });
        expect(await heading.evaluate((it) => it.scrollWidth - it.clientWidth), 'pixels over Today').toBe(0);
      }
    },
  );
});
