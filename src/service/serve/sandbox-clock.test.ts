import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, addMonths, type DateText } from '#rules/calendar.ts';
import { buildApp } from '#service/app.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import { readSettings } from '#service/config/settings.ts';
import { numbersKeyFile, testService, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const today = () => service.clock.today();

interface Summary {
  Count: number;
  Amount: number;
}
interface Answer {
  Now: string;
  Collected: Summary;
  Unpaid: Summary;
  PaidOut: Summary;
  NotPaidOut: Summary;
  Errors?: { Field?: string; Code: string }[];
}

async function ask(merchant: string, move?: unknown, token?: string) {
  const answer = await fetch(`${service.origin}/sandbox/clock/${merchant}`, {
    method: move === undefined ? 'GET' : 'POST',
    headers: {
      ...(move === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token ?? (await service.token(merchant))}` }),
    },
    ...(move === undefined ? {} : { body: JSON.stringify(move) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}

const dateThere = async (merchant: string): Promise<DateText> => (await ask(merchant)).body.Now.slice(0, 10);

/** The token of a program with this scope only. */
async function narrow(scope: string): Promise<string> {
  const { clientId, secret } = sandboxProgram;
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test('a merchant has the real time until its clock is moved, and everything due by then happens', async () => {
  assert.match((await ask('1001')).body.Now, new RegExp(`^${today()} \\d\\d:\\d\\d$`));
  await service.call('clientCreate', { ...client('K-1'), AccountNumber: 620_0000_1111 });
  await service.call('clientCreate', { ...client('K-2'), AccountNumber: 620_0000_0000 });
  const created = await service.call(
    'mandateCreate',
    ['K-1', 'K-2'].map((number) => ({ ...mandate(today(), number, 'A'), NumberOfInstalments: 2, TrackingYN: 'N' })),
  );
  assert.equal(created.successful.length, 2, created.text);
  await service.call('payoutContractCreate', {
    ClientNumber: 'K-1',
    ContractNumber: 'P',
    PaymentAmount: 10.01,
    NumberOfPayments: 1,
    PaymentStartDate: `${addDays(today(), 1)} 00:00`,
  });

  const to = addMonths(nextMonth(today()), 1);
  const { status, body, headers } = await ask('1001', { Today: to });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(body.Now, new RegExp(`^${to} \\d\\d:\\d\\d$`));
  assert.deepEqual(
    { ...body, Now: '' },
    {
      Now: '',
      Collected: { Count: 1, Amount: 1234.56 },
      Unpaid: { Count: 1, Amount: 1234.56 },
      PaidOut: { Count: 1, Amount: 10.01 },
      NotPaidOut: { Count: 0, Amount: 0 },
    },
  );
  assert.equal(await dateThere('1001'), to);

  // Calls of the interface have the moved date too, also in the change log.
  const past = await service.call('instalmentCreate', {
    ContractSequence: created.successful[0]?.ContractSequence ?? 0,
    InstalmentActionDate: `${addDays(to, -1)} 00:00`,
    InstalmentAmount: 1,
  });
  assert.equal(past.failed[0]?.Errors[0]?.Code, 'IN_THE_PAST');
  const added = await service.call('instalmentCreate', {
    ContractSequence: created.successful[0]?.ContractSequence ?? 0,
    InstalmentActionDate: `${addDays(to, 1)} 00:00`,
    InstalmentAmount: 1,
  });
  assert.equal(added.successful.length, 1, added.text);
  const report = await service.call('contractChangeReport', { StartDate: `${to} 00:00`, EndDate: `${to} 23:59` });
  assert.ok(report.records.some((it) => it.ChangeType === 'CREATE'));

  const nothing = await ask('1001', { Today: to });
  assert.deepEqual([nothing.status, nothing.body.Collected], [200, { Count: 0, Amount: 0 }]);
  assert.equal(await dateThere('1002'), today(), 'other merchants stay where they are');
});

test('the clock goes neither back nor too far ahead', async () => {
  const merchant = '1003';
  const soon = addDays(today(), 10);
  assert.equal((await ask(merchant, { Today: soon })).status, 200);
  const fault = async (move: unknown) => {
    const { status, body } = await ask(merchant, move);
    return [status, body.Errors?.[0]?.Field, body.Errors?.[0]?.Code];
  };
  assert.deepEqual(await fault({ Today: addDays(soon, -1) }), [400, 'Today', 'IN_THE_PAST']);
  assert.deepEqual(await fault({ Today: today() }), [400, 'Today', 'IN_THE_PAST']);
  assert.deepEqual(await fault({ Today: addDays(addMonths(soon, 60), 1) }), [400, 'Today', 'TOO_FAR']);
  assert.deepEqual(await fault({ Today: '2027-02-30' }), [400, 'Today', 'INVALID']);
  assert.deepEqual(await fault({ Today: 7 }), [400, 'Today', 'WRONG_TYPE']);
  assert.deepEqual(await fault({}), [400, 'Today', 'REQUIRED']);
  assert.deepEqual(await fault({ Today: soon, Back: true }), [400, 'Back', 'UNKNOWN_WORD']);
  assert.equal(await dateThere(merchant), soon);
  assert.equal((await ask(merchant, { Today: addMonths(soon, 60) })).status, 200);
});

test('of two simultaneous moves the further one wins', async () => {
  const merchant = '1004';
  const days = [5, 40, 20, 30, 10];
  const answers = await Promise.all(days.map((n) => ask(merchant, { Today: addDays(today(), n) })));
  assert.ok(answers.every(({ status }) => status === 200 || status === 400));
  assert.equal(answers[1]?.status, 200);
  assert.equal(await dateThere(merchant), addDays(today(), 40));
});

test('only people with the permission can move it, and only for merchants of their token', async () => {
  const move = { Today: addDays(today(), 1) };
  assert.equal((await ask('1005', undefined, '')).status, 401);
  assert.equal((await ask('1005', move, 'nonsense')).status, 401);
  assert.equal((await ask('1006', undefined, await service.token('1005'))).status, 404);
  assert.equal((await ask('1006', move, await service.token('1005'))).status, 404);

  const reader = await narrow('merchant:1005 sandbox:read');
  assert.equal((await ask('1005', undefined, reader)).status, 200);
  const refused = await ask('1005', move, reader);
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope"');
  assert.equal((await ask('1005', undefined, await narrow('merchant:1005 mandates:read'))).status, 401);
  assert.equal(await dateThere('1005'), today());
});

test('outside the sandbox the clock cannot be moved, and earlier moves have no effect', async () => {
  await ask('1007', { Today: addDays(today(), 30) });
  const settings = readSettings({
    ORIGIN: service.origin,
    SANDBOX: 'off',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: 'postgres://x',
    NUMBERS_KEY_FILE: numbersKeyFile,
  });
  const { database, clock } = service;
  const app = await buildApp({ settings, database, clock, consoleDirectory: '/nonexistent' });
  try {
    const headers = { authorization: `Bearer ${await service.token('1007')}` };
    const get = await app.inject({ url: '/sandbox/clock/1007', headers });
    assert.equal(get.statusCode, 404);
    const post = await app.inject({ method: 'POST', url: '/sandbox/clock/1007', headers, payload: { Today: today() } });
    assert.equal(post.statusCode, 404);
    await app.inject({
      method: 'POST',
      url: '/v1/payments/1007/maintain/clients/EFT',
      headers,
      payload: { ClientPostRequest: [client('N-1')] },
    });
    const { rows } = await database.pool.query(
      `with me as (select set_config('app.merchant', '1007', true))
        select change_date from me, change where client_number = 'N-1'`,
    );
    assert.deepEqual(
      rows.map((it: { change_date: string }) => it.change_date.slice(0, 10)),
      [today()],
    );
  } finally {
    await app.close();
  }
});
