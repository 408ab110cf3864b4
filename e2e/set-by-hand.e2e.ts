import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newNumber, today } from './made.ts';

/** Calls of a program of the merchant's, as it would make them beside the console. */
async function program(page: Page, merchant: string) {
  const answer = await page.request.post('/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
    form: { grant_type: 'client_credentials', scope: `merchant:${merchant}` },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (method: 'POST' | 'PUT', resource: string, key: string, item: object) => {
    const response = await page.request.fetch(`/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      data: { [key]: [item] },
    });
    const body = (await response.json()) as Record<string, { Successful: { ContractSequence: number }[] }[]>;
    const made = body[key.replace('Request', 'Response')]?.[0]?.Successful[0];
    expect(made, JSON.stringify(body)).toBeTruthy();
    return made?.ContractSequence ?? 0;
  };
}

test('the review of an edit names instalments that were changed one by one, and they stay as they were set', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const call = await program(page, merchant);
  const ClientNumber = newNumber();
  const year = Number(today().slice(0, 4)) + 1;
  await call('POST', 'clients', 'ClientPostRequest', {
    ClientNumber,
    ClientName: 'Naledi Dlamini',
    BankCode: 4,
    BranchCode: 470010,
    AccountType: 2,
    AccountNumber: 1234567890,
  });
  const contract = await call('POST', 'mandates', 'MandatePostRequest', {
    ClientNumber,
    ContractNumber: 'HOME',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${year}-01-01 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 4,
  });
  const change = (InstalmentSequence: number, given: object) =>
    call('PUT', 'instalments', 'InstalmentPutRequest', { ContractSequence: contract, InstalmentSequence, ...given });
  await change(2, { InstalmentActionDate: `${year}-02-27 00:00` });
  await change(3, { InstalmentAmount: 80 });

  await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
  await signIn();
  await page.getByRole('textbox', { name: 'Instalment amount', exact: true }).fill('150');
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog', { name: 'Review 1 change' });
  await expect(review.getByRole('listitem')).toHaveText([
    `Instalment 2: 27 Feb ${year} instead of 25 Feb ${year}`,
    'Instalment 3: R 80,00 instead of R 100,00',
  ]);
  await axe();
  await review.getByRole('button', { name: 'Save 1 change' }).click();

  const row = (text: RegExp) => page.getByRole('row', { name: text });
  await expect(row(new RegExp(`27 Feb ${year}.*R.150,00`))).toBeVisible();
  await expect(row(new RegExp(`25 Mar ${year}.*R.80,00`))).toBeVisible();
  await expect(row(new RegExp(`25 Apr ${year}.*R.150,00`))).toBeVisible();
});
