import { addMonths } from '../src/rules/calendar.ts';
import { choose, combobox, fillClient, fillMandate, pick } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { loseAnswer } from './network.ts';
import { newNumber, today } from './test-data.ts';

test(
  'lost answers of a new client, its edit, a new mandate and its cancel are looked up, and nothing is sent twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    complaints.allow(/ERR_CONTENT_LENGTH_MISMATCH|404/);
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
  complaints.allow(/ERR_CONTENT_LENGTH_MISMATCH/);
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
