import type { Locator, Page } from '@playwright/test';
import type { OutgoingCall, OutgoingCallList } from '../src/contract/outgoing-calls.ts';
import { addMonths } from '../src/rules/calendar.ts';
import { startFaultyWire, type FaultyWire } from '../src/service/testing/faulty-wire.ts';
import { Wire } from '../src/service/testing/wire.ts';
import { go, press, statusNote, textbox } from './controls.ts';
import { test as base, expect, fillSignIn, programToken } from './fixtures.ts';
import { startInFront } from './in-front.ts';
import { complaintsOfAway } from './network.ts';
import { clientItem, serviceOf, type Service } from './service.ts';
import { tabTo } from './tab-to.ts';
import { newNumber, today } from './test-data.ts';

const password = 'plaited-quince-harbour';

interface Gateway {
  origin: string;
  merchant: string;
  /** Loses answers to changes, between this server and the provider. */
  faults: FaultyWire;
  /** Cuts everything between the two. */
  line: Wire;
}

/** A server in front of the tested one, which is its provider, and between them a network that loses what it is told to. */
const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    async ({ playwright }, use, { project, workerIndex }) => {
      const baseURL = String(project.use.baseURL);
      const merchant = String(800_000 + workerIndex);
      const request = await playwright.request.newContext({ baseURL });
      const made = await request.post(`/sandbox/merchants/${merchant}`, {
        headers: { authorization: `Bearer ${await programToken(request)}` },
        data: { Name: 'Karoo Solar' },
      });
      expect(made.status(), await made.text()).toBe(200);
      await request.dispose();
      const faults = await startFaultyWire(baseURL);
      const line = new Wire();
      const { origin: provider } = new URL(await line.through(faults.url));
      const people = [
        { username: 'naledi', name: 'Naledi Mokoena', password, roles: ['clerk', 'administrator'] },
        { username: 'thabo', name: 'Thabo Khumalo', password, roles: ['clerk'] },
        { username: 'busi', name: 'Busi Zulu', password, roles: ['administrator:*', 'support'] },
      ];
      const inFront = await startInFront(provider, merchant, people, { PROVIDER_GRACE_SECONDS: '1' });
      await use({ origin: inFront.origin, merchant, faults, line });
      await inFront.stop();
      line.close();
      await faults.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// One server for all.
test.describe.configure({ mode: 'default' });

const calls = (page: Page) => page.getByRole('grid', { name: 'Unclear calls' }).getByRole('link');
const rowOf = (dialog: Locator, label: string) => dialog.getByRole('row', { name: new RegExp(`^${label}`) });

async function openPage(page: Page, { origin, merchant }: Gateway, path: string, person = 'naledi'): Promise<void> {
  await page.goto(`${origin}/m/${merchant}/EFT${path}`);
  await fillSignIn(page, person, password);
}

/** The page asks for the outcome a few times before it says so. */
const isNotKnown = (page: Page) =>
  expect(page.getByText('It was sent, and its outcome is not known yet.').first()).toBeVisible({ timeout: 120_000 });

/** Waits until the server has read back everything that has no answer. */
async function readBack(page: Page, { origin, merchant }: Gateway): Promise<void> {
  const sent = page.waitForRequest(/\/outgoing-calls\//);
  await go(page, `/m/${merchant}/EFT/approvals/unclear`);
  await page.reload();
  const headers = { authorization: (await (await sent).allHeaders())['authorization'] ?? '' };
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${origin}/outgoing-calls/${merchant}`, { headers });
      const { Calls } = (await answer.json()) as OutgoingCallList;
      return Calls.flatMap(({ Items }) => Items.map(({ State }) => State));
    })
    .not.toContain('unknown');
  await page.reload();
}

test('a change whose answer is lost while a colleague sets another value is decided by a person, and the contract is free again', async ({
  page,
  browser,
  gateway,
  request,
  complaints,
  axe,
}) => {
  test.slow();
  complaints.allow(complaintsOfAway);
  const { merchant, faults } = gateway;
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', clientItem(number, 'Lindiwe Lost'));
  const ContractSequence = await service.make('mandates', 'MandatePostRequest', {
    ClientNumber: number,
    ContractNumber: 'LOST-1',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${addMonths(today(), 1).slice(0, 8)}01 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 3,
  });
  const edit = `/contracts/${ContractSequence}/edit`;
  const change = async (on: Page, amount: string) => {
    await textbox(on, 'Instalment amount').fill(amount);
    await press(on, 'Review changes');
    await press(on, 'Save 1 change');
  };

  await openPage(page, gateway, edit);
  faults.fail('cut after', `"ContractSequence":${ContractSequence}`, () =>
    service.edit('mandates', 'MandatePutRequest', { ContractSequence, InstalmentAmount: 122 }),
  );
  await change(page, '111');
  await isNotKnown(page);

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await openPage(colleague, gateway, edit, 'thabo');
  await change(colleague, '133');
  await expect(
    colleague
      .getByRole('listitem')
      .filter({ hasText: /^Another change of this record is under way.* It was not sent\.$/ }),
  ).toBeVisible();

  await readBack(page, gateway);
  await expect(page.getByRole('link', { name: /^Approvals/ })).toContainText('1');
  await expect(page.getByRole('link', { name: 'Unclear calls (1)' })).toBeVisible();
  const row = page
    .getByRole('grid', { name: 'Unclear calls' })
    .getByRole('row')
    .filter({ hasText: 'Lindiwe Lost · LOST-1' });
  for (const text of ['Edit of a mandate', 'R 111,00', 'Naledi Mokoena', 'Somebody has set another value since'])
    await expect(row).toContainText(text);
  await axe();
  await calls(page).first().click();
  const call = page.getByRole('dialog', { name: 'Edit of a mandate Lindiwe Lost · LOST-1' });
  await expect(rowOf(call, 'Instalment amount')).toHaveText(/R\s111,00.*Different: R\s122,00/);
  await press(call, 'Record');
  await expect(call.getByText('Choose what happened')).toBeVisible();
  await expect(call.getByText('Enter a reason')).toBeVisible();
  await axe();
  await call.getByRole('radio', { name: /^Stored/ }).check();
  await call.getByLabel('Reason').fill('The bank’s log shows ours, and theirs after it');
  await press(call, 'Record as stored');
  await expect(statusNote(page, 'Recorded as stored: Lindiwe Lost · LOST-1')).toBeVisible();
  await expect(page.getByText('Nothing is unclear')).toBeVisible();

  await go(page, `/m/${merchant}/EFT/settings/audit`);
  const entry = (result: string) =>
    page
      .getByRole('row')
      .filter({ hasText: 'Edit mandates' })
      .filter({ has: page.getByRole('cell', { name: result, exact: true }) });
  await expect(entry('Asked')).toContainText('Naledi Mokoena');
  await expect(entry('Refused')).toContainText('Thabo Khumalo');
  await expect(entry('Unclear')).toContainText('Reading back');
  await expect(entry('Done')).toContainText('Naledi Mokoena');
  await expect(entry('Done')).toContainText('Reason: The bank’s log shows ours, and theirs after it');
  await expect(page.getByRole('row').filter({ hasText: 'Edit mandates' })).toHaveText([
    /Done/,
    /Refused|Unclear/,
    /Refused|Unclear/,
    /Asked/,
  ]);

  await press(colleague, 'Review changes');
  await press(colleague, 'Save 1 change');
  await expect(statusNote(colleague, /updated|saved|changed/)).toBeVisible();
  await context.close();
  expect(faults.passed.flatMap(({ method, body }) => (method === 'PUT' ? body : []))).toEqual(
    [111, 133].map((InstalmentAmount) =>
      JSON.stringify({ MandatePutRequest: [{ ContractSequence, InstalmentAmount }] }),
    ),
  );
});

test('by keyboard alone a colleague decides that a change was not stored, and whoever asked for it sends it again', async ({
  page,
  browser,
  gateway,
  request,
  complaints,
}) => {
  test.slow();
  complaints.allow(complaintsOfAway);
  const { merchant, faults } = gateway;
  const service = await serviceOf(request, merchant);
  const number = newNumber();
  await service.make('clients', 'ClientPostRequest', {
    ...clientItem(number, 'Nomsa Never'),
    EMail: 'old@example.org',
  });
  const email = async () => (await service.list('clients', { ClientNumber: number }))[0]?.['EMail'];
  await openPage(page, gateway, `/clients/${number}/edit`);
  await textbox(page, 'Email').fill('ours@example.org');
  await press(page, 'Review changes');
  faults.fail('cut before', number, () =>
    service.edit('clients', 'ClientPutRequest', { ClientNumber: number, EMail: 'theirs@example.org' }),
  );
  await press(page, 'Save 1 change');
  await isNotKnown(page);

  const context = await browser.newContext();
  const colleague = await context.newPage();
  const { keyboard } = colleague;
  await openPage(colleague, gateway, '/clients', 'thabo');
  await readBack(colleague, gateway);
  await expect(calls(colleague).filter({ hasText: 'Nomsa Never' })).toBeVisible();
  await tabTo(colleague, colleague.getByRole('grid', { name: 'Unclear calls' }));
  for (const key of ['Control+End', 'Home', 'Enter']) await keyboard.press(key);
  const call = colleague.getByRole('dialog', { name: /^Edit of a client/ });
  await expect(rowOf(call, 'Email')).toHaveText(/ours@example\.org.*Different: theirs@example\.org/);
  await tabTo(colleague, call.getByRole('radio').first());
  await keyboard.press('ArrowDown');
  await expect(call.getByRole('radio', { name: /^Not stored/ })).toBeChecked();
  await tabTo(colleague, call.getByLabel('Reason'));
  await keyboard.type('The bank has no trace of it');
  await tabTo(colleague, call.getByRole('button', { name: 'Record as not stored' }));
  await keyboard.press('Enter');
  await expect(statusNote(colleague, /^Recorded as not stored/)).toBeVisible();
  await expect(call).toBeHidden();
  await context.close();
  expect(await email()).toBe('theirs@example.org');

  const save = async () => {
    await press(page, 'Review changes');
    await page.getByRole('radio', { name: /^Use mine/ }).check();
    await press(page, 'Save 1 change');
  };
  await save();
  await expect(page.getByText('The provider has not stored it. It can be sent again.').first()).toBeVisible();
  expect(await email()).toBe('theirs@example.org');
  await save();
  await expect(statusNote(page, /Nomsa Never/)).toBeVisible();
  expect(await email()).toBe('ours@example.org');
});

/** Two changes in one call that the provider never got, so that both are unclear. */
async function twoUnclear(page: Page, { origin, merchant, faults }: Gateway, service: Service): Promise<void> {
  const numbers = [newNumber(), newNumber()];
  for (const [index, number] of numbers.entries())
    await service.make('clients', 'ClientPostRequest', clientItem(number, `Zanele ${index + 1} Several`));
  const sent = page.waitForRequest(/\/v1\/payments\//);
  await page.reload();
  const headers = { authorization: (await (await sent).allHeaders())['authorization'] ?? '' };
  faults.fail('cut before', numbers[0]);
  const ClientPutRequest = numbers.map((ClientNumber) => ({ ClientNumber, EMail: 'ours@example.org' }));
  const answer = await page.request.put(`${origin}/v1/payments/${merchant}/maintain/clients/EFT?Version=v1`, {
    headers,
    data: { ClientPutRequest },
  });
  expect(answer.status()).toBe(503);
}

test('a decision goes only to the chosen item, also if its outcome becomes known meanwhile', async ({
  page,
  gateway,
  request,
  axe,
}) => {
  const { merchant } = gateway;
  await openPage(page, gateway, '/clients');
  await twoUnclear(page, gateway, await serviceOf(request, merchant));
  await readBack(page, gateway);
  await calls(page).first().click();
  const call = page.getByRole('dialog', { name: /^Edit of a client/ });
  const [first, second] = [1, 2].map((it) => call.getByRole('checkbox', { name: `Zanele ${it} Several` })) as [
    Locator,
    Locator,
  ];
  await first.check();
  await call.getByRole('radio', { name: /^Stored/ }).check();
  await call.getByLabel('Reason').fill('The bank confirms it');
  await expect(call.getByRole('button', { name: 'Record 1 as stored' })).toBeVisible();
  await axe();

  const decided: unknown[] = [];
  page.on('request', (it) => {
    if (it.method() === 'POST' && it.url().includes('/outgoing-calls/')) decided.push(it.postDataJSON());
  });
  // As if the server had found the first one.
  const one = /\/outgoing-calls\/\w+\/.+/;
  await page.route(one, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as OutgoingCall;
    return route.fulfill({ response, json: { ...json, Items: json.Items.slice(1) } });
  });
  await press(call, 'Read again');
  await expect(first).toBeHidden();
  await press(call, /^Record/);
  await expect(call.getByText('Choose what this is about')).toBeVisible();
  expect(decided).toEqual([]);
  await second.check();
  await page.unroute(one);
  await press(call, 'Record 1 as stored');
  await expect(call.getByText(/^Recorded as stored: .*Zanele 2/)).toBeVisible();
  expect(decided).toEqual([{ Items: [2], Outcome: 'stored', Reason: 'The bank confirms it' }]);
  await expect(first).toBeVisible();
  await expect(second).toBeHidden();
});

test('a message without an answer is shown by its template and the end of the recipient’s number, and a person decides', async ({
  page,
  gateway,
  axe,
}) => {
  const { origin, merchant, faults } = gateway;
  await openPage(page, gateway, '/clients', 'busi');
  const read = page.waitForRequest(/\/v1\/payments\//);
  await page.reload();
  const headers = { authorization: (await (await read).allHeaders())['authorization'] ?? '' };
  const add = async (path: string, data: object) => {
    const answer = await page.request.post(`${origin}/settings/v1/organisations${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { Password?: string };
  };
  await add('', { Code: 'karoo', Name: 'Karoo Group', Merchants: [merchant] });
  const { Password } = await add('/karoo/sign-ins', { Username: 'karoo-messages' });
  const messageId = newNumber();
  faults.fail('cut before', messageId);
  const content = {
    templateName: 'payment_received',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 100,00', 'HOME-1'] } },
  };
  const sent = await page.request.post(`${origin}/v1/send-whatsapp-template`, {
    headers: { authorization: `Basic ${Buffer.from(`karoo-messages:${Password}`).toString('base64')}` },
    data: { messages: [{ from: '27105550100', to: '27825550155', messageId, content }] },
  });
  expect(sent.status(), await sent.text()).toBe(503);

  await readBack(page, gateway);
  const name = 'payment_received · •••• 0155';
  const row = page.getByRole('grid', { name: 'Unclear calls' }).getByRole('row').filter({ hasText: name });
  for (const text of ['Message', 'karoo-messages', 'No list of the provider shows what was sent.'])
    await expect(row).toContainText(text);
  await calls(page).filter({ hasText: name }).click();
  const call = page.getByRole('dialog', { name: `Message ${name}` });
  await expect(rowOf(call, 'To')).toContainText('•••• 0155');
  await expect(rowOf(call, 'Values')).toContainText('Naledi, R 100,00, HOME-1');
  await expect(call.getByText('The provider has it. It is not sent again.')).toBeVisible();
  await axe();
  await call.getByRole('radio', { name: /^Not stored/ }).check();
  await call.getByLabel('Reason').fill('The provider has no trace of it');
  await press(call, 'Record as not stored');
  await expect(statusNote(page, `Recorded as not stored: ${name}`)).toBeVisible();
  await expect(page.getByText('27825550155')).toHaveCount(0);
});

const claims = /Its outcome is known now|Nothing is unclear/;

test('while the provider or the server cannot be read, the page claims nothing about an unclear call', async ({
  page,
  gateway,
  request,
  complaints,
  axe,
}) => {
  complaints.allow(/500|503|ERR_FAILED/);
  const { merchant, line } = gateway;
  await openPage(page, gateway, '/clients');
  await twoUnclear(page, gateway, await serviceOf(request, merchant));
  await readBack(page, gateway);
  line.set(true);
  await calls(page).last().click();
  const call = page.getByRole('dialog', { name: /^Edit of a client/ });
  await expect(call.getByText('The provider cannot be read right now.').first()).toBeVisible();
  await call.getByText('Sent, and what is there').first().click();
  await expect(call.getByRole('columnheader', { name: 'Sent' })).toBeVisible();
  await expect(call.getByRole('columnheader', { name: 'Provider shows now' })).toHaveCount(0);
  await axe();
  line.set(false);

  const any = /\/outgoing-calls\//;
  await page.route(any, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('We can’t reach the server')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByText(claims)).toHaveCount(0);
  await page.unroute(any);
  await page.route(any, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  const failed = page.getByRole('dialog', { name: 'Unclear call' });
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByText(claims)).toHaveCount(0);
  await page.unroute(any);
  await press(failed, 'Try again');
  await expect(call.getByRole('radio')).toHaveCount(2);
});
