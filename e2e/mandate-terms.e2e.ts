import { addMonths } from '../src/rules/calendar.ts';
import { fillClient, fillMandate } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { isGateway } from './provider.ts';
import { newNumber, today } from './test-data.ts';

test('a mandate’s page and its edit show all its terms, the maximum included', async ({ page, merchant, signIn }) => {
  const number = newNumber();
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signIn();
  await fillClient(page, number, 'Thandi Terms');
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('link', { name: 'New mandate for this client' }).click();
  await fillMandate(page, {
    contract: 'TERMS',
    start: `${addMonths(today(), 1).slice(0, 8)}01`,
    amount: '1 234,50',
    number: '3',
  });
  await page.getByRole('button', { name: /^More options/ }).click();
  await typed('Maximum amount').fill('1 500,00');
  await page.getByRole('button', { name: 'Create mandate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thandi Terms · TERMS' })).toBeVisible();
  const maximum = page.getByText('R 1 500,00').first();
  await expect(maximum).toBeHidden();
  await page.getByText('All details').click();
  await expect(maximum).toBeVisible();
  await page.getByRole('link', { name: 'Edit mandate' }).click();
  await expect(typed('Maximum amount')).toHaveValue(/1.500,00/);
  // What another service leaves out may have a value.
  if (!isGateway) await expect(page.getByText('Not shown here')).toHaveCount(0);
});
