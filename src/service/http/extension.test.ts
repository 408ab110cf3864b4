import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allPermissions } from '#contract/permissions.ts';
import type { Entry } from '#service/audit/entry.ts';
import { saveProgram } from '#service/auth/users.ts';
import { setDisabled } from '#service/cli/people.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** The service's own calls ask for the same as those of the interface. */

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service?.close());

async function programWith(clientId: string, permissions: readonly string[]): Promise<string> {
  const secret = `secret-of-${clientId}`;
  await saveProgram(service.database.pool, { clientId, name: clientId, secret, permissions, merchants: ['1001'] });
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function send([method, path]: readonly [string, string], token: string, body: unknown = {}) {
  const answer = await fetch(service.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? undefined : JSON.stringify(body),
  });
  const { Errors = [] } = (await answer.json()) as { Errors?: { Code: string }[] };
  return `${answer.status} ${Errors[0]?.Code ?? ''}`.trim();
}

const entriesBy = (actor: string): Promise<Entry[]> =>
  asMaintenance(service.database.pool, async (query) => {
    const rows = await query<{ entry: string }>('select entry from audit_entry where actor = $1 order by sequence', [
      actor,
    ]);
    return rows.map(({ entry }) => JSON.parse(entry) as Entry);
  });

const account = '0f8fad5b-d9cb-469f-a165-70867728950e';
const bankAccount = {
  Version: 0,
  Account: { id: account, name: 'FNB', ending: '4471', tolerance: { line: 0, month: 0 }, rules: [] },
  Statements: [],
  Lines: [],
  Matches: [],
};

test('who was disabled a moment ago changes nothing, by the interface or by the service’s own calls', async () => {
  const token = await programWith('former', [...allPermissions, 'close']);
  assert.equal(await send(['GET', '/month-end/1001/EFT'], token), '200');
  await setDisabled(service.database.pool, 'program', 'former', true);
  const changes: [readonly [string, string], unknown][] = [
    [['PUT', `/month-end/1001/bank-accounts/${account}`], bankAccount],
    [['POST', '/month-end/1001/EFT/2026-01/reopen'], { Reason: 'A reason' }],
    [['POST', '/audit/1001'], { Action: 'export', What: 'Clients' }],
    [['POST', '/sandbox/clock/1001'], { Today: '2027-01-01' }],
    [['POST', '/sandbox/faults/1001'], { Operation: 'clientList', Fault: 'LOSE' }],
    [['POST', '/sandbox/merchants/7002'], { Name: 'Mine' }],
  ];
  const created = service.call('clientCreate', client('FORMER'), { token });
  const answers = await Promise.all(changes.map(([call, body]) => send(call, token, body)));
  assert.deepEqual(new Set(answers), new Set(['401 UNAUTHORIZED']));
  assert.equal((await created).status, 401);
  assert.deepEqual((await service.call('clientList', { ClientNumber: 'FORMER' })).status, 404);
});

test('a missing permission and another merchant’s number are in the audit, with the address, for every call', async () => {
  const token = await programWith('nobody', ['clients:read']);
  const rooms = [
    ['GET', '/month-end/M/EFT'],
    ['GET', '/month-end/M/EFT/2026-01'],
    ['POST', '/month-end/M/EFT/2026-01/close'],
    ['POST', '/month-end/M/EFT/2026-01/reopen'],
    ['GET', '/month-end/M/bank-accounts'],
    ['PUT', `/month-end/M/bank-accounts/${account}`],
    ['DELETE', `/month-end/M/bank-accounts/${account}`],
    ['POST', '/approvals/M/1'],
    ['GET', '/audit/M'],
    ['GET', '/sandbox/clock/M'],
    ['POST', '/sandbox/clock/M'],
    ['GET', '/sandbox/faults/M'],
    ['POST', '/sandbox/faults/M'],
    ['DELETE', '/sandbox/faults/M'],
    ['GET', '/sandbox/statement/M'],
  ] as const;
  for (const [method, path] of rooms) {
    assert.equal(await send([method, path.replace('M', '1001')], token), '401 NOT_PERMITTED', `${method} ${path}`);
    assert.equal(await send([method, path.replace('M', '1002')], token), '404 NOT_FOUND', `${method} ${path}`);
  }
  for (const path of ['/settings/v1/people', '/settings/v1/merchants'])
    assert.equal(await send(['POST', path], token), '401 NOT_PERMITTED', path);
  assert.equal(await send(['POST', '/sandbox/merchants/7001'], token, { Name: 'Mine' }), '401 NOT_PERMITTED');

  const count = 2 * rooms.length + 3;
  await until(async () => (await entriesBy('nobody')).length === count);
  const entries = await entriesBy('nobody');
  for (const { Outcome, Context } of entries) {
    assert.equal(Outcome, 'refused');
    assert.equal(Context?.Address, '127.0.0.1');
  }
  const outside = entries.filter(({ Codes }) => Codes?.['NOT_FOUND'] === 1);
  assert.equal(outside.length, rooms.length);
  for (const { Merchant, Details } of outside) assert.deepEqual([Merchant, Details], ['*', { Merchant: '1002' }]);
});

test('a change that is refused for what it is made of is in the audit, and so is where a change came from', async () => {
  const token = await programWith('closer', ['reports:read', 'close']);
  const path = `/month-end/1001/bank-accounts/${account}`;
  assert.equal(await send(['PUT', path], token, bankAccount), '200');
  assert.equal(await send(['PUT', path], token, bankAccount), '400 CHANGED');
  assert.equal(
    await send(['POST', '/month-end/1001/EFT/2026-01/reopen'], token, { Reason: 'x' }),
    '400 MONTH_NOT_CLOSED',
  );
  await until(async () => (await entriesBy('closer')).length === 3);
  const entries = await entriesBy('closer');
  assert.deepEqual(
    entries.map(({ Action, Outcome, Codes, Context }) => [Action, Outcome, Codes, Context?.Address]),
    [
      ['bank.keep', 'done', undefined, '127.0.0.1'],
      ['bank.keep', 'refused', { CHANGED: 1 }, '127.0.0.1'],
      ['month.reopen', 'refused', { MONTH_NOT_CLOSED: 1 }, '127.0.0.1'],
    ],
  );
});

test('a stranger’s body is not read by the service’s own calls', async () => {
  const answer = await fetch(`${service.origin}/month-end/1001/bank-accounts/${account}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{ this is no JSON',
  });
  assert.equal(answer.status, 401);
});
