import type { APIRequestContext, Page } from '@playwright/test';
import { addMonths } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { go } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

const nextMonth = (day: string) => `${addMonths(today(), 1).slice(0, 8)}${day}`;

/** A client with a contract and a payout contract that no mandate, payment or session refers to. */
async function createElsewhere(request: APIRequestContext, merchant: string) {
  const service = await serviceOf(request, merchant);
  const client = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(client, `Lindiwe Listed ${client}`));
  const own = { ClientNumber: client, ContractNumber: `PLAIN-${client}` };
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 25, InstalmentStartDate: `${nextMonth('01')} 00:00` };
  const contract = await service.make('contracts', 'ContractPostRequest', { ...own, ...terms, InstalmentAmount: 71.5 });
  const payout = { ClientNumber: client, ContractNumber: `OUT-${client}` };
  await service.make('payo/contracts', 'PayoContractPostRequest', {
    ...payout,
    PaymentAmount: 5,
    PaymentStartDate: `${nextMonth('12')} 00:00`,
  });
  return { client, contract, plain: own.ContractNumber, out: payout.ContractNumber };
}

const without = (page: Page) => page.getByRole('grid', { name: 'Contracts without a mandate' });
const payouts = (page: Page) => page.getByRole('grid', { name: 'Payout contracts' });
const limit = 'List all contracts without a mandate';

test(
  'contracts and payout contracts created by another program are in the lists, on the client’s page and in the finder',
  { tag: '@long' },
  async ({ page, request, merchant, signIn, axe, complaints }) => {
    // The finder tries typed text as two different numbers.
    complaints.allow(/404/);
    const { client, plain, out } = await createElsewhere(request, merchant);
    await page.goto(`/m/${merchant}/EFT/contracts/without-mandate?sort=ContractNumber`);
    await signIn();
    const row = without(page).getByRole('row').filter({ hasText: plain });
    await expect(row).toContainText(`Lindiwe Listed ${client}`);
    await expect(row).toContainText('71,50');
    await expect(page.getByText(/others are found by their numbers/)).toBeHidden();
    await axe();

    await page.goto(`/m/${merchant}/EFT/payouts`);
    await page.getByRole('searchbox', { name: 'Find a payout contract' }).fill(client);
    await expect(payouts(page).getByRole('row').filter({ hasText: out })).toContainText('R 0,00');

    await page.goto(`/m/${merchant}/EFT/clients/${client}`);
    await expect(
      page.getByRole('list', { name: 'Contracts of this client' }).getByRole('listitem').filter({ hasText: plain }),
    ).toContainText('without mandate');
    await expect(page.getByRole('grid', { name: 'Payout contracts of this client' })).toContainText(out);

    await page.goto(`/m/${merchant}/EFT/mandates/new?client=${client}`);
    await page.getByRole('textbox', { name: 'Contract number' }).fill(plain);
    await expect(page.getByText(`Contract number ${plain} is already in use`)).toBeVisible();

    // A new page, which remembers no earlier records.
    await page.goto(`/m/${merchant}/EFT/cases`);
    await page.keyboard.press('Control+k');
    const finder = page.getByRole('dialog', { name: 'Find' });
    await finder.getByRole('combobox').fill(`lindiwe listed ${client}`);
    await expect(finder.getByRole('option').filter({ hasText: plain })).toBeVisible();
    await expect(finder.getByRole('option').filter({ hasText: out })).toBeVisible();
    await finder.getByRole('combobox').fill(out.slice(0, -1));
    await expect(finder.getByRole('option').filter({ hasText: out })).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/whats-possible`);
    await expect(page.getByRole('term').filter({ hasText: 'Refund a debit' })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: limit })).toBeHidden();
    // The audit says who changed a client, Settings change templates, and Month end reads bank statements.
    await expect(page.getByRole('term').filter({ hasText: /See who changed|message templates/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Month end' })).not.toHaveCount(0);
  },
);

test('if the service has no list of contracts, those in reports and payments are listed', async ({
  page,
  request,
  merchant,
  signIn,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), listAll: 'unknown' } });
  });
  const requested: string[] = [];
  page.on('request', (it) => requested.push(it.url()));
  const { client, plain, out } = await createElsewhere(request, merchant);
  await page.goto(`/m/${merchant}/EFT/contracts/without-mandate`);
  await signIn();
  await expect(without(page).getByRole('row').filter({ hasText: plain })).toBeVisible();
  await expect(page.getByText(/shown if they changed since/)).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/payouts`);
  await expect(page.getByText('Payout contracts without payments aren’t listed')).toBeVisible();
  await expect(payouts(page).getByRole('link').first()).toBeVisible();
  await expect(payouts(page).getByRole('row').filter({ hasText: out })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a payout contract' }).fill(`${client}/${out}`);
  await expect(payouts(page).getByRole('row').filter({ hasText: out })).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/clients/${client}`);
  await expect(page.getByRole('list', { name: 'Contracts of this client' })).toContainText(`${plain}without mandate`);
  await expect(page.getByText(/there may be others/)).toBeVisible();
  await page.goto(`/m/${merchant}/EFT/whats-possible`);
  await expect(page.getByRole('term').filter({ hasText: limit })).toBeVisible();
  expect(requested.filter((it) => it.includes('All='))).toEqual([]);
});

test('a client’s row has the debits of all its contracts: how the last went, the next one, and what is unpaid', async ({
  page,
  request,
  merchant,
  signIn,
}) => {
  const service = await serviceOf(request, merchant);
  const client = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(client, `Palesa Plenty ${client}`));
  const terms = { ClientNumber: client, FrequencyCode: 'MNTH', InstalmentAmount: 71.5 };
  for (const [number, day] of [
    ['LATE', 22],
    ['SOON', 14],
  ] as const)
    await service.make('contracts', 'ContractPostRequest', {
      ...terms,
      ContractNumber: `${number}-${client}`,
      CollectionDay: day,
      InstalmentStartDate: `${nextMonth('01')} 00:00`,
    });
  await page.goto(`/m/${merchant}/EFT/clients?q=${client}`);
  await signIn();
  const row = page.getByRole('grid', { name: 'Clients' }).getByRole('row').nth(1);
  await expect(row).toContainText(dayText(nextMonth('14')));
  await expect(row.getByRole('img', { name: `next ${dayText(nextMonth('14'))}` })).toBeVisible();
  // A client of the sample, whose page has the same sum.
  await go(page, '/m/1001/EFT/clients?q=C00002');
  const unpaid = await row.getByText(/^R\s[\d\s]+,\d\d$/).innerText();
  await row.getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText(unpaid);
});
