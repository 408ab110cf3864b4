import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { columnOf } from '#service/database/rows.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const served = Object.values<Operation>(operations).filter((it) => it.path.includes('{PREFIX}'));

const raw = (path: string, init: RequestInit = {}) => fetch(service.origin + path, init);
const bearer = async (merchant = '1001') => ({ authorization: `Bearer ${await service.token(merchant)}` });

const anyInput = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(operation.input.shape).flatMap((fieldName) =>
      operation.input.shape[fieldName]?.safeParse(undefined).success
        ? []
        : [
            [
              fieldName,
              fieldName.endsWith('Date') ? '2026-01-01 00:00' : fieldName.startsWith('Cancel') ? 'MD17' : '1',
            ],
          ],
    ),
  );

for (const it of served) {
  test(`${it.name}: no token, a wrong token, another merchant`, async () => {
    const { url, init } = requestOf(it, service.origin, '1002', 'EFT', anyInput(it));
    const none = await fetch(url, init);
    assert.equal(none.status, 401);
    assert.equal(none.headers.get('www-authenticate'), 'Bearer');
    const wrong = await fetch(url, { ...init, headers: { ...init.headers, authorization: 'Bearer x.y.z' } });
    assert.equal(wrong.status, 401);
    assert.match(wrong.headers.get('www-authenticate') ?? '', /invalid_token/);
    const answers = await Promise.all(
      ['1002', '9999'].map(async (merchant) => {
        const other = requestOf(it, service.origin, merchant, 'EFT', anyInput(it));
        const answer = await fetch(other.url, {
          ...other.init,
          headers: { ...other.init.headers, ...(await bearer()) },
        });
        return { status: answer.status, bytes: await answer.text() };
      }),
    );
    assert.equal(answers[0]?.status, 404);
    assert.deepEqual(answers[0], answers[1]);
  });

  test(`${it.name} refuses unknown query parameters and versions other than v1`, async () => {
    const { url, init } = requestOf(it, service.origin, '1001', 'EFT', anyInput(it));
    const headers = { ...init.headers, ...(await bearer()) };
    url.searchParams.set('Version', 'v2');
    const version = await fetch(url, { ...init, headers });
    assert.equal(version.status, 400);
    assert.match(await version.text(), /"Field":"Version"/);
    url.searchParams.set('Version', 'v1');
    url.searchParams.set('Misspelt', '1');
    const response = await fetch(url, { ...init, headers });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /"Field":"Misspelt","Code":"UNKNOWN_WORD"/);
  });
}

test('an unknown product, path or method is 404 in the interface’s own form', async () => {
  const headers = await bearer();
  for (const [method, path] of [
    ['GET', '/v1/payments/1001/maintain/mandates/CARD'],
    ['GET', '/v1/payments/1001/maintain/nothing/EFT'],
    ['PATCH', '/v1/payments/1001/maintain/mandates/EFT'],
  ] as const) {
    const answer = await raw(path, { method, headers });
    assert.equal(answer.status, 404, path);
    const body = (await answer.json()) as { APIResponse: { Status: string } };
    assert.equal(body.APIResponse.Status, 'NOT_FOUND');
  }
});

test('a malformed envelope is 400 and stores nothing', async () => {
  const path = '/v1/payments/1001/maintain/clients/EFT';
  const good = client('MALFORMED-1');
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{}',
    '{"ClientPostRequest":{}}',
    '{"ClientPostRequest":[]}',
    JSON.stringify({ ClientPutRequest: [good] }),
    JSON.stringify({ ClientPostRequest: [good], More: 1 }),
    JSON.stringify({ ClientPostRequest: [good] }).slice(0, -1),
    JSON.stringify({ ClientPostRequest: Array.from({ length: 10_001 }, () => good) }),
  ];
  for (const body of bodies) {
    const headers = { ...(await bearer()), 'content-type': 'application/json' };
    const answer = await raw(path, { method: 'POST', headers, body });
    assert.equal(answer.status, 400, body.slice(0, 60));
    const told = (await answer.json()) as { APIResponse: { Status: string }; Processed: number };
    assert.notEqual(told.APIResponse.Status, 'SUCCESS');
    assert.equal(told.Processed, 0);
  }
  const text = await raw(path, {
    method: 'POST',
    headers: { ...(await bearer()), 'content-type': 'text/plain' },
    body: 'x',
  });
  assert.equal(text.status, 400);
  const huge = await raw(path, {
    method: 'POST',
    headers: { ...(await bearer()), 'content-type': 'application/json' },
    body: `{"ClientPostRequest":["${'x'.repeat(17 * 1024 * 1024)}"]}`,
  }).catch(() => null);
  assert.ok(huge === null || huge.status === 400, 'too large: refused, or cut off while still sending');
  assert.equal((await service.call('clientList', { ClientNumber: good.ClientNumber })).status, 404);
});

test('one bad item among good ones is refused alone, with its field and reason', async () => {
  const bad: [Record<string, unknown>, string, string][] = [
    [{ ...client('B-1'), Misspelt: 1 }, 'Misspelt', 'UNKNOWN_WORD'],
    [{ ...client('B-2'), BankCode: '6' }, 'BankCode', 'WRONG_TYPE'],
    [{ ...client('B-3'), ClientName: undefined }, 'ClientName', 'REQUIRED'],
    [{ ...client('B-4'), AccountNumber: 1.5 }, 'AccountNumber', 'WRONG_TYPE'],
    [{ ...client('B-5'), ClientName: 'a\u0000b' }, 'ClientName', 'INVALID'],
    [{ ...client('GOOD-1') }, 'ClientNumber', 'DUPLICATE'],
  ];
  const items = [client('GOOD-1'), ...bad.map(([item]) => item), client('GOOD-2')] as ReturnType<typeof client>[];
  const answer = await service.call('clientCreate', items);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.successful.map((it) => it.ClientNumber),
    ['GOOD-1', 'GOOD-2'],
  );
  assert.deepEqual(
    answer.failed.map((it) => [it.Errors[0]?.Field, it.Errors[0]?.Code]),
    bad.map(([, field, code]) => [field, code]),
  );
  assert.equal(answer.failed[0]?.['ClientNumber'], 'B-1', 'the submitted words are echoed');
});

test('impossible dates and three decimals are refused, the rest of the batch is stored', async () => {
  const today = service.clock.today();
  await service.call('clientCreate', client('D-1'));
  const of = (number: string, more: object) => ({ ...mandate(today, 'D-1', number), ...more });
  const answer = await service.call('mandateCreate', [
    of('1', { InstalmentStartDate: '2027-02-30 00:00' }),
    of('2', { InstalmentAmount: 12.345 }),
    of('3', { CollectionDay: 45 }),
    of('4', { FrequencyCode: 'SOON' }),
    of('5', { InstalmentStartDate: '2020-01-01 00:00' }),
    of('6', { MaximumAmount: 1 }),
    of('7', {}),
    of('7', {}),
  ]);
  assert.deepEqual(
    answer.successful.map((it) => it.ContractNumber),
    ['7'],
  );
  assert.deepEqual(
    answer.failed.map((it) => it.Errors[0]?.Field),
    [
      'InstalmentStartDate',
      'InstalmentAmount',
      'CollectionDay',
      'FrequencyCode',
      'InstalmentStartDate',
      'InstalmentAmount',
      'ContractNumber',
    ],
  );
});

test('no two calls have the same CallSequence; Name and Version are the contract’s', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.call('frequencyLookup', {})));
  const heads = answers.map((it) => it.body['APIResponse'] as Record<string, unknown>);
  for (const head of heads) {
    assert.equal(head['Name'], 'frequencyLookup');
    assert.equal(head['Version'], '1.0.0');
    assert.equal(head['Status'], 'SUCCESS');
    assert.equal(Number.isInteger(head['CallSequence']), true);
  }
  assert.equal(new Set(heads.map((it) => it['CallSequence'])).size, heads.length);
});

test('the reason lookup also answers on its shorter path', async () => {
  const answer = await raw('/general/mandate_reason_codes/EFT', { headers: await bearer() });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /MandateReasonGetResponse.*MandateReasonCodes/);
});

test('a repeated query parameter is 400', async () => {
  const answer = await raw('/v1/payments/1001/maintain/clients/EFT?ClientNumber=a&ClientNumber=b', {
    headers: await bearer(),
  });
  assert.equal(answer.status, 400);
});

test('every writable field survives create and retrieve', async () => {
  const today = service.clock.today();
  await service.call('clientCreate', client('S-1'));
  const item = {
    ...mandate(today, 'S-1', 'S-1'),
    FirstCollectionDate: `${today} 10:00`,
    FirstCollectionAmount: 99.99,
    RMS: 'N',
  };
  await service.call('mandateCreate', item);
  await service.call('contractCreate', {
    ClientNumber: 'S-1',
    ContractNumber: 'S-2',
    FrequencyCode: 'WEEK',
    CollectionDay: 5,
    TrackingCode: '01',
    InstalmentStartDate: item.InstalmentStartDate,
    InstalmentAmount: 10.01,
    NumberOfInstalments: 3,
    CTCPercentage: 12.5,
    FirstCollectionDate: item.FirstCollectionDate,
    FirstCollectionAmount: 0.29,
  });
  const assertSurvives = (given: object, returned: object | undefined) => {
    for (const [fieldName, value] of Object.entries(returned ?? {}))
      if (fieldName in given) assert.equal(value, (given as Record<string, unknown>)[fieldName], fieldName);
  };
  assertSurvives(client('S-1'), (await service.call('clientList', { ClientNumber: 'S-1' })).records[0]);
  assertSurvives(item, (await service.call('mandateList', { ClientNumber: 'S-1', ContractNumber: 'S-1' })).records[0]);
  const [contract] = (await service.call('contractList', { ClientNumber: 'S-1', ContractNumber: 'S-2' })).records;
  assert.equal(contract?.CTCPercentage, 12.5);
  assert.equal(contract?.FirstCollectionAmount, 0.29);
  // The fields of a mandate that no retrieve returns are in their columns all the same.
  const { rows } = await service.database.pool
    .query<Record<string, unknown>>(`select set_config('app.merchant', '1001', false)`)
    .then(() => service.database.pool.query('select * from contract where contract_number = $1', ['S-1']));
  for (const fieldName of Object.keys(item)) assert.notEqual(rows[0]?.[columnOf(fieldName)] ?? null, null, fieldName);
});

test('a retrieve is 404 for an unknown record, 400 without a required identification, else a list', async () => {
  assert.equal((await service.call('mandateList', { ContractSequence: 1 })).status, 404);
  assert.equal((await service.call('contractList', {})).status, 400);
  assert.equal((await service.call('mandateList', { MandateStatusCode: 'NEVER' })).status, 200);
  const all = await service.call('mandateList', {});
  assert.ok(all.records.length > 0);
});

test('half an identification, or two that disagree, changes nothing', async () => {
  const today = service.clock.today();
  await service.call('clientCreate', client('I-1'));
  const created = await service.call('mandateCreate', [mandate(today, 'I-1', 'a'), mandate(today, 'I-1', 'b')]);
  const sequence = created.successful[0]?.ContractSequence ?? 0;
  const end = { CancelReason: 'MD17', CancelDate: `${today} 00:00` };
  assert.equal((await service.call('mandateCancel', { ...end, ClientNumber: 'I-1' })).status, 400);
  assert.equal((await service.call('mandateCancel', end)).status, 400);
  const disagree = await service.call('mandateCancel', { ...end, ContractSequence: sequence, ContractNumber: 'b' });
  assert.equal(disagree.failed[0]?.Errors[0]?.Code, 'IDENTIFICATION_DISAGREES');
  const unknown = await service.call('mandateCancel', { ...end, ContractSequence: sequence, CancelReason: 'WHAT' });
  assert.equal(unknown.failed[0]?.Errors[0]?.Field, 'CancelReason');
  const active = await service.call('mandateList', { ClientNumber: 'I-1', MandateStatusCode: 'ACTIVE' });
  assert.equal(active.records.length, 2);
});

test('row-level security: every table of a merchant has a forced policy', async () => {
  const { rows } = await service.database.pool.query<{ relname: string }>(`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
  assert.deepEqual(rows, []);
  const client_ = await service.database.pool.connect();
  try {
    await client_.query('begin');
    await client_.query(`select set_config('role', 'collections_app', true), set_config('app.merchant', '1002', true)`);
    const seen = await client_.query('select count(*)::int as n from client');
    assert.equal(seen.rows[0].n, 0, 'a query that forgets its merchant sees nothing of another one');
    await assert.rejects(client_.query(`insert into merchant values ('1001', 'x')`), /row-level security/);
  } finally {
    await client_.query('rollback');
    client_.release();
  }
});

test('openapi.json describes every operation and every form of its path', async () => {
  const document = (await (await raw('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; description?: string }>>;
  };
  const described = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter((it) => !it.description?.startsWith('An extension of this service'))
    .map((it) => it.operationId);
  for (const name of Object.keys(operations)) assert.ok(described.includes(name), name);
  assert.equal(
    described.length,
    Object.values<Operation>(operations).reduce((sum, it) => sum + (it.alias ? 2 : 1), 0),
  );
});
