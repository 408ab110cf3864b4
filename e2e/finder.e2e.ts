import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths, weekday } from '../src/rules/calendar.ts';
import { numberIn } from './controls.ts';
import { expect, fillSignIn, test } from './fixtures.ts';
import { hold, loseAnswer, lostAnswer } from './network.ts';
import { serviceOf } from './service.ts';
import { today } from './test-data.ts';

async function openFinder(page: Page): Promise<void> {
  // The previous finder closes once its page is shown.
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /name/ })).toBeFocused();
}

/** Opens the finder, types, and opens the first result: no mouse, no Tab. */
async function find(page: Page, text: string): Promise<void> {
  await openFinder(page);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const options = (page: Page) => dialog(page).getByRole('option');

test(
  'on any page Ctrl K, part of a name and Enter open the contract; numbers, pages and actions are found too',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    // Text that is tried as a number need not be one.
    complaints.allow(/404/);
    await page.goto('/m/1001/EFT/messages');
    await signIn();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Without earlier clicks; word order and case don't matter.
    await find(page, 'mathebula TSAK');
    await expect(page).toHaveURL(/\/contracts\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await openFinder(page);
    await page.keyboard.type('tsakani mathebula');
    await expect(options(page).first()).toHaveAccessibleName(/^Tsakani Mathebula · LN\d+ .*C\d{5} · \d{6}$/);
    await expect(dialog(page).getByRole('status')).toContainText(
      '1\u00a0050 clients and their contracts were searched',
    );
    await axe();
    await page.keyboard.press('Escape');

    await find(page, 'LN000012');
    await expect(page).toHaveURL(/\/contracts\/100012$/);
    await find(page, 'PO000002');
    await expect(page).toHaveURL(/\/payouts\/\d+$/);
    await find(page, 'reports: fut');
    await expect(page.getByRole('heading', { level: 1, name: 'Future transactions' })).toBeVisible();
    await find(page, 'new pay');
    await expect(page).toHaveURL(/\/payouts\/new$/);
    await find(page, 'refund');
    await expect(page).toHaveURL(/\/whats-possible#refund$/);
    await find(page, 'CS-10001');
    await expect(page).toHaveURL(/\/cases\?case_number=CS-10001$/);
    await openFinder(page);
    await page.keyboard.type('nobody-has-this');
    await expect(page.getByText('Nothing found for “nobody-has-this”')).toBeVisible();
  },
);

test('a client is found by a phone number in any format and by the end of an account or ID number, which is sent nowhere', async ({
  page,
  request,
  signIn,
}) => {
  const service = await serviceOf(request, '1001');
  const all = await service.list('clients', {});
  const valuesOf = (name: string) => all.map((it) => String(it[name] ?? ''));
  // A client whose numbers have endings that no other client's have.
  const isUnique = (name: string, ending: string) => valuesOf(name).filter((it) => it.endsWith(ending)).length === 1;
  const client = all.find((it) => {
    const [account, id] = [String(it['AccountNumber']).slice(-6), String(it['IDNumber'] ?? '').slice(-6)];
    return id.length === 6 && isUnique('AccountNumber', account) && isUnique('IDNumber', id) && it['CellphoneNumber'];
  });
  const national = String(client?.['CellphoneNumber']).replace(/^\+?27|^0/, '');
  const spaced = `${national.slice(0, 2)} ${national.slice(2, 5)} ${national.slice(5)}`;
  const account = String(client?.['AccountNumber']).slice(-6);
  const id = String(client?.['IDNumber']).slice(-6);

  const addresses: string[] = [];
  page.on('request', (it) => addresses.push(it.url()));
  await page.goto('/m/1001/EFT/calendar');
  await signIn();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFinder(page);
  const box = page.getByRole('combobox', { name: /name/ });
  for (const typed of [
    `0${spaced}`,
    `+27 ${spaced}`,
    `27${national}`,
    `0${national}`,
    account,
    id,
    String(client?.['AccountNumber']),
  ]) {
    await box.fill(typed);
    await expect(
      options(page)
        .filter({ hasText: String(client?.['ClientNumber']) })
        .first(),
    ).toContainText(String(client?.['ClientName']));
    await expect(dialog(page).getByRole('status')).toContainText('result');
  }
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(client?.['ClientName']));
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of [account, id, national])
    expect([...addresses, kept].filter((it) => it.includes(secret))).toEqual([]);
});

test(
  'the finder also searches the merchant’s other products, and says where it searched',
  { tag: '@long' },
  async ({ page, signIn, axe, complaints }) => {
    complaints.allow(/404/);
    const addresses: string[] = [];
    page.on('request', (it) => addresses.push(it.url()));
    await page.goto('/m/1001/EFT/calendar');
    await signIn();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const under = dialog(page).getByRole('group', { name: 'Found under DebiCheck' });
    const status = dialog(page).getByRole('status');

    await openFinder(page);
    await page.keyboard.type('C50090');
    await expect(under.getByRole('option').first()).toBeVisible();
    await expect(status).toContainText(
      /clients and their contracts were searched under EFT, [\d\s]+ clients under DebiCheck\./,
    );
    await axe();
    await under
      .getByRole('option', { name: /C50090$/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/m\/1001\/DEBICHECK\/(clients|contracts)\//);

    // If this product has matches, the other products are searched on request.
    await page.goto('/m/1001/EFT/calendar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openFinder(page);
    await page.keyboard.type('tsakani');
    await expect(options(page).first()).toBeVisible();
    await expect(status).toContainText(/were searched under EFT\.$/);
    await page.getByRole('option', { name: 'Search DebiCheck, too' }).click();
    await expect(status).toContainText(/ clients under DebiCheck\.$/);

    // Names are searched in the browser and sent nowhere.
    await page.keyboard.press('Control+a');
    await page.keyboard.type('phuti kek');
    await expect(status).toContainText(/under DebiCheck\.$/);
    expect(addresses.filter((it) => /phuti|tsakani/i.test(it))).toEqual([]);
  },
);

test('typing right after loading is kept, before the console and before the finder’s code have loaded', async ({
  page,
  signIn,
  complaints,
}) => {
  complaints.allow(/404/);
  await page.goto('/m/1001/EFT/lookups');
  await signIn();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Types at the moment when the box gets the focus.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('isTyped')) return;
    const observer = new MutationObserver(() => {
      if (document.activeElement?.role !== 'combobox') return;
      observer.disconnect();
      sessionStorage.setItem('isTyped', 'yes');
      document.execCommand('insertText', false, ' t');
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  // The console is still loading.
  const session = await hold(page, '**/session.json');
  const requested = page.waitForRequest('**/session.json');
  await page.reload({ waitUntil: 'commit' });
  await requested;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mathebuxx');
  for (const key of ['Backspace', 'Backspace', 'l', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await session.release();
  const box = page.getByRole('combobox', { name: /name/ });
  await expect(box).toHaveValue('mathebula t');
  await expect(box).toBeFocused();
  await page.keyboard.type('sa');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contracts\/\d+$/);

  // The console has loaded, the finder's code has not.
  const code = await hold(page, /\/assets\/finder-.*\.js/);
  await page.goto('/m/1001/EFT/lookups');
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mathebula tsa');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('mathebula tsa');
  await code.release();
  await expect(page).toHaveURL(/\/contracts\/\d+$/);
});

test('a person without write permissions sees which are missing before typing', async ({
  page,
  merchant,
  signInAs,
  complaints,
}) => {
  complaints.allow(/404/);
  await page.goto(`/m/${merchant}/EFT/clients/new`);
  await signInAs('support');
  await expect(page.getByRole('alert')).toContainText('You don’t have permission to add clients.');
  await expect(page.getByRole('button', { name: 'Create client' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contracts', exact: true }).click();
  await expect(page.getByRole('button', { name: 'New mandate' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'New mandate' })).toHaveAccessibleDescription(/don’t have permission/);
  // Nothing to select where nothing may be changed.
  await page.goto('/m/1001/EFT/instalments');
  await expect(page.getByRole('grid', { name: 'Instalments' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Scheduled [\d\s]+$/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  await page.goto(`/m/1001/EFT/calendar?month=${addMonths(today(), 1).slice(0, 7)}`);
  await expect(page.getByRole('link', { name: 'Review them' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Move them' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Review them' }).first().click();
  await expect(page.getByRole('grid', { name: 'Instalments' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await openFinder(page);
  await page.keyboard.type('new mandate');
  await expect(page.getByRole('option', { name: /New mandate.*don’t have permission/ })).toBeVisible();
  // Support's permitted actions stay enabled.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('send a');
  await expect(page.getByRole('option', { name: /^Send a message$/ })).toBeVisible();
});

test('finance can make payouts and no mandates', async ({ page, merchant, signInAs, complaints }) => {
  complaints.allow(/404/);
  await page.goto(`/m/${merchant}/EFT/mandates/new`);
  await signInAs('finance');
  await expect(page.getByRole('alert').filter({ hasText: 'don’t have permission' })).toContainText('create mandates');
  await openFinder(page);
  await page.keyboard.type('new payout');
  await expect(page.getByRole('option', { name: /^New payout$/ })).toBeVisible();
  await page.goto('/m/1001/EFT/unpaid');
  const debits = page.getByRole('grid', { name: 'Unpaid debits' });
  await expect(debits.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Collect [\d\s]+ again$/ })).toBeDisabled();
  await expect(debits.getByRole('checkbox')).toHaveCount(0);
});

/** Two weeks from today, on a working day. */
function workingDay(): string {
  const day = addDays(today(), 14);
  return weekday(day) > 5 ? addDays(day, 3) : day;
}

/** Selects all unpaid debits of a year, ready for a date. */
async function prepareAll(page: Page): Promise<{ count: number; anyway: Locator }> {
  const all = page.getByRole('button', { name: /^Select all \d/ });
  const count = numberIn(await all.innerText());
  await all.click();
  // Without those whose reason is against it; they are excluded at first.
  await page.getByRole('button', { name: /^Collect \d+ again$/ }).click();
  await expect(page.getByRole('textbox', { name: /^Amount, / })).toHaveCount(count);
  await expect(page.getByText('Looking…')).toHaveCount(0);
  return { count, anyway: page.getByRole('checkbox', { name: /^Collect anyway/ }) };
}

/** Cancels a contract outside the page. @returns false if it has ended already. */
async function cancelElsewhere(page: Page, merchant: string, sequence: string): Promise<boolean> {
  const answer = await page.request.post('/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox-only-secret').toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const answers: string[] = [];
  for (const resource of ['mandates', 'contracts']) {
    const cancelled = await page.request.delete(`/v1/payments/${merchant}/maintain/${resource}/EFT`, {
      headers: { authorization: `Bearer ${token}` },
      params: {
        Version: 'v1',
        ContractSequence: sequence,
        CancelReason: 'MD17',
        CancelDate: `${addDays(today(), 1)} 00:00`,
      },
    });
    answers.push(await cancelled.text());
  }
  return answers.some((text) => text.includes('"Successful":[{'));
}

const sequenceOf = async (row: Locator) => (await row.getByRole('rowheader').innerText()).split(' · ').at(-1) ?? '';

const year = () => `from=${addDays(today(), -360)}&to=${today()}`;

test(
  'a clerk selects unpaid debits by reason and collects them again as one batch; refused ones stay to be corrected',
  { tag: '@long' },
  async ({ page, merchant, signIn, axe }) => {
    await page.goto(`/m/${merchant}/EFT/unpaid?${year()}&since=all`);
    await signIn();
    const reasons = page.getByRole('group', { name: 'Reasons' });
    // The reasons depend on the merchant.
    const reason = reasons.getByRole('button').last();
    await expect(reasons.getByRole('button', { name: /^All reasons [1-9]/ })).toBeVisible();
    await expect(reasons.getByText('No reason given')).toBeHidden();
    await axe();
    await reason.click();
    await expect(page).toHaveURL(/reason=\d+$/);
    await page.goBack();
    await expect(page).not.toHaveURL(/reason=/);
    const { count, anyway } = await prepareAll(page);
    for (const box of await anyway.all()) await box.check();
    await page.getByLabel('Date for all').fill('');
    await expect(page.getByRole('button', { name: `Create ${count} instalments` })).toBeDisabled();
    await page.getByLabel('Date for all').fill(workingDay());
    await expect(page.getByText(new RegExp(`^${count} instalments, R.*, on `))).toBeVisible();
    await axe();

    const rows = page.getByRole('table', { name: 'New instalments' }).getByRole('row');
    // The header row counts.
    let index = 1;
    while (!(await cancelElsewhere(page, merchant, await sequenceOf(rows.nth(index))))) index++;
    const sequence = await sequenceOf(rows.nth(index));
    const row = rows.filter({ hasText: sequence }).first();
    await page.getByRole('button', { name: `Create ${count} instalments` }).click();
    const sum = page.getByText(new RegExp(`\\d+ done \\+ \\d+ refused \\+ 0 unknown = ${count} sent`));
    const refused = Number(/(\d+) refused/.exec(await sum.innerText())?.[1]);
    // Only what went wrong is listed.
    await expect(rows).toHaveCount(1 + refused);
    await expect(row).toContainText('The contract is cancelled.');
    await expect(row.getByRole('textbox', { name: /^Amount/ })).toBeEditable();
    await row.getByRole('button', { name: /^Exclude/ }).click();
    const done = count - refused;
    expect(done).toBeGreaterThan(0);
    // Without the last fault the batch ends on Unpaid by itself.
    if (refused > 1) {
      await expect(rows).toHaveCount(refused);
      await page.getByRole('link', { name: 'Cancel', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
    }
    const again = page.getByRole('grid', { name: 'Unpaid debits' }).getByText(/collected again, due/);
    await expect(again.first()).toBeVisible();

    // In a new session as well, each of them needs a decision.
    await page.goto(`/m/${merchant}/EFT/unpaid?${year()}&since=all`);
    const later = await prepareAll(page);
    const anywayNow = await later.anyway.count();
    expect(anywayNow).toBeGreaterThanOrEqual(done);
    const already = page.getByText(/^\d+ debits? (was|were) already collected again and/);
    expect(numberIn(await already.innerText())).toBeGreaterThanOrEqual(done);
    await page.getByLabel('Date for all').fill(addDays(workingDay(), 7));
    const open = later.count - anywayNow;
    const create = page.getByRole('button', { name: /^Create \d+ instalments?$/ });
    if (open > 0) await expect(create).toHaveText(open === 1 ? 'Create 1 instalment' : `Create ${open} instalments`);
    else await expect(create).toBeHidden();
    await axe();
    await page
      .getByRole('checkbox', { name: /^Collect anyway/ })
      .first()
      .check();
    await expect(create).toHaveText(open === 0 ? 'Create 1 instalment' : `Create ${open + 1} instalments`);
  },
);

test(
  'after a lost answer new instalments are asked for again under their key, and none is there twice',
  { tag: '@long' },
  async ({ page, merchant, signIn, complaints }) => {
    complaints.allow(lostAnswer);
    await page.goto(`/m/${merchant}/DEBICHECK/unpaid?${year()}&since=all`);
    await signIn();
    const { count, anyway } = await prepareAll(page);
    for (const box of await anyway.all()) await box.check();
    await page.getByLabel('Date for all').fill(workingDay());
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/maintain/'))
        keys.push(request.headers()['idempotency-key']);
    });
    await loseAnswer(page, 'instalmentCreate');
    await page.getByRole('button', { name: /^Create \d+ instalments?$/ }).click();
    // One of the debits has no attempt left.
    await expect(
      page.getByText(new RegExp(`^${count - 1} done \\+ 1 refused \\+ 0 unknown = ${count} sent$`)),
    ).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await page.goto(`/m/${merchant}/EFT/unpaid?from=2031-01-01&to=2031-01-31`);
    await expect(page.getByText('No unpaid debits in this period')).toBeVisible();
  },
);

test(
  'a day finds its instalments and debits, an amount those of that amount',
  { tag: '@long' },
  async ({ page, signIn, complaints }) => {
    // Text that is tried as a number need not be one.
    complaints.allow(/404/);
    await page.goto('/m/1001/EFT');
    await signIn();
    await find(page, '1 Dec 2026');
    await expect(page).toHaveURL(/\/instalments\?from=2026-12-01&to=2026-12-01$/);
    await openFinder(page);
    await page.keyboard.type('yesterday');
    await expect(options(page).filter({ hasText: /^Debits of / })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const yesterday = addDays(today(), -1);
    await expect(page).toHaveURL(new RegExp(`reports/transactions\\?from=${yesterday}&to=${yesterday}`));
    await find(page, 'R 972');
    await expect(page.getByRole('heading', { level: 1, name: 'Future transactions' })).toBeVisible();
    const grid = page.getByRole('grid').first();
    await expect(grid.getByText('R 972,00').first()).toBeVisible();
    await openFinder(page);
    await page.keyboard.type('972,00');
    await options(page).filter({ hasText: 'Debits of R 972,00' }).click();
    await expect(page).toHaveURL(/where=Amount%3Anumber%3A97200..97200/);
  },
);

test('the finder lists the pages of the settings that the person may open', async ({
  page,
  browser,
  merchant,
  signIn,
}) => {
  await page.goto(`/m/${merchant}/EFT/settings`);
  await signIn();
  await openFinder(page);
  await page.keyboard.type('settings');
  await expect(options(page).filter({ hasText: /Settings: / })).toHaveText([/Settings: Profile/, /Settings: API/]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`/m/${merchant}/EFT/settings`);
  await fillSignIn(other, 'administrator');
  await find(other, 'programs');
  await expect(other).toHaveURL(/\/settings\/programs$/);
  await context.close();
});
