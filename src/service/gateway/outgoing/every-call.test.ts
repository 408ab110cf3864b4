import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '#service/testing/app.ts';
import { ContractCaller } from '#service/testing/contract-coverage/caller.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';

let gateway: TestGateway;
before(async () => void (gateway = await startTestGateway()));
after(() => gateway.close());

test('every call of the interface works through this server in front of a provider', async () => {
  const { bank, front } = gateway;
  // What is stored is at the provider.
  const service: TestService = { ...front, database: bank.database, clock: bank.clock, numbers: bank.numbers };
  const caller = new ContractCaller(service);
  for (const step of Object.values(steps)) await step(caller);
  assert.deepEqual(caller.missing, []);
  assert.deepEqual(await gateway.rows('select state from outgoing_call where state <> $1', ['SETTLED']), []);
  // That of a message stays, so that it is known when it comes again.
  const claims = await gateway.rows('select numbers from outgoing_claim');
  assert.deepEqual(claims, [{ numbers: '["coverage-1"]' }]);
});
