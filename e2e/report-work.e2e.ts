import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { choose, numberIn } from './controls.ts';
import { expect, test } from './fixtures.ts';

const transactions = '/m/1001/EFT/reports/transactions';
const unpaid = `${transactions}?range=last-month&where=TransactionType:noneOf:PAYOUT&where=Status:oneOf:UNPAID`;

/** The number of rows on the page, once everything has loaded. */
async function count(page: Page): Promise<number> {
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const countLine = page.getByRole('status').filter({ hasText: /transactions?$/ });
  return numberIn((await countLine.first().innerText()).replace(/ (of .*|[a-z]+)$/, ''));
}

/** The file that the export dialog writes with its current settings. */
async function exported(page: Page): Promise<Buffer> {
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readFile(await (await coming).path());
  await expect(dialog.getByText(/^Written: /)).toBeVisible();
  return file;
}

const openExport = (page: Page) => page.getByRole('button', { name: 'Export', exact: true }).click();

test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

test(
  'one bar selects the report and its filters, and the address has them all',
  { tag: '@long' },
  async ({ page, signIn, axe }) => {
    await page.goto(`${transactions}?range=last-month`);
    await signIn();
    const all = await count(page);
    const number = (
      await page
        .getByRole('grid')
        .getByText(/^ ?C\d+$/)
        .first()
        .innerText()
    ).trim();
    await page.getByRole('button', { name: 'More filters' }).click();
    const more = page.getByRole('dialog', { name: 'More filters' });
    await axe();
    // What everybody filters by comes first.
    const first = more.getByRole('group', { name: 'Status, reason and amount' }).getByRole('button');
    await expect(first).toHaveText([/^Status/, /^Unpaid reason/, /^Amount/]);
    await first.nth(2).click();
    await more.getByLabel('Amount at least').fill('1000');
    await axe();
    await more.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => count(page)).toBeLessThan(all);
    await page.getByRole('button', { name: /^Remove filter: Amount/ }).click();
    await expect.poll(() => count(page)).toBe(all);
    await page.getByRole('button', { name: 'More filters' }).click();
    await more.getByLabel('Client number').fill(number);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`ClientNumber=${number}`));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'More filters: 1' })).toBeFocused();
    const chip = page.getByRole('button', { name: `Remove filter: Client number ${number}` });
    await expect(chip).toBeVisible();
    await expect.poll(() => count(page)).toBeLessThan(all);

    // The next report has the same client and days; each shows its filters.
    await page.getByRole('button', { name: 'Report: Transactions' }).click();
    await page.getByRole('link', { name: /^Mandate changes.*from what to what/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mandate changes' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`mandate-changes\\?range=last-month&ClientNumber=${number}`));
    await chip.click();
    await expect(page).not.toHaveURL(/ClientNumber/);

    await page.goto(`${transactions}?range=last-month&ContractSequence=none`);
    await expect(page.getByText('Nothing is shown until this is corrected')).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter: Contract ID none/ }).click();
    await expect.poll(() => count(page)).toBe(all);
  },
);

test(
  'a workbook has labels, real dates and numbers, its filters as text and its totals as numbers',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.goto(unpaid);
    await signIn();
    const rows = await count(page);
    await openExport(page);
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Format').selectOption('xlsx');
    await dialog.getByLabel(/^Add columns with codes/).check();
    const files = unzipSync(await exported(page));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const sheet = text('xl/worksheets/sheet1.xml');
    for (const title of ['Transaction date', 'Client name', 'Unpaid reason', 'Status', 'Status (code)'])
      expect(sheet).toContain(`>${title}</t>`);
    // Style 5 is a date with its time, style 2 an amount.
    expect(sheet.match(/<c s="5"><v>\d{5}(\.\d+)?<\/v>/g)).toHaveLength(rows);
    expect(sheet.match(/<c s="2"><v>\d+\.\d\d<\/v>/g)).toHaveLength(rows);
    const strings = text('xl/sharedStrings.xml');
    expect(strings).toContain('>Unpaid<');
    expect(strings).toContain('>UNPAID<');
    const cents = [...sheet.matchAll(/<c s="2"><v>(\d+)\.(\d\d)</g)].reduce(
      (sum, it) => sum + Number(it[1] + (it[2] ?? '')),
      0,
    );
    const about = text('xl/worksheets/sheet2.xml');
    expect(about).toMatch(/>Period<.*>Last month: 1 \w+ \d{4} to \d+ \w+ \d{4}</);
    expect(about).toMatch(/>Filter<.*>Status Unpaid</);
    expect(about).toMatch(new RegExp(`>Number of transactions</t></is></c><c s="3"><v>${rows}<`));
    expect(about).toContain(`<v>${(cents / 100).toFixed(2)}<`);

    // The format is remembered.
    await page.reload();
    await count(page);
    await openExport(page);
    await expect(dialog.getByLabel('Format')).toHaveValue('xlsx');
  },
);

test('debits are grouped by who created the contract, with the share that was paid', async ({ page, signIn, axe }) => {
  await page.goto(`${transactions}?range=last-month&group=UserId`);
  await signIn();
  const grid = page.getByRole('grid', { name: 'Transactions by creator' });
  const staff = grid.getByRole('row').filter({ hasText: 'staff' });
  await expect(staff).toBeVisible();
  await count(page);
  // Paid and unpaid; the grid's groups come a moment after them.
  const figures = page.getByRole('main').getByText(/^[\d\s]+ transactions$/);
  const wrongShare = async () => {
    const [paid = 0, failed = 0] = (await figures.allInnerTexts()).map(numberIn).slice(-2);
    const share = `${Math.round((100 * paid) / (paid + failed))} %`;
    const total = await grid.getByRole('row').last().innerText();
    return failed > 0 && total.includes(share) ? '' : `${share}: ${total}`;
  };
  await expect.poll(wrongShare).toBe('');
  await expect(staff).toContainText(/\d+ %/);
  await axe();
  // Its rows are those of contracts that this person created.
  await staff.getByRole('link').click();
  await expect(page).toHaveURL(/UserId/);
  await expect.poll(() => count(page)).toBeGreaterThan(0);
});

test('grouped rows are exported in their groups with subtotals, a total, and the filters', async ({ page, signIn }) => {
  await page.goto(`${unpaid}&group=InstalmentResult,ClientNumber`);
  await signIn();
  const rows = await count(page);
  const grid = page.getByRole('grid', { name: 'Transactions by unpaid reason and client' });
  await expect(grid.getByRole('link', { name: / · C\d+$/ }).first()).toBeVisible();
  await openExport(page);
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByText('As they are grouped: by unpaid reason and client, with sub-totals.')).toBeVisible();
  await dialog.getByLabel('Period, filters and totals above the columns').check();
  const lines = (await exported(page)).toString().replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Report,Transactions');
  expect(lines).toContain('Filter,Status Unpaid');
  const head = lines.indexOf('Unpaid reason,Client name,Client number,Count,Unpaid');
  expect(head).toBeGreaterThan(0);
  const groups = lines.slice(head + 1).map((line) => line.split(','));
  const sum = (list: string[][], at: number) => list.reduce((all, line) => all + Math.round(Number(line[at]) * 100), 0);
  const total = groups.filter(([reason]) => reason === 'Total');
  const subTotals = groups.filter(([reason, , client]) => reason !== 'Total' && client === 'All');
  const clients = groups.filter(([, , client]) => client !== 'All');
  expect([total.length, subTotals.length > 1, clients.length > subTotals.length]).toEqual([1, true, true]);
  for (const at of [3, 4]) expect([sum(subTotals, at), sum(clients, at)]).toEqual([sum(total, at), sum(total, at)]);
  expect(sum(total, 3)).toBe(rows * 100);
  expect(clients.filter(([, name]) => name).length).toBeGreaterThan(0);
});

test(
  'this month is compared with the same days of the month before, for the same client, shown as chips',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.goto(`${transactions}?range=this-month&where=Status:oneOf:PAID&MandateType=USAGE`);
    await signIn();
    await count(page);
    await choose(page, 'Compare');
    await expect(page.getByLabel('Compare with')).toHaveValue(/same|before/);
    await page.getByLabel('Compare with').selectOption('Same days of the previous period');
    await expect(page).toHaveURL(/compare=same/);
    const days = (name: string) =>
      page
        .getByRole('main')
        .getByText(new RegExp(`^${name}: `))
        .innerText();
    const [now, before] = [await days('This month'), await days('Previous period')];
    const last = (text: string) => Number(/(\d+) \w+ \d{4}$/.exec(text)?.[1]);
    // A shorter month ends before today's day of the month.
    expect(last(before)).toBeLessThanOrEqual(last(now));
    await expect(page.getByRole('button', { name: 'Remove filter: Status Paid' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter: Mandate type USAGE' })).toBeVisible();
    const table = page.getByRole('group', { name: 'Differences by status' });
    await expect(table.getByRole('columnheader', { name: 'This month', exact: true })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Previous period', exact: true })).toBeVisible();
  },
);

test(
  'the chart can be read as a table or hidden, which is remembered; tiles show what was collected and paid out',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.goto(`${transactions}?range=last-month`);
    await signIn();
    const collections = await count(page);
    const tiles = page.getByRole('group', { name: 'Headline' });
    await expect(tiles.getByRole('button')).toHaveText([/^CollectedR\s[\d\s]+,/, /^UnpaidR\s[\d\s]+,/]);
    await page.getByRole('button', { name: 'Remove filter: Collections' }).click();
    await expect.poll(() => count(page)).toBeGreaterThan(collections);
    await expect(tiles.getByRole('button', { name: /^Paid out\s*R/ })).toBeVisible();
    await page.reload();
    await expect.poll(() => count(page)).toBeGreaterThan(collections);
    const collected = tiles.getByRole('button', { name: /^Collected/ });
    await collected.click();
    await expect(tiles.getByRole('button')).toHaveText([/^Collected/]);
    expect(await count(page)).toBeLessThan(collections);
    await collected.click();
    await expect.poll(() => count(page)).toBe(collections);

    const chart = page.getByRole('img', { name: /^Transactions by day and status/ });
    await expect(chart).toBeVisible();
    await choose(page, 'Hide chart');
    await expect(chart).toBeHidden();
    await page.reload();
    await count(page);
    await choose(page, 'Show chart');
    await expect(chart).toBeVisible();
    await choose(page, 'Show as table');
    await page.reload();
    await expect(page.getByRole('group', { name: 'Transactions by day and status, table' })).toBeVisible();
  },
);

test(
  'a view is shared by its link, and the details name the report’s call',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${unpaid}&group=InstalmentResult`);
    await signIn();
    await count(page);
    await choose(page, 'Saved views');
    await page.getByRole('button', { name: /^Copy link to this page/ }).click();
    await expect(page.getByRole('status').getByText('Copied')).toBeAttached();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto('/m/1001/EFT/clients');
    await page.goto(link);
    await expect(page.getByRole('grid', { name: 'Transactions by unpaid reason' })).toBeVisible();

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('group', { name: 'Account' }).getByRole('button', { name: 'Details' }).click();
    await expect(page.getByRole('list', { name: 'All requests' })).toContainText(/transactionReport · \d+ · /);
  },
);
