import { choose, fillClient, statusNote } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { isGateway } from './provider.ts';
import { newNumber } from './test-data.ts';

test(
  'a clerk corrects a client whose number is in use, finds it by a part of the name, and edits it',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    const number = newNumber();
    const typed = (name: string) => page.getByRole('textbox', { name, exact: true });
    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await signIn();
    await fillClient(page, number, 'Thandeka Refused');
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(statusNote(page, 'Client Thandeka Refused created')).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/clients/new`);
    await fillClient(page, number, `Sibusiso ${number}`);
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(typed('Client number')).toHaveAttribute('aria-invalid', 'true');
    await expect(typed('Client number')).toBeFocused();
    await expect(typed('Client name')).toHaveValue(`Sibusiso ${number}`);
    await typed('Client number').fill(`${number}-2`);
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(statusNote(page, `Client Sibusiso ${number} created`)).toBeVisible();

    await page.goto(`/m/${merchant}/EFT/clients`);
    await page.getByRole('searchbox', { name: 'Find a client' }).fill(`sibusiso ${number}`.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '1 client' })).toBeVisible();
    await page.getByRole('link', { name: new RegExp(`${number}-2$`) }).click();
    await choose(page, 'Edit client');
    await typed('Email').fill('sibusiso@example.org');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('sibusiso@example.org');
    await expect(dialog).toContainText(merchant);
    await dialog.getByRole('button', { name: 'Save 1 change' }).click();
    const was = isGateway ? '' : 'none ';
    await expect(statusNote(page, `Sibusiso ${number} updated: email ${was}→ sibusiso@example.org`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy email sibusiso@example.org' })).toBeVisible();
  },
);

test('a search without a match offers to clear it and to create a client of that name', async ({
  page,
  merchant,
  signIn,
}) => {
  const search = page.getByRole('searchbox', { name: 'Find a client' });
  await page.goto(`/m/${merchant}/EFT/clients`);
  await signIn();
  await search.fill('Zanele Nobody');
  await expect(page.getByText('No client matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('grid', { name: 'Clients' })).toBeVisible();
  await search.fill('Zanele Nobody');
  await page.getByRole('link', { name: 'New client “Zanele Nobody”' }).click();
  await expect(page.getByRole('textbox', { name: 'Client name', exact: true })).toHaveValue('Zanele Nobody');
});

test(
  'the lookups can be browsed, searched by any part, and copied from',
  { tag: '@long' },
  async ({ page, context, signIn, axe }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/m/1001/EFT/lookups/frequencies?q=month');
    await signIn();
    await expect(page.getByText('MNTH').first()).toBeVisible();
    for (const [tab, text, code] of [
      ['Banks', 'capitec', '470010'],
      ['Reasons', 'MD17', 'MD17'],
      ['Payout cancellation reasons', '', ''],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await expect(page).toHaveTitle(new RegExp(`^${tab} · Lookups · `));
      if (text === '') continue;
      await page.getByRole('searchbox').fill(text);
      await page
        .getByRole('button', { name: new RegExp(`code ${code}`) })
        .first()
        .click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    }
    await axe();
  },
);
