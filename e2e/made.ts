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

/** Fills the terms of a new mandate, collected on the 25th of each month. */
export async function fillMandate(
  page: Page,
  terms: { contract: string; start: string; amount: string; number: string },
): Promise<void> {
  const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
  await typed('Contract number').fill(terms.contract);
  await page.getByRole('combobox', { name: 'Frequency', exact: true }).selectOption('MNTH');
  await page.getByRole('combobox', { name: 'Collection day', exact: true }).selectOption('25');
  await typed('Instalment start date').fill(terms.start);
  await typed('Instalment amount').fill(terms.amount);
  await typed('Number of instalments').fill(terms.number);
}

/** The next call of this kind reaches the service, its answer reaches nobody. `resource` as the path writes it. */
export async function loseAnswer(page: Page, method: string, resource: string): Promise<void> {
  let isLost = false;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** The next call of this kind reaches the service, its answer comes when it is released. `resource` as the path writes it. */
export async function holdAnswer(page: Page, method: string, resource: string): Promise<{ release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  await page.route(`**/v1/**/maintain/${resource}/**`, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return { release };
}

/** As a link does: the session and what was met stay. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
