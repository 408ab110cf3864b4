import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations, type OperationName } from '#contract/operations.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';

/** This service's own `All=true` (docs/decisions.md, 9). */

let service: TestService;
before(async () => {
  service = await testService();
  const today = service.clock.today();
  const start = `${nextMonth(today)} 00:00`;
  for (const merchant of ['1001', '1002']) await service.call('clientCreate', client('C-1'), { merchant });
  await service.call('clientCreate', client('C-2'));
  const terms = { FrequencyCode: 'MNTH', CollectionDay: 25, InstalmentStartDate: start, InstalmentAmount: 10.5 };
  const payout = { PaymentAmount: 5.25, PaymentStartDate: start };
  for (const [ClientNumber, ContractNumber] of [
    ['C-1', 'PLAIN'],
    ['C-2', 'OTHER'],
  ] as const) {
    await service.call('contractCreate', { ClientNumber, ContractNumber, ...terms });
    await service.call('payoutContractCreate', { ClientNumber, ContractNumber, ...payout });
  }
  await service.call('mandateCreate', mandate(today, 'C-1', 'MANDATE'));
  await service.call('contractCreate', { ClientNumber: 'C-1', ContractNumber: 'FAR', ...terms }, { merchant: '1002' });
});
after(() => service.close());

async function list(name: OperationName, query: Partial<Record<string, string>>) {
  const { url, init } = requestOf(operations[name], service.origin, '1001', 'EFT', query);
  const authorization = `Bearer ${await service.token()}`;
  const answer = await fetch(url, { ...init, headers: { ...init.headers, authorization } });
  const body = (await answer.json()) as Record<string, { ContractNumber: string }[]> & { Errors?: { Code: string }[] };
  const records = body[(operations[name] as { response: string }).response] ?? [];
  return {
    status: answer.status,
    numbers: records.map((it) => it.ContractNumber),
    codes: body.Errors?.map((it) => it.Code),
  };
}

for (const [name, all, ofClient] of [
  ['contractList', ['PLAIN', 'OTHER', 'MANDATE'], ['PLAIN', 'MANDATE']],
  ['payoutContractList', ['PLAIN', 'OTHER'], ['PLAIN']],
] as const) {
  test(`${name}: All=true retrieves the records of the merchant and product, or of a client`, async () => {
    assert.deepEqual((await list(name, { All: 'true' })).numbers, all);
    assert.deepEqual((await list(name, { All: 'true', ClientNumber: 'C-1' })).numbers, ofClient);
    assert.deepEqual(await list(name, { All: 'true', ClientNumber: 'NONE' }), {
      status: 200,
      numbers: [],
      codes: undefined,
    });
  });

  test(`${name}: requires an identification without All=true, which combines with no other field`, async () => {
    for (const query of [{}, { ClientNumber: 'C-1' }, { All: 'false' }])
      assert.deepEqual((await list(name, query)).codes, ['IDENTIFICATION_REQUIRED']);
    assert.deepEqual((await list(name, { All: 'false', ClientNumber: 'C-1', ContractNumber: 'PLAIN' })).numbers, [
      'PLAIN',
    ]);
    for (const more of [{ ContractNumber: 'PLAIN' }, { ContractSequence: '1' }])
      assert.deepEqual(await list(name, { All: 'true', ...more }), { status: 400, numbers: [], codes: ['CONFLICT'] });
    assert.deepEqual((await list(name, { All: 'yes' })).codes, ['INVALID']);
  });
}

test('other retrieves refuse All', async () => {
  assert.deepEqual(await list('mandateList', { All: 'true' }), { status: 400, numbers: [], codes: ['UNKNOWN_WORD'] });
});

test('OpenAPI describes All as our extension, where it works', async () => {
  const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name: string; description?: string }[] }>
    >;
  };
  const known = Object.values(paths)
    .flatMap((it) => Object.values(it))
    .flatMap((it) =>
      it.parameters.filter(({ name }) => name === 'All').map((all) => [it.operationId, all.description] as const),
    );
  assert.deepEqual(known.map(([name]) => name).toSorted(), ['contractList', 'payoutContractList']);
  for (const [, description] of known) assert.match(description ?? '', /^An extension of this service/);
});
