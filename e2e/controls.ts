// What a person finds on a page by its name.
import { expect, type Locator, type Page } from '@playwright/test';

export const textbox = (on: Page | Locator, name: string) => on.getByRole('textbox', { name, exact: true });
export const combobox = (on: Page | Locator, name: string) => on.getByRole('combobox', { name, exact: true });
/** Chooses in a combobox of a form what is typed: a part of a name, or a code. */
export async function pick(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}
/** Chooses the first that a combobox of a form offers. */
export async function pickFirst(field: Locator): Promise<void> {
  await field.press('ArrowDown');
  // They may still be on their way.
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('Enter');
}
/** Presses the first button of this name. */
export const press = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: true }).first().click();
/** Chooses from the menu of what else can be done with a record. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await press(page, 'More');
  await page.getByRole('menuitem', { name, exact: true }).click();
}
/** The sentence that says what was done, on the page that the person was led back to. */
export const statusNote = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
/** The dialog that is open, of either kind. */
export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Pixels by which the page scrolls sideways: none, on any screen. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A count as it is shown, whatever parts its thousands. */
export const numberIn = (text: string): number => Number(text.replace(/\D/g, ''));

/** Fills the form of a new client, as far as the service needs it. */
export async function fillClient(page: Page, number: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Client number', exact: true }).fill(number);
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill(name);
  await pick(combobox(page, 'Bank'), 'Capitec');
  await pickFirst(combobox(page, 'Branch'));
  await pick(combobox(page, 'Account type'), '2');
  await page.getByLabel(/^Account number/).fill('1234567890');
}

/** Fills the terms of a new mandate, collected on the 25th of each month. */
export async function fillMandate(
  page: Page,
  terms: { contract: string; start: string; amount: string; number: string },
): Promise<void> {
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  await typed('Contract number').fill(terms.contract);
  await pick(combobox(page, 'Frequency'), 'MNTH');
  await pick(combobox(page, 'Collection day'), '25');
  await typed('Instalment start date').fill(terms.start);
  await typed('Instalment amount').fill(terms.amount);
  await typed('Number of instalments').fill(terms.number);
}

/** As a link does: the session and what was met stay. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
