import { sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { payerWhoNeverPays, serviceOf } from './service.ts';

test('what collecting missed debits again brought: tried twice, the second time paid; never tried', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(page.request, merchant);
  const again = (ContractSequence: number, day: string) =>
    service.make('instalments', 'InstalmentPostRequest', {
      ContractSequence,
      InstalmentActionDate: `${day} 00:00`,
      InstalmentAmount: 100,
    });
  const tried = await payerWhoNeverPays(service, 'Tebogo Tried', 1);
  await payerWhoNeverPays(service, 'Nomsa Never', 1);
  await service.moveClockTo('2026-11-28');
  await again(tried.ContractSequence, '2026-11-30');
  await service.moveClockTo('2026-12-02');
  await service.edit('clients', 'ClientPutRequest', { ClientNumber: tried.ClientNumber, AccountNumber: 1234561111 });
  await again(tried.ContractSequence, '2026-12-04');
  await service.moveClockTo('2026-12-07');

  const days = { StartDate: '2026-11-26', EndDate: '2026-12-07' };
  const missed = (await service.report('omni/instalment_changes_report/EFT', days)).filter(
    (it) => it.InstalmentStatus === 'UNPAID' && String(it.InstalmentActionDate).startsWith('2026-11-26'),
  );
  await page.goto(`/m/${merchant}/EFT/reports/transactions`);
  await signIn();
  await page.getByRole('button', { name: 'Report: Transactions' }).press('Enter');
  await page.getByRole('link', { name: /^Did collecting again pay\?/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Did collecting again pay?' })).toBeVisible();
  await page.goto(`/m/${merchant}/EFT/reports/collecting-again?from=2026-11-26&to=2026-11-26`);
  const figure = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(figure('Came in')).toContainText('R 100,00');
  await expect(figure('Came in')).toContainText('1 of 2 attempts paid');
  await expect(figure('Missed')).toContainText(`${missed.length} debit`);
  await expect(figure('Still waiting')).toContainText('0 attempts');
  await expect(figure('Never tried again')).toContainText(`${missed.length - 1} debit`);
  const row = (table: string, name: string) =>
    page
      .getByRole('table', { name: table, exact: true })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell');
  await expect(row('By attempt', 'First')).toHaveText(['1', '0']);
  await expect(row('By attempt', 'Second')).toHaveText(['1', '1']);
  await expect(row('By days waited', '3 to 7 days')).toHaveText(['1', '0']);
  await expect(row('By days waited', '8 to 14 days')).toHaveText(['1', '1']);
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
});
