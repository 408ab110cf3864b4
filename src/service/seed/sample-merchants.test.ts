import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, tokenFrom, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

async function add(number: string, body: unknown = { Name: 'Fynbos Gyms' }, token?: string) {
  const answer = await fetch(`${service.origin}/sandbox/merchants/${number}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token ?? (await service.token('1001'))}`,
    },
    body: JSON.stringify(body),
  });
  const { Errors = [] } = (await answer.json()) as { Errors?: { Code: string }[] };
  return { status: answer.status, codes: Errors.map(({ Code }) => Code) };
}

test('a developer adds a merchant with sample records; two have the same but for their sequences', async () => {
  for (const number of ['20001', '20002']) assert.deepEqual(await add(number), { status: 200, codes: [] });
  const recordsOf = async (merchant: string) => {
    const how = { merchant, token: await tokenFrom(service.origin, merchant) };
    const lists = await Promise.all([
      service.call('clientList', {}, how),
      service.call('mandateList', {}, how),
      service.call('transactionReport', { StartDate: '2025-11-25 00:00', EndDate: '2026-11-25 23:59' }, how),
      service.call('mandateChangeReport', { StartDate: '2025-11-25 00:00', EndDate: '2026-11-25 23:59' }, how),
    ]);
    return lists.map(({ records }) => records.map((it) => ({ ...it, ContractSequence: 0 })));
  };
  const [one, other] = [await recordsOf('20001'), await recordsOf('20002')];
  assert.deepEqual(one, other);
  assert.deepEqual(
    one.map(({ length }) => length > 9),
    [true, true, true, true],
  );
});

test('a number in use, a wrong number, a missing name and a token without the permission are refused', async () => {
  await add('20003');
  assert.deepEqual(await add('20003'), { status: 400, codes: ['DUPLICATE'] });
  assert.deepEqual(await add('2-3'), { status: 400, codes: ['INVALID'] });
  assert.deepEqual((await add('20004', {})).status, 400);
  const { status } = await add('20004', undefined, 'nonsense');
  assert.equal(status, 401);
});

test('forty merchants that are added at once leave the calls of others a connection', async () => {
  let added = 0;
  const all = Array.from({ length: 40 }, async (_, at) => {
    const { status } = await add(String(21_000 + at));
    // More than twenty do not wait.
    assert.ok(status === 200 || status === 503, String(status));
    if (status === 200) added += 1;
  });
  await until(() => added > 0);
  assert.equal((await service.call('clientList', { ClientNumber: 'C00001' }, { merchant: '1001' })).status, 404);
  assert.ok(added < 20, `${added} of 40 came first`);
  await Promise.all(all);
  assert.ok(added > 20, `${added} of 40 were added`);
});
