import { addMonths } from '../src/rules/calendar.ts';
import { choose, combobox, fillClient, fillMandate, pick, rowAction } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { loseAnswer, lostAnswer } from './network.ts';
import { serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';
import { createRecords, earlierNote, next, simulateFaults, unknownNote } from './writes.ts';

test(
  'lost answers of a new client, its edit, a new mandate and its cancel are asked for again, and nothing is done twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    complaints.allow(lostAnswer);
    complaints.allow(/404/);
    const number = newNumber();
    const sent: string[] = [];
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.method() === 'GET' || !request.url().includes('/maintain/')) return;
      sent.push(request.method());
      keys.add(request.headers()['idempotency-key']);
    });

    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signIn();
    await fillClient(page, number, 'Lindiwe Lost');
    await loseAnswer(page, 'clientCreate');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByText('Client Lindiwe Lost created')).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/clients/${number}/edit`);
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('lindiwe@example.org');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await loseAnswer(page, 'clientEdit');
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    // A provider may leave out what is empty, and then nothing says that there was none.
    await expect(page.getByText(/^Lindiwe Lost updated: email (none )?→ lindiwe@example\.org/)).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/mandates/new?client=${number}`);
    const start = `${addMonths(today(), 1).slice(0, 8)}01`;
    await fillMandate(page, { contract: 'LOST-1', start, amount: '99,50', number: '3' });
    await loseAnswer(page, 'mandateCreate');
    await page.getByRole('button', { name: 'Create mandate' }).click();
    await expect(page.getByText(/^Mandate LOST-1 created/)).toBeVisible();
    const contract = (await (await serviceOf(page.request, merchant)).list('mandates', { ClientNumber: number }))[0];

    await page.goto(`/m/${merchant}/EFT/contracts/${String(contract?.['ContractSequence'])}`);
    await choose(page, 'Cancel mandate');
    const dialog = page.getByRole('dialog');
    await pick(combobox(dialog, 'Cancellation reason'), 'MD17');
    await loseAnswer(page, 'mandateCancel');
    await dialog.getByRole('button', { name: 'Cancel mandate' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    expect(sent).toEqual(['POST', 'POST', 'PUT', 'PUT', 'POST', 'POST', 'DELETE', 'DELETE']);
    expect(keys.size).toBe(4);
  },
);

test('while the server can’t be reached a form says so and keeps its values; saved again, it is the same call', async ({
  page,
  context,
  merchant,
  signIn,
  complaints,
}) => {
  test.slow();
  complaints.allow(/ERR_FAILED/);
  const network = await simulateFaults(context);
  const service = await serviceOf(page.request, merchant);
  const number = newNumber();
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, number, 'Away Awhile');
  network.fault = 'cut off';
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('button', { name: 'No answer yet, asking again…' })).toBeVisible();
  await expect(unknownNote(page)).toBeVisible();
  network.fault = 'none';
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client Away Awhile created')).toBeVisible();
  expect(await service.list('clients', { ClientNumber: number })).toHaveLength(1);
});

test('what is corrected after a lost answer is sent only once it is known that the first was not saved', async ({
  page,
  context,
  merchant,
  signIn,
  complaints,
}) => {
  test.slow();
  complaints.allow(/ERR_FAILED/);
  const network = await simulateFaults(context);
  const service = await serviceOf(page.request, merchant);
  const on = await createRecords(service);
  await page.goto(`/m/${merchant}/EFT/payouts/${on.payouts[0]}`);
  await signIn();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add payment' }).click();
  await dialog.getByRole('textbox', { name: 'Payment date' }).fill(next('18'));
  await dialog.getByRole('textbox', { name: 'Payment amount' }).fill('70');
  network.fault = 'cut off';
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await expect(unknownNote(page)).toBeVisible();
  network.fault = 'none';
  await dialog.getByRole('textbox', { name: 'Payment amount' }).fill('75');
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await expect(dialog.getByText(/Not sent: what was sent before without an answer was saved/)).toBeVisible();
  expect(await service.list('payo/payments', { ContractSequence: on.payouts[0] })).toHaveLength(3);
});

test('a row that is left without an answer says above the page what became of its edit', async ({
  page,
  context,
  merchant,
  signIn,
  complaints,
}) => {
  test.slow();
  complaints.allow(/ERR_FAILED/);
  const network = await simulateFaults(context);
  const on = await createRecords(await serviceOf(page.request, merchant));
  await page.goto(`/m/${merchant}/EFT/payouts/${on.payouts[0]}`);
  await signIn();
  await rowAction(page, 'Edit', 'payment 1');
  await page.getByRole('grid', { name: 'Payments' }).getByRole('textbox', { name: 'Payment amount' }).fill('55');
  network.fault = 'cut off';
  await page.keyboard.press('Enter');
  await expect(unknownNote(page)).toBeVisible();
  network.fault = 'none';
  await page.getByRole('button', { name: 'Undo changes of payment 1' }).click();
  await expect(earlierNote(page, 'was saved')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Payments' }).getByText('R 55,00').first()).toBeVisible();
});

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
