import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { addMonths } from '../src/rules/calendar.ts';
import { chooseOfList } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

// The picker of the operating system cannot be driven; without it the file is a download.
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')));

test('a clerk saves a client’s statement as PDF and CSV, by keyboard, with the figures of the service', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const from = `${addMonths(today(), -2).slice(0, 7)}-01`;
  const service = await serviceOf(request, '1001');
  const rows = await service.report('transactions_report', {
    StartDate: `${from} 00:00`,
    EndDate: `${today()} 23:59`,
    Product: 'EFT',
    ClientNumber: 'C00002',
  });
  const debits = rows
    .filter((it) => it.TransactionType !== 'PAYOUT')
    .map((it) => [String(it.TransactionDate).slice(0, 10), Number(it.Amount).toFixed(2)].join(' '));
  expect(debits.length).toBeGreaterThan(0);

  await page.goto('/m/1001/EFT/clients/C00002');
  await signIn();
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first();
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Statement…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Statement of Tsakani Mathebula' });
  await expect(dialog).toBeVisible();
  await axe();
  const saved = async (button: string) => {
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: button }).press('Enter');
    const download = await coming;
    await expect(dialog.getByRole('status').filter({ hasText: `Saved ${download.suggestedFilename()}` })).toBeVisible();
    return readFile(await download.path());
  };
  expect((await saved('Save PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  const [, ...lines] = (await saved('Save CSV')).toString('utf8').trimEnd().split('\r\n');
  const inPeriod = lines.map((line) => line.split(',')).filter((cells) => (cells[3] ?? '') >= from);
  expect(inPeriod.map((cells) => `${cells[3]} ${cells[4]}`).toSorted()).toEqual(debits.toSorted());

  await dialog.getByLabel('As at').fill('2020-01-01');
  await expect(dialog.getByRole('alert')).toHaveText('“As at” is before the end of the period.');
  await expect(dialog.getByRole('button', { name: 'Save PDF' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test('the statements of the listed clients are saved as one ZIP', async ({ page, signIn, axe }) => {
  await page.goto('/m/1001/EFT/clients?q=Mathebula');
  await signIn();
  await chooseOfList(page, 'Statements');
  const dialog = page.getByRole('dialog', { name: /^Statements of \d+ clients?$/ });
  await axe();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save ZIP' }).click();
  const files = unzipSync(await readFile(await (await coming).path()));
  const names = Object.keys(files);
  expect(names).toContain('Statement C00002.pdf');
  expect(names.at(-1)).toBe('statements.csv');
  const lines = strFromU8(files['statements.csv'] ?? new Uint8Array())
    .trimEnd()
    .split('\r\n')
    .slice(1);
  const clients = new Set(lines.map((line) => line.split(',')[0]));
  expect(names.slice(0, -1).toSorted()).toEqual([...clients].map((it) => `Statement ${it}.pdf`).toSorted());
});

test('a name with a letter that the typeface lacks gets no PDF, and the dialog says which letter', async ({
  page,
  merchant,
  request,
  signIn,
}) => {
  const number = newNumber();
  const service = await serviceOf(request, merchant);
  await service.make('clients', 'ClientPostRequest', clientItem(number, 'Li 漢'));
  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await signIn();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Statement…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement of Li 漢' });
  await dialog.getByRole('button', { name: 'Save PDF' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No file was kept: The typeface has no letter “漢”');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save CSV' }).click();
  expect((await readFile(await (await coming).path())).toString('utf8')).toContain('Client number');
});
