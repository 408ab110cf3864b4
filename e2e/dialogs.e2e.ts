import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { asProgram } from './service.ts';

/** Opens by keyboard what a button opens, closes it with Escape, and expects the focus on the button again. */
async function opensAndReturns(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await opener.press('Enter');
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(opener).toBeFocused();
}

test(
  'focus returns to what opened a dialog or a panel after it closes',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const contract = await (await asProgram(page, merchant)).mandate();
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const hasFocus = () => expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await opensAndReturns(page, button('More'), page.getByRole('menu'));
    await opensAndReturns(page, button(/^Actions for instalment 2/), page.getByRole('menu'));

    // From a menu, which has closed meanwhile.
    await button('More').press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel mandate' }).press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(button('More')).toBeFocused();
    await button(/^Actions for instalment 2/).press('Enter');
    await page.getByRole('menuitem', { name: /^Cancel/ }).press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(/^Actions for instalment 2/)).toBeFocused();

    // A button that removes itself leaves the focus with what comes next.
    await button('Select all 12 editable').press('Enter');
    await expect(button('Move dates…')).toBeFocused();
    await opensAndReturns(page, button('Move dates…'), dialog);
    await button('Clear selection').press('Enter');
    await expect(button('Select all 12 editable')).toBeFocused();
    await button('Select all 12 editable').press('Enter');
    await button('Move dates…').press('Enter');
    await page.keyboard.type('1');
    await dialog.getByRole('button', { name: 'Move 12 instalments' }).press('Enter');
    const note = page.getByRole('status').filter({ hasText: '12 instalments moved 1 day later' });
    await expect(note).toBeVisible();
    await expect(dialog).toBeHidden();
    await hasFocus();

    await page.goto(`/m/${merchant}/EFT/reports/transactions?range=last-month`);
    await button('More').press('Enter');
    await page.getByRole('menuitem', { name: /^Saved views/ }).press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button('More')).toBeFocused();
    await opensAndReturns(page, button('Export'), dialog);

    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await hasFocus();
  },
);
