import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { chooseOfList, go, numberIn, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './network.ts';
import { serviceOf } from './service.ts';

// Without it the system's own file dialog opens, which tests cannot use.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

/** The current page in the rail, the tabs and the breadcrumb. */
async function currentLocation(page: Page) {
  const texts = (of: string) => page.locator(of).allInnerTexts();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return {
    rail: await page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]').allInnerTexts(),
    // Without its count.
    tab: (await texts('main nav:not([aria-label="Breadcrumb"]) [aria-current]')).map((it) =>
      it.replace(/\s+\d[\s\d]*$/, ''),
    ),
    trail: (await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').allInnerTexts()).map((it) =>
      it.replace(/^\/\s*/, ''),
    ),
  };
}

test('section, tab and breadcrumb match, on lists, records and forms', { tag: '@long' }, async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT');
  await signIn();
  const places: [path: string, rail: string, tab: string[], trail: string[]][] = [
    ['', 'Overview', [], []],
    ['/contracts', 'Contracts', ['All'], []],
    ['/contracts?only=unpaid', 'Contracts', ['Unpaid'], []],
    ['/mandates', 'Contracts', [], []],
    ['/initiated-mandates', 'Contracts', ['Awaiting approval'], []],
    ['/contracts/without-mandate', 'Contracts', ['Without mandate'], []],
    ['/mandates/new', 'Contracts', [], ['Contracts', 'Mandates']],
    ['/contracts/100002', 'Contracts', [], ['Contracts']],
    ['/instalments', 'Instalments', [], []],
    ['/omni', 'Instalments', [], []],
    ['/clients/new', 'Clients', [], ['Clients']],
    ['/payments', 'Payouts', ['Payments'], []],
    ['/payouts', 'Payouts', ['Payout contracts'], []],
    ['/payouts/new', 'Payouts', [], ['Payout contracts']],
    ['/help/manager', 'Help', ['Manager'], []],
    ['/whats-possible', 'Help', [], ['Help']],
    ['/lookups/banks', 'Help', ['Banks'], ['Help']],
    ['/settings', 'Settings', ['This browser'], []],
    ['/settings/profile', 'Settings', ['Profile'], []],
  ];
  for (const [path, rail, tab, trail] of places) {
    await go(page, `/m/1001/EFT${path}`);
    await expect.poll(() => currentLocation(page), { message: path }).toEqual({ rail: [rail], tab, trail });
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contracts', exact: true }).click();
  await page.getByRole('navigation', { name: 'Contracts' }).getByRole('link', { name: 'Awaiting approval' }).click();
  await expect(page).toHaveURL(/\/initiated-mandates$/);
  await expect(page).toHaveTitle(/^Awaiting approval · Contracts · 1001/);
});

/** Each list with client names, and the name of its search box. */
const lists: [path: string, grid: string, box: string][] = [
  ['/mandates', 'Mandates', 'Find a mandate'],
  ['/contracts', 'Contracts', 'Find a contract'],
  ['/clients', 'Clients', 'Find a client'],
  ['/payouts', 'Payout contracts', 'Find a payout contract'],
  ['/payments?when=all', 'Payments', 'Find payments'],
];

test(
  'every list is searched as you type, by words of a name in any order, and by number',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    test.slow();
    // A search without matches is tried as a number.
    complaints.allow(/404/);
    await page.goto('/m/1001/EFT');
    await signIn();
    for (const [path, name, box] of lists)
      await test.step(path, async () => {
        await go(page, `/m/1001/EFT${path}`);
        const grid = page.getByRole('grid', { name, exact: true });
        const link = grid.getByRole('row').nth(3).getByRole('link');
        await expect(link).toHaveText(/^\S.* C\d{5}$/);
        const [, client = '', number = ''] = /^(.*) (C\d{5})$/.exec(await link.innerText()) ?? [];
        const [first = '', last = ''] = [client.split(' ')[0], client.split(' ').at(-1)];
        const search = page.getByRole('searchbox', { name: box });
        await search.fill(`${last.slice(0, -1).toUpperCase()}  ${first.toLowerCase()}`);
        const links = grid.getByRole('link');
        await expect(links.first()).toContainText(client);
        await expect(links.filter({ hasNotText: first })).toHaveCount(0);
        await search.fill(number.toLowerCase());
        await expect(links.first()).toContainText(number);
        await expect(links.filter({ hasNotText: number })).toHaveCount(0);
        await expect(page).toHaveURL(new RegExp(`[?&]q=${number}`, 'i'));
        await search.fill('nobody at all');
        await expect(page.getByText(/^No [a-z ]+ matches$/)).toBeVisible();
      });
  },
);

test('a list is searched by the end of an account number, which is never in the address', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  const grid = page.getByRole('grid', { name: 'Clients', exact: true });
  const row = grid.getByRole('row').nth(2);
  await row.getByRole('button', { name: /^Show account/ }).click();
  const shown = row.getByRole('gridcell').filter({ hasText: /\d{7,}/ });
  const account = /\d{7,}/.exec(await shown.innerText())?.[0] ?? '';
  const client = await row.getByRole('link').innerText();
  for (const [path, box] of [
    ['/clients', 'Find a client'],
    ['/contracts', 'Find a contract'],
  ] as const) {
    await go(page, `/m/1001/EFT${path}`);
    await page.getByRole('searchbox', { name: box }).fill(account);
    const links = page.getByRole('main').getByRole('grid').getByRole('link');
    await expect(links.filter({ hasNotText: client })).toHaveCount(0);
    await expect(links.first()).toHaveText(client);
    expect(page.url()).not.toContain(account);
  }
});

test('contracts opens with every contract, also those without a mandate', async ({ page, request, signIn }) => {
  await page.goto('/m/1001/EFT/contracts');
  await signIn();
  const count = async () => numberIn(await page.getByRole('heading', { level: 1 }).getByRole('status').innerText());
  await go(page, '/m/1001/EFT/mandates');
  await expect(page.getByText(/^[\d\s]+ mandates$/)).toBeVisible();
  const mandates = await count();
  await page.getByRole('link', { name: /^Without mandate/ }).click();
  await expect(page.getByText(/^[\d\s]+ contracts?$/)).toBeVisible();
  const without = await count();
  expect(without).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Contracts' }).getByRole('link', { name: 'All', exact: true }).click();
  await expect.poll(count).toBe(mandates + without);
  const service = await serviceOf(request, '1001');
  expect(mandates + without).toBe((await service.list('contracts', { All: 'true' })).length);
});

test('a contract’s row tells its last debits, the next one and what is unpaid, as its record does', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/contracts?only=unpaid');
  await signIn();
  const chips = page.getByRole('navigation', { name: 'Contracts' });
  const grid = page.getByRole('grid', { name: 'Contracts' });
  const rows = grid.getByRole('row');
  await expect(chips.getByRole('link', { name: /^Unpaid/ })).toHaveAttribute('aria-current', 'page');
  await expect(rows.nth(1)).toContainText(/R\s[\d\s]+,\d{2}.*R\s[\d\s]+,\d{2}/);
  const count = numberIn(await page.getByRole('heading', { level: 1 }).getByRole('status').innerText());
  expect(count).toBeGreaterThan(0);
  await expect.poll(async () => numberIn(await chips.getByRole('link', { name: /^Unpaid/ }).innerText())).toBe(count);
  await axe();

  // Unpaid and to be debited again: the record has the same day, and its strip the same marks.
  const row = rows.filter({ has: page.getByRole('img', { name: /unpaid.*; next / }) }).first();
  const strip = (await row.getByRole('img').getAttribute('aria-label')) ?? '';
  const next = / next (.+)$/.exec(strip)?.[1] ?? '';
  await expect(row).toContainText(next);
  await row.getByRole('link').click();
  const facts = page.getByRole('region', { name: 'Key facts' });
  await expect(facts).toContainText(`Next debit`);
  await expect(facts).toContainText(next);
  await expect(facts).toContainText(/Unpaid\s*R/);

  await page.goBack();
  await chips.getByRole('link', { name: /^Ending soon/ }).click();
  await expect(page).toHaveURL(/only=ending-soon/);
  await expect(rows.nth(1)).toContainText(/R\s[\d\s]+,\d{2}/);
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/contracts$/);
});

test('rows say nothing of debits before these are read, and nothing where they can’t be read', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(/500/);
  const reports = await hold(page, /\/reports\/(transactions_report|omni\/future_transactions)/);
  await page.goto('/m/1001/EFT/contracts');
  await signIn();
  const rows = page.getByRole('grid', { name: 'Contracts' }).getByRole('row');
  await expect(rows.nth(1).getByRole('link')).toBeVisible();
  const chips = page.getByRole('navigation', { name: 'Contracts' });
  await expect(chips.getByRole('link', { name: 'Unpaid', exact: true })).toBeVisible();
  await expect(rows.getByRole('img')).toHaveCount(0);
  await chips.getByRole('link', { name: 'Unpaid', exact: true }).click();
  await expect(page.getByText('No contract has an unpaid debit')).toBeHidden();
  await reports.release();
  await expect(rows.getByRole('img').first()).toBeVisible();

  await page.route(/\/reports\/transactions_report/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('It could not be read which contracts these are')).toBeVisible();
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await expect(rows.nth(1).getByRole('link')).toBeVisible();
  await expect(rows.getByRole('img')).toHaveCount(0);
  await expect(chips.getByRole('link', { name: 'Unpaid', exact: true })).toBeVisible();
});

test('a list exports what is filtered, in its order, with labels, numbers and dates', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/mandates?status=CANCELLED&sort=-InstalmentAmount');
  await signIn();
  const grid = page.getByRole('grid', { name: 'Mandates' });
  await page.getByRole('searchbox', { name: 'Find a mandate' }).fill('LN0001');
  await expect(page).toHaveURL(/q=LN0001/);
  await expect(grid.getByRole('link').first()).toHaveText(/^\S.* C\d{5}$/);
  const shown = await grid
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
    );
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(rows).toBe(shown.length);
  const saved = async (format: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'List menu' }).click();
    await expect(page.getByRole('menuitem', { name: `Export ${rows} mandates as Excel (XLSX)` })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: / as CSV$/ })).toContainText('Spreadsheets drop the zeros');
    await page.getByRole('menuitem', { name: ` as ${format}` }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  const csv = await saved('CSV');
  // Without their number while what the rows tell of debits still loads.
  expect(csv.name).toMatch(new RegExp(`^Contracts Mandates 1001 EFT, (${rows} )?mandates\\.csv$`));
  const [head = '', ...lines] = csv.bytes.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
  expect(head).toMatch(/^Client name,Client number,Contract,Next debit,Unpaid,Amount,Status,Frequency,Collection day,/);
  expect(
    lines.map((line) => line.split(',').filter((_, at) => at < 3 || at === 5 || at === 6)),
    'the rows of the screen, in its order',
  ).toEqual(
    shown.map(([client = '', contract = '', , , , amount = '']) => [
      client.replace(/ C\d{5}$/, ''),
      /C\d{5}$/.exec(client)?.[0],
      contract.split(' ')[0],
      Number(amount.replace(/[^\d,]/g, '').replace(',', '.')).toFixed(2),
      'Cancelled',
    ]),
  );

  const parts = unzipSync(new Uint8Array((await saved('Excel (XLSX)')).bytes));
  const part = (name: string) => Buffer.from(parts[name] ?? []).toString('utf8');
  const figures = [...part('xl/worksheets/sheet1.xml').matchAll(/<c s="\d+"><v>([\d.]+)<\/v>/g)].map(([, it]) => it);
  for (const line of lines) expect(figures).toContain(line.split(',')[5]);
  const about = part('xl/worksheets/sheet2.xml');
  for (const words of ['Search', 'LN0001', 'Status', 'Cancelled', '1001']) expect(about).toContain(`>${words}<`);
});

test('payout contracts export sums and dates as values, and clients their account numbers masked', async ({
  page,
  signIn,
}) => {
  await page.goto('/m/1001/EFT/payouts?show=ahead');
  await signIn();
  const saved = async () => {
    const coming = page.waitForEvent('download');
    await chooseOfList(page, / as CSV$/);
    return readFile(await (await coming).path(), 'utf8');
  };
  const payouts = (await saved()).replace('\ufeff', '').split('\r\n');
  expect(payouts[0]).toBe(
    'Client name,Client number,Contract,Next date,Next amount,Still to pay,Paid,All payments,Payments,Contract ID',
  );
  expect(payouts[1]).toMatch(
    /,\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?,\d+\.\d{2},\d+\.\d{2},\d+\.\d{2},\d+\.\d{2},\d+,\d+$/,
  );
  await go(page, '/m/1001/EFT/clients');
  await expect(page.getByText(/^[\d\s]+ clients$/)).toBeVisible();
  const clients = await saved();
  // Behind the account are email and branch.
  for (const line of clients.trimEnd().split('\r\n').slice(1))
    expect(line).toMatch(/,•••• \d{4},[^,]*,(?:[^,"]*|"[^"]*")$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('on a phone lists are cards with name, amount and debits, which open, sort and search', async ({
    page,
    signIn,
    axe,
  }) => {
    await page.goto('/m/1001/EFT/mandates');
    await signIn();
    const cards = page.getByRole('list', { name: 'Mandates' }).getByRole('listitem');
    await expect(cards).toHaveCount(50);
    await expect(cards.first()).toContainText(/C\d{5}/);
    await expect(cards.first()).toContainText(/R\s[\d\s]+,\d{2}/);
    await expect(cards.first().getByRole('img', { name: /^Last debits: (paid|unpaid)/ })).toBeVisible();
    await axe();
    expect(await sideways(page)).toEqual([]);
    await page.getByRole('button', { name: /^Show 50 more of [\d\s]+$/ }).click();
    await expect(cards).toHaveCount(100);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Contract, ascending' });
    await expect(cards.first()).toContainText('LN000001');
    await page.getByRole('searchbox', { name: 'Find a mandate' }).fill('LN000002');
    await expect(cards).toHaveCount(1);
    // The whole card links to the contract, not only its text.
    await cards.first().getByText('LN000002').click();
    await expect(page).toHaveURL(/\/contracts\/100002$/);
    for (const [path] of [...lists, ['/instalments'], ['/unpaid']]) {
      await go(page, `/m/1001/EFT${path}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('listitem').first()).toBeVisible();
      await expect(main.getByRole('button', { name: 'List menu' })).toBeVisible();
      const wrong = await main.locator('button, select, input').evaluateAll((all) => {
        const shown = all
          // The pills are a line that scrolls.
          .filter((it) => it.checkVisibility() && !it.closest('li, [data-pills], nav'))
          .map((it) => ({ text: it.outerHTML.slice(0, 200), box: it.getBoundingClientRect() }));
        return shown.filter(
          ({ box: one }, at) =>
            one.right > innerWidth ||
            shown
              .slice(at + 1)
              .some(
                ({ box: other }) =>
                  one.left < other.right - 1 &&
                  other.left < one.right - 1 &&
                  one.top < other.bottom - 1 &&
                  other.top < one.bottom - 1,
              ),
        );
      });
      expect(
        wrong.map(({ text }) => text),
        `controls to the side of ${path}, or over others`,
      ).toEqual([]);
      expect(await sideways(page), `pixels to the side of ${path}`).toEqual([]);
    }
  });
});

for (const width of [1280, 1440])
  test(`at ${width} pixels no list scrolls sideways`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/m/1001/EFT');
    await signIn();
    for (const [path, name] of lists) {
      await go(page, `/m/1001/EFT${path}`);
      const grid = page.getByRole('grid', { name, exact: true });
      await expect(grid.getByRole('link').first()).toBeVisible();
      expect(
        await grid.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth),
        `pixels to the side of ${path}`,
      ).toBe(0);
    }
  });

test(
  'the first record of a list is near the top, on a phone and on a desktop',
  { tag: '@long' },
  async ({ page, signIn }) => {
    const pages: [path: string, name: string][] = [
      ['/contracts', 'Contracts'],
      ['/instalments', 'Instalments'],
      ['/payments', 'Payments'],
      ['/clients', 'Clients'],
      ['/payouts', 'Payout contracts'],
    ];
    await page.goto('/m/1001/EFT');
    await signIn();
    for (const [width, height, most] of [
      [360, 740, 320],
      [1440, 900, 480],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [path, name] of pages) {
        await go(page, `/m/1001/EFT${path}`);
        const rows =
          width < 600
            ? page.getByRole('list', { name, exact: true }).getByRole('listitem')
            : page.getByRole('grid', { name, exact: true }).getByRole('gridcell');
        await expect(rows.first()).toBeVisible();
        await expect
          .poll(async () => (await rows.first().boundingBox())?.y, { message: `${path} at ${width} px` })
          .toBeLessThanOrEqual(most);
        expect(await sideways(page), path).toEqual([]);
      }
    }
  },
);

for (const [width, height, most] of [
  [1440, 900, 300],
  [360, 740, 280],
] as const)
  test(`the first row of each list is within ${most} pixels of the top at ${width} × ${height}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/m/1001/EFT/mandates');
    await signIn();
    for (const [path, name] of [
      ['EFT/mandates', 'Mandates'],
      ['EFT/contracts', 'Contracts'],
      ['DEBICHECK/initiated-mandates', 'Mandates awaiting approval'],
      ['EFT/clients', 'Clients'],
      ['EFT/payouts', 'Payout contracts'],
      ['EFT/payments', 'Payments'],
      ['EFT/instalments', 'Instalments'],
    ] as const) {
      await go(page, `/m/1001/${path}`);
      const first =
        width < 600
          ? page.getByRole('list', { name, exact: true }).getByRole('listitem').first()
          : page.getByRole('grid', { name, exact: true }).getByRole('row').nth(1);
      await expect(first.getByRole('link').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'List menu' })).toBeVisible();
      const top = await first.evaluate((it) => it.getBoundingClientRect().top + scrollY);
      expect.soft(top, `pixels above the first row of ${path}`).toBeLessThanOrEqual(most);
      expect.soft(await sideways(page), path).toEqual([]);
    }
  });

test('the period chosen on one page is shown on the next ones, with a way back to their own', async ({
  page,
  signIn,
}) => {
  await page.goto('/m/1001/EFT/instalments');
  await signIn();
  const rail = page.getByRole('navigation', { name: 'Pages' });
  const chip = page.getByRole('button', { name: /^Period/ });
  await expect(chip).toContainText('Next 30 days');
  await chip.click();
  await page.getByRole('menuitemcheckbox', { name: 'Last month' }).click();
  await rail.getByRole('link', { name: 'Unpaid' }).click();
  await expect(page).toHaveURL(/unpaid\?range=last-month$/);
  await expect(chip).toContainText('Last month');
  await rail.getByRole('link', { name: 'Reports' }).click();
  await expect(chip).toContainText('Last month');
  // Where it was chosen it needs no way back.
  await rail.getByRole('link', { name: 'Instalments' }).click();
  await expect(chip).toContainText('Last month');
  await expect(page.getByRole('button', { name: /^Back to / })).toHaveCount(0);
  // A page of the days ahead has no use for last month.
  await go(page, '/m/1001/EFT/reports/future-transactions');
  await expect(chip).toContainText('Next 30 days');

  await rail.getByRole('link', { name: 'Unpaid' }).click();
  await page.getByRole('button', { name: 'Back to last 90 days' }).click();
  await expect(chip).toContainText('Last 90 days');
  await rail.getByRole('link', { name: 'Reports' }).click();
  await expect(chip).toContainText('This month');
});

test('columns of a list are chosen and moved, and stay after a reload', async ({ page, signIn, axe }) => {
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  const heads = page.getByRole('grid', { name: 'Mandates' }).getByRole('columnheader');
  await expect(heads).toHaveText(['Client', 'Contract', 'Last six, next', 'Next debit', 'Unpaid', 'Amount']);
  await page.getByRole('button', { name: 'List menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Columns' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Unpaid' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Mandate type' }).check();
  await panel.getByRole('button', { name: 'Move Amount left' }).press('Enter');
  await axe();
  await panel.getByRole('button', { name: 'Done' }).press('Enter');
  const chosen = ['Client', 'Contract', 'Last six, next', 'Amount', 'Next debit', 'Mandate type'];
  await expect(heads).toHaveText(chosen);
  await page.goto('/m/1001/EFT/mandates');
  await expect(heads).toHaveText(chosen);
  await page.getByRole('button', { name: 'List menu' }).click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  await panel.getByRole('button', { name: 'Reset columns' }).click();
  await expect(heads.filter({ hasText: 'Unpaid' })).toBeVisible();
});

test('what a list shows is saved under a name, opened from any page, renamed and deleted', async ({
  page,
  signIn,
  axe,
}) => {
  await page.goto('/m/1001/EFT/mandates?status=CANCELLED&sort=-InstalmentAmount&q=naledi');
  await signIn();
  const open = async () => {
    await page.getByRole('button', { name: 'List menu' }).click();
    await page.getByRole('menuitem', { name: 'Saved views' }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByLabel('Name of this view').fill('Cancelled, largest first');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Rename the view Cancelled, largest first' }).click();
  await dialog.getByLabel('New name of “Cancelled, largest first”').fill('Lost mandates');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).last().click();
  await expect(dialog.getByRole('link', { name: 'Lost mandates' })).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await go(page, '/m/1001/EFT/mandates');
  await page.getByRole('button', { name: 'List menu' }).click();
  await page.getByRole('menuitem', { name: 'Lost mandates' }).click();
  await expect(page).toHaveURL(/mandates\?status=CANCELLED&sort=-InstalmentAmount$/);

  await go(page, '/m/1001/EFT/instalments');
  await expect(page.getByRole('heading', { level: 1, name: 'Instalments' })).toBeVisible();
  await open();
  await dialog.getByRole('link', { name: 'Lost mandates' }).click();
  await expect(page).toHaveURL(/mandates\?status=CANCELLED/);
  // The address changes before the page does, and both pages have this menu.
  await expect(page.getByRole('grid', { name: 'Mandates' })).toBeVisible();
  await open();
  await dialog.getByRole('button', { name: 'Delete the view Lost mandates' }).click();
  await expect(dialog.getByText(/^No saved views yet/)).toBeVisible();
});

test('an empty list of contracts offers its action, under its sentence', async ({ page, signIn }) => {
  await page.goto('/m/1016/EFT/contracts');
  await signIn();
  const main = page.getByRole('main');
  await expect(main.getByText('No contracts yet')).toBeVisible();
  await main.getByRole('link', { name: 'New mandate' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible();
});
