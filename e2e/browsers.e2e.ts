import type { Page } from '@playwright/test';
import { dialogOf, go, numberIn, press } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { serviceOf } from './service.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** As Ctrl P does, with the page as paper has it. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}
async function afterPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
}

test('a list is printed whole: its filter in words, every column, and what is left out', async ({ page, signIn }) => {
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  await expect(heading(page, 'Clients')).toContainText(/\d clients/);
  const count = numberIn(await heading(page, 'Clients').innerText());
  expect(count).toBeGreaterThan(500);
  const rows = page.locator('[data-print] tbody tr');
  await print(page);
  await expect(rows).toHaveCount(500);
  await expect(page.getByText(/^The first 500 rows are printed, \S+ are left out; an export has all\.$/)).toContainText(
    `${count - 500} are left out`,
  );
  await expect(page.locator('[data-print] th')).toHaveText([
    'Client',
    'Last six, next',
    'Next debit',
    'Unpaid',
    'Cellphone',
    'Bank',
    'Account',
    'Email',
    'Branch',
  ]);
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByRole('link', { name: 'New client' })).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Find a client' })).toBeHidden();
  await afterPrint(page);
  await expect(rows).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Find a client' }).fill('Samsodien');
  await expect(heading(page, 'Clients')).not.toContainText(`${count % 1000} clients`);
  const found = numberIn(await heading(page, 'Clients').innerText());
  await print(page);
  await expect(page.getByText('Search: Samsodien.')).toBeVisible();
  await expect(rows).toHaveCount(found);
  await expect(page.getByText(/are left out/)).toHaveCount(0);
  await afterPrint(page);

  // Its rows are in a worker.
  await go(page, '/m/1001/EFT/instalments');
  await expect(page.getByRole('button', { name: /^Scheduled [\d\s]+$/ })).toBeVisible();
  await print(page);
  await expect(rows).toHaveCount(500);
  await expect(page.getByText(/^From: \d.* To: \d/)).toBeVisible();
  await afterPrint(page);

  await go(page, '/m/1001/EFT/payouts');
  const totals = page.getByRole('grid').locator('tfoot tr');
  await expect(totals).toContainText(/^All/);
  const sums = await totals.locator('td').allInnerTexts();
  await print(page);
  await expect(rows.last()).toContainText(sums.filter(Boolean).join(''));
});

test('pages open again where a translator moves their text', async ({ page, signIn, complaints }) => {
  complaints.allow(/removeChild|insertBefore|NotFoundError/);
  await page.goto('/m/1001/EFT');
  await signIn();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  // As Chrome does it: new text in elements of its own, now and whenever text comes.
  await page.evaluate(() => {
    const moved = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, style, script, textarea')) return;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.textContent = text.data;
    };
    const walk = (root: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(moved);
      if (root instanceof Text) moved(root);
    };
    const main = document.getElementById('main') as HTMLElement;
    new MutationObserver((changes) => changes.forEach((it) => it.addedNodes.forEach(walk))).observe(main, {
      childList: true,
      subtree: true,
    });
    walk(main);
  });
  const rail = page.getByRole('navigation', { name: 'Pages' });
  for (const name of ['Contracts', 'Unpaid', 'Clients']) {
    await rail.getByRole('link', { name, exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  }
  await expect(page.getByText('This page ran into a problem')).toHaveCount(0);
});

test('without site data the start says so; without local storage everything works until the page is closed', async ({
  page,
  context,
  signIn,
}) => {
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  const deny = (names: readonly string[]) => {
    for (const name of names)
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  };
  await page.addInitScript(deny, ['localStorage']);
  await page.reload();
  await expect(heading(page, 'Clients')).toBeVisible();
  for (const name of ['Contracts', 'Settings', 'Reports', 'Import', 'Clients']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('This page ran into a problem')).toHaveCount(0);
  }
  await press(page, 'List menu');
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Cellphone' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Cellphone' })).toBeHidden();

  await context.clearCookies();
  await page.addInitScript(deny, ['sessionStorage', 'indexedDB', 'caches']);
  await page.goto('/m/1001/EFT/clients');
  await expect(heading(page, 'This browser blocks what signing in needs')).toBeVisible();
  await expect(page.getByText(/^Cookies and site data are blocked for /)).toBeVisible();
});

test('offline, a page that was not opened before says so, and opens once the network is back', async ({
  page,
  context,
  signIn,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|NotLoaded|Failed to fetch|A part of the console/);
  await page.goto('/m/1001/EFT/settings');
  await signIn();
  await expect(heading(page, 'Settings')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calendar' }).click();
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await expect(page.getByText('We’ll open Calendar when you’re back.')).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline. Nothing is lost.' });
  await expect(banner).toBeInViewport();
  await expect(page.getByText(/assets|dynamically/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  await press(page.getByRole('alert'), 'Try again');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'Calendar')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('the main pages open offline once the console has been idle, and say once that there is no network', async ({
  page,
  context,
  signIn,
  axe,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/m/1001/EFT/clients');
  await signIn();
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
  const loaded = (name: string) =>
    page.evaluate(
      (part) => performance.getEntriesByType('resource').some((it) => it.name.includes(`/assets/${part}`)),
      name,
    );
  expect(await loaded('reports-')).toBe(false);
  await heading(page, 'Clients').click();
  // The last of them.
  await expect.poll(() => loaded('reports-')).toBe(true);
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calendar' }).click();
  await expect(heading(page, 'Calendar')).toBeVisible();
  await expect(page.getByText('You’re offline', { exact: false })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await axe();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
  await context.setOffline(false);
});

test('a click outside a dialog loses nothing that was typed', async ({ page, request, merchant, signIn }) => {
  const service = await serviceOf(request, merchant);
  const contracts = await service.list('mandates', { MandateStatusCode: 'ACTIVE' });
  await page.goto(`/m/${merchant}/EFT/contracts/${String(contracts[0]?.['ContractSequence'])}`);
  await signIn();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await press(page, 'Change amount…');
  const dialog = dialogOf(page);
  const amount = dialog.getByLabel('Instalment amount');
  await amount.fill('432,10');
  await page.mouse.click(4, 400);
  await expect(amount).toHaveValue('432,10');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toBeHidden();
  // One without anything to type closes.
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 400);
  await expect(dialog).toBeHidden();
});
