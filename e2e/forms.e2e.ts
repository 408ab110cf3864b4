import { addDays, addMonths } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
import { textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { today } from './made.ts';

test('a date is typed as people write it, and the field says how it was understood', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  const field = textbox(page, 'Instalment start date');
  const year = Number(today().slice(0, 4)) + 1;
  for (const [typed, date] of [
    [`${year}-12-26`, `${year}-12-26`],
    [`26/12/${year}`, `${year}-12-26`],
    [`26 dec ${year}`, `${year}-12-26`],
    ['+1m', addMonths(today(), 1)],
    ['+3d', addDays(today(), 3)],
    ['today', today()],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByText(weekdayText(date)).first()).toBeVisible();
    await field.blur();
    await expect(field).toHaveValue(dayText(date));
  }
  await field.fill(`26 dec ${year}`);
  await expect(page.getByText(/Day of Goodwill/)).toBeVisible();
  await field.fill('30 feb');
  // Half typed it is not wrong yet.
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await field.blur();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Enter a date such as 25 Nov/);
  await axe();
});

test('the calendar of a date field works by keyboard, and marks weekends and public holidays', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signIn();
  const field = textbox(page, 'Instalment start date');
  await field.fill('2027-12-24');
  await field.press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  const day = (name: RegExp) => calendar.getByRole('gridcell', { name });
  await expect(day(/^Friday 24 December 2027/)).toBeFocused();
  await expect(day(/^Saturday 25 December 2027 .*Christmas Day/)).toBeVisible();
  await expect(calendar.getByRole('list', { name: 'Public holidays' })).toContainText('16 Day of Reconciliation');
  await axe();
  await page.keyboard.press('ArrowDown');
  await expect(day(/^Friday 31 December 2027/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day(/^Saturday 1 January 2028/)).toBeFocused();
  await page.keyboard.press('Shift+PageUp');
  await expect(day(/^Friday 1 January 2027/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('24 Dec 2027');
  await field.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('24 Jan 2028');
});
