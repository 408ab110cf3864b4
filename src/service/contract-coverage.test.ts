import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { ContractCaller } from '#service/testing/contract-coverage/caller.ts';
import { unreadable } from '#service/testing/contract-coverage/document.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';

let service: TestService;
let caller: ContractCaller;
before(async () => {
  service = await testService();
  caller = new ContractCaller(service);
});
after(() => service.close());

for (const [resource, step] of Object.entries(steps))
  test(`${resource}: every operation is called with every field, which comes back, and every change is reported`, () =>
    step(caller));

test('every operation of the contract has been called', () => {
  assert.deepEqual(caller.missing, []);
});

test('a client with the interface’s types can read every answer: no null, in reports no missing field', () => {
  assert.deepEqual(
    caller.answers.flatMap((it) => (it.status === 200 ? unreadable(it.operation, it.body) : [])).slice(0, 10),
    [],
  );
});
