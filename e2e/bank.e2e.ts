import type { Page } from '@playwright/test';
import { addDays, addMonths, daysInMonth } from '../src/rules/calendar.ts';
import { dayText } from '../src/rules/day-text.ts';
import { formatCents } from '../src/rules/money.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { serviceOf, type Json } from './service.ts';
import { today } from './test-data.ts';

const centsOf = (row: Json) => Math.round(Number(row.Amount) * 100);
const dayOf = (row: Json) => String(row.TransactionDate).slice(0, 10);
const amount = (cents: number) => (cents / 100).toFixed(2);
const spaced = (text: string) =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`));

type Line = [date: string, cents: number, text: string, reference: string];

/** A file as FNB's site writes it. */
function fnbFile(lines: readonly Line[]): Buffer {
  let balance = 100_000;
  const rows = lines.map(([date, cents, text, reference]) => {
    balance += cents;
    return [date.replaceAll('-', '/'), '', amount(cents), text, reference, amount(balance), ''].join(',');
  });
  const heading = 'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER';
  return Buffer.from(['ACCOUNT TRANSACTION HISTORY', 'Account Number: 62000004471', heading, ...rows].join('\r\n'));
}

const addFile = (page: Page, buffer: Buffer, name = 'history.csv') =>
  page.getByLabel('Bank statement', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });

/** In the step's panel; the step itself says the same. */
const noStatement = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'No statement yet' });

/** Accounts are kept for everybody, and so for other tests. */
async function deleteAccounts(page: Page): Promise<void> {
  const settings = page.getByRole('button', { name: 'Account settings' });
  const empty = noStatement(page);
  await expect(page.getByRole('button', { name: 'Add statement' })).toBeEnabled();
  while (!(await empty.isVisible())) {
    await settings.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
}

test(
  'a file of FNB becomes confirmed matches, which a reload keeps, and the unpaid list warns of what was settled',
  { tag: '@long' },
  async ({ page, request, signIn, axe }) => {
    const month = addMonths(today(), -1).slice(0, 7);
    const last = `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}`;
    const service = await serviceOf(request, '1001');
    const rows = await service.report('transactions_report', {
      StartDate: `${month}-01 00:00`,
      EndDate: `${last} 23:59`,
      Product: 'EFT',
    });
    const debits = rows.filter((it) => it.TransactionType !== 'PAYOUT');
    const paid = debits.filter((it) => it.Status === 'PAID');
    const days = [...new Set(paid.map(dayOf))].toSorted().filter((it) => it <= `${month}-24`);
    const settledOn = days.at(-1) ?? '';
    const single = paid.filter((it) => dayOf(it) < settledOn).slice(0, 3);
    const failed = debits.filter((it) => it.Status === 'UNPAID');
    // The only one of its contract, which is named by its contract and day below.
    const unpaid = failed.find(
      (it) =>
        dayOf(it) <= `${month}-20` &&
        failed.every((other) => other === it || other.ContractNumber !== it.ContractNumber),
    );
    if (!unpaid || single.length < 3) throw new Error('the sample data has unpaid and paid debits');
    const sum = paid.filter((it) => dayOf(it) === settledOn).reduce((all, it) => all + centsOf(it), 0);
    const lines: Line[] = [
      ...single.map((it): Line => [dayOf(it), centsOf(it), `MAGTAPE CREDIT ${it.ContractNumber}`, '']),
      [addDays(settledOn, 1), sum, 'SETTLEMENT 4711', ''],
      [addDays(dayOf(unpaid), 3), centsOf(unpaid), `EFT ${unpaid.ContractNumber}`, ''],
      [`${month}-28`, -31_855, 'SERVICE FEES', ''],
      // More than any day's sum, so that nothing is suggested.
      [`${month}-28`, 900_000_007, 'CASH DEP BENONI', ''],
    ];
    const file = fnbFile(lines.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));

    await page.goto(`/m/1001/EFT/month-end?month=${month}&step=bank`);
    await signIn();
    await deleteAccounts(page);
    await expect(noStatement(page)).toBeVisible();
    await addFile(page, file);
    await expect(page.getByText('This looks like a file of FNB')).toBeVisible();
    await axe();
    // Enter goes on from the columns to the lines.
    await expect(page.getByRole('button', { name: 'These columns are right' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Account •••• 4471: 7 lines from/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take 7 lines' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox', { name: 'Open lines' })).toBeFocused();

    await page.getByRole('button', { name: 'Confirm 3 exact' }).click();
    await expect(page.getByText('3 lines matched, exact')).toBeVisible();
    const list = page.getByRole('listbox', { name: 'Open lines' });
    await expect(list.getByRole('option')).toHaveCount(4);
    await axe();

    const panel = page.getByRole('region', { name: 'Suggestion' });
    const option = (text: string) => list.getByRole('option').filter({ hasText: text });
    await option('SETTLEMENT').click();
    await expect(panel.getByText('Sum of a day', { exact: true })).toBeVisible();
    await expect(panel.getByRole('row', { name: /On the bank ✓ equal/ })).toContainText(spaced(formatCents(sum)));
    await panel.getByLabel(/^Always match “SETTLEMENT” to one day’s debits/).check();
    await list.focus();
    await page.keyboard.press('Enter');
    await expect(list.getByRole('option')).toHaveCount(3);
    await page.keyboard.press('u');
    await expect(list.getByRole('option')).toHaveCount(4);
    await page.getByRole('button', { name: 'Confirm 1 by a rule' }).click();
    await expect(list.getByRole('option')).toHaveCount(3);

    await option('EFT').click();
    await expect(panel).toContainText('Settles the unpaid debit of');
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await expect(list.getByRole('option')).toHaveCount(2);
    await option('SERVICE FEES').click();
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(option('CASH DEP BENONI')).toContainText('Not matched');

    await panel.getByRole('button', { name: 'Match by hand…' }).click();
    const chosen = page.getByRole('group', { name: 'Paid', exact: true });
    for (const label of ['Paid from', 'to']) {
      await chosen.getByLabel(label, { exact: true }).fill(addDays(`${month}-01`, -60));
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Use this sum' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nothing of these days is open');
    await page.getByRole('button', { name: 'Cancel' }).click();

    // The difference must have a name.
    await panel.getByRole('button', { name: 'Name it…' }).click();
    await expect(panel.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await panel.getByRole('radio', { name: 'Other', exact: true }).check();
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Every line is matched')).toBeVisible();
    await expect(page.getByRole('link', { name: /Bank.*7 of 7 lines matched/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Save the pack' })).toBeVisible();
    await page.getByRole('link', { name: /Bank.*7 of 7 lines matched/ }).click();

    const total = single.reduce((all, it) => all + centsOf(it), sum);
    const figure = page.getByRole('group', { name: 'Matched to the bank' });
    await expect(figure).toContainText(spaced(formatCents(total).replace('R\u00a0', '').split(',')[0] ?? ''));

    await page.reload();
    await expect(page.getByRole('link', { name: /Bank.*7 of 7 lines matched/ })).toBeVisible();
    await page.getByRole('button', { name: /^7 matched: 3 exact · 1 by a rule · 3 by hand/ }).click();
    await expect(page.getByRole('table', { name: 'Matched lines' })).toContainText('by the rule SETTLEMENT');
    await page.keyboard.press('Escape');

    // The same file again, whose columns are remembered, adds nothing.
    await addFile(page, file);
    await expect(page.getByText('All lines of this file are here already.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('link', { name: /Bank.*7 of 7 lines matched/ })).toBeVisible();

    await page.goto(`/m/1001/EFT/unpaid?range=custom&from=${month}-01&to=${last}`);
    await page.getByRole('searchbox', { name: 'Client or contract' }).fill(String(unpaid.ContractNumber));
    // The list is searched some time after the last key: before that, its first row is another debit.
    await page
      .getByRole('checkbox', { name: `contract ${String(unpaid.ContractNumber)}, ${dayText(dayOf(unpaid))}` })
      .check();
    await page.getByRole('button', { name: /^Collect .* again$/ }).click();
    await expect(page.getByText(/settled by the client: a bank line is matched with/)).toBeVisible();

    await page.goto(`/m/1001/EFT/month-end?month=${month}&step=bank`);
    await deleteAccounts(page);
  },
);

test('a table without signs is taken once its column of debits and credits is known, and shows its first lines before', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const month = addMonths(today(), -1).slice(0, 7);
  await page.goto(`/m/${merchant}/EFT/month-end?step=bank&month=${month}`);
  await signIn();
  const fileOf = (rows: string[]) =>
    Buffer.from(['Download date:,2026-11-01', 'TransactionDate,What,Amount,D/C', ...rows, 'Totals,,,'].join('\r\n'));
  await addFile(page, fileOf([`${month}-02,SETTLEMENT,1500.00,C`, `${month}-03,UNPAID,291.60,D`]));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Column 4, d/c')).toHaveValue('sign');
  await expect(dialog.getByLabel('Headings are in')).toHaveValue('1');
  await axe();
  // Without its use the file could be read in two ways.
  await dialog.getByLabel('Column 4, d/c').selectOption('Not used');
  await dialog.getByRole('button', { name: 'These columns are right' }).click();
  await expect(dialog.getByRole('alert')).toContainText('All amounts are without a sign');
  await dialog.getByLabel('Column 4, d/c').selectOption('Debit or credit');
  await dialog.getByRole('button', { name: 'These columns are right' }).click();
  const lines = dialog.getByRole('table', { name: 'First lines as they were read' });
  await expect(lines.getByRole('row', { name: /UNPAID/ })).toContainText('−R 291,60');
  await expect(lines.getByRole('row', { name: /^In: 1 line/ })).toContainText('R 1 500,00');
  await expect(lines.getByRole('row', { name: /^Out: 1 line/ })).toContainText('−R 291,60');
  await expect(dialog).toContainText('Not taken: 1 row of totals (5).');
  await axe();
  await dialog.getByRole('button', { name: 'Take 2 lines' }).click();
  const options = page.getByRole('listbox', { name: 'Open lines' }).getByRole('option');
  await expect(options.filter({ hasText: 'UNPAID' })).toContainText('291,60');

  // The next file begins on the last day of the first, and tells its debit in other words.
  await addFile(page, fileOf([`${month}-03,DEBIT ORDER RETURNED,291.60,D`, `${month}-04,SETTLEMENT,700.00,C`]));
  await dialog.getByLabel('Account', { exact: true }).selectOption({ index: 1 });
  await expect(dialog.getByRole('status')).toContainText(
    '“DEBIT ORDER RETURNED” in this file, “UNPAID” in the account',
  );
  await expect(dialog.getByRole('button', { name: 'Take 2 lines' })).toBeDisabled();
  await axe();
  await dialog.getByLabel('Are they the same?').selectOption('The same: leave out what is here already');
  await dialog.getByRole('button', { name: 'Take 1 line' }).click();
  await expect(options).toHaveCount(3);
  await expect(options.filter({ hasText: 'RETURNED' })).toHaveCount(0);
});

test('a file that does not hold is refused with its reason and leaves nothing', async ({ page, signIn }) => {
  await page.goto('/m/1016/EFT/month-end?step=bank');
  await signIn();
  const month = addMonths(today(), -1).slice(0, 7);
  const text = fnbFile([
    [`${month}-01`, 100, 'ONE', ''],
    [`${month}-02`, 200, 'TWO', ''],
    [`${month}-03`, 300, 'THREE', ''],
  ]).toString();
  await addFile(page, Buffer.from(text.split('\r\n').toSpliced(4, 1).join('\r\n')));
  await page.getByRole('button', { name: 'These columns are right' }).click();
  await expect(page.getByRole('alert')).toContainText(/Row 5 .* breaks the balance/);
  await page.keyboard.press('Escape');
  await addFile(page, Buffer.from('%PDF-1.7'), 'statement.pdf');
  await expect(page.getByRole('alert')).toContainText('This is a PDF');
  await page.keyboard.press('Escape');
  await expect(noStatement(page)).toBeVisible();
});

test('of a file with two accounts the page names the one that is saved if the other is not, and the same file adds the rest', async ({
  page,
  merchant,
  signInAs,
  complaints,
}) => {
  // The refusal is what the test wants.
  complaints.allow(/503/);
  const month = addMonths(today(), -1).slice(0, 7);
  const day = `${month.slice(2).replace('-', '')}01`;
  const ofAccount = (account: string, cents: string) => [
    ':20:STATEMENT',
    `:25:250655/${account}`,
    ':28C:10/1',
    `:60F:C${day}ZAR1000,00`,
    `:61:${day}C${cents}NTRFNONREF`,
    ':86:SETTLEMENT',
    `:62F:C${day}ZAR1${cents}`,
    '-',
  ];
  const file = [...ofAccount('62000004471', '500,00'), ...ofAccount('62000009902', '250,00')].join('\r\n');
  await page.goto(`/m/${merchant}/EFT/month-end?month=${month}&step=bank`);
  await signInAs('finance');
  await deleteAccounts(page);
  let isRefused = true;
  await page.route(`**/month-end/${merchant}/bank-accounts/*`, (route) => {
    const { Account } = (route.request().postDataJSON() ?? {}) as { Account?: { ending: string } };
    return isRefused && Account?.ending === '9902'
      ? route.fulfill({ status: 503, json: { Errors: [] } })
      : route.continue();
  });
  const dialog = page.getByRole('dialog', { name: 'Bank statement' });
  const add = () => addFile(page, Buffer.from(file), 'two.sta');
  await add();
  await dialog.getByRole('button', { name: 'Take 2 lines' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    /Saved: •••• 4471\. Not saved: •••• 9902\. Close this and try again: what is here already is left out\./,
  );
  await page.keyboard.press('Escape');
  isRefused = false;
  await add();
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveText([/•••• 4471/, /New account/]);
  await dialog.getByRole('button', { name: 'Take 1 line' }).click();
  await expect(dialog).toBeHidden();
  await add();
  await expect(dialog).toContainText('All lines of this file are here already.');
  await page.keyboard.press('Escape');
  await deleteAccounts(page);
});

test('if two people match at once, the second gets a notice and sees the first one’s match', async ({
  page,
  browser,
  merchant,
  signInAs,
  request,
  complaints,
}) => {
  // The refusal is what the test wants.
  complaints.allow(/400/);
  const month = addMonths(today(), -1).slice(0, 7);
  const buffer = await (await serviceOf(request, merchant)).statement(month);
  const address = `/m/${merchant}/EFT/month-end?month=${month}&step=bank`;
  await page.goto(address);
  await signInAs('finance');
  await deleteAccounts(page);
  await addFile(page, buffer);
  await page.getByRole('button', { name: 'These columns are right' }).click();
  await page.getByRole('button', { name: /^Take \d+ lines$/ }).click();
  const optionsOf = (of: Page) => of.getByRole('listbox', { name: 'Open lines' }).getByRole('option');
  await expect(optionsOf(page)).not.toHaveCount(0);
  const count = await optionsOf(page).count();

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(address);
  await fillSignIn(other, 'manager');
  await expect(optionsOf(other)).toHaveCount(count);
  const confirmFee = async (of: Page) => {
    await optionsOf(of).filter({ hasText: 'SERVICE FEES' }).click();
    await of.getByRole('region', { name: 'Suggestion' }).getByRole('button', { name: 'Confirm' }).click();
  };
  await confirmFee(other);
  await expect(optionsOf(other)).toHaveCount(count - 1);
  await confirmFee(page);
  await expect(page.getByRole('alert')).toContainText('Changed elsewhere');
  await expect(optionsOf(page)).toHaveCount(count - 1);
  await page.getByRole('button', { name: /^1 matched/ }).click();
  await expect(page.getByRole('table', { name: 'Matched lines' })).toContainText('Mpho Manager');
  await page.keyboard.press('Escape');
  await context.close();
  await deleteAccounts(page);
});
