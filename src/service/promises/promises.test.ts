import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { furthestPromise, type PromiseDraft, type PromiseList } from '#contract/promises.ts';
import { addDays } from '#rules/calendar.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client, mandate } from '#service/testing/samples.ts';

/** Promises to pay and what they hold back, of this server's own records and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

let next = 0;
/** A client with two contracts, and a telephone number that no other one has. */
async function payer(service: TestService) {
  const ClientNumber = `PROMISE-${String(++next)}`;
  const phone = `08255${String(50_500 + next)}`;
  await service.call('clientCreate', { ...client(ClientNumber), CellphoneNumber: phone });
  const sequences: number[] = [];
  for (const contract of ['A', 'B']) {
    const { successful, text } = await service.call(
      'mandateCreate',
      mandate(service.clock.today(), ClientNumber, contract),
    );
    assert.equal(successful.length, 1, text);
    sequences.push(Number(successful[0]?.ContractSequence));
  }
  const [one = 0, two = 0] = sequences;
  return { ClientNumber, phone, one, two };
}

interface Sent {
  body?: object;
  as?: string;
  merchant?: string;
}

async function ask({ origin, token }: TestService, path = '', { body, as, merchant = '1001' }: Sent = {}) {
  const answer = await fetch(`${origin}/promises/${merchant}/EFT${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${as ?? (await token(merchant))}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const draftOf = (service: TestService, more: Partial<PromiseDraft> & Pick<PromiseDraft, 'ClientNumber'>) => ({
  PromiseId: randomUUID(),
  Day: addDays(service.clock.today(), 2),
  Amount: 640.5,
  ...more,
});

async function promise(service: TestService, more: Partial<PromiseDraft> & Pick<PromiseDraft, 'ClientNumber'>) {
  const draft = draftOf(service, more);
  const { status, text } = await ask(service, '', { body: draft });
  assert.equal(status, 200, text);
  return draft;
}

const listed = async (service: TestService, query: string) =>
  (JSON.parse((await ask(service, `?${query}`)).text) as PromiseList).Promises;

const debit = (service: TestService, ContractSequence: number) => ({
  ContractSequence,
  InstalmentActionDate: `${addDays(service.clock.today(), 1)} 00:00`,
  InstalmentAmount: 100,
});
/** By place: the code that refuses, or nothing. */
async function collect(service: TestService, items: object[], isDryRun = false) {
  const { failed, successful, text } = await service.call('instalmentCreate', items as never, { isDryRun });
  assert.equal(failed.length + successful.length, items.length, text);
  return failed.map((it) => [Number(it.ContractSequence), it.Errors[0]?.Code]);
}

async function message(service: TestService, to: string, messageId: string = randomUUID()): Promise<string> {
  const content = {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
  };
  const { body } = await service.call('templateSend', { messages: [{ from: '27105550100', to, messageId, content }] });
  return (body as { messages: { status: { name: string } }[] }).messages[0]?.status.name ?? '';
}
const inEveryWay = (phone: string) => [`27${phone.slice(1)}`, `+27${phone.slice(1)}`];

const everywhere = (run: (service: TestService) => Promise<void>) => async () => {
  for (const service of [own, gateway.front]) await run(service);
};

test(
  'until its day a promise of a contract holds back new debits of that contract, also in a list, and no others',
  everywhere(async (service) => {
    const { ClientNumber, one, two } = await payer(service);
    const { PromiseId, Day } = await promise(service, { ClientNumber, ContractSequence: one });
    assert.deepEqual(await collect(service, [debit(service, one), debit(service, two)]), [[one, 'PROMISED']]);
    const byNumbers = { ...debit(service, one), ContractSequence: undefined, ClientNumber, ContractNumber: 'A' };
    const { failed } = await service.call('instalmentCreate', byNumbers as never);
    assert.equal(failed[0]?.Errors[0]?.Code, 'PROMISED');
    const day = Number(Day.slice(8));
    assert.match(failed[0]?.Errors[0]?.Message ?? '', new RegExp(`\\b${day} `));
    const { failed: byDay } = await service.call('omniInstalmentCreate', {
      ContractSequence: one,
      CollectionDate: addDays(service.clock.today(), 1),
      InstalmentAmount: 100,
    } as never);
    assert.equal(byDay[0]?.Errors[0]?.Code, 'PROMISED');
    const withdrawn = await ask(service, `/${PromiseId}/withdraw`, { body: { Reason: 'Agreed by telephone' } });
    assert.equal(withdrawn.status, 200, withdrawn.text);
    assert.deepEqual(await collect(service, [debit(service, one)]), []);
  }),
);

test(
  'a promise of a client holds back new debits of all its contracts and messages to its telephone, however it is written',
  everywhere(async (service) => {
    const [held, other] = [await payer(service), await payer(service)];
    const sentBefore = randomUUID();
    const [to = ''] = inEveryWay(held.phone);
    assert.equal(await message(service, to, sentBefore), 'PENDING_ACCEPTED');
    const { PromiseId } = await promise(service, { ClientNumber: held.ClientNumber });
    assert.deepEqual(
      await collect(
        service,
        [held.one, other.one, held.two].map((it) => debit(service, it)),
      ),
      [
        [held.one, 'PROMISED'],
        [held.two, 'PROMISED'],
      ],
    );
    for (const way of inEveryWay(held.phone)) assert.equal(await message(service, way), 'REJECTED_PROMISED');
    // It was sent before the promise, and may have arrived meanwhile.
    assert.match(await message(service, to, sentBefore), /^(PENDING_ACCEPTED|DELIVERED_TO_HANDSET)$/);
    assert.equal(await message(service, inEveryWay(other.phone)[0] ?? ''), 'PENDING_ACCEPTED');
    await ask(service, `/${PromiseId}/withdraw`, { body: { Reason: 'Paid in cash' } });
    assert.equal(await message(service, to), 'PENDING_ACCEPTED');
  }),
);

test('a dry run answers the same', async () => {
  const { ClientNumber, one } = await payer(own);
  await promise(own, { ClientNumber });
  assert.deepEqual(await collect(own, [debit(own, one)], true), [[one, 'PROMISED']]);

  const there = await payer(gateway.front);
  await promise(gateway.front, { ClientNumber: there.ClientNumber });
  await gateway.front.database.schema.query(
    `insert into merchant (merchant, name) values ('1001', 'Karoo Solar') on conflict do nothing`,
  );
  const settings = settingsOf(gateway.front);
  await settings.call(await settings.signIn('ann', 'administrator:*'), 'connectionTest', { path: { number: '1001' } });
  assert.deepEqual(
    await collect(gateway.front, [debit(gateway.front, there.one), debit(gateway.front, there.two)], true),
    [
      [there.one, 'PROMISED'],
      [there.two, 'PROMISED'],
    ],
  );
});

test('on the day after, by the business clock, nothing is held back any more', async () => {
  const { ClientNumber, one, phone } = await payer(own);
  const { Day, PromiseId } = await promise(own, { ClientNumber });
  const daysAhead = 3;
  await own.database.schema.query(
    `insert into test_clock (merchant, days_ahead) values ('1001', $1)
      on conflict (merchant) do update set days_ahead = $1`,
    [daysAhead - 1],
  );
  try {
    assert.deepEqual(await collect(own, [{ ...debit(own, one), InstalmentActionDate: `${addDays(Day, 5)} 00:00` }]), [
      [one, 'PROMISED'],
    ]);
    assert.equal(await message(own, inEveryWay(phone)[0] ?? ''), 'REJECTED_PROMISED');
    await own.database.schema.query(`update test_clock set days_ahead = $1 where merchant = '1001'`, [daysAhead]);
    assert.deepEqual(
      await collect(own, [{ ...debit(own, one), InstalmentActionDate: `${addDays(Day, 5)} 00:00` }]),
      [],
    );
    assert.equal(await message(own, inEveryWay(phone)[0] ?? ''), 'PENDING_ACCEPTED');
    assert.equal(
      (await listed(own, '')).find((it) => it.PromiseId === PromiseId),
      undefined,
    );
    assert.equal((await listed(own, `Since=${Day}`)).filter((it) => it.PromiseId === PromiseId).length, 1);
  } finally {
    await own.database.schema.query(`delete from test_clock where merchant = '1001'`);
  }
});

test(
  'promises are listed with who took them, for a client, a contract and a merchant; one that is sent twice is one',
  everywhere(async (service) => {
    const { ClientNumber, one, two } = await payer(service);
    const clerk = await settingsOf(service).signIn(`clerk-of-${ClientNumber.toLowerCase()}`, 'clerk:1001');
    const body = draftOf(service, { ClientNumber, ContractSequence: one });
    for (let times = 0; times < 2; times++)
      assert.equal((await ask(service, '', { body, as: clerk })).status, 200, String(times));
    const other = await ask(service, '', { body: { ...body, Amount: 1 } });
    assert.deepEqual([other.status, /"DUPLICATE"/.test(other.text)], [400, true]);
    const [found, ...more] = await listed(service, `ClientNumber=${ClientNumber}`);
    assert.equal(more.length, 0);
    const { By, At, ...rest } = found ?? {};
    assert.match(By ?? '', /clerk-of/);
    assert.match(At ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    assert.deepEqual(rest, { ...body, ContractNumber: 'A', Withdrawn: null });
    assert.equal((await listed(service, `ClientNumber=${ClientNumber}&ContractSequence=${two}`)).length, 0);
    assert.ok((await listed(service, '')).some((it) => it.PromiseId === body.PromiseId));
    await ask(service, `/${body.PromiseId}/withdraw`, { body: { Reason: 'Another day' }, as: clerk });
    await ask(service, `/${body.PromiseId}/withdraw`, { body: { Reason: 'Again' } });
    const [withdrawn] = await listed(service, `ClientNumber=${ClientNumber}`);
    assert.equal(withdrawn?.Withdrawn?.Reason, 'Another day');
    const { rows } = await service.database.pool.query<{ entry: string }>(
      `select entry::text from audit_entry where entry::text like '%' || $1 || '%' order by sequence`,
      [body.PromiseId],
    );
    assert.deepEqual(
      rows.map(({ entry }) => (JSON.parse(entry) as { Action: string }).Action),
      ['promise.add', 'promise.add', 'promise.withdraw', 'promise.withdraw'],
    );
    assert.doesNotMatch(JSON.stringify(rows), /Another day/);
  }),
);

test(
  'what is no promise is refused by its field',
  everywhere(async (service) => {
    const { ClientNumber, one } = await payer(service);
    const someone = await payer(service);
    const today = service.clock.today();
    const right = draftOf(service, { ClientNumber, ContractSequence: one });
    const wrong: [object, string][] = [
      [{ ...right, Day: addDays(today, -1) }, 'Day'],
      [{ ...right, Day: addDays(today, furthestPromise + 1) }, 'Day'],
      [{ ...right, Day: '2026-02-30' }, 'Day'],
      [{ ...right, Amount: 0 }, 'Amount'],
      [{ ...right, Amount: 1.005 }, 'Amount'],
      [{ ...right, ClientNumber: 'NOBODY' }, 'ContractSequence'],
      [{ ...right, ClientNumber: 'NOBODY', ContractSequence: undefined }, 'ClientNumber'],
      [{ ...right, ContractSequence: someone.one }, 'ContractSequence'],
      [{ ...right, PromiseId: 'one' }, 'PromiseId'],
    ];
    for (const [body, field] of wrong) {
      const { status, text } = await ask(service, '', { body });
      assert.deepEqual([status, text.includes(`"Field":"${field}"`)], [400, true], `${JSON.stringify(body)} ${text}`);
    }
    assert.deepEqual(await listed(service, `ClientNumber=${ClientNumber}`), []);
    const { PromiseId } = await promise(service, { ClientNumber });
    const reason = await ask(service, `/${PromiseId}/withdraw`, { body: { Reason: 'ID 8001015009087' } });
    assert.deepEqual([reason.status, reason.text.includes('"Field":"Reason"')], [400, true]);
    assert.equal((await ask(service, `/${randomUUID()}/withdraw`, { body: { Reason: 'x' } })).status, 404);
    assert.equal((await ask(service, `?ContractSequence=${one}`)).status, 400);
  }),
);

test('promises are a merchant’s own, also where an organisation has several', async () => {
  const { ClientNumber } = await payer(own);
  const { PromiseId } = await promise(own, { ClientNumber });
  const other = await ask(own, `?ClientNumber=${ClientNumber}`, { merchant: '1002' });
  assert.deepEqual([other.status, (JSON.parse(other.text) as PromiseList).Promises], [200, []]);
  const foreign = await ask(own, `/${PromiseId}/withdraw`, { body: { Reason: 'x' }, merchant: '1002' });
  assert.equal(foreign.status, 404);
});

test('a provider that does not answer leaves no promise, and lets no debit through', async () => {
  const { front, wire } = gateway;
  const { ClientNumber, one } = await payer(front);
  await promise(front, { ClientNumber });
  wire.failRead('503', 'contracts');
  const { status, errors } = await front.call('instalmentCreate', debit(front, one));
  assert.deepEqual([status, errors.length > 0], [503, true]);
  assert.deepEqual(await collect(front, [debit(front, one)]), [[one, 'PROMISED']]);
});
