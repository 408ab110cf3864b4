import { addDays } from '../src/rules/calendar.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

/** Its payouts need a second person, in the sandbox. */
const merchant = '1014';

test('a manager takes one payout out, releases the other and takes the release back', async ({
  page,
  request,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, `Kagiso ${number}`));
  await service.make('payo/contracts', 'PayoContractPostRequest', {
    ClientNumber: number,
    ContractNumber: number,
    PaymentAmount: 4750,
    NumberOfPayments: 2,
    FrequencyCode: 'WEEK',
    PaymentStartDate: `${addDays(today(), 5)} 08:00`,
  });

  await page.goto(`/m/${merchant}/EFT/approvals`);
  await fillSignIn(page, 'manager');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Approvals \d/ })).toBeVisible();
  await main
    .getByRole('list', { name: 'Approvals' })
    .getByRole('link', { name: `Kagiso ${number}` })
    .click();
  const approval = main.getByRole('region', { name: `Kagiso ${number}, 2 payouts` });
  await expect(approval.getByText('R 9 500,00')).toBeVisible();
  await expect(approval.getByText('New payee').first()).toBeVisible();
  await axe();

  await approval
    .getByRole('button', { name: /^Take out/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: `Take out Kagiso ${number}?` });
  await dialog.getByRole('button', { name: 'Take out' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Not confirmed by phone yet.');
  await dialog.getByRole('button', { name: 'Take out' }).click();
  await expect(approval.getByText('Taken out: “Not confirmed by phone yet.”')).toBeVisible();
  await approval.getByRole('button', { name: 'Release 1' }).click();
  await expect(approval.getByText(/Released by Mpho Manager/)).toBeVisible();
  const statuses = async () =>
    (await service.list('payo/payments', { ContractNumber: number, ClientNumber: number })).map(
      (it) => it['PaymentStatus'],
    );
  expect((await statuses()).toSorted()).toEqual(['SCHEDULED', 'SENT_BACK']);

  await approval.getByRole('button', { name: 'Take back the release of 1' }).click();
  await expect(main.getByRole('button', { name: 'Release 1' })).toBeVisible();
  expect((await statuses()).toSorted()).toEqual(['SENT_BACK', 'WAITING']);
});
