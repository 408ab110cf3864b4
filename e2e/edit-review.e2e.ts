import { addMonths } from '../src/rules/calendar.ts';
import { dayText, monthText } from '../src/rules/day-text.ts';
import { combobox, pick, press, rowAction, statusNote, textbox } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { hold, holdAnswer } from './network.ts';
import { clientItem, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test('the review of an edit lists instalments changed by hand, and they keep their values', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(page.request, merchant);
  const ClientNumber = newNumber();
  const year = Number(today().slice(0, 4)) + 1;
  await service.make('clients', 'ClientPostRequest', clientItem(ClientNumber));
  const contract = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber,
    ContractNumber: 'HOME',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${year}-01-01 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 4,
  });
  const change = (InstalmentSequence: number, given: object) =>
    service.edit('instalments', 'InstalmentPutRequest', { ContractSequence: contract, InstalmentSequence, ...given });
  await change(2, { InstalmentActionDate: `${year}-02-27 00:00` });
  await change(3, { InstalmentAmount: 80 });

  await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
  await signIn();
  await page.getByRole('textbox', { name: 'Instalment amount', exact: true }).fill('150');
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog', { name: 'Review 1 change' });
  await expect(review.getByRole('listitem')).toHaveText([
    `Instalment 2: 27 Feb ${year} instead of 25 Feb ${year}`,
    'Instalment 3: R 80,00 instead of R 100,00',
  ]);
  const next = review.getByRole('table', { name: 'Next instalments' });
  await expect(next.getByRole('row', { name: new RegExp(`27 Feb ${year}.*R.100,00 → R.150,00`) })).toBeVisible();
  await expect(next.getByRole('row', { name: new RegExp(`25 Mar ${year}.*R.80,00$`) })).toBeVisible();
  await axe();
  await review.getByRole('button', { name: 'Save 1 change' }).click();

  const row = (text: RegExp) => page.getByRole('row', { name: text });
  await expect(row(new RegExp(`27 Feb ${year}.*R.150,00`))).toBeVisible();
  await expect(row(new RegExp(`25 Mar ${year}.*R.80,00`))).toBeVisible();
  await expect(row(new RegExp(`25 Apr ${year}.*R.150,00`))).toBeVisible();
});

test(
  'the review of an edit shows the next dates, and names a skipped month',
  { tag: '@dates' },
  async ({ page, merchant, signIn, axe }) => {
    const service = await serviceOf(page.request, merchant);
    const ClientNumber = newNumber();
    const [first, second] = [addMonths(today(), 1).slice(0, 8), addMonths(today(), 2).slice(0, 8)];
    await service.make('clients', 'ClientPostRequest', clientItem(ClientNumber));
    const contract = await service.make('mandates', 'MandatePostRequest', {
      ClientNumber,
      ContractNumber: 'HOME',
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentStartDate: `${first}10 00:00`,
      InstalmentAmount: 100,
      NumberOfInstalments: 8,
    });
    await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
    await signIn();
    await pick(combobox(page, 'Collection day'), '1');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: 'Review 1 change' });
    const next = review.getByRole('table', { name: 'Next instalments' });
    await expect(next.getByRole('row').nth(1)).toContainText(dayText(`${first}25`));
    await expect(next.getByRole('row').nth(1)).toContainText(dayText(`${second}01`));
    await expect(review.getByRole('status')).toContainText(`No debit in ${monthText(first)}.`);
    await expect(review.getByText(/And 5 more\. An estimate/)).toBeVisible();
    await axe();
    await review.getByRole('button', { name: 'Save 1 change' }).click();
    const row = page.getByRole('grid', { name: 'Instalments' }).getByRole('row').nth(1);
    await expect(row).toContainText(dayText(`${second}01`));
  },
);

test('what a colleague saved meanwhile is shown before terms, one instalment or several are changed', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(page.request, merchant);
  const ClientNumber = newNumber();
  const year = Number(today().slice(0, 4)) + 1;
  await service.make('clients', 'ClientPostRequest', clientItem(ClientNumber));
  const contract = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber,
    ContractNumber: 'HOME',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${year}-01-01 00:00`,
    InstalmentAmount: 780,
    NumberOfInstalments: 4,
  });
  const item = (InstalmentSequence: number, given: object) =>
    service.edit('instalments', 'InstalmentPutRequest', { ContractSequence: contract, InstalmentSequence, ...given });
  const amounts = async () =>
    (await service.list('instalments', { ContractSequence: contract })).map((it) => it['InstalmentAmount']);

  await page.goto(`/m/${merchant}/EFT/contracts/${contract}/edit`);
  await signIn();
  const edits: string[] = [];
  page.on('request', (it) => it.method() === 'PUT' && edits.push(it.url()));
  await textbox(page, 'Instalment amount').fill('800');
  await service.edit('mandates', 'MandatePutRequest', { ContractSequence: contract, InstalmentAmount: 900 });
  const beforeReview = await holdAnswer(page, 'mandateList');
  await press(page, 'Review changes');
  // Typed while it is being read what is stored.
  await textbox(page, 'Instalment amount').fill('850');
  await beforeReview.release();
  const review = page.getByRole('dialog', { name: 'Review 1 change' });
  await expect(
    review.getByRole('group', { name: /^Instalment amount was changed meanwhile to R.900,00 by / }),
  ).toBeVisible();
  const next = review.getByRole('table', { name: 'Next instalments' });
  await expect(next.getByRole('row', { name: new RegExp(`25 Jan ${year}.*R.900,00 → R.850,00`) })).toBeVisible();
  await review.getByRole('radio', { name: /^Use mine/ }).check();
  const beforeSave = await holdAnswer(page, 'mandateList');
  await press(review, 'Save 1 change');
  await expect(review.getByRole('button', { name: 'Checking…' })).toBeDisabled();
  await press(review, 'Back');
  await beforeSave.release();
  await press(page, 'Review changes');
  expect(edits).toHaveLength(0);
  await review.getByRole('radio', { name: /^Use mine/ }).check();
  await press(review, 'Save 1 change');
  await expect(statusNote(page, 'updated: amount R 900,00 → R 850,00')).toBeVisible();

  const grid = page.getByRole('grid', { name: 'Instalments' });
  await expect(grid.getByRole('row', { name: /R.850,00/ })).toHaveCount(4);
  await rowAction(grid, 'Edit', 'instalment 2');
  await textbox(page, 'Instalment amount').fill('800');
  edits.length = 0;
  const beforeRow = await holdAnswer(page, 'instalmentList');
  await press(page, 'Save instalment 2');
  await press(page, 'Undo changes of instalment 2');
  await beforeRow.release();
  await rowAction(grid, 'Edit', 'instalment 2');
  await textbox(page, 'Instalment amount').fill('800');
  await item(2, { InstalmentAmount: 820 });
  await press(page, 'Save instalment 2');
  await expect(textbox(page, 'Instalment amount')).toHaveAccessibleDescription(
    /Changed meanwhile to R.820,00. Save again to replace it./,
  );
  await axe();
  expect((await amounts())[1]).toBe(820);
  await press(page, 'Save instalment 2');
  await expect(statusNote(page, 'Instalment 2 updated: amount R 820,00 → R 800,00')).toBeVisible();

  await press(page, 'Select all 4');
  await press(page, 'Change amount…');
  const many = page.getByRole('dialog');
  await textbox(many, 'Instalment amount').fill('700');
  await item(3, { InstalmentAmount: 830 });
  expect(edits, 'only the second time').toHaveLength(1);
  const beforeMany = await hold(page, /\/maintain\/instalments\//);
  await press(many, 'Change 4 instalments');
  await press(many, 'Stop after these');
  await expect(many.getByText('4 instalments not sent: as before.')).toBeVisible();
  await beforeMany.release();
  expect(edits).toHaveLength(1);
  await press(many, 'Change the other 4');
  await expect(many.getByRole('grid', { name: 'Results' })).toContainText('Changed meanwhile to R 830,00.');
  expect(await amounts()).toEqual([700, 700, 830, 700]);
  await press(many, 'Send it again');
  // Pointed at, it stays.
  await statusNote(page, '4 instalments changed to R 700,00').hover();
  await item(4, { InstalmentAmount: 840 });
  await press(page, 'Undo');
  await expect(page.getByRole('dialog').getByRole('grid', { name: 'Results' })).toContainText(
    'Changed again since to R 840,00.',
  );
  expect(await amounts()).toEqual([850, 800, 830, 840]);
});

test('DebiCheck: the review says which changes the payer approves again, and what another account means', async ({
  page,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(page.request, merchant);
  const ClientNumber = newNumber();
  const year = Number(today().slice(0, 4)) + 1;
  await service.make(
    'clients',
    'ClientPostRequest',
    { ...clientItem(ClientNumber, 'Thandi Approved'), AccountNumber: 1234569272 },
    'DEBICHECK',
  );
  const contract = await service.make(
    'mandates',
    'MandatePostRequest',
    {
      ClientNumber,
      ContractNumber: 'HOME',
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentStartDate: `${year}-01-01 00:00`,
      InstalmentAmount: 100,
      NumberOfInstalments: 4,
      TransactionType: 'TT1',
    },
    'DEBICHECK',
  );
  await service.make(
    'payo/contracts',
    'PayoContractPostRequest',
    {
      ClientNumber,
      ContractNumber: newNumber(),
      PaymentAmount: 10,
      PaymentStartDate: `${year}-01-15 00:00`,
      NumberOfPayments: 1,
      FrequencyCode: 'MNTH',
    },
    'DEBICHECK',
  );
  await page.goto(`/m/${merchant}/DEBICHECK/contracts/${contract}/edit`);
  await signIn();
  await expect(textbox(page, 'Instalment amount')).toHaveAccessibleDescription(
    /usually needs the payer’s approval again/,
  );
  await textbox(page, 'Instalment amount').fill('150');
  await press(page, 'Review changes');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'The payer usually has to approve this again at the bank: Instalment amount.',
  );
  await press(page.getByRole('dialog'), 'Back');

  await page.goto(`/m/${merchant}/DEBICHECK/clients/${ClientNumber}/edit`);
  await textbox(page, 'Cellphone number').fill('0825550101');
  await press(page, 'Review changes');
  const review = page.getByRole('dialog');
  await expect(review.getByText(/DebiCheck mandate/)).toHaveCount(0);
  await press(review, 'Back');
  await textbox(page, 'Account number').fill('1234561444');
  await press(page, 'Review changes');
  const note = review.getByRole('alert');
  await expect(note).toContainText(
    '1 DebiCheck mandate was approved for •••• 9272. Banks usually refuse debits of another account: make a new mandate.',
  );
  await expect(note).toContainText(
    /Still scheduled, and from now on with the new account: 4 instalments, R.400,00 and 1 payment, R.10,00\./,
  );
  await axe();
});
