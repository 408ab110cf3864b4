import { expect, test } from './fixtures.ts';

test(
  'headings and confirmations name the client, even if the service does not list clients',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(/400/);
    const requested: string[] = [];
    await page.route(/\/maintain\/clients\/EFT\?/, async (route) => {
      const number = new URL(route.request().url()).searchParams.get('ClientNumber');
      if (number) {
        requested.push(number);
        return route.continue();
      }
      return route.fulfill({ status: 400, json: { APIResponse: { Status: 'FAILED' } } });
    });
    await page.goto('/m/1001/EFT/omni?contract=100002');
    await signIn();
    await expect(page.getByRole('link', { name: 'Tsakani Mathebula · LN000002' })).toBeVisible();
    expect(requested).toEqual(['C00002']);

    await page.getByRole('link', { name: 'Tsakani Mathebula · LN000002' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tsakani Mathebula · LN000002' })).toBeVisible();
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Cancel mandate' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'The mandate of Tsakani Mathebula · LN000002 (C00002, 100002) ends',
    );

    // In a list of hundreds only for visible rows.
    requested.length = 0;
    await page.goto('/m/1001/EFT/mandates');
    const grid = page.getByRole('grid', { name: 'Mandates' });
    const clientOf = (row: number) => grid.locator(`[aria-rowindex="${row}"]`).getByRole('gridcell').first();
    await expect(clientOf(2)).toHaveText(/^\D+ C\d{5}$/);
    const rows = Number(await grid.getAttribute('aria-rowcount'));
    expect(rows).toBeGreaterThan(300);
    await grid.getByRole('columnheader').first().getByRole('button').focus();
    await page.keyboard.press('Control+End');
    await expect(clientOf(rows)).toHaveText(/^\D+ C\d{5}$/);
    expect(requested.length).toBeLessThan(120);
    expect(requested).toHaveLength(new Set(requested).size);
  },
);
