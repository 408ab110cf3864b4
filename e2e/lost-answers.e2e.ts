import { addMonths } from '../src/rules/calendar.ts';
import { choose, combobox, fillClient, fillMandate, pick } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { loseAnswer, lostAnswer } from './network.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test(
  'lost answers of a new client, its edit, a new mandate and its cancel are looked up, and nothing is sent twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    complaints.allow(lostAnswer);
    complaints.allow(/404/);
    const number = newNumber();
    const check = () => page.getByRole('button', { name: 'Check now' }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/maintain/')) sent.push(request.method());
    });

    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signIn();
    await fillClient(page, number, 'Lindiwe Lost');
    await loseAnswer(page, 'clientCreate');
    await page.getByRole('button', { name: 'Create client' }).click();
    await check();
    await expect(page.getByText(`The client Lindiwe Lost (${number}) was saved.`)).toBeVisible();

    await page.getByRole('link', { name: 'Open client' }).click();
    await choose(page, 'Edit client');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('lindiwe@example.org');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await loseAnswer(page, 'clientEdit');
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await check();
    await expect(page.getByText(`The change of client Lindiwe Lost (${number}) was saved.`)).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/mandates/new?client=${number}`);
    const start = `${addMonths(today(), 1).slice(0, 8)}01`;
    await fillMandate(page, { contract: 'LOST-1', start, amount: '99,50', number: '3' });
    await loseAnswer(page, 'mandateCreate');
    await page.getByRole('button', { name: 'Create mandate' }).click();
    await check();
    await expect(page.getByText(/The mandate of Lindiwe Lost · LOST-1 \(.*\) was saved/)).toBeVisible();

    await page.getByRole('link', { name: 'Open contract' }).click();
    await choose(page, 'Cancel mandate');
    const dialog = page.getByRole('dialog');
    await pick(combobox(dialog, 'Cancellation reason'), 'MD17');
    await loseAnswer(page, 'mandateCancel');
    await dialog.getByRole('button', { name: 'Cancel mandate' }).click();
    await check();
    await expect(dialog.getByText(/was saved\./)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    expect(sent).toEqual(['POST', 'PUT', 'POST', 'DELETE']);
  },
);

test('a list whose answer breaks off is read again', async ({ page, merchant, signIn, complaints }) => {
  complaints.allow(lostAnswer);
  await page.goto(`/m/${merchant}/EFT/clients`);
  await signIn();
  const clients = page.getByRole('grid', { name: 'Clients' }).getByRole('link');
  await expect(clients.first()).toBeVisible();
  // What the page begins to read before it is drawn is read again by itself.
  await loseAnswer(page, 'clientList');
  await loseAnswer(page, 'clientList');
  await page.reload();
  await expect(clients.first()).toBeVisible();
});

test('a lost edit that a colleague has replaced since is never called not saved', async ({
  page,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(lostAnswer);
  const service = await serviceOf(page.request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, 'Sipho Since'));
  await page.goto(`/m/${merchant}/EFT/clients/${number}/edit`);
  await signIn();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ours@example.org');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await loseAnswer(page, 'clientEdit');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  const check = page.getByRole('button', { name: 'Check now' });
  await expect(check).toBeVisible();
  await service.edit('clients', 'ClientPutRequest', { ClientNumber: number, EMail: 'theirs@example.org' });
  await check.click();
  await expect(page.getByText('We still can’t tell whether')).toBeVisible();
  await expect(page.getByText('Somebody has set another value since: Email.')).toBeVisible();
});

test('while an edit of a contract is unanswered, an import that names the contract by its numbers waits', async ({
  page,
  merchant,
  signIn,
  complaints,
}) => {
  complaints.allow(lostAnswer);
  complaints.allow(/404/);
  const service = await serviceOf(page.request, merchant);
  const terms = (number: string) => ({
    ClientNumber: 'C00002',
    ContractNumber: number,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${addMonths(today(), 1).slice(0, 8)}01 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 3,
  });
  const [number, other] = [newNumber(), newNumber()];
  const sequence = await service.make('mandates', 'MandatePostRequest', terms(number));
  const unrelated = await service.make('mandates', 'MandatePostRequest', terms(other));
  await page.goto(`/m/${merchant}/EFT/contracts/${sequence}/edit`);
  await signIn();
  await page.getByRole('textbox', { name: 'Instalment amount' }).fill('111');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await loseAnswer(page, 'mandateEdit');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/import?what=mandateEdit`);
  const rows = [
    ['Client number', 'Contract number', 'Instalment amount'],
    ['C00002', number, '122,00'],
    ['C00002', other, '133,00'],
  ];
  await page.getByLabel('Or paste from a spreadsheet').fill(rows.map((row) => row.join('\t')).join('\n'));
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Change 2 mandates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change 2 mandates' }).click();
  await expect(page.getByText(/1 unknown/)).toBeVisible();
  const amount = async (ContractSequence: number) =>
    (await service.list('mandates', { ContractSequence }))[0]?.['InstalmentAmount'];
  expect(await amount(sequence)).toBe(111);
  expect([100, 133]).toContain(await amount(unrelated));
});
