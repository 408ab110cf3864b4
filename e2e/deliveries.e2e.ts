import { messageTo } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { peoplePassword } from './provider.ts';

/** A provider posts its report to this server, which says so; the sandbox's own network tells at once. */
test('a person sees how the messages ended that they have sent', async ({ page, signIn, axe }) => {
  await page.goto('/m/1001/EFT/messages');
  await signIn();
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Mandate request');
  // The last digits decide how a message ends in a sandbox. A live server knows no code of the country.
  await messageTo(page).fill('+27825558311, +27825558399');
  await messageTo(page).press('Enter');
  await page.getByLabel('Name for everyone').fill('Naledi');
  await page.getByLabel('Amount for everyone').fill('R 5,00');
  await page.getByRole('button', { name: 'Send 2 messages' }).click();
  await page.getByLabel('Messaging username').fill('demo-messages');
  await page.getByLabel('Messaging password').fill(peoplePassword());
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 messages' }).click();
  await expect(page.getByText('2 accepted + 0 refused + 0 unknown = 2 sent')).toBeVisible();
  await expect(page.getByText(/The list below shows the delivery as soon as it is reported/)).toBeVisible();

  const rows = page.getByRole('table', { name: 'Sent messages' }).getByRole('row');
  const row = (end: string) => rows.filter({ hasText: end });
  await expect(row('•••• 8311').getByText('Delivered', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(row('•••• 8399').getByText('Not delivered', { exact: true })).toBeVisible({ timeout: 120_000 });
  await row('•••• 8311').getByText('Details').click();
  await expect(row('•••• 8311')).toContainText(/Delivery reported: \d{4}-\d\d-\d\d \d\d:\d\d/);
  await axe();
});
