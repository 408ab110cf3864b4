import type { Page } from '@playwright/test';
import { addDays, bankingDay } from '../src/rules/calendar.ts';
import { dayText, fullDayText } from '../src/rules/day-text.ts';
import { holidayName } from '../src/rules/holidays.ts';
import { go, press, sideways, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { today } from './test-data.ts';
import { createdCounts, simulateUnpaidDebits } from './unpaid-debits.ts';
import { earlierNote } from './writes.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Unpaid debits' });
const selected = (page: Page) => page.getByRole('group', { name: 'Selected debits' }).getByRole('status');
/** Each contract is read before its call, through a route of the test, which takes time. */
const expectResult = (page: Page, text: string) =>
  expect(page.getByRole('heading', { name: text, exact: true })).toBeVisible({ timeout: 120_000 });
const parseDay = (text: string) => Date.parse(`${text} UTC`);
const inTwoWeeks = () => addDays(today(), 14);

/** Selects everything listed and prepares it for sending. */
async function collectAll(page: Page, count: string) {
  await press(page, new RegExp(`^Select all ${count}$`));
  await press(page, `Collect ${count} again`);
  await expect(page.getByRole('table', { name: 'New instalments' })).toBeVisible();
  await expect(page.getByText('Looking…')).toHaveCount(0);
}
const date = async (page: Page) => {
  await page.getByLabel('Date for all').fill(inTwoWeeks());
  await page.keyboard.press('Tab');
};
/** The sentence after a batch without faults. */
const expectCreated = async (page: Page, count: number) => {
  const text = `${count} instalments created, R ${count}00,00`.replace(/(\d)(\d{3},)/, '$1 $2').replaceAll(' ', '\\s');
  await expect(statusNote(page, new RegExp(text))).toBeVisible({ timeout: 120_000 });
  await expect(page).toHaveURL(/\/unpaid\?/);
};

test(
  'reasons are grouped with advice; ages, reasons and names filter the list, Shift selects a range',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, axe }) => {
    await simulateUnpaidDebits(context, 160);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    // Without a range in the address the page opens with the last 90 days.
    await expect(page).toHaveURL(/range=last-90-days/);
    const reasons = page.getByRole('group', { name: 'Reasons' });
    for (const [group, advice] of [
      ['Try again', /Not enough money/],
      ['Fix bank details', /new bank details/],
      ['Don’t retry', /may be disputed/],
      ['Other reasons', /don’t recognise/],
    ] as const) {
      await expect(reasons.getByRole('button', { name: `${group} 40` })).toBeVisible();
      await expect(reasons.getByText(advice)).toBeVisible();
    }
    await expect(reasons.getByRole('button', { name: 'Insufficient funds (R/D) 40' })).toBeVisible();
    // An unknown code is shown unchanged.
    await expect(reasons.getByRole('button', { name: 'X9 40' })).toBeVisible();
    await expect(reasons.getByRole('button', { name: 'All reasons 160' })).toBeVisible();
    const rows = async (count: number) => expect(grid(page)).toHaveAttribute('aria-rowcount', String(1 + count));
    await rows(160);
    // Nothing was collected again, so there is no column for it; the newest is first.
    await expect(grid(page).getByRole('columnheader', { name: 'Collected again' })).toHaveCount(0);
    await expect(grid(page).getByRole('columnheader', { name: 'Returned on' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(grid(page).getByRole('row').nth(1)).toContainText(dayText(addDays(today(), -1)));
    await axe();

    const figure = page.getByRole('region', { name: 'To chase' });
    await reasons.getByRole('button', { name: /^Fix bank details/ }).click();
    await expect(figure).toContainText('40 unpaid debits, Fix bank details');
    const age = page.getByRole('group', { name: 'Days unpaid' });
    await age.getByRole('button', { name: /^8–30 days/ }).click();
    await expect(page).toHaveURL(/age=8-30/);
    await rows(12);
    await age.getByRole('button', { name: /^8–30 days/ }).click();
    await reasons.getByRole('button', { name: /^Fix bank details/ }).click();
    const search = page.getByRole('searchbox', { name: 'Client or contract' });
    await search.fill('payer 160');
    await rows(1);
    await search.fill('');
    await rows(160);

    const boxes = grid(page).getByRole('checkbox');
    await boxes.nth(1).click();
    await boxes.nth(6).click({ modifiers: ['Shift'] });
    await expect(selected(page)).toContainText('6 debits');
    // Four of them have a reason against it.
    await expect(page.getByRole('button', { name: 'Collect 2 again' })).toBeVisible();
    await boxes.nth(3).click();
    await expect(selected(page)).toContainText('5 debits');
    await press(page, 'Clear selection');
    await expect(selected(page)).toContainText('collect all 40 in “Try again”');

    await search.fill('payer 1 unp-1');
    await grid(page).getByRole('button', { name: 'Payer 1', exact: true }).click();
    const details = page.getByRole('dialog', { name: 'Payer 1', exact: true });
    await expect(details.getByText('1 of the last 2 debits was unpaid.')).toBeVisible();
    await expect(details.getByText(`Last paid on ${dayText(addDays(today(), -100))}.`)).toBeVisible();
    await expect(details.getByRole('button', { name: 'Collect again', exact: true })).toBeVisible();
    await axe();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    // With room for both it is next to the list, which stays in use.
    await page.setViewportSize({ width: 1440, height: 900 });
    await grid(page).getByRole('button', { name: 'Payer 1', exact: true }).click();
    await expect(search).toBeInViewport();
    await search.fill('payer');
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Next debit' }).click();
    await expect(details).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  },
);

test(
  'all debits of a reason are collected again within four clicks, and undone with one',
  { tag: '@dates' },
  async ({ page, context, merchant, signIn, axe }) => {
    const unpaid = await simulateUnpaidDebits(context, 40);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    let clicks = 0;
    const click = async (name: RegExp) => {
      clicks += 1;
      await page.getByRole('button', { name }).click();
    };
    await click(/^Insufficient funds \(R\/D\) 10$/);
    await click(/^Collect 10 again$/);
    // The next payday is filled in.
    await expect(page.getByLabel('Date for all')).not.toHaveValue('');
    await axe();
    // Until the next page has loaded, this one shows what was sent.
    await page.evaluate(() =>
      new MutationObserver(() => {
        const table = document.querySelector('table[aria-label="New instalments"]');
        if (table && table.querySelectorAll('tbody > tr').length < 10) document.body.dataset['emptied'] = '';
      }).observe(document.body, { childList: true, subtree: true }),
    );
    await click(/^Create 10 instalments$/);
    await expectCreated(page, 10);
    await expect(page.locator('body')).not.toHaveAttribute('data-emptied');
    expect(clicks).toBeLessThanOrEqual(4);
    expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([10, 1]);
    await expect(page.getByText('No unpaid debits match')).toBeVisible();
    await axe();
    await press(page, 'Undo');
    await expect(statusNote(page, '10 instalments cancelled')).toBeVisible({ timeout: 120_000 });
    expect([...unpaid.stored.values()].flat().map((it) => it['InstalmentStatus'])).toEqual(
      Array.from({ length: 10 }, () => 'CANCELLED'),
    );
    await expect(page.getByRole('button', { name: 'Collect 10 again' })).toBeVisible();
  },
);

test('debits whose reason is against it are not collected again unless a person insists, nor before the bank has answered', async ({
  page,
  context,
  merchant,
  signIn,
  axe,
}) => {
  const unpaid = await simulateUnpaidDebits(context, 5, [], false, ['02', '34', '18', '12', '02']);
  unpaid.submit(700_001, addDays(today(), -1));
  // The fifth had no money first, and then withdrew the authority.
  unpaid.fail(700_005, addDays(today(), -2), '34');
  await page.goto(`/m/${merchant}/EFT/unpaid`);
  await signIn();
  const hint =
    'Collects 1 of 2 “Try again”, or what you select. Another return of the same contract is against the rest.';
  await expect(selected(page)).toContainText(hint);
  await press(page, 'Select all 6');
  await expect(selected(page)).toContainText('6 debits');
  await press(page, 'Collect 1 again');
  const table = page.getByRole('table', { name: 'New instalments' });
  const row = (client: string) => table.getByRole('row', { name: client });
  await expect(row('UNP-5')).toHaveText([
    /Tried 2 times since .*Authority cancelled\./,
    /Tried 2 times since .*Authority cancelled\./,
  ]);
  for (const [client, why] of [
    [
      'Payer 2',
      'Authority cancelled. The client says that you may not debit this account. Agree on a new mandate first',
    ],
    ['Payer 3', 'Account holder deceased. The account holder has died. Don’t collect again; contact the estate.'],
    ['Payer 4', 'Account closed. Account can’t be debited. Get new bank details'],
  ] as const)
    await expect(row(client)).toContainText(why);
  await expect(page.getByText(/^5 debits should not be collected again and are excluded/)).toBeVisible();
  // Ten days of tracking, from yesterday.
  await expect(row('Payer 1')).toContainText(`R 100,00 of ${dayText(addDays(today(), -1))} is still at the bank.`);
  const own = row('Payer 1').getByRole('textbox', { name: /^Date, / });
  const first = addDays(today(), 10);
  await expect.poll(async () => parseDay(await own.inputValue())).toBeGreaterThanOrEqual(parseDay(fullDayText(first)));
  await axe();
  await page.getByRole('checkbox', { name: /^Collect anyway, Payer 4/ }).check();
  await expect(page.getByText(/^1 of these debits is collected against the advice of its row/)).toBeVisible();
  await page.getByLabel('Date for all').fill(addDays(today(), 2));
  await page.keyboard.press('Tab');
  // An earlier date that was chosen stays, as it was before a reload.
  await page.reload();
  await expect(own).toHaveValue(fullDayText(addDays(today(), 2)));
  await expect(page.getByText('Looking…')).toHaveCount(0);
  await expect(own).toHaveValue(fullDayText(addDays(today(), 2)));
  await press(page, 'Move one until the bank has answered');
  await expect.poll(async () => parseDay(await own.inputValue())).toBeGreaterThanOrEqual(parseDay(fullDayText(first)));
  await press(page, 'Create 2 instalments');
  await expect(
    statusNote(page, /2 instalments created, .* 4 debits were excluded because of the reason\./),
  ).toBeVisible();
  expect([...unpaid.stored.keys()].toSorted()).toEqual([700_001, 700_004]);

  await page.getByRole('grid', { name: 'Unpaid debits' }).getByRole('button', { name: 'Payer 3', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Payer 3', exact: true });
  await expect(details.getByText(/contact the estate/)).toBeVisible();
  await press(details, 'Collect anyway…');
  await expect(page.getByRole('checkbox', { name: /^Collect anyway, Payer 3/ })).not.toBeChecked();
  await expect(page.getByText(/^1 debit should not be collected again and is excluded/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Create/ })).toHaveCount(0);
});

test('a client who would be debited twice on a day is named before sending, and moved with one click', async ({
  page,
  context,
  merchant,
  signIn,
  axe,
}) => {
  const unpaid = await simulateUnpaidDebits(context, 3, [], false, ['02']);
  await page.goto(`/m/${merchant}/EFT/unpaid`);
  await signIn();
  await collectAll(page, '3');
  // Of the first contract one is scheduled for that day.
  const day = addDays(today(), 20);
  await page.getByLabel('Date for all').fill(day);
  await page.keyboard.press('Tab');
  await expect(page.getByText(`1 client would be debited twice on ${dayText(day)}.`)).toBeVisible();
  await axe();
  const next = bankingDay(addDays(day, 1), 'next', holidayName);
  await press(page, `Move it to ${dayText(next)}`);
  await expect(page.getByText(/would be debited twice/)).toBeHidden();
  // By keyboard alone: the focus stays where it was.
  await page.getByRole('textbox', { name: /^Amount, Payer 2/ }).focus();
  await page.keyboard.press('Control+Enter');
  await expectCreated(page, 3);
  expect([...unpaid.stored.values()].flat().map((it) => it['InstalmentActionDate'])).toEqual([
    `${next} 00:00`,
    `${day} 00:00`,
    `${day} 00:00`,
  ]);
});

test(
  'the selection and dates survive Back, a reload and leaving by the navigation, which asks first',
  { tag: '@long' },
  async ({ page, context, merchant, signIn }) => {
    await simulateUnpaidDebits(context, 12, [], false, ['02']);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    const boxes = grid(page).getByRole('checkbox');
    for (const at of [0, 2, 4]) await boxes.nth(at).click();
    await press(page, 'Collect 3 again');
    await expect(page).toHaveURL(/\/unpaid\/collect-again\?range=last-90-days$/);
    await page.goBack();
    await expect(selected(page)).toContainText('3 debits');
    await page.goForward();
    const table = page.getByRole('table', { name: 'New instalments' });
    const [own, all] = [table.getByRole('textbox', { name: /^Date, / }).first(), page.getByLabel('Date for all')];
    await date(page);
    await own.fill(addDays(today(), 20));
    await table
      .getByRole('button', { name: /^Exclude/ })
      .last()
      .click();
    await expect(page.getByRole('button', { name: 'Create 2 instalments' })).toBeEnabled();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Create 2 instalments' })).toBeEnabled();
    await expect(all).toHaveValue(fullDayText(inTwoWeeks()));
    await expect(own).toHaveValue(fullDayText(addDays(today(), 20)));

    const toUnpaid = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Unpaid' });
    await toUnpaid.click();
    const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await press(leaving, 'Keep editing');
    await expect(own).toHaveValue(fullDayText(addDays(today(), 20)));
    await toUnpaid.click();
    await press(leaving, 'Leave page');
    await expect(selected(page)).toContainText('3 debits');
  },
);

for (const [width, height, most] of [
  [1440, 900, 300],
  [360, 740, 320],
] as const)
  test(`the first debit is within ${most} pixels of the top at ${width} × ${height}`, async ({
    page,
    context,
    merchant,
    signIn,
    axe,
  }) => {
    await simulateUnpaidDebits(context, 60);
    await page.setViewportSize({ width, height });
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    const first = page.getByRole('button', { name: /^Payer \d+$/ }).first();
    await expect(first).toBeInViewport();
    const row = width > 600 ? grid(page).getByRole('row').nth(1) : first;
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(most);
    expect(await sideways(page)).toEqual([]);
    await axe();
    await page.getByRole('button', { name: 'Collect 15 again' }).click();
    await expect(page.getByRole('button', { name: 'Create 15 instalments' })).toBeInViewport();
    expect(await sideways(page)).toEqual([]);
    for (const name of [/^Date, /, /^Amount, /]) {
      const box = await page.getByRole('textbox', { name }).first().boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0), `right edge of ${name}`).toBeLessThanOrEqual(width);
    }
    await axe();
  });

test(
  'hundreds of unpaid debits are collected again in calls of a hundred, and a refused one stays to be corrected',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, axe }) => {
    const closed = 700_233;
    const unpaid = await simulateUnpaidDebits(context, 312, [closed], false, ['02']);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    await collectAll(page, '312');
    await expect(page.getByText('1 to 100 of 312')).toBeVisible();
    await date(page);
    await press(page, 'Create 312 instalments');
    await expectResult(page, '311 done + 1 refused + 0 unknown = 312 sent');
    expect(unpaid.calls).toBe(4);
    expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([311, 1]);
    await expect(page.getByRole('button', { name: 'Create 1 instalment' })).toBeEnabled();
    // Only what went wrong is listed.
    const rows = page.getByRole('table', { name: 'New instalments' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    const row = rows.filter({ hasText: String(closed) });
    await expect(row).toContainText('The contract is cancelled.');
    await expect(row.getByRole('textbox', { name: /^Amount/ })).toBeEditable();
    await axe();
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await press(page.getByRole('alertdialog'), 'Leave page');
    await page.getByRole('combobox', { name: 'Collected again' }).selectOption('Collected again');
    await expect(
      grid(page)
        .getByText(`collected again, due ${dayText(inTwoWeeks())}`)
        .first(),
    ).toBeVisible();
  },
);

for (const fault of ['answer lost', 'write lost'] as const)
  test(
    `with each ${fault}: once, and until the page is left, every debit is collected once`,
    { tag: '@long' },
    async ({ page, context, merchant, signIn, complaints }) => {
      complaints.allow(/ERR_FAILED/);
      test.slow();
      const unpaid = await simulateUnpaidDebits(context, 310, [], false, ['02']);
      const address = `/m/${merchant}/EFT/unpaid?since=all`;
      await page.goto(address);
      await signIn();
      await collectAll(page, '310');
      await date(page);
      // The second call is repeated once, the third in vain.
      unpaid.fault = (call) => (call === 2 || call > 3 ? fault : 'none');
      await press(page, 'Create 310 instalments');
      await expectResult(page, '200 done + 0 refused + 100 unknown = 300 sent');
      await expect(page.getByText('300 of 310 were sent. 10 were not sent and can still go.')).toBeVisible();
      // An unknown outcome blocks all of them.
      await expect(page.getByRole('button', { name: 'Create 10 instalments' })).toBeDisabled();
      expect(unpaid.calls).toBe(8);

      await page.goto('about:blank');
      unpaid.fault = () => 'none';
      await page.goto(address);
      const note = earlierNote(page, fault === 'answer lost' ? 'were saved' : 'were not saved: it did not reach');
      await expect(note).toContainText('and 99 more');
      // The number of one of them is not the answer.
      await expect(note).not.toContainText('It is instalment');
      await collectAll(page, '310');
      await date(page);
      const open = fault === 'answer lost' ? 10 : 110;
      await expect(
        page.getByText(new RegExp(`^${310 - open} debits were already collected again and are excluded`)),
      ).toBeVisible();
      await press(page, `Create ${open} instalments`);
      await expectCreated(page, open);
      expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([310, 1]);
    },
  );

test(
  'while there is no answer the rest of a batch waits; asked again, it goes after the call that had none',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, axe, complaints }) => {
    complaints.allow(/ERR_FAILED/);
    const unpaid = await simulateUnpaidDebits(context, 130, [], false, ['02']);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    await collectAll(page, '130');
    await date(page);
    unpaid.fault = () => 'answer lost';
    await press(page, 'Create 130 instalments');
    await expectResult(page, '0 done + 0 refused + 100 unknown = 100 sent');
    await axe();
    unpaid.fault = () => 'none';
    await press(page, 'Ask again');
    await expectCreated(page, 130);
    expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([130, 1]);
  },
);

test('a debit that was probably collected again stays listed with its mark, and is sent only if asked for', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  // The service's change log has no creations.
  const unpaid = await simulateUnpaidDebits(context, 3, [], true, ['02']);
  unpaid.collectElsewhere(700_002);
  await page.goto(`/m/${merchant}/EFT`);
  await signIn();
  const task = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Follow up' });
  await expect(task).toContainText(/^3 unpaid debits not collected again\s*of 3 since .*R\s300,00/);
  await task.getByRole('link', { name: 'Follow up' }).click();
  await expect(page.getByRole('region', { name: 'To chase' })).toContainText(
    /Still to chase\s*R\s300,00\s*3 unpaid debits/,
  );
  await expect(grid(page).getByText(`probably collected again, due ${dayText(addDays(today(), 9))}`)).toHaveCount(1);
  await collectAll(page, '3');
  await expect(page.getByText('1 debit was probably collected again and is excluded.')).toBeVisible();
  // What can't be read is named.
  await context.route(/instalment_changes_report/, (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await expect(page.getByText('We couldn’t load debits that are still at the bank, so')).toBeVisible();
  await date(page);
  await press(page, 'Create 2 instalments');
  await expectCreated(page, 2);
  await expect(statusNote(page, '1 debit was excluded: probably collected again.')).toBeVisible();
  expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([3, 1]);
});

test(
  'a batch stops before its next call when a colleague has collected a debit meanwhile',
  { tag: '@long' },
  async ({ page, context, merchant, signIn }) => {
    const unpaid = await simulateUnpaidDebits(context, 30, [], false, ['02']);
    await page.goto(`/m/${merchant}/EFT/unpaid`);
    await signIn();
    await collectAll(page, '30');
    await date(page);
    unpaid.collectElsewhere(700_007);
    await press(page, 'Create 30 instalments');
    await expect(page.getByText(/^Nothing was sent: a debit was collected again/)).toBeVisible();
    expect(unpaid.calls).toBe(0);
    await press(page, 'Create 29 instalments');
    await expectCreated(page, 29);
    expect([unpaid.stored.size, ...createdCounts(unpaid)]).toEqual([30, 1]);
  },
);

test(
  'clients of unpaid debits get messages with template, amount and date filled in',
  { tag: '@long' },
  async ({ page, context, merchant, signIn, axe }) => {
    await simulateUnpaidDebits(context, 150);
    await page.goto(`/m/${merchant}/EFT/unpaid?range=last-90-days&q=payer`);
    await signIn();
    await press(page, /^Select all 150$/);
    await press(page, 'Message 150 clients');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(page.getByText('150 recipients')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
      new RegExp(`Hello Payer 1, .* instalment of R.100,00 unpaid.* funds by ${fullDayText(addDays(today(), 20))}`),
    );
    // Nothing more is scheduled for the others, so the user fills it in.
    await page.getByLabel('Date for everyone').fill('5 Dec 2026');
    await expect(page.getByRole('button', { name: 'Send 150 messages' })).toBeVisible();
    await axe();
    expect(page.url()).not.toContain('U1');
  },
);

test('unpaid debits of last month are exported by reason and client within five clicks', async ({ page, signInAs }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/m/1001/EFT');
  await signInAs('finance');
  let clicks = 0;
  const click = async (
    role: 'link' | 'button' | 'menuitem',
    name: string | RegExp,
    on: Page | ReturnType<Page['locator']> = page,
  ) => {
    clicks += 1;
    await on.getByRole(role, { name }).first().click();
  };
  await click('link', 'Unpaid', page.getByRole('navigation').first());
  // Opening the list of ranges is a click, and so is choosing.
  clicks += 2;
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/range=last-month/);
  await click('button', 'List menu', page.getByRole('main'));
  const download = page.waitForEvent('download');
  await click('menuitem', /^Export \d+ debits as CSV$/);
  const file = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  const [head = '', ...lines] = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
  const [first = ''] = lines;
  expect(head).toMatch(/^Client,Client number,Contract,Contract ID,Returned on,Amount,Reason,Reason code,What to do,/);
  expect(first).toMatch(/,Insufficient funds \(R\/D\),02,Try again,/);
  const order = lines.map((line) => `${/,(\d\d),(?:Try again|Fix bank details|Don’t retry),/.exec(line)?.[1]}`);
  // The debits of each reason together, and within it those of each client.
  expect(order.filter((code, at) => code !== order[at - 1]).length).toBe(new Set(order).size);
  const clients = lines.map((line, at) => `${order[at]} ${line.split(',')[1]}`);
  expect(clients.filter((client, at) => client !== clients[at - 1]).length).toBe(new Set(clients).size);
  expect(clicks).toBeLessThanOrEqual(5);
});

test('while debits load no reason has a count', async ({ page, context, merchant, signIn }) => {
  await simulateUnpaidDebits(context, 4);
  await page.goto(`/m/${merchant}/EFT/lookups/banks`);
  await signIn();
  const report = await hold(page, /transactions_report/);
  await go(page, `/m/${merchant}/EFT/unpaid`);
  const reasons = page.getByRole('group', { name: 'Reasons' }).getByRole('button');
  await expect(reasons.first()).toHaveText('All reasons');
  await report.release();
  await expect(reasons.first()).toHaveText(/^All reasons\d/);
});
