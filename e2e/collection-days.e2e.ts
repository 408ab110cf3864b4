import { sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf } from './service.ts';
import { today } from './test-data.ts';

test('which days collect: the counts of the service with their intervals, opened from the reports by keyboard', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const year = Number(today().slice(0, 4));
  const [from, to] = [`${year - 1}-12-01`, today()];
  const service = await serviceOf(request, '1001');
  const rows = await service.report('omni/instalment_changes_report/EFT', { StartDate: from, EndDate: to });
  expect(rows.length).toBeGreaterThan(0);
  const due = rows.filter((it) => {
    const day = String(it.InstalmentActionDate).slice(0, 10);
    return day >= from && day <= to && ['PAID', 'UNPAID'].includes(String(it.InstalmentStatus));
  });
  const countOf = (day: number, ...statuses: string[]) =>
    due.filter(
      (it) =>
        Number(String(it.InstalmentActionDate).slice(8, 10)) === day && statuses.includes(String(it.InstalmentStatus)),
    ).length;

  await page.goto('/m/1001/EFT/reports/transactions');
  await signIn();
  await page.getByRole('button', { name: 'Report: Transactions' }).press('Enter');
  await page.getByRole('link', { name: /^Which days collect/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Which days collect' })).toBeVisible();
  await page.goto(`/m/1001/EFT/reports/which-days-collect?from=${from}&to=${to}`);
  // The answer first, then each day with enough debits as a dot in the chart.
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^(The \d+(st|nd|rd|th) collects (best|better)|Too (close|few))/,
  );
  await expect(page.getByText('Different clients pay on different days')).toBeVisible();
  const chart = page.getByRole('img', { name: /^By day of the month, paid of 100 debits/ });
  const days = [...new Set(due.map((it) => Number(String(it.InstalmentActionDate).slice(8, 10))))];
  const enough = days.filter((day) => countOf(day, 'PAID', 'UNPAID') >= 100);
  expect(enough.length).toBeGreaterThan(1);
  for (const day of enough) {
    const rate = (100 * countOf(day, 'PAID')) / countOf(day, 'PAID', 'UNPAID');
    await expect(chart).toHaveAccessibleName(new RegExp(`[ ;]${day}: ${rate.toFixed(1).replace('.', ',')} %`));
  }
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show as tables' }).click();
  const digits = (text: string | null) => (text ?? '').replace(/\s/g, '');
  const cellsOf = async (table: string, day: number) =>
    (
      await page
        .getByRole('table', { name: table, exact: true })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: String(day), exact: true }) })
        .getByRole('cell')
        .allTextContents()
    ).map(digits);
  for (const summary of await page.getByText(/^Under 100 debits: /).all()) await summary.click();
  for (const day of days) {
    const all = countOf(day, 'PAID', 'UNPAID');
    const texts = await cellsOf(`By day of the month${all >= 100 ? '' : ', under 100 debits'}`, day);
    expect(texts.slice(0, 2)).toEqual([String(all), String(countOf(day, 'PAID'))]);
    if (all >= 100) expect(texts[3]).toMatch(/^\d+,\d–\d+,\d%$/);
    // Few debits have counts alone, and no dash in place of a rate.
    else expect(texts).toHaveLength(2);
  }
  for (const name of ['By weekday', 'Around the 25th', 'By attempt']) {
    const counts = await page
      .getByRole('table', { name: new RegExp(`^${name}`) })
      .getByRole('row')
      .locator('td:nth-child(2)')
      .allTextContents();
    expect(
      counts.reduce((sum, it) => sum + Number(digits(it)), 0),
      name,
    ).toBe(due.length);
  }
  await expect(page.getByRole('table', { name: 'Returned, by reason' })).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
});
