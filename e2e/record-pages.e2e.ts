import { dayInFull } from '../src/kit/dates/calendar-days.ts';
import { addMonths, dateOf } from '../src/rules/calendar.ts';
import { dayText, weekdayText } from '../src/rules/day-text.ts';
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
    ['clients/C00003', 'Debits'],
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
    await expect(answer.getByText('Terms', { exact: true })).toBeVisible();
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

test('the dispute file of a debit is a letter on one page: its terms, its outcome and the client, without codes and call numbers', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const { path, name, client, failed, of } = await contractWithOneUnpaid(await serviceOf(request, '1001'));
  const day = dayInFull(dateOf(String(failed['InstalmentActionDate'])));
  await page.goto(path);
  await signIn();
  await rowAction(page, 'Dispute file', `instalment ${Number(failed['InstalmentSequence'])}`);
  const title = page.getByRole('heading', {
    level: 1,
    name: new RegExp(`^Dispute file: .* · ${name.contract} · instalment \\d+$`),
  });
  await expect(title).toBeVisible();
  const letter = page.getByRole('article', { name: `Debit of ${sum([failed])} on ${day}` });
  const part = (text: string) => letter.getByRole('region', { name: text, exact: true });
  await expect(part('The debit')).toContainText(/Unpaid: Insufficient funds/);
  await expect(part('The debit')).toContainText(String(client?.['ClientName']));
  await expect(part('The debit')).toContainText(`ending in ${String(client?.['AccountNumber']).slice(-4)}`);
  await expect(part('The mandate on that day')).toContainText(sum([failed]));
  await expect(part('The mandate on that day')).toContainText('Monthly');
  await expect(part('Debits of this mandate').getByRole('listitem')).toHaveCount(of('PAID').length + 1);
  // Nothing without a value, no code, no number of a call.
  await expect(letter).not.toContainText(/—|RCUR|MNTH|FIXED|Not available/);
  await expect(page.getByText(/For our support: .*Instalments \d+/i)).toBeVisible();
  await expect(letter).not.toContainText('For our support');
  await expect(page.getByText(String(client?.['AccountNumber']))).toHaveCount(0);
  await axe();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [
    page.getByRole('navigation', { name: 'Pages' }),
    page.getByRole('button', { name: 'Print or save as PDF' }),
    page.getByText(/For our support/),
    title,
  ])
    await expect(hidden).toBeHidden();
  await expect(part('The debit')).toBeVisible();
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

test('a client’s page offers to collect what is unpaid again, shows each contract as one line and its debits, next first', async ({
  page,
  request,
  signIn,
  axe,
}) => {
  const service = await serviceOf(request, '1001');
  const { of } = await contractWithOneUnpaid(service);
  const [unpaidOne] = of('UNPAID');
  const client = String(unpaidOne?.['ClientNumber']);
  const own = await service.list('instalments', { ClientNumber: client });
  const at = (...statuses: string[]) => own.filter((it) => statuses.includes(String(it['InstalmentStatus'])));
  const amount = sum(at('UNPAID'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/m/1001/EFT/clients/${client}`);
  await signIn();
  // The sum in red and its act are the same; the usual act steps back.
  await expect(page.getByRole('group', { name: 'Unpaid', exact: true })).toContainText(amount);
  const again = page.getByRole('button', { name: `Collect ${amount} again` });
  await expect(again.or(page.getByRole('link', { name: `Collect ${amount} again` }))).toBeVisible();
  await expect(page.getByRole('link', { name: 'New mandate' })).toBeVisible();

  const lanes = page.getByRole('list', { name: 'Contracts of this client' }).getByRole('listitem');
  await expect(lanes.first().getByRole('img', { name: /^LN\d+: Instalments from .* paid/ })).toBeVisible();
  await expect(lanes.first()).toContainText(/monthly|weekly|quarterly/);

  // The next debit first, below it the rest of what is to come; then what is over, newest first.
  const grid = page.getByRole('grid', { name: 'Debits' });
  const open = at('SCHEDULED', 'SUBMITTED', 'TRACKING')
    .map((it) => String(it['InstalmentActionDate']))
    .toSorted();
  const past = at('PAID', 'UNPAID')
    .map((it) => String(it['InstalmentActionDate']))
    .toSorted();
  const rows = grid.getByRole('row');
  await expect(rows.nth(1)).toContainText(dayText(open[0] ?? ''));
  await expect(rows.nth(Math.min(open.length, 4) + 1)).toContainText(dayText(past.at(-1) ?? ''));
  await expect(rows.nth(1)).toContainText(/LN\d+/);
  const top = await rows.nth(1).boundingBox();
  expect(top?.y ?? 0).toBeLessThanOrEqual(420);
  await press(page, `Show all ${own.length} debits`);
  await expect(rows).toHaveCount(own.length + 1);
  // A client without payouts or messages has no cards for them.
  for (const name of ['Contracts without a mandate', 'Payout contracts', 'Messages'])
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await sideways(page), 'pixels to the side').toEqual([]);
  await axe();
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
  await press(page, 'Select all 3');
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
