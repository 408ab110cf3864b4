import { expect, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

test('a list is one tab stop, and its cells can be reached by keyboard alone', async ({ page, signIn, axe }) => {
  await page.goto('/m/1001/EFT/mandates');
  await signIn();
  const grid = page.getByRole('grid', { name: 'Mandates' });
  const keys = page.keyboard;
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  expect(rows).toBeGreaterThan(30);
  const row = (index: number) => grid.locator(`[aria-rowindex="${index}"]`);

  await grid.getByRole('columnheader').first().getByRole('button').focus();
  await keys.press('Control+End');
  await expect(row(rows).getByRole('gridcell').last()).toBeFocused();
  await keys.press('Home');
  await expect(row(rows).getByRole('link')).toBeFocused();
  await keys.press('ArrowUp');
  await expect(row(rows - 1).getByRole('link')).toBeFocused();

  // The focused row is scrolled out of the document: the next key continues from it, as in a spreadsheet.
  await grid.evaluate((element) => element.parentElement?.scrollTo(0, 0));
  await expect(row(rows - 1)).toHaveCount(0);
  await expect(grid).toBeFocused();
  await keys.press('ArrowUp');
  await expect(row(rows - 2).getByRole('link')).toBeFocused();

  await keys.press('Control+Home');
  await expect(grid.getByRole('columnheader').first().getByRole('button')).toBeFocused();
  const stops = await grid.evaluate(
    (element) => [element, ...element.querySelectorAll<HTMLElement>('*')].filter((it) => it.tabIndex === 0).length,
  );
  expect(stops, 'tab stops').toBe(1);
  await axe();
});

test(
  'a report can be arranged, filtered, copied and read row by row by keyboard alone',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.slow();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/m/1001/EFT/reports/transactions?range=last-90-days');
    await signIn();
    const grid = page.getByRole('grid');
    const keys = page.keyboard;
    const row = (index: number) => grid.locator(`[aria-rowindex="${index}"]`);
    const cell = (index: number, column: number) => row(index).getByRole('gridcell').nth(column);
    const head = (name: string) => grid.getByRole('columnheader').getByRole('button', { name, exact: true });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    /** Opens the focused header's menu and goes to an item by its first letters. */
    const choose = async (name: string) => {
      await keys.press('Alt+ArrowDown');
      const menu = page.getByRole('menu');
      await expect(menu.getByRole('menuitemcheckbox', { name: 'Sort ascending' })).toBeFocused();
      const item = menu.getByRole(/^(Sort|Pin)/.test(name) ? 'menuitemcheckbox' : 'menuitem', { name, exact: true });
      for (let presses = 0; presses < 20; presses++) {
        if (await item.evaluate((element) => element === document.activeElement)) break;
        await keys.press(name.charAt(0).toLowerCase());
      }
      await keys.press('Enter');
      return item;
    };

    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await tabTo(page, grid);
    await expect(head('Transaction date')).toBeFocused();
    const last = async () => Number(await grid.getAttribute('aria-rowcount'));
    const rows = await last();
    await keys.press('Control+End');
    await expect(cell(rows, 5)).toBeFocused();
    await keys.press('Home');
    await expect(cell(rows, 0)).toBeFocused();
    await keys.press('End');
    await expect(cell(rows, 5)).toBeFocused();
    await keys.press('Control+Home');
    await expect(head('Transaction date')).toBeFocused();
    await keys.press('PageDown');
    const reached = page.locator(':focus').locator('xpath=ancestor-or-self::tr');
    expect(Number(await reached.getAttribute('aria-rowindex'))).toBeGreaterThan(4);
    await keys.press('PageUp');
    await expect(head('Transaction date')).toBeFocused();

    for (let presses = 0; presses < 3; presses++) await keys.press('ArrowRight');
    await choose('Sort descending');
    await expect(head('Amount')).toBeFocused();
    await expect(page).toHaveURL(/sort=-Amount/);
    await choose('Pin column');
    // The pinned column moves to the front with the focus.
    await expect(grid.getByRole('columnheader').nth(1)).toContainText('Amount');
    await expect(head('Amount')).toBeFocused();
    const width = async () => (await grid.getByRole('columnheader').nth(1).boundingBox())?.width ?? 0;
    const before = await width();
    await expect(await choose('Wider')).toBeFocused();
    await keys.press('Escape');
    await expect(head('Amount')).toBeFocused();
    expect(await width()).toBeGreaterThan(before);

    await keys.press('End');
    await choose('Columns…');
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await tabTo(page, panel.getByRole('checkbox', { name: 'Contract number' }));
    await keys.press('Space');
    await keys.press('Escape');
    await expect(panel).toBeHidden();
    await expect(head('Contract number')).toHaveCount(0);
    await expect(head('Unpaid reason')).toBeFocused();

    await keys.press('Home');
    while (!(await head('Status').evaluate((element) => element === document.activeElement)))
      await keys.press('ArrowRight');
    await choose('Filter…');
    const filter = page.getByRole('dialog', { name: 'Filter by Status' });
    await expect(filter.getByRole('textbox', { name: 'Status contains' })).toBeFocused();
    await tabTo(page, filter.getByRole('checkbox', { name: /^Paid/ }));
    await keys.press('Space');
    await keys.press('Enter');
    await expect(page).toHaveURL(/where=Status/);
    await expect(head('Status')).toBeFocused();
    await expect.poll(last).toBeLessThan(rows);

    // Copies a range with its titles for a spreadsheet: figures are numbers, in the order shown.
    await keys.press('Home');
    await keys.press('ArrowRight');
    await keys.press('Shift+ArrowDown');
    await keys.press('Shift+ArrowDown');
    await keys.press('Shift+ArrowRight');
    await keys.press('Control+c');
    await expect(page.getByText('6 cells copied')).toBeVisible();
    const [titles, ...lines] = (await copied()).split('\r\n').map((line) => line.split('\t'));
    expect(titles).toEqual(['Amount', 'Client name']);
    const shown = [2, 3].map(async (index) => [
      Number((await cell(index, 1).innerText()).replace(/[^\d,]/g, '').replace(',', '.')),
      await cell(index, 2).getByRole('link').innerText(),
    ]);
    expect(lines.map(([amount = '', number]) => [Number(amount.replace(',', '.')), number])).toEqual(
      await Promise.all(shown),
    );

    await keys.press('Escape');
    await keys.press('ArrowUp');
    await keys.press('Space');
    const details = page.getByRole('dialog', { name: /^Row 1 of/ });
    await expect(details).toContainText(await cell(2, 2).getByRole('link').innerText());
    await keys.press('Escape');
    await expect(details).toBeHidden();
    await expect(cell(2, 2).getByRole('link')).toBeFocused();
    await keys.press('Space');
    await keys.press('ArrowDown');
    await expect(page.getByRole('dialog', { name: /^Row 2 of/ })).toBeVisible();
    await keys.press('Escape');
    await expect(cell(3, 2).getByRole('link')).toBeFocused();
  },
);
