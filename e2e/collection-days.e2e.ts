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
  await expect(page.getByText('Each row has different clients')).toBeVisible();
  const table = page.getByRole('table', { name: 'By day of the month' });
  const digits = (text: string | null) => (text ?? '').replace(/\s/g, '');
  for (const day of new Set(due.map((it) => Number(String(it.InstalmentActionDate).slice(8, 10))))) {
    const all = countOf(day, 'PAID', 'UNPAID');
    const cells = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(day), exact: true }) });
    const texts = (await cells.getByRole('cell').allTextContents()).map(digits);
    expect(texts.slice(0, 2)).toEqual([String(all), String(countOf(day, 'PAID'))]);
    if (all >= 100) expect(texts[3]).toMatch(/^\d+,\d–\d+,\d%$/);
    else expect(texts.slice(2)).toEqual(['—', '—']);
  }
  for (const name of ['By weekday', 'By distance to the 25th', 'By attempt']) {
    const counts = await page
      .getByRole('table', { name })
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
  const tables = page.getByRole('group', { name: /^(By|Returned)/ });
  expect(await tables.evaluateAll((list) => list.map((it) => it.scrollWidth - it.clientWidth))).toEqual([
    0, 0, 0, 0, 0,
  ]);
});
