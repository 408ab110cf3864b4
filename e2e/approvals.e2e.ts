import { addDays, addMonths } from '../src/rules/calendar.ts';
import { press } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { addAuthenticator, addPerson, copyPasskeys, personPassword } from './own-people.ts';
import { isGateway, namedInRecord } from './provider.ts';
import { clientItem, programOf, serviceOf } from './service.ts';
import { newNumber, today } from './test-data.ts';

test('a manager takes one payout out, releases the other and takes the release back', async ({
  page,
  request,
  fourEyesMerchant: merchant,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, `Kagiso ${number}`));
  const contract = {
    ClientNumber: number,
    ContractNumber: number,
    PaymentAmount: 4750,
    NumberOfPayments: 2,
    FrequencyCode: 'WEEK',
    PaymentStartDate: `${addDays(today(), 5)} 08:00`,
  };
  // In front of a provider a new contract is one thing to release, with all its payments.
  const contracts = isGateway
    ? [number, `${number}b`].map((ContractNumber) => ({ ...contract, ContractNumber, NumberOfPayments: 1 }))
    : [contract];
  await (await programOf(request, merchant)).prepare('payo/contracts', 'PayoContractPostRequest', contracts);

  await page.goto(`/m/${merchant}/EFT/approvals`);
  await fillSignIn(page, 'manager');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Approvals \d/ })).toBeVisible();
  await main
    .getByRole('list', { name: 'Approvals' })
    .getByRole('link', { name: `Kagiso ${number}` })
    .click();
  const approval = main.getByRole('region', { name: `Kagiso ${number}, 2 payouts` });
  await expect(approval.getByText('R 9 500,00')).toBeVisible();
  await expect(approval.getByText('New payee').first()).toBeVisible();
  await axe();

  await approval
    .getByRole('button', { name: /^Exclude/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: `Exclude Kagiso ${number}?` });
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Not confirmed by phone yet.');
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  await expect(approval.getByText(/^Excluded: Kagiso .*“Not confirmed by phone yet\.”$/)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = main.getByRole('grid', { name: 'Payouts' });
  const cut = async () => {
    // Where the table is wider than its frame, its actions hide what is left of them.
    await expect
      .poll(() => grid.evaluate(({ parentElement: it }) => (it ? it.scrollWidth - it.clientWidth : undefined)))
      .toBe(0);
    return grid
      .locator('td, th')
      .evaluateAll((cells) => cells.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent));
  };
  expect(await cut(), 'nothing that a second person signs is cut').toEqual([]);
  await approval.getByRole('button', { name: 'Release 1' }).click();
  await expect(approval.getByText(/Released by Mpho Manager/)).toBeVisible();
  await expect(approval.getByRole('gridcell', { name: 'Scheduled' })).toBeVisible();
  expect(await cut()).toEqual([]);
  // Released, and sent on the banking day before its day: until then a provider has none of them.
  const stored = (...statuses: string[]) => (isGateway ? [] : statuses);
  const statuses = async () =>
    (await service.list('payo/payments', { ContractNumber: number, ClientNumber: number })).map(
      (it) => it['PaymentStatus'],
    );
  expect((await statuses()).toSorted()).toEqual(stored('SCHEDULED', 'SENT_BACK'));

  if (!isGateway) {
    const [payout] = await service.list('payo/contracts', { ContractNumber: number, ClientNumber: number });
    const record = await page.context().newPage();
    await record.goto(`/m/${merchant}/EFT/payouts/${String(payout?.['ContractSequence'])}`);
    const timeline = record.getByRole('list', { name: 'What happened, newest first' });
    await expect(timeline).toContainText(/Payout released by Mpho Manager, prepared by /);
    await record.close();
  }

  await approval.getByRole('button', { name: 'Take back the release of 1' }).click();
  await expect(main.getByRole('button', { name: 'Release 1' })).toBeVisible();
  expect(await cut()).toEqual([]);
  expect((await statuses()).toSorted()).toEqual(stored('SENT_BACK', 'WAITING'));

  // The client's page has it as our own list does: with its status and its approval, apart from what is scheduled.
  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  const waiting = main.getByRole('region', { name: 'Waiting payouts' });
  await expect(waiting.getByText(/^1 payout of R\s4\s750,00 waits for release/)).toBeVisible();
  await expect(waiting.getByRole('row', { name: /R 4 750,00.*Waiting for release/ })).toHaveCount(1);
  await expect(main.getByRole('list', { name: 'What happened, newest first' })).toContainText(
    `Payout ${number} waits for release, prepared by `,
  );
  await axe();
  await waiting.getByRole('link', { name: /^Approval of / }).click();
  await expect(main.getByRole('button', { name: 'Release 1' })).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/payments`);
  if (isGateway) return expect(waiting.getByText(/^1 payout of R\s4\s750,00 waits for release/)).toBeVisible();
  // The totals of the list say the statuses as its rows do.
  const list = page.getByRole('grid', { name: 'Payments' });
  await page.getByRole('searchbox', { name: 'Find payments' }).fill(number);
  await expect(list).toHaveAttribute('aria-rowcount', '4');
  await expect(list.getByRole('row').last()).toContainText(/All.*Waiting for release.*Sent back/);
  await expect(list).not.toContainText(/WAITING|SENT_BACK/);
});

test('changed bank details and the cancel of all that remains wait for a manager, who releases one and returns the other', async ({
  page,
  browser,
  request,
  fourEyesMerchant: merchant,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, `Lerato ${number}`));
  const contract = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber: number,
    ContractNumber: number,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${addMonths(today(), 1).slice(0, 8)}01 00:00`,
    InstalmentAmount: 150.5,
    NumberOfInstalments: 3,
  });

  await page.goto(`/m/${merchant}/EFT/clients/${number}/edit`);
  await fillSignIn(page, 'staff');
  await page.getByRole('textbox', { name: 'Account number', exact: true }).fill('9876543210');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('status').filter({ hasText: 'Waits for release' })).toBeVisible();
  await expect(main.getByText('Not accepted')).toBeHidden();
  await axe();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(main.getByText('New bank details wait for release', { exact: false })).toBeVisible();

  await page.goto(`/m/${merchant}/EFT/omni?contract=${contract}`);
  await press(page, 'Cancel all remaining');
  await page.getByRole('dialog').getByLabel('Contract ID').fill(String(contract));
  await press(page.getByRole('dialog'), 'Cancel all remaining');
  await page.getByRole('dialog').getByRole('link', { name: 'Approvals' }).click();
  const cancel = main.getByRole('region', { name: `Cancel of contract ${number}, Lerato ${number}` });
  await expect(cancel.getByText('Another person must release it', { exact: false })).toBeVisible();
  await expect(cancel.getByText('R 451,50')).toBeVisible();
  await expect(cancel.getByRole('button', { name: /^(Release|Send)/ })).toHaveCount(0);
  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  await expect(main.getByText('A cancel of this contract waits for release', { exact: false })).toBeVisible();

  const manager = await (await browser.newContext()).newPage();
  await manager.goto(`/m/${merchant}/EFT/approvals`);
  await fillSignIn(manager, 'manager');
  const list = manager.getByRole('list', { name: 'Approvals' });
  await list.getByRole('link', { name: `New bank details of Lerato ${number}` }).click();
  const details = manager.getByRole('region', { name: `New bank details of Lerato ${number}` });
  await expect(details.getByRole('row', { name: 'Account number •••• 7890 •••• 3210' })).toBeVisible();
  await details.getByRole('button', { name: 'Release' }).click();
  await expect(details.getByText(/Released by Mpho Manager/)).toBeVisible();
  await list.getByRole('link', { name: `Cancel of contract ${number}` }).click();
  await manager.getByRole('button', { name: 'Send back…' }).click();
  await manager.getByLabel('Reason').fill('The client pays again.');
  await manager.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect(manager.getByText('“The client pays again.”', { exact: false })).toBeVisible();

  await page.reload();
  await expect(timeline).toContainText(/Cancel sent back by Mpho Manager, prepared by /);
  await expect(timeline).toContainText('“The client pays again.”');
  await axe();
  await page.goto(`/m/${merchant}/EFT/clients/${number}`);
  await expect(timeline).toContainText(/New bank details released by Mpho Manager, prepared by /);
  await expect(timeline.getByRole('row', { name: 'Account number •••• 7890 •••• 3210' })).toBeVisible();
  if (isGateway) await expect(timeline).toContainText('The provider accepted it.');
  await expect(main.getByText('9876543210')).toHaveCount(0);
  await axe();

  const [client] = await service.list('clients', { ClientNumber: number });
  expect(client).toMatchObject({ AccountNumber: 9876543210, BankDetailsChangedBy: namedInRecord('staff') });
  const instalments = await service.list('omni/instalments', { ContractSequence: contract });
  expect(instalments.map((it) => it['Status'])).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
});

test(
  'a clerk imports 200 payouts, a manager releases all but one with a passkey, an auditor finds both, and support cannot decide',
  { tag: '@long' },
  async ({ page, browser, fourEyesMerchant: merchant }) => {
    const mark = newNumber();
    const day = addDays(today(), 6);
    const rows = Array.from({ length: 200 }, (_, n) =>
      [
        `${mark}-${n}`,
        'COM',
        `${1000 + n}.50`,
        '1',
        'MNTH',
        `${day} 08:00`,
        `Broker ${n}`,
        '4',
        '470010',
        '2',
        String(1200000000 + n),
      ].join(';'),
    );
    const headings =
      'ClientNumber;ContractNumber;PaymentAmount;NumberOfPayments;FrequencyCode;PaymentStartDate;ClientName;BankCode;BranchCode;AccountType;AccountNumber';
    await page.goto(`/m/${merchant}/EFT/import`);
    await fillSignIn(page, 'staff');
    await page.getByLabel('Import', { exact: true }).selectOption('payoutContractCreate');
    await page.getByLabel('File to import').setInputFiles({
      name: 'commission.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([headings, ...rows].join('\r\n')),
    });
    await press(page, 'Check the rows');
    await press(page, 'Add 200 payout contracts');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 200 payout contracts' }).click();
    await expect(
      page.getByText(isGateway ? '200 waiting for release.' : '200 payout contracts and 200 clients added.', {
        exact: false,
      }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Needs fixing' })).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Approvals' }).click();
    await expect(page.getByText('Another person must release it', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Release/ })).toBeHidden();

    const as = async (user: string, path: string, password?: string) => {
      const other = await (await browser.newContext()).newPage();
      await other.goto(`/m/${merchant}/EFT${path}`);
      await fillSignIn(other, user, password);
      return other;
    };
    const support = await as('support', '/approvals');
    // The first one is open, which may be another test's.
    await support.getByRole('link', { name: /^200 payouts/ }).click();
    await expect(support.getByRole('heading', { name: '200 payouts' })).toBeVisible();
    await expect(support.getByRole('button', { name: /^(Release|Send|Exclude)/ })).toHaveCount(0);

    const name = `manager-${mark}`;
    addPerson(name, ['--roles', `manager:${merchant}`]);
    const manager = await as(name, '', personPassword);
    const authenticator = await addAuthenticator(manager);
    await manager.goto('/sign-in/factors');
    await manager.getByRole('button', { name: 'Add a passkey' }).click();
    await manager.getByRole('link', { name: 'I have saved the codes' }).click();
    await manager.goto(`/m/${merchant}/EFT`);
    await manager
      .getByRole('listitem')
      .filter({ hasText: 'for your release' })
      .getByRole('link', { name: 'Review' })
      .click();
    const main = manager.getByRole('main');
    await main.getByRole('list', { name: 'Approvals' }).getByRole('link', { name: '200 payouts' }).first().click();
    await main.getByRole('button', { name: 'Exclude Broker 199 COM' }).click();
    await manager.getByLabel('Reason').fill('Left in October.');
    await manager.getByRole('dialog').getByRole('button', { name: 'Exclude' }).click();
    await main.getByRole('button', { name: 'Release 199' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Confirm that it is you' });
    const opened = manager.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    const window = await opened;
    await copyPasskeys(authenticator, window);
    await window.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(main.getByText(`Released by ${name}`, { exact: false }).last()).toBeVisible();

    const auditor = await as('auditor', '/settings/audit');
    const row = (action: string) => auditor.getByRole('row').filter({ hasText: action }).first();
    await expect(row('Create payout contracts')).toContainText('Sam Staff');
    await expect(row('Release payouts')).toContainText(name);
    await expect(row('Release payouts')).toContainText('Left in October.');
  },
);
