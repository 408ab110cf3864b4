import { addDays, addMonths, dateOf } from '../src/rules/calendar.ts';
import { dayText, fullDayText, minuteText, weekdayText } from '../src/rules/day-text.ts';
import { formatCents } from '../src/rules/money.ts';
import { choose, dialogOf, go, press, rowAction, selectionAction, sideways } from './controls.ts';
import { expect, test } from './fixtures.ts';
import { clientItem, contractWithOneUnpaid, serviceOf, type Json } from './service.ts';
import { newNumber, today } from './test-data.ts';

const sum = (list: readonly Json[]) =>
  formatCents(list.reduce((cents, it) => cents + Math.round(Number(it['InstalmentAmount']) * 100), 0));

test(
  'a contract shows its client and status first, its terms folded, and copies its numbers',
  { tag: '@long' },
  async ({ page, context, request, signIn, axe }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { path, name, terms, instalments, of } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
    const [next] = of('SCHEDULED').filter((it) => dateOf(String(it['InstalmentActionDate'])) >= today());

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await signIn();
    await expect(page.getByRole('heading', { level: 1, name: `${name.client} · ${name.contract}` })).toBeVisible();
    const facts = page.getByRole('region', { name: 'Key facts' });
    const fact = (label: string) => facts.locator('div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(fact('Amount').last()).toContainText(sum([terms]));
    await expect(fact('Next debit').last()).toContainText(weekdayText(String(next?.['InstalmentActionDate'])));
    const paid = of('PAID');
    await expect(fact('Paid').last()).toContainText(
      `${sum(paid)}of ${sum(instalments)} · ${paid.length} of ${instalments.length} instalments`,
    );
    const unpaid = of('UNPAID');
    const [failed] = unpaid;
    const day = String(failed?.['InstalmentActionDate']);
    await expect(fact('Unpaid').last()).toContainText(`${sum(unpaid)}since ${dayText(day)}`);

    const details = page.getByText('Mandate action date');
    await expect(details).toBeHidden();
    await page.getByText('All details').click();
    await expect(details).toBeVisible();
    await axe();
    await page.getByText('All details').click();
    await expect(details).toBeHidden();

    await press(page, `Copy contract ${name.contract}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name.contract);
    // The whole table fits, alone and next to the client: nothing is scrolled or cut off.
    const grid = page.getByRole('grid', { name: 'Instalments' });
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = () =>
        grid.evaluate((element) => {
          const frame = element.closest('[role=grid]')?.parentElement ?? element;
          const cells = [...element.querySelectorAll('td, th')].filter((it) => it.scrollWidth > it.clientWidth + 1);
          return { sideways: frame.scrollWidth - frame.clientWidth, cells: cells.map((it) => it.textContent) };
        });
      await expect.poll(cut, `at ${width} pixels`).toEqual({ sideways: 0, cells: [] });
      expect(await sideways(page), 'pixels to the side').toEqual([]);
    }
  },
);

test('"why was I debited on that day?" is answered in two clicks, from the contract or from the client', async ({
  page,
  signIn,
}) => {
  let clicks = 0;
  const click = async (target: ReturnType<typeof page.getByRole>) => {
    clicks += 1;
    await target.click();
  };
  const answer = page.getByRole('region', { name: /^\w+day \d/ });
  for (const [path, rows] of [
    ['contracts/100003', 'Instalments'],
    ['clients/C00003', 'Transactions'],
  ] as const) {
    await page.goto(`/m/1001/EFT/${path}`);
    if (clicks === 0) await signIn();
    clicks = 0;
    await click(
      page.getByRole('grid', { name: rows }).getByRole('row').filter({ hasText: 'Unpaid' }).first().getByRole('link'),
    );
    // A tracked debit has its outcome on a later day than it was due; that day has the details.
    await expect(answer).toBeVisible();
    const due = answer.getByRole('link', { name: /\d [A-Z][a-z]{2}(?: \d{4})?$/ });
    if (await due.isVisible()) await click(due);
    await expect(answer.getByText(/^Instalment \d+: R/)).toBeVisible();
    await expect(answer.getByText('Mandate or contract')).toBeVisible();
    expect(clicks, `clicks from ${path}`).toBeLessThanOrEqual(2);
  }
});

test('a contract with an unpaid debit leads to it and offers to collect it again, with what is paid folded away', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const { path, of, failed } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
  const amount = sum([failed]);
  await page.goto(path);
  await signIn();
  const facts = page.getByRole('region', { name: 'Key facts' });
  // A debit of today is under way.
  const counts = `${of('PAID').length} paid, 1 unpaid, (1 under way, )?1 next, `;
  await expect(facts.getByRole('img', { name: new RegExp(`^Instalments from .*: ${counts}`) })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Instalments' });
  // The next debit first; the unpaid one with the reason and the time.
  await expect(grid.getByRole('row').nth(1)).toContainText(/Scheduled|Submitted/);
  const unpaid = grid.getByRole('row').filter({ hasText: 'Unpaid' });
  await expect(unpaid).toContainText(/\d\d:\d\dInsufficient funds/);
  await expect(grid.getByText('Paid', { exact: true })).toHaveCount(0);
  await press(page, `Show ${of('PAID').length} paid`);
  await expect(grid.getByText('Paid', { exact: true })).toHaveCount(of('PAID').length);

  await facts.getByRole('link', { name: amount }).click();
  await expect(page).toHaveURL(new RegExp(`instalment=${Number(failed['InstalmentSequence'])}$`));
  await expect(unpaid).toBeInViewport();

  // One line for all paid debits, and no step of a debit that has an outcome.
  const timeline = page.getByRole('list', { name: 'What happened, newest first' });
  await expect(timeline).toContainText(/\d debits paid, R/);
  for (const { InstalmentSequence } of [...of('PAID'), ...of('UNPAID')])
    await expect(timeline).not.toContainText(`Instalment ${Number(InstalmentSequence)}: Instalment status`);

  await press(page, `Collect ${amount} again`);
  const dialog = page.getByRole('dialog', { name: `Collect ${amount} again` });
  await expect(dialog.getByRole('textbox', { name: 'Instalment amount', exact: true })).toHaveValue(
    amount.replace(/^R\s/, ''),
  );
  await axe();
});

test('a contract whose payer withdrew the authority says so and what to do; collecting again is another way', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const { path, failed } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
  const amount = sum([failed]);
  // The sample has such reasons only among many others: the last debits of this contract get them.
  await page.route('**/maintain/instalments/EFT?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Record<string, Record<string, unknown>[]>;
    const list = (json['InstalmentGetResponse'] ?? []).map((it) => {
      if (it['InstalmentStatus'] === 'UNPAID') return { ...it, InstalmentResult: '34' };
      const isLater = String(it['InstalmentActionDate']) > String(failed['InstalmentActionDate']);
      return it['InstalmentStatus'] === 'PAID' && isLater ? { ...it, InstalmentStatus: 'SUBMITTED' } : it;
    });
    await route.fulfill({ response, json: { ...json, InstalmentGetResponse: list } });
  });
  await page.goto(path);
  await signIn();
  const note = page.getByRole('note').filter({ hasText: 'was returned' });
  await expect(note).toContainText(
    `${amount} of ${dayText(String(failed['InstalmentActionDate']))} was returned: Authority cancelled. The client says that you may not debit this account. Agree on a new mandate first`,
  );
  await expect(page.getByRole('button', { name: `Collect ${amount} again`, exact: true })).toHaveCount(0);
  await axe();
  await press(note, `Collect ${amount} again anyway…`);
  const dialog = page.getByRole('dialog', { name: `Collect ${amount} again` });
  await expect(dialog.getByRole('note')).toContainText(/ was returned: Authority cancelled\./);
  await expect(dialog.getByRole('note')).toContainText(/ still at the bank\./);
  await expect(dialog.getByRole('note')).toContainText(/Tried once since the last paid debit of /);
});

test('the dispute file of a debit has its terms, its outcome, the client and the calls on one page to print', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const { path, name, client, failed } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
  const day = fullDayText(String(failed['InstalmentActionDate']));
  await page.goto(path);
  await signIn();
  await rowAction(page, 'Dispute file', `instalment ${Number(failed['InstalmentSequence'])}`);
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: new RegExp(`^Dispute file: .* · ${name.contract} · instalment \\d+$`),
    }),
  ).toBeVisible();
  const region = (title: string) => page.getByRole('region', { name: title, exact: true });
  await expect(region(`Debit of ${day}`)).toContainText(/Unpaid.*Insufficient funds/);
  await expect(region(`Terms on ${day}`)).toContainText(sum([failed]));
  await expect(region('Client')).toContainText(String(client?.['ClientName']));
  await expect(region('Call numbers')).toContainText(/Instalments \d+/i);
  await expect(page.getByText(String(client?.['AccountNumber']))).toHaveCount(0);
  await axe();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(region('Call numbers')).toBeVisible();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g), 'printed pages').toHaveLength(1);
});

test('a record that is not there says what was not found and where, and how to go on', async ({
  page,
  signIn,
  complaints,
  axe,
}) => {
  complaints.allow(/404/);
  for (const [path, title, what, search] of [
    ['contracts/999999', 'Contract not found', 'contract 999999', 'Search all contracts'],
    ['contracts/999999/edit', 'Contract not found', 'contract 999999', 'Search all contracts'],
    ['payouts/999999', 'Payout contract not found', 'payout contract 999999', 'Search all payout contracts'],
    ['payouts/102852/payments/99', 'Payment not found', 'payment 99 in payout contract 102852', 'Search all payments'],
  ] as const) {
    await page.goto(`/m/1001/EFT/${path}`);
    if (path === 'contracts/999999') await signIn();
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByText(new RegExp(`^No ${what} for .+ \\(EFT\\)\\.$`))).toBeVisible();
    await expect(page.getByRole('link', { name: search })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Switch to DebiCheck' })).toBeVisible();
  }
  await axe();
});

test('a contract that a person may not change says so once, and offers no fields or actions', async ({
  page,
  signInAs,
  axe,
}) => {
  await page.goto('/m/1001/EFT/contracts/100003');
  await signInAs('support');
  await expect(page.getByText('You can view this contract but not change it.')).toBeVisible();
  const next = page.getByRole('grid', { name: 'Instalments' }).getByRole('row').nth(1);
  await expect(next).toContainText(/Scheduled|Submitted/);
  const main = page.getByRole('main');
  for (const name of [/^Edit/, /^Collect/, /^Add instalment/, /^Actions for/, /^Select all/])
    await expect(main.getByRole('button', { name }).or(main.getByRole('link', { name }))).toHaveCount(0);
  await axe();
  await page.goto('/m/1001/EFT/contracts/100003/edit');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Maite Ledwaba · LN000003' })).toBeVisible();
  await expect(page.getByText(/^You don’t have permission to .+ Ask your administrator\.$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test(
  'a sentence about a contract appears only with data that supports it',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(/500|503/);
    await page.goto('/m/1001/EFT/contracts/100002');
    await signIn();
    const facts = page.getByRole('region', { name: 'Key facts' });
    await expect(facts.getByText('Nothing unpaid')).toBeVisible();
    // The same contract with instalments of an unknown status: then there is no such statement.
    await page.route('**/maintain/instalments/**', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('"PAID"', '"Held_by_bank"');
      await route.fulfill({ response, body: text });
    });
    await page.reload();
    await expect(facts.getByText('We don’t recognise the status “Held_by_bank”.').first()).toBeVisible();
    await expect(facts.getByText('Nothing unpaid')).toBeHidden();
    await expect(page.getByRole('grid', { name: 'Instalments' }).getByText('Held_by_bank').first()).toBeVisible();
    await page.unroute('**/maintain/instalments/**');
    await page.route('**/maintain/instalments/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(facts.getByText('Could not be loaded').first()).toBeVisible();
    await expect(facts.getByText('Nothing unpaid')).toBeHidden();
  },
);

test('the transactions of a client are newest first', async ({ page, request, signIn }) => {
  const service = await serviceOf(request, '1001');
  const [StartDate, EndDate] = [`${addDays(today(), -89)} 00:00`, `${today()} 23:59`];
  const query = { StartDate, EndDate, Product: 'EFT', ClientNumber: 'C00003' };
  const days = (await service.report('transactions_report', query))
    .map((it) => String(it['TransactionDate']))
    .toSorted();
  expect(days.length).toBeGreaterThan(1);
  await page.goto('/m/1001/EFT/clients/C00003');
  await signIn();
  const rows = page.getByRole('grid', { name: 'Transactions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(minuteText(days.at(-1) ?? ''));
});

test('the number of a client is whole next to a very long name', async ({ page, request, merchant, signIn }) => {
  const number = newNumber();
  const name = 'Nomathemba Nokuthula Wilhelmina Bhekisisa van der Westhuizen';
  await (await serviceOf(request, merchant)).make('clients', 'ClientPostRequest', clientItem(number, name));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/m/${merchant}/EFT/clients?q=${number}`);
  await signIn();
  const cell = page.getByRole('grid', { name: 'Clients' }).getByRole('row').nth(1).getByRole('gridcell').first();
  await expect(cell).toContainText(`${name} ${number}`);
  const small = cell.locator('small');
  const [outer, inner] = [await cell.boundingBox(), await small.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
});

test('every cancel of what is scheduled names what is at the bank already, which it does not stop', async ({
  page,
  request,
  merchant,
  signIn,
  axe,
}) => {
  const service = await serviceOf(request, merchant);
  const ClientNumber = newNumber();
  const first = `${addMonths(today(), 1).slice(0, 8)}25`;
  await service.make('clients', 'ClientPostRequest', clientItem(ClientNumber));
  const contract = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber,
    ContractNumber: newNumber(),
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${first} 00:00`,
    InstalmentAmount: 407.95,
    NumberOfInstalments: 4,
  });
  const payout = await service.make('payo/contracts', 'PayoContractPostRequest', {
    ClientNumber,
    ContractNumber: newNumber(),
    PaymentAmount: 80,
    PaymentStartDate: `${first} 00:00`,
    NumberOfPayments: 2,
    FrequencyCode: 'MNTH',
  });
  // The first of each is at the bank: on the stopped day of the tests nothing new is submitted.
  await page.route('**/maintain/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const submitted = (_: string, value: unknown): unknown => {
      const it = value as Record<string, unknown> | null;
      if (typeof it !== 'object' || (it?.['InstalmentSequence'] !== 1 && it?.['PaymentSequence'] !== 1)) return value;
      const status = ['InstalmentStatus', 'Status', 'PaymentStatus'].find((name) => it[name] === 'SCHEDULED');
      return status ? { ...it, [status]: 'SUBMITTED' } : it;
    };
    await route.fulfill({ response, body: JSON.stringify(JSON.parse(await response.text(), submitted)) });
  });
  const dialog = dialogOf(page);
  const named = (amount: string) =>
    `This doesn’t stop what is under way: R ${amount} of ${dayText(first)} is still at the bank.`;

  await page.goto(`/m/${merchant}/EFT/contracts/${contract}`);
  await signIn();
  await choose(page, 'Cancel mandate');
  await expect(dialog).toContainText(/^.*3 instalments, R.1.223,85/);
  await expect(dialog).toContainText(named('407,95'));
  await axe();
  await press(dialog, 'Don’t cancel');
  await press(page, 'Select all 3 editable');
  await selectionAction(page, 'Cancel 3 instalments…');
  await expect(dialog).toContainText(named('407,95'));
  await press(dialog, 'Don’t cancel');
  await go(page, `/m/${merchant}/EFT/omni?contract=${contract}`);
  await press(page, 'Cancel all remaining');
  await expect(dialog).toContainText(named('407,95'));
  await press(dialog, 'Don’t cancel');
  await go(page, `/m/${merchant}/EFT/payouts/${payout}`);
  await choose(page, 'Cancel payout contract');
  await expect(dialog).toContainText(named('80,00'));
});
