import { addDays, addMonths } from '../src/rules/calendar.ts';
import { dayText, monthText } from '../src/rules/day-text.ts';
import { combobox, pick, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { asProgram } from './service.ts';
import { newNumber, today } from './test-data.ts';

// The mandates of these tests are debited on the 25th of the next twelve months.
const inMonths = (count: number) => `${addMonths(`${today().slice(0, 8)}01`, count).slice(0, 8)}25`;
const [first, second, third] = [inMonths(1), inMonths(2), inMonths(3)];

test(
  'before a debit moves into the next month, the move says which month is skipped and which is collected twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
    await page.getByRole('checkbox', { name: /^Select instalment 1\b/ }).click();
    await page.getByRole('button', { name: 'Move dates…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Days' }).fill('10');
    const said = dialog.getByRole('status').filter({ hasText: 'No debit' });
    await expect(said).toContainText(`No debit in ${monthText(first)}.`);
    await expect(said).toContainText(`Collected twice in ${monthText(second)}.`);
    const next = dialog.getByRole('table', { name: 'Next debits' });
    await expect(next.getByRole('row').nth(1)).toContainText(dayText(first));
    await expect(next.getByRole('row').nth(1)).toContainText(dayText(addDays(first, 10)));
    const cash = dialog.getByRole('table', { name: 'To collect by month' });
    await expect(cash.getByRole('row', { name: new RegExp(`${monthText(first)}.*R.150,50.*R.0,00`) })).toBeVisible();
    await expect(cash.getByRole('row', { name: new RegExp(`${monthText(second)}.*R.150,50.*R.301,00`) })).toBeVisible();
    await axe();
    // Within its month a move skips and doubles nothing.
    await dialog.getByRole('textbox', { name: 'Days' }).fill('1');
    await expect(next.getByRole('row').nth(1)).toContainText(dayText(addDays(first, 1)));
    await expect(said).toBeHidden();
    await expect(cash).toBeHidden();
    await dialog.getByRole('button', { name: 'Move instalment 1' }).click();
    await expect(page.getByRole('grid', { name: 'Instalments' })).toContainText(dayText(addDays(first, 1)));
  },
);

test(
  'a move of several contracts counts those that skip a month, and lists what needs attention first',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const number = newNumber();
    await program.mandate({ ContractNumber: number, NumberOfInstalments: 2 });
    await program.mandate({ ContractNumber: number, ClientNumber: 'C00004', NumberOfInstalments: 1 });
    await program.mandate({ ContractNumber: number, ClientNumber: 'C00005', NumberOfInstalments: 1, CollectionDay: 3 });
    await page.goto(`/m/${merchant}/EFT/instalments?q=${number}`);
    for (const client of ['C00003', 'C00004', 'C00005'])
      await page.getByRole('checkbox', { name: new RegExp(`^Select instalment 1 of ${client}`) }).click();
    await page.getByRole('button', { name: 'Move dates…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Days' }).fill('10');
    await expect(
      dialog
        .getByRole('status')
        .filter({ hasText: `2 contracts skip ${monthText(first)}, 1 is collected twice in ${monthText(second)}.` }),
    ).toBeVisible();
    const rows = dialog.getByRole('table', { name: 'Next debits' }).getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText(`Collected twice in ${monthText(second)}.`);
    await expect(rows.nth(2)).toContainText(`No debit in ${monthText(first)}.`);
    await expect(rows.nth(3)).not.toContainText('No debit');
    await axe();
  },
);

test('an amount above the maximum of a mandate is said before it is sent, and the same amount says nothing', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.goto(`/m/${merchant}/EFT/mandates`);
  await signIn();
  const program = await asProgram(page, merchant);
  const contract = await program.mandate();
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  await page.getByRole('button', { name: 'Select all 12' }).click();
  await page.getByRole('button', { name: 'Change amount…' }).click();
  const dialog = page.getByRole('dialog');
  await textbox(page, 'Instalment amount').fill('250');
  await expect(
    dialog.getByRole('status').filter({ hasText: /Above the maximum of R.200,00: 12 debits/ }),
  ).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'To collect by month' }).getByRole('row')).toHaveCount(13);
  await textbox(page, 'Instalment amount').fill('150,50');
  await expect(dialog.getByText('Not changed: 12 no change')).toBeVisible();
  await expect(dialog.getByRole('table')).toHaveCount(0);
  await expect(dialog.getByText(/Above the maximum/)).toBeHidden();
});

test(
  'another frequency shows the next three debits before and after, and an edit that moves none shows nothing',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/mandates`);
    await signIn();
    const program = await asProgram(page, merchant);
    const contract = await program.mandate();
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
    await pick(combobox(page, 'Frequency'), 'QURT');
    await pick(combobox(page, 'Collection day'), '25');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    const next = review.getByRole('table', { name: 'Next instalments' });
    await expect(next.getByRole('row')).toHaveCount(4);
    for (const [at, day] of [first, second, third].entries())
      await expect(next.getByRole('row').nth(at + 1)).toContainText(dayText(day));
    await expect(next.getByRole('row').nth(2)).toContainText(dayText(addMonths(first, 3)));
    await axe();
    await review.getByRole('button', { name: 'Back' }).click();
    await pick(combobox(page, 'Frequency'), 'MNTH');
    await pick(combobox(page, 'Collection day'), '25');
    await textbox(page, 'Maximum amount').fill('210');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(review.getByText('210,00')).toBeVisible();
    await expect(review.getByRole('table', { name: 'Next instalments' })).toBeHidden();
  },
);
