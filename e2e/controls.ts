// What a person finds on a page by its name.
import type { Locator, Page } from '@playwright/test';

export const textbox = (on: Page | Locator, name: string) => on.getByRole('textbox', { name, exact: true });
export const combobox = (on: Page | Locator, name: string) => on.getByRole('combobox', { name, exact: true });
/** Presses the first button of this name. */
export const press = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: true }).first().click();
/** Chooses from the menu of what else can be done with a record. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await press(page, 'More');
  await page.getByRole('menuitem', { name, exact: true }).click();
}
/** The sentence that says what was done, on the page that the person was led back to. */
export const told = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
/** The dialog that is open, of either kind. */
export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Pixels by which the page scrolls sideways: none, on any screen. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
