import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { addDays } from '../src/rules/calendar.ts';
import { packedWorkbook } from '../src/sheet-engine/testing/packed-workbook.ts';
import { press } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

const banks = [
  'FNB',
  'Absa',
  'Std Bank',
  'Standard Bank of SA',
  'NEDBANK',
  'Capitec',
  'investec',
  'Tyme',
  'First National',
];
const accounts = ['Cheque', 'Current account', 'Savings a/c', 'savings', 'Cheque acc'];
const frequencies = ['Monthly', 'Month', 'every month', 'MONTHLY'];
const headings =
  'Member no;Policy No.;Surname and name;Cell no;Bank;Acct number;Acc type;Freq;Debit day;First debit date;Premium;Term';

/**
 * A messy list of debit orders: 186 rows below a title, a line with column groups, and the headings. 178 are people; one bank
 * is misspelt four times, another is in no list. 5 rows are duplicates, 2 repeat the headings, one is the total. There is no
 * branch column.
 */
function messySheet(mark: string): string[][] {
  const year = Number(today().slice(0, 4)) + 1;
  const person = (n: number): string[] => {
    const amount = 150 + n * 12.35;
    const [whole, cents] = amount.toFixed(2).split('.') as [string, string];
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ' ');
    const [month, day] = [String(1 + (n % 9)).padStart(2, '0'), String(1 + (n % 27)).padStart(2, '0')];
    return [
      `${mark}-${n}`,
      `PL/${1000 + n}`,
      n % 9 === 0 ? `Van der Mérwe, Zoë ${n}` : `Mokoena, Thandi ${n}`,
      n % 6 === 0
        ? '2.78E+10'
        : n % 6 === 1
          ? `8255501${String(n).padStart(2, '0').slice(-2)}`
          : `082 555 0${String(100 + n).slice(-3)}`,
      n === 77 ? 'Bank of Narnia' : n % 40 === 20 ? 'Capitek' : (banks[n % banks.length] ?? ''),
      String(62_000_000_000 + n * 7919),
      accounts[n % accounts.length] ?? '',
      frequencies[n % frequencies.length] ?? '',
      String(1 + (n % 27)),
      n % 2 === 0 ? `${day}/${month}/${year}` : `${year}-${month}-${day}`,
      [`R ${grouped},${cents}`, `R${whole}.${cents}`, `${whole},${cents}`, amount.toFixed(2)][n % 4] ?? '',
      '12',
    ];
  };
  const people = Array.from({ length: 178 }, (_, n) => person(n));
  const rows = [
    ...people.slice(0, 60),
    headings.split(';'),
    ...people.slice(60, 120),
    headings.split(';'),
    ...people.slice(120),
  ];
  rows.push(...[3, 14, 15, 92, 65].map((n) => [...person(n)]));
  rows.push(['', '', 'Total', '', '', '', '', '', '', '', 'R 223 456,78', '']);
  return [
    ['Debit orders of the club, 2026', ...Array.from({ length: 11 }, () => '')],
    ['Member', '', '', '', 'Bank details', '', '', 'Debit order', '', '', '', ''],
    headings.split(';'),
    ...rows,
  ];
}

const csvOf = (rows: string[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\r\n'), 'latin1');

/** The same as a workbook: merged cells for the groups, amounts as numbers, dates as formatted dates. */
function xlsxOf(rows: string[][]): Uint8Array {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (text: string, column: number, row: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (text === '') return `<c r="${at}" s="0"/>`;
    const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
    if (date) return `<c r="${at}" s="1"><v>${Date.parse(text) / 86_400_000 + 25_569}</v></c>`;
    return /^\d+\.\d\d$/.test(text)
      ? `<c r="${at}"><v>${text}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  };
  return packedWorkbook([
    {
      name: 'Debit orders',
      xml: rows
        .map((row, at) => `<row r="${at + 1}">${row.map((text, n) => cell(text, n, at)).join('')}</row>`)
        .join(''),
      after:
        '<mergeCells><mergeCell ref="A1:L1"/><mergeCell ref="A2:D2"/><mergeCell ref="E2:G2"/><mergeCell ref="H2:L2"/></mergeCells>',
    },
  ]);
}

for (const format of ['CSV', 'XLSX'] as const)
  test(`a messy ${format} sheet of 186 rows becomes stored mandates and clients in 12 actions, every row accounted for`, async ({
    page,
    request,
    merchant,
    signIn,
    axe,
  }) => {
    const mark = newNumber();
    const rows = messySheet(mark);
    expect(rows).toHaveLength(3 + 186);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.goto(`/m/${merchant}/EFT/import?what=mandateCreate`);
    await signIn();
    let actions = 0;
    const act = async (what: Promise<unknown>) => {
      actions += 1;
      await what;
    };
    const cause = (text: string): Locator => page.getByRole('listitem').filter({ hasText: text });
    await act(
      page.getByLabel('File to import').setInputFiles({
        name: `book.${format.toLowerCase()}`,
        mimeType: 'application/octet-stream',
        buffer: format === 'CSV' ? csvOf(rows) : Buffer.from(xlsxOf(rows)),
      }),
    );
    await expect(page.getByLabel('Headings are in')).toHaveValue('2');
    await expect(page.getByText('The 2 rows above are not imported.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Match columns · 186 rows' })).toBeVisible();
    // Some dates have the year first, the others the day.
    await act(page.getByLabel(/ in First debit date is$/).selectOption('false'));
    await axe();
    await act(press(page, 'Check the rows'));
    await expect(cause('“Capitek” isn’t in the bank list. Did you mean Capitec Bank?')).toContainText('4 rows');
    await act(press(cause('“Capitek”'), 'Use it for all 4 rows'));
    await expect(cause('The spreadsheet has shortened the number')).toContainText('30 rows');
    await act(press(cause('The spreadsheet has shortened the number'), 'Leave empty'));
    await act(press(cause('This row repeats the headings.'), 'Exclude'));
    await act(press(cause('This row looks like a total'), 'Exclude'));
    const narnia = cause('“Bank of Narnia” isn’t in the bank list.');
    await act(narnia.getByRole('button', { name: /^More for / }).click());
    await act(page.getByRole('menuitem', { name: 'Exclude' }).click());
    await expect(cause('The contract is in another row, too.')).toContainText('5 rows');
    await act(press(cause('The contract is in another row, too.'), 'Exclude'));
    const shown = page.getByRole('group', { name: 'Rows shown' });
    await expect(shown.getByRole('button', { name: 'All 186' })).toBeVisible();
    await expect(shown.getByRole('button', { name: 'Excluded 9' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(shown.getByRole('button', { name: 'Excluded 4' })).toBeVisible();
    await page.keyboard.press('Control+y');
    await expect(shown.getByRole('button', { name: 'Excluded 9' })).toBeVisible();
    await axe();
    await act(press(page, 'Add 177 mandates'));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('177 new clients will be added first.');
    await expect(dialog).toContainText('9 rows are left out.');
    await act(press(dialog, 'Add 177 mandates'));
    await expect(page.getByText('177 mandates and 177 clients added. 9 rows were left out.')).toBeVisible();
    expect(actions).toBeLessThanOrEqual(12);
    await expect(page.getByRole('link', { name: 'View mandates' })).toHaveAttribute('href', /\/contracts$/);
    const coming = page.waitForEvent('download');
    await press(page, 'Download left-out rows');
    const left = await readFile(await (await coming).path(), 'utf8');
    expect(left.trim().split(/\r?\n/)).toHaveLength(10);

    const service = await serviceOf(request, merchant);
    const clients = (await service.list('clients', {})).filter((it) =>
      String(it['ClientNumber']).startsWith(`${mark}-`),
    );
    expect(clients).toHaveLength(177);
    const year = Number(today().slice(0, 4)) + 1;
    expect(clients.find((it) => it['ClientNumber'] === `${mark}-9`)).toMatchObject({
      ClientName: 'Van der Mérwe, Zoë 9',
      BankCode: 6,
      BranchCode: 250_655,
      AccountType: 1,
      AccountNumber: 62_000_071_271,
      CellphoneNumber: '082 555 0109',
    });
    const [mandate] = await service.list('mandates', { ClientNumber: `${mark}-9`, ContractNumber: 'PL/1009' });
    expect(mandate).toMatchObject({
      FrequencyCode: 'MNTH',
      CollectionDay: 10,
      InstalmentStartDate: `${year}-01-10 00:00`,
      InstalmentAmount: 261.15,
      NumberOfInstalments: 12,
    });
    await page.goto(`/m/${merchant}/EFT/import`);
    await expect(page.getByRole('listitem').filter({ hasText: '177 mandates' }).first()).toContainText('All added');
  });

const textCell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const numberCell = (at: string, value: number) => `<c r="${at}"><v>${value}</v></c>`;

test('what a workbook hides, columns that nothing takes and swapped dates are asked before debits are sent, and the same file again sends none', async ({
  page,
  request,
  merchant,
  signIn,
  complaints,
  axe,
}) => {
  const mark = newNumber();
  const service = await serviceOf(request, merchant);
  const year = Number(today().slice(0, 4)) + 1;
  await service.make('clients', 'ClientPostRequest', clientItem(mark));
  for (const ContractNumber of ['W-1', 'W-2', 'W-3'])
    await service.make('contracts', 'ContractPostRequest', {
      ClientNumber: mark,
      ContractNumber,
      FrequencyCode: 'MNTH',
      CollectionDay: 1,
      InstalmentStartDate: `${year}-01-01 00:00`,
      InstalmentAmount: 100,
      NumberOfInstalments: 1,
    });
  /** The 1st of June that a spreadsheet read as the 6th of January. */
  const swapped = `<c r="C2" s="1"><v>${Date.parse(`${year}-01-06`) / 86_400_000 + 25_569}</v></c>`;
  const titles = ['Client number', 'Contract', 'Debit date', 'Amount', 'Old amount', 'Fee', 'Notes'];
  const workbook = packedWorkbook([
    {
      name: 'Run',
      before: '<cols><col min="5" max="5" width="9" hidden="1" customWidth="1"/></cols>',
      xml:
        `<row r="1">${titles.map((it, at) => textCell(`${String.fromCharCode(65 + at)}1`, it)).join('')}</row>` +
        `<row r="2">${textCell('A2', mark)}${textCell('B2', 'W-1')}${swapped}${numberCell('D2', 101)}${numberCell('E2', 90)}${numberCell('F2', 5.5)}</row>` +
        `<row r="3" hidden="1">${textCell('A3', mark)}${textCell('B3', 'W-2')}${textCell('C3', `25/06/${year}`)}${numberCell('D3', 102)}${numberCell('E3', 91)}${numberCell('F3', 5.5)}</row>` +
        `<row r="4">${textCell('A4', mark)}${textCell('B4', 'W-3')}${textCell('C4', `26/06/${year}`)}${numberCell('D4', 103)}${numberCell('E4', 92)}${numberCell('F4', 6.5)}${textCell('G4', 'paid late')}</row>`,
    },
  ]);
  const upload = () =>
    page
      .getByLabel('File to import')
      .setInputFiles({ name: 'run.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(workbook) });
  const dialog = page.getByRole('dialog');
  const add = (count: number) =>
    dialog.getByRole('button', { name: `Add ${count} instalment${count === 1 ? '' : 's'}` });
  const stored = async () =>
    (await service.list('instalments', { ClientNumber: mark }))
      .map((it) => [it['ContractNumber'], it['InstalmentActionDate'], it['InstalmentAmount']])
      .filter(([, , amount]) => amount !== 100);
  await page.goto(`/m/${merchant}/EFT/import?what=instalmentCreate`);
  await signIn();
  await upload();
  const unused = page.getByRole('list', { name: 'Columns that are not imported' });
  await expect(unused.getByRole('listitem').nth(0)).toHaveText(
    '“Old amount” isn’t imported: 90 · 91 · 92. The workbook hides it.',
  );
  await expect(unused.getByRole('listitem').nth(1)).toContainText('“Fee” isn’t imported: 5.5 · 5.5 · 6.5. Is it ');
  await expect(unused.getByRole('listitem').nth(2)).toHaveText('“Notes” isn’t imported: paid late');
  await expect(page.getByLabel('1 row is hidden in the workbook')).toHaveValue('false');
  await expect(page.getByLabel('1 column is hidden in the workbook')).toHaveValue('false');
  const check = page.getByRole('button', { name: 'Check the rows' });
  await expect(check).toBeDisabled();
  await axe();
  await press(page, 'Don’t import Fee');
  // What was answered stays answered.
  await page.getByLabel('What Notes holds').selectOption('CTCAmount');
  for (const choice of ['true', 'false']) {
    await page.getByLabel('1 column is hidden in the workbook').selectOption(choice);
    await expect(unused.getByRole('button', { name: 'Don’t import Fee' })).toHaveCount(0);
    await expect(page.getByLabel('What Notes holds')).toHaveValue('CTCAmount');
  }
  await page.getByLabel('What Notes holds').selectOption('');
  const swap = page.getByLabel(`${year}-01-06 in Debit date is`);
  await expect(check).toBeDisabled();
  await swap.selectOption('true');
  await check.click();
  const grid = page.getByRole('grid', { name: 'Rows to import' });
  await expect(grid.getByRole('columnheader', { name: 'Fee · not imported' })).toBeVisible();
  await expect(grid.getByRole('rowheader').filter({ hasText: 'Excluded' })).toHaveText('2 · Excluded');
  await press(page, 'Add 2 instalments');
  await expect(dialog.getByRole('list', { name: 'Not imported' }).getByRole('listitem')).toHaveText([
    '“Old amount”: 90 · 91 · 92',
    '“Fee”: 5.5 · 5.5 · 6.5',
    '“Notes”: paid late',
  ]);
  const hidden = dialog.getByRole('checkbox', { name: '1 row is hidden in the workbook: include it' });
  await hidden.check();
  await expect(add(3)).toBeEnabled();
  await hidden.uncheck();
  await axe();
  await add(2).click();
  await expect(page.getByText('2 instalments added.', { exact: false })).toBeVisible();
  expect(await stored()).toEqual([
    ['W-1', `${year}-06-01 00:00`, 101],
    ['W-3', `${year}-06-26 00:00`, 103],
  ]);

  await press(page, 'Import another file');
  await upload();
  // The answer about a heading is remembered, the one about dates is asked again.
  await expect(unused.getByRole('listitem').nth(1)).toHaveText('“Fee” isn’t imported: 5.5 · 5.5 · 6.5');
  await swap.selectOption('true');
  await check.click();
  await test.step('where the server does not tell what was sent, the person is told before sending', async () => {
    complaints.allow(/503/);
    await page.route('**/sent-before', (route) => route.fulfill({ status: 503, json: {} }));
    await press(page, 'Add 2 instalments');
    await expect(dialog).toContainText(
      'We don’t know which instalments are there already, so these may be saved twice.',
    );
    await page.unroute('**/sent-before');
    // What is at the bank already may be due on any day.
    const atTheBank = page.waitForRequest(/\/omni\/instalments\/.*Status=/);
    await press(dialog, 'Try again');
    await atTheBank;
  });
  await expect(dialog).toContainText('2 of 2 rows are there already');
  await expect(dialog.getByRole('list', { name: 'There already' })).toContainText(
    '2 rows: The contract already has a debit of that day and amount.',
  );
  await expect(add(0)).toBeDisabled();
  await axe();
  const anyway = dialog.getByRole('checkbox', { name: /^Send them all the same/ });
  await anyway.check();
  await expect(add(2)).toBeEnabled();
  await anyway.uncheck();
  await press(dialog, 'Show them');
  await grid.getByRole('gridcell', { name: 'W-3' }).click();
  await press(page, 'Send row 3 all the same');
  await press(page, 'Add 1 instalment');
  await expect(dialog).toContainText('It is sent all the same.');
  await add(1).click();
  await expect(page.getByText('1 instalment added.', { exact: false })).toBeVisible();
  expect((await stored()).map(([contract]) => contract)).toEqual(['W-1', 'W-3', 'W-3']);
});

test('payments that were pasted and sent are not sent by the same paste again', async ({
  page,
  request,
  merchant,
  signIn,
}) => {
  const mark = newNumber();
  const service = await serviceOf(request, merchant);
  const day = addDays(today(), 40);
  await service.make('clients', 'ClientPostRequest', clientItem(mark));
  const payout = await service.make('payo/contracts', 'PayoContractPostRequest', {
    ClientNumber: mark,
    ContractNumber: mark,
    PaymentAmount: 10,
    PaymentStartDate: `${addDays(today(), 5)} 00:00`,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
  });
  const paste = async () => {
    await page
      .getByLabel('Or paste from a spreadsheet')
      .fill(`Contract ID\tPayment date\tAmount\n${payout}\t${day}\t750.00`);
    await press(page, 'Check the rows');
    await press(page, 'Add 1 payment');
  };
  const dialog = page.getByRole('dialog');
  await page.goto(`/m/${merchant}/EFT/import?what=payoutPaymentCreate`);
  await signIn();
  await paste();
  await press(dialog, 'Add 1 payment');
  await expect(page.getByText('1 payment added.', { exact: false })).toBeVisible();
  await press(page, 'Import another file');
  await paste();
  await expect(dialog).toContainText('The contract already has a payment of that day and amount.');
  await expect(dialog.getByRole('button', { name: 'Add 0 payments' })).toBeDisabled();
  await page.keyboard.press('Enter');
  const payments = await service.list('payo/payments', { ContractSequence: payout });
  const sent = payments.filter((it) => it['PaymentAmount'] === 750);
  expect(sent).toHaveLength(1);
  // Changed meanwhile, it is no longer equal; but an import has sent the row.
  await service.edit('payo/payments', 'PaymentPutRequest', {
    ContractSequence: payout,
    PaymentSequence: sent[0]?.['PaymentSequence'],
    PaymentAmount: 751,
  });
  await press(dialog, 'Cancel');
  await press(page, 'Start over');
  await paste();
  await expect(dialog).toContainText(/The import of .* sent this already\./);
  await expect(dialog.getByRole('button', { name: 'Add 0 payments' })).toBeDisabled();
});

test('a workbook with a cell in the last corner and a line of 150 MB are refused with the reason, and the page keeps working', async ({
  page,
  merchant,
  signIn,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  try {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'Name')}</row><row r="1048576">${cell('XFD1048576', 'x')}</row>`;
    const corner = path.join(folder, 'corner.xlsx');
    await writeFile(corner, packedWorkbook([{ name: 'Run', xml: rows }]));
    const line = path.join(folder, 'line.csv');
    await writeFile(line, Buffer.alloc(150_000_000, 'a'));
    await page.goto(`/m/${merchant}/EFT/import`);
    await signIn();
    const input = page.getByLabel('File to import');
    await input.setInputFiles(corner);
    await expect(page.getByRole('alert')).toContainText('Row 1048576 has something in column XFD.');
    await input.setInputFiles(line);
    await expect(page.getByRole('alert')).toContainText('Row 1 has more than 50\u00a0000 characters.');
    await page.getByLabel('Or paste from a spreadsheet').fill('Client number\tName\nC1\tZoë');
    await press(page, 'Check the rows');
    await expect(page.getByRole('grid', { name: 'Rows to import' })).toContainText('Zoë');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Excluded rows of the import that this browser has stored; stored a moment after the last change. */
const storedExcluded = () =>
  new Promise<number | undefined>((resolve) => {
    indexedDB.open('imports').addEventListener('success', ({ target }) => {
      const { result } = target as IDBOpenDBRequest;
      result
        .transaction('runs')
        .objectStore('runs')
        .getAll()
        .addEventListener('success', (event) => {
          const [run] = (event.target as IDBRequest<{ states: { excluded: number } }[]>).result;
          result.close();
          resolve(run?.states.excluded);
        });
    });
  });

test(
  'a person chooses the headings, adds a missing column, replaces a text in one column, and excludes and includes rows',
  { tag: '@long' },
  async ({ page, merchant, signIn }) => {
    const mark = newNumber();
    await page.goto(`/m/${merchant}/EFT/import`);
    await signIn();
    const lines = ['Kunde;Wie;Konto;Bei', ...[1, 2, 3].map((n) => `${mark}-${n};Bank ${n};6200000000${n};Bank`)];
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
    const choice = page.getByLabel('Headings are in');
    await expect(choice).toHaveValue('');
    await choice.selectOption('0');
    await expect(page.getByRole('heading', { name: 'Match columns · 3 rows' })).toBeVisible();
    for (const [heading, field] of [
      ['Kunde', 'ClientNumber'],
      ['Wie', 'ClientName'],
      ['Konto', 'AccountNumber'],
      ['Bei', 'BankCode'],
    ] as const)
      await page.getByLabel(`What ${heading} holds`).selectOption(field);
    await press(page, 'Check the rows');

    const missing = page.getByRole('listitem').filter({ hasText: 'Account type is missing.' });
    await press(missing, 'Replace all…');
    await expect(page.getByRole('dialog')).toContainText('The sheet is given a column for it.');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Account type' }).fill('Savings a/c');
    await press(page, 'Set all');
    const grid = page.getByRole('grid', { name: 'Rows to import' });
    await expect(grid.getByRole('columnheader', { name: 'Account type' })).toBeVisible();
    await expect(missing).toHaveCount(0);
    await press(page, 'Add a column');
    await page.getByRole('menuitem', { name: 'Email' }).click();
    await expect(grid.getByRole('columnheader', { name: 'Email' })).toBeVisible();

    await press(page, 'Find and replace');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('bank');
    await expect(page.getByText('1 of 6')).toBeVisible();
    await page.getByLabel('Whole cell').check();
    await expect(page.getByText('1 of 3')).toBeVisible();
    await page.getByLabel('Match case').check();
    await expect(page.getByText('Not found')).toBeVisible();
    await page.getByLabel('Match case').uncheck();
    await page.getByLabel('In', { exact: true }).selectOption('Bank');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Capitec');
    await press(page, 'Replace all');
    await expect(page.getByText('3 cells replaced')).toBeVisible();
    await press(page, 'Close');
    await expect(page.getByRole('button', { name: 'Add 3 clients' })).toBeEnabled();

    await grid.getByRole('gridcell', { name: `${mark}-2` }).click();
    await press(page, 'Exclude row 2');
    await expect(page.getByRole('button', { name: 'Add 2 clients' })).toBeEnabled();
    await expect(grid.getByRole('rowheader').filter({ hasText: 'Excluded' })).toHaveText('2 · Excluded');
    await expect.poll(() => page.evaluate(storedExcluded)).toBe(1);
    await page.reload();
    await press(page, /^Continue: 3 clients/);
    await expect(grid.getByRole('columnheader', { name: 'Email' })).toBeVisible();
    await press(page, 'Excluded 1');
    await press(page, 'Include 1 row again');
    await expect(page.getByRole('button', { name: 'Add 3 clients' })).toBeEnabled();
  },
);
