import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settingsOf } from '#service/settings/testing.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';

/** Dry runs in front of a provider: offered once a test of the connection has found them. */

let gateway: TestGateway;
let token: string;
let settings: ReturnType<typeof settingsOf>;
before(async () => {
  gateway = await startTestGateway();
  settings = settingsOf(gateway.front);
  await gateway.front.database.schema.query(
    `insert into merchant (merchant, name) values ('1001', 'Karoo Solar') on conflict do nothing`,
  );
  token = await settings.signIn('ann', 'administrator:*');
});
after(() => gateway?.close());

const at = { path: { number: '1001' } };
const connection = async () => (await settings.call(token, 'connectionView', at)).answer.Connection;
const tried = (items: Parameters<typeof gateway.front.call<'clientCreate'>>[1]) =>
  gateway.front.call('clientCreate', items, { isDryRun: true });
const offered = async () => {
  const answer = await fetch(`${gateway.front.origin}/session.json`, { headers: { authorization: `Bearer ${token}` } });
  const { merchants } = (await answer.json()) as { merchants: { number: string; dryRuns?: boolean }[] };
  return merchants.find((it) => it.number === '1001')?.dryRuns;
};
const storedOf = async (ClientNumber: string) =>
  (await gateway.bank.call('clientList', { ClientNumber })).records.length;

test('what a test found is there afterwards with its time; a check is passed on, changes nothing and keeps nothing', async () => {
  const { wire, rows } = gateway;
  assert.deepEqual([(await tried(client('D-1'))).errors[0]?.Code, await offered()], ['NOT_OFFERED', undefined]);
  assert.equal((await connection())?.Test, undefined);
  const { answer } = await settings.call(token, 'connectionTest', at);
  const found = await connection();
  assert.deepEqual(found?.Test?.Findings, answer.Findings);
  assert.match(found?.Test?.At ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  assert.deepEqual([found?.Test?.By, found?.Test?.IsEarlier, found?.DryRuns], ['Name of ann', false, true]);
  assert.equal(await offered(), true);

  const wrong = { ...client('D-2'), BankCode: 99 };
  const unreadable = { ...client('D-3'), BankCode: 'x' as unknown as number };
  const checked = await tried([client('D-1'), wrong, unreadable]);
  assert.deepEqual(
    [checked.status, checked.successful.length, checked.failed.map((it) => it.ClientNumber).toSorted()],
    [200, 1, ['D-2', 'D-3']],
  );
  assert.equal(checked.headers.get('dry-run'), 'true');
  assert.ok(wire.passed.some(({ path, body }) => path.includes('DryRun=true') && body.includes('"D-1"')));
  assert.ok(!wire.passed.some(({ body }) => body.includes('"D-3"')));
  assert.deepEqual([await storedOf('D-1'), (await rows('select from outgoing_call')).length], [0, 0]);
  const alone = await tried(unreadable);
  assert.deepEqual([alone.failed.length, alone.headers.get('dry-run')], [1, 'true']);
});

test('an answer that does not say that it is a dry run passes without saying so, and none is sent any more', async () => {
  await settings.call(token, 'connectionTest', at);
  gateway.wire.fail('empty', 'D-4');
  const { origin, token: tokenOf } = gateway.front;
  const doubtful = await fetch(`${origin}/v1/payments/1001/maintain/clients/EFT?DryRun=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf('1001')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ClientPostRequest: [client('D-4')] }),
  });
  assert.deepEqual([doubtful.status, doubtful.headers.get('dry-run')], [200, null]);
  assert.deepEqual([(await tried(client('D-5'))).errors[0]?.Code, await offered()], ['NOT_OFFERED', undefined]);
});

test('a changed connection is to be tested again', async () => {
  await settings.call(token, 'connectionTest', at);
  await gateway.front.database.schema.query(
    `update provider_connection set version = version + 1 where merchant = '1001'`,
  );
  const found = await connection();
  assert.deepEqual([found?.Test?.IsEarlier, found?.DryRuns, await offered()], [true, false, undefined]);
  assert.equal((await tried(client('D-6'))).errors[0]?.Code, 'NOT_OFFERED');
});
