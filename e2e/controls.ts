// Controls that tests find by their name, as people do.
import { expect, type Locator, type Page } from '@playwright/test';

export const textbox = (on: Page | Locator, name: string) => on.getByRole('textbox', { name, exact: true });
export const combobox = (on: Page | Locator, name: string) => on.getByRole('combobox', { name, exact: true });
/** Chooses the match for a typed name or code in a combobox. */
export async function pick(field: Locator, text: string): Promise<void> {
  // Until its list has loaded, a field shows its code: filling in the same text again would be no input.
  await field.clear();
  await field.fill(text);
  await field.press('Enter');
}
/** Chooses a combobox's first option. */
export async function pickFirst(field: Locator): Promise<void> {
  await field.press('ArrowDown');
  // The options may still be loading.
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('Enter');
}
/** Clicks the first button with this name. */
export const press = (on: Page | Locator, name: string | RegExp) =>
  on.getByRole('button', { name, exact: true }).first().click();
/** Chooses from the menu "More". */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await press(page, 'More');
  await page.getByRole('menuitem', { name, exact: true }).click();
}
/** Chooses from the menu of a list. */
export async function chooseOfList(page: Page, name: string | RegExp): Promise<void> {
  await press(page, 'List menu');
  await page.getByRole('menuitem', { name }).click();
}
/** Chooses from the menu of a card's chart. */
export async function chooseOfChart(card: Locator, name: string): Promise<void> {
  await press(card, 'Chart menu');
  await card.getByRole('menuitem', { name }).click();
}
/** Chooses from the menu of a row: `rowAction(page, 'Edit', 'instalment 2')`. */
export async function rowAction(on: Page | Locator, action: string, item: string): Promise<void> {
  await on
    .getByRole('button', { name: new RegExp(`^Actions for ${item}( of |$)`) })
    .first()
    .click();
  await on.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}
/** Chooses an action of the selection: of its bar, or of the menu that has what does not fit there. */
/** A cause of rows to fix offers one act; the others are in its menu. */
export async function causeAction(cause: Locator, action: string): Promise<void> {
  await cause.getByRole('button', { name: /^More for / }).click();
  await cause.page().getByRole('menuitem', { name: action, exact: true }).click();
}

export async function selectionAction(page: Page, action: string): Promise<void> {
  const button = page.getByRole('button', { name: action, exact: true });
  const menu = page.getByRole('button', { name: 'More for the selection' });
  await expect(button.or(menu)).toBeVisible();
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  } else await button.click();
}
/** The confirmation on the page after a write. */
export const statusNote = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** What makes the page scroll sideways: how far, and the elements that stick out the most. Must be empty. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const ends = [...document.body.querySelectorAll('*')].map((it) => ({ it, end: it.getBoundingClientRect().right }));
    return [
      `${scrollWidth - clientWidth} pixels`,
      ...ends
        .filter(({ end }) => end > clientWidth)
        .toSorted((one, other) => other.end - one.end)
        .slice(0, 6)
        .map(({ it, end }) => `to ${Math.round(end)}: ${it.outerHTML.slice(0, 300)}`),
    ];
  });

/** A shown count, with any separator of thousands. */
export const numberIn = (text: string): number => Number(text.replace(/\D/g, ''));

/** Fills in the required fields of a new client. */
export async function fillClient(page: Page, number: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Client number', exact: true }).fill(number);
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill(name);
  await pick(combobox(page, 'Bank'), 'Capitec');
  await pickFirst(combobox(page, 'Branch'));
  await pick(combobox(page, 'Account type'), '2');
  await page.getByLabel(/^Account number/).fill('1234567890');
}

/** Fills in the terms of a new mandate, collected on the 25th of each month. */
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

/** Navigates without a reload, so that session and recent records stay. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** The field for recipients of a message. */
export const messageTo = (page: Page) => page.getByRole('combobox', { name: 'To', exact: true });

/** Pastes a list, as from a spreadsheet. */
export const pasteInto = (field: Locator, list: string) =>
  field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, list);

/**
 * Checks a page at a width. Chromium sometimes keeps the rules of the former width while a page adds styles, until a width
 * crosses their bound again, so each attempt comes from a wide page.
 */
export async function atWidth(page: Page, width: number, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    for (const it of [1280, width]) await page.setViewportSize({ width: it, height: 800 });
    await check();
  }).toPass({ timeout: 45_000 });
}
