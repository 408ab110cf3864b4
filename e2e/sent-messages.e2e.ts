import { expect, test } from './fixtures.ts';
import { peoplePassword } from './provider.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber } from './test-data.ts';

test('what was sent to a payer is there for a colleague, on the client and the contract, with who sent it and how it ended', async ({
  page,
  signInAs,
  context,
  axe,
}) => {
  const service = await serviceOf(page.request, '1001');
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(number, 'Nandi Notified'),
    CellphoneNumber: '27825550155',
  });
  const sequence = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber: number,
    ContractNumber: `${number}-A`,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: '2027-01-01 00:00',
    InstalmentAmount: 100,
    NumberOfInstalments: 3,
  });
  await page.goto(`/m/1001/EFT/messages?client=${number}&contract=${number}-A`);
  await signInAs('support');
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Mandate request');
  await expect(page.getByLabel('Name of row 1')).toHaveValue('Nandi Notified');
  await page.getByLabel('Amount of row 1').fill('R 100,00');
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByLabel('Messaging username').fill('demo-messages');
  await page.getByLabel('Messaging password').fill(peoplePassword());
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 message' }).click();
  await expect(page.getByText('1 accepted + 0 refused + 0 unknown = 1 sent')).toBeVisible();

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(`/m/1001/EFT/clients/${number}`);
  await signInAs('auditor');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('listitem')).toHaveText(
    new RegExp(`mandate_request.*to •••• 0155 by .*, about ${number}-A`),
  );
  await axe();
  await page.goto(`/m/1001/EFT/contracts/${sequence}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(/Message mandate_request to •••• 0155 by/)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(timeline.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 5000 });
  }).toPass();
});
