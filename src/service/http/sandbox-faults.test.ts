import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

interface State {
  Faults: { Operation: string; Fault: string; After: number }[];
  Waiting: number;
}

async function faults(method: string, body?: object, merchant = '1001') {
  const answer = await fetch(`${service.origin}/sandbox/faults/${merchant}`, {
    method,
    headers: {
      authorization: `Bearer ${await service.token()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as State) };
}

const isStored = async (ClientNumber: string) =>
  (await service.call('clientList', { ClientNumber })).records.length === 1;

test('the answer of a call is lost, and the call was processed', async () => {
  await faults('POST', { Operation: 'clientCreate', Fault: 'LOSE', After: 1 });
  await faults('POST', { Operation: 'clientCreate', Fault: 'REFUSE', After: 3 });
  assert.equal((await service.call('clientCreate', client('F-1'))).successful.length, 1);
  await assert.rejects(service.call('clientCreate', client('F-2')), TypeError);
  assert.ok(await isStored('F-2'));
  assert.equal((await service.call('clientCreate', client('F-3'))).successful.length, 1, 'only one is lost');
  assert.equal((await service.call('clientCreate', client('F-0'))).status, 503);

  await faults('POST', { Operation: 'clientList', Fault: 'LOSE' });
  await assert.rejects(service.call('clientList', { ClientNumber: 'F-1' }), TypeError);
  assert.ok(await isStored('F-1'));
});

test('an answer waits until it is released; a write is processed meanwhile', async () => {
  const set = await faults('POST', { Operation: 'clientCreate', Fault: 'HOLD' });
  assert.deepEqual(set.Faults, [{ Operation: 'clientCreate', Fault: 'HOLD', After: 0 }]);
  let isAnswered = false;
  const write = service.call('clientCreate', client('F-4')).finally(() => (isAnswered = true));
  await until(async () => (await faults('GET')).Waiting === 1);
  assert.ok(await isStored('F-4'));
  await faults('POST', { Operation: 'clientList', Fault: 'HOLD' });
  const read = service.call('clientList', { ClientNumber: 'F-4' });
  await until(async () => (await faults('GET')).Waiting === 2);
  assert.equal(isAnswered, false);
  await faults('DELETE');
  assert.equal((await write).successful.length, 1);
  assert.equal((await read).records.length, 1);
  assert.deepEqual(await faults('GET'), { status: 200, Faults: [], Waiting: 0 });
});

test('a call that is refused is not processed, and other merchants are not concerned', async () => {
  await faults('POST', { Operation: 'clientCreate', Fault: 'REFUSE' });
  assert.equal((await service.call('clientCreate', client('F-5'), { merchant: '1002' })).successful.length, 1);
  assert.equal((await service.call('clientCreate', client('F-5'))).status, 503);
  assert.ok(!(await isStored('F-5')));
});

test('another merchant, an unknown operation and a message without merchant are refused', async () => {
  assert.equal((await faults('POST', { Operation: 'clientCreate', Fault: 'LOSE' }, '1002')).status, 404);
  for (const Operation of ['nonsense', 'templateSend'])
    assert.equal((await faults('POST', { Operation, Fault: 'LOSE' })).status, 400);
  assert.equal((await faults('POST', { Operation: 'clientCreate', Fault: 'LOSE', After: -1 })).status, 400);
});
