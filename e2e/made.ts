import type { Page } from '@playwright/test';

/** A number that no earlier test has used, however often the suite runs against one database. */
let made = 0;
export const newNumber = (): string => `E${process.pid}-${Date.now()}-${++made}`;

/** The merchant's own today, as text. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** Fills the form of a new client, as far as the service needs it. */
export async function fillClient(page: Page, number: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Client number', exact: true }).fill(number);
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Bank', exact: true }).selectOption({ label: 'Capitec Bank' });
  await page.getByRole('combobox', { name: 'Branch', exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Account type').fill('2');
  await page.getByLabel(/^Account number/).fill('1234567890');
}
