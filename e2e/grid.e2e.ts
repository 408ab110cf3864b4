import { expect, test } from './fixtures.ts';

test('a list is one stop for Tab, and its cells are gone through by keys alone', async ({ page, signIn, axe }) => {
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

  // The row is scrolled out of the document: the next key goes on from there, as in a spreadsheet.
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
