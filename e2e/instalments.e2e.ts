import type { Locator, Page } from '@playwright/test';
import { addDays, dateOf, weekday } from '../src/rules/calendar.ts';
import { weekdayText } from '../src/rules/day-text.ts';
import { numberIn, rowAction, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold, loseAnswer, lostAnswer } from './network.ts';
import { asProgram, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

/** Clicks buttons and counts the clicks. */
function counter(page: Page) {
  let clicks = 0;
  return {
    async click(name: string | RegExp) {
      clicks += 1;
      await page.getByRole('button', { name }).click();
    },
    count: () => clicks,
  };
}

test(
  'all remaining instalments of a contract are moved in three clicks, and all are put back by one Undo',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    const before = await program.instalments(contract);
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    const { click, count } = counter(page);
    await click('Select all 12');
    await click('Move dates…');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Days' })).toBeFocused();
    await page.keyboard.type('3');
    await expect(dialog.getByRole('status').filter({ hasText: /^12 instalments, R\s1\s806,00$/ })).toBeVisible();
    await expect(dialog.getByRole('grid', { name: 'Before and after' }).getByRole('row')).toHaveCount(13);
    await axe();
    await click('Move 12 instalments');
    expect(count()).toBeLessThanOrEqual(3);
    await statusNote(page, '12 instalments moved 3 days later').hover();
    await expect(dialog).toBeHidden();
    await axe();
    const dates = async () => (await program.instalments(contract)).map((it) => it.InstalmentActionDate);
    expect(await dates()).toEqual(before.map(({ InstalmentActionDate: at }) => addDays(dateOf(at), 3) + at.slice(10)));
    await click('Undo');
    await expect(statusNote(page, 'Undone: 12 instalments are as they were')).toBeVisible();
    expect(await dates()).toEqual(before.map((it) => it.InstalmentActionDate));
  },
);

test(
  'the Undo of many amounts asks about the one that a colleague changed since',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    const { click } = counter(page);
    await click('Select all 12');
    await click('Change amount…');
    await textbox(page, 'Instalment amount').fill('99');
    await click('Change 12 instalments');
    // Pointed at, it stays.
    await statusNote(page, /^12 instalments changed to R\s99,00$/).hover();
    const service = await serviceOf(request, merchant);
    await service.edit('instalments', 'InstalmentPutRequest', {
      ContractSequence: contract,
      InstalmentSequence: 4,
      InstalmentAmount: 77,
    });
    await click('Undo');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('11 undone · 1 not undone')).toBeVisible();
    await expect(dialog.getByRole('grid', { name: 'Results' }).getByRole('row')).toHaveCount(2);
    await expect(dialog.getByRole('row', { name: / 4 / })).toContainText(/Changed again since to R.77,00\./);
    await axe();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(statusNote(page, 'Undone: 11 instalments are as they were')).toBeVisible();
    const amounts = (await program.instalments(contract)).map((it) => it.InstalmentAmount);
    expect(amounts.filter((it) => it !== 150.5)).toEqual([77]);
  },
);

test(
  'after a change of many amounts the refused ones stay to be corrected, and only they are sent again',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const number = newNumber();
    const contract = await program.mandate({ ContractNumber: number });
    const capped = await program.mandate({ ContractNumber: number, ClientNumber: 'C00004', MaximumAmount: 160 });
    await page.goto(`/m/${merchant}/EFT/instalments?q=${number}`);
    const sent: unknown[][] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON().InstalmentPutRequest);
    });
    // Shift selects everything in between.
    await page.getByRole('checkbox', { name: /^Select instalment 11 of C00003/ }).click();
    await page.getByRole('checkbox', { name: /^Select instalment 2 of C00004/ }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Change amount…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Instalment amount' }).fill('180');
    await expect(dialog.getByRole('status').filter({ hasText: /R\s602,00 → R\s720,00$/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Change 4 instalments' }).click();
    await expect(dialog.getByText('2 changed · 2 not saved')).toBeVisible();
    await axe();
    await dialog.getByRole('textbox', { name: 'New value of instalment 1' }).fill('155');
    const second = dialog.getByRole('textbox', { name: 'New value of instalment 2' });
    await second.fill('no amount');
    await expect(dialog.getByRole('button', { name: 'Send the 2 again' })).toBeDisabled();
    await second.fill('156,50');
    await dialog.getByRole('button', { name: 'Send the 2 again' }).click();
    await expect(statusNote(page, /^4 instalments changed to R\s180,00$/)).toBeVisible();
    expect(sent.map((it) => it.length)).toEqual([4, 2]);
    expect(sent[1]).toEqual([
      { ContractSequence: capped, InstalmentSequence: 1, InstalmentAmount: 155 },
      { ContractSequence: capped, InstalmentSequence: 2, InstalmentAmount: 156.5 },
    ]);
    const amounts = async (of: number) => (await program.instalments(of)).map((it) => it.InstalmentAmount);
    expect((await amounts(contract)).slice(9)).toEqual([150.5, 180, 180]);
    expect((await amounts(capped)).slice(0, 3)).toEqual([155, 156.5, 150.5]);
  },
);

test('after a lost answer a change of many is asked for again under its key; by keyboard alone', async ({
  page,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(lostAnswer);
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  const program = await asProgram(page, merchant);
  const contract = await program.mandate();
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  await page.getByRole('button', { name: 'Select all 12' }).press('Enter');
  await page.getByRole('button', { name: 'Change amount…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Instalment amount' })).toBeFocused();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key']);
  });
  await loseAnswer(page, 'instalmentEdit');
  await page.keyboard.type('175,50');
  await expect(dialog.getByRole('button', { name: 'Change 12 instalments' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(statusNote(page, /^12 instalments changed to R\s175,50$/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const stored = await program.instalments(contract);
  expect(new Set(stored.map((it) => it.InstalmentAmount))).toEqual(new Set([175.5]));
});

test('an edit in a row shows there, and wherever it is repeated, before the list reloads', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  const contract = await (await asProgram(page, merchant)).mandate();
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  const grid = page.getByRole('grid', { name: 'Instalments' });
  await rowAction(grid, 'Edit', 'instalment 2');
  // The list, not the read of the one instalment before it is saved.
  const list = await hold(page, /\/maintain\/instalments\/(?!.*InstalmentSequence=).*ContractSequence=/);
  await textbox(grid, 'Instalment amount').fill('77,70');
  await page.keyboard.press('Enter');
  await expect(statusNote(page, /^Instalment 2 updated: amount R\s150,50 → R\s77,70$/)).toBeVisible();
  await expect(grid.getByRole('row').nth(2)).toContainText('R 77,70');
  await rowAction(grid, 'Duplicate', 'instalment 2');
  await expect(textbox(page.getByRole('dialog'), 'Instalment amount')).toHaveValue('77,70');
  await list.release();
});

test(
  'from the overview, instalments on a weekend or holiday are selected and moved to the next banking day',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const number = newNumber();
    const contract = await program.mandate({ ContractNumber: number });
    const saturday = addDays(today(), 6 - weekday(today()) + (weekday(today()) >= 6 ? 7 : 0));
    await program.move(contract, 1, `${saturday} 08:15`);
    await page.goto(`/m/${merchant}/EFT`);
    const attention = page.getByRole('region', { name: 'To do' });
    await attention.getByRole('listitem').filter({ hasText: 'weekend' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Instalments' })).toBeVisible();
    const list = page.getByRole('grid', { name: 'Instalments' });
    await expect(list.getByRole('row', { name: new RegExp(number) })).toBeVisible();
    await expect(list.getByRole('checkbox', { checked: false })).toHaveCount(0);
    await axe();
    await page.getByRole('button', { name: 'Move to the next banking day…' }).click();
    const dialog = page.getByRole('dialog');
    const preview = dialog
      .getByRole('grid', { name: 'Before and after' })
      .getByRole('row', { name: new RegExp(number) });
    await expect(preview).toContainText(weekdayText(saturday));
    await dialog.getByRole('button', { name: /^Move .*instalment/ }).click();
    await expect(statusNote(page, /moved to the next banking day$/)).toBeVisible();
    await expect(list.getByRole('row', { name: new RegExp(number) })).toHaveCount(0);
    const [stored] = await program.instalments(contract);
    expect(weekday(dateOf(stored?.InstalmentActionDate ?? ''))).toBeLessThan(6);
    expect(stored?.InstalmentActionDate).toMatch(/ 08:15$/);
  },
);

test('instalments of all contracts start with what is due, have status totals, and are found by part of a name', async ({
  page,
  signIn,
  axe,
  complaints,
}) => {
  // The first row's contract may have no mandate, which its page requests.
  complaints.allow(/404.*maintain\/mandates/);
  await page.goto('/m/1001/EFT/instalments');
  await signIn();
  const list = page.getByRole('grid', { name: 'Instalments' });
  const scheduled = page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: /Scheduled/ });
  // "397" on the button, "397 instalments, R 307 189,40" below the rows; both grow while rows load.
  const count = async (on: Locator) => numberIn((await on.innerText()).split(',')[0] ?? '');
  await expect.poll(() => count(scheduled)).toBeGreaterThan(0);
  // What is true of nearly all of them is in no row.
  await expect(list.getByRole('row').filter({ hasText: 'today' }).first()).toBeVisible();
  await expect(list.getByText('Scheduled', { exact: true })).toHaveCount(0);
  await scheduled.click();
  await expect(page).toHaveURL(/status=SCHEDULED/);
  const below = page.getByRole('status').filter({ hasText: /^[\d\s]+ instalments?, R/ });
  await expect.poll(async () => (await count(below)) - (await count(scheduled))).toBe(0);
  await axe();
  // By part of a name, in any order of words.
  const client = list.getByRole('row').nth(1).getByRole('link');
  const [first = '', ...rest] = (await client.innerText()).split(' ');
  await page
    .getByRole('searchbox', { name: 'Find instalments' })
    .fill(`${rest.join(' ').toUpperCase()} ${first.slice(0, 3)}`);
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row').nth(1)).toContainText(first);
  await client.click();
  await expect(page).toHaveURL(/contracts\/\d+\?instalment=\d+/);
});

test('a page of instalments that cannot be read says only that', async ({ page, signIn, complaints }) => {
  complaints.allow(/500/);
  await page.route('**/reports/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/m/1001/EFT/instalments');
  await signIn();
  await expect(page.getByText('Some instalments are not shown')).toBeVisible();
  await expect(page.getByText('No instalments in these days')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('grid', { name: 'Instalments' }).getByRole('link').first()).toBeVisible();
});

test('a selection moves no row, and its bar is one line, on a phone two', async ({ page, merchant, signIn, axe }) => {
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  const contract = await (await asProgram(page, merchant)).mandate();
  for (const [width, most] of [
    [360, 110],
    [900, 36],
    [1280, 36],
    [1440, 36],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    const boxes = page.getByRole('checkbox', { name: /^Select instalment / });
    const tops = () => boxes.evaluateAll((list) => list.map((it) => it.getBoundingClientRect().top + scrollY));
    await expect(boxes).toHaveCount(12);
    const before = await tops();
    await boxes.first().click();
    const bar = page.getByRole('group', { name: 'Selected instalments' });
    await expect(bar.getByRole('button', { name: 'Move dates…' })).toBeVisible();
    expect(await tops(), `rows at ${width} pixels`).toEqual(before);
    const size = await bar.evaluate((it) => ({
      height: it.getBoundingClientRect().height,
      cut: [...it.querySelectorAll('*')].filter((part) => {
        const { left, right, width: wide } = part.getBoundingClientRect();
        const edges = it.getBoundingClientRect();
        return wide > 0 && (right > edges.right || left < edges.left);
      }).length,
    }));
    expect(size.height, `pixels of the bar at ${width}`).toBeLessThanOrEqual(most);
    expect(size.cut, `what sticks out of the bar at ${width}`).toBe(0);
    await bar.getByRole('button', { name: 'More for the selection' }).click();
    await expect(page.getByRole('menuitem', { name: 'Cancel 1 instalment…' })).toBeVisible();
    await axe();
    await page.keyboard.press('Escape');
  }
});
