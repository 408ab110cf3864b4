import { randomUUID } from 'node:crypto';
import { press } from './controls.ts';
import { expect, programToken, test } from './fixtures.ts';
import { peoplePassword } from './provider.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test('clients are reminded of debits that are ahead, once, and not those who have promised to pay', async ({
  page,
  signInAs,
  axe,
}) => {
  const service = await serviceOf(page.request, '1001');
  const contract = newNumber();
  const payer = async (name: string, phone: string) => {
    const ClientNumber = newNumber();
    await service.make('clients', 'ClientPostRequest', { ...clientItem(ClientNumber, name), CellphoneNumber: phone });
    await service.make('mandates', 'MandatePostRequest', {
      ClientNumber,
      ContractNumber: contract,
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentStartDate: '2027-01-01 00:00',
      InstalmentAmount: 100,
      NumberOfInstalments: 3,
    });
    return ClientNumber;
  };
  const reminded = await payer('Rethabile Reminded', '27825550177');
  const promised = await payer('Palesa Promised', '27825550178');
  const answer = await page.request.post('/promises/1001/EFT', {
    headers: { authorization: `Bearer ${await programToken(page.request)}` },
    data: { PromiseId: randomUUID(), ClientNumber: promised, Day: today(), Amount: 100 },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  const list = `/m/1001/EFT/instalments?from=2027-01-01&to=2027-03-31&q=${contract}`;
  const remind = async () => {
    await page.getByRole('checkbox', { name: new RegExp(`^Select instalment 1 of ${reminded}`) }).click();
    await page.getByRole('checkbox', { name: new RegExp(`^Select instalment 2 of ${reminded}`) }).click();
    await page.getByRole('checkbox', { name: new RegExp(`^Select instalment 1 of ${promised}`) }).click();
    await press(page, 'Remind…');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  };
  await page.goto(list);
  await signInAs('staff');
  await remind();
  await expect(page.getByText(`Have promised to pay: ${promised}/${contract}.`)).toBeVisible();
  await expect(page.getByText('1 recipient', { exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Template' })).toContainText('Payment reminder');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    `Hello Rethabile Reminded, your instalment of R 100,00 on contract ${contract} will be collected on 25 Jan 2027.`,
  );
  await axe();
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByLabel('Messaging username').fill('demo-messages');
  await page.getByLabel('Messaging password').fill(peoplePassword());
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 message' }).click();
  await expect(page.getByText('1 accepted + 0 refused + 0 unknown = 1 sent')).toBeVisible();

  // The debits of tomorrow, from the overview.
  await page.goto('/m/1001/EFT');
  const tomorrow = page.getByRole('listitem').filter({ hasText: /debits due tomorrow/ });
  const debits = /^\d+/.exec(await tomorrow.innerText())?.[0];
  await tomorrow.getByRole('link', { name: 'Remind clients' }).click();
  await expect(page.getByText(new RegExp(`^${debits} instalments, R.* selected$`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remind…' })).toBeEnabled();

  await page.goto(list);
  await remind();
  await expect(page.getByText(`Were told of this debit already: ${reminded}/${contract}.`)).toBeVisible();
  await expect(page.getByText('1 recipient', { exact: true })).toHaveCount(0);
});
