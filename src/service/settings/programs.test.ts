import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let admin: string;
let local: string;

before(async () => {
  service = await testService();
  settings = settingsOf(service);
  await service.database.pool.query(
    `insert into merchant (merchant, name) values ('5001', 'Karoo Solar'), ('5002', 'Knysna Boats')`,
  );
  admin = await settings.signIn('ann', 'administrator:*');
  local = await settings.signIn('lindiwe', 'administrator:5001');
});
after(() => service.close());

const fetchToken = async (clientId: string, secret: string, scope = '') => {
  const response = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
  });
  return (await response.json()) as { access_token?: string; error?: string };
};
const body = (ClientId: string, ...Merchants: string[]) => ({
  ClientId,
  Name: 'Nightly import',
  Permissions: ['clients:read', 'clients:write'],
  Merchants,
});
const add = async (clientId: string, ...merchants: string[]) =>
  (await settings.call(admin, 'programAdd', { body: body(clientId, ...merchants) })).answer.Secret;
const path = (clientId: string) => ({ path: { clientId } });

test('a program works with its secret, for its merchants and permissions only', async () => {
  const secret = await add('import', '5001');
  assert.match(secret, /^[\w-]{32}$/);
  const { access_token: token = '' } = await fetchToken('import', secret);
  assert.equal((await service.call('clientCreate', client('G-1'), { merchant: '5001', token })).successful.length, 1);
  assert.equal((await service.call('mandateList', {}, { merchant: '5001', token })).status, 401);
  assert.equal((await service.call('clientList', {}, { merchant: '5002', token })).status, 404);

  // Scope narrows, and never widens.
  const narrowed = (await fetchToken('import', secret, 'clients:read')).access_token ?? '';
  assert.equal((await service.call('clientList', {}, { merchant: '5001', token: narrowed })).status, 200);
  assert.equal((await service.call('clientCreate', client('G-2'), { merchant: '5001', token: narrowed })).status, 401);
  for (const scope of ['payouts:write', 'release', 'administer', 'merchant:5002'])
    assert.equal((await fetchToken('import', secret, scope)).error, 'invalid_scope', scope);

  const { Programs } = (await settings.call(admin, 'programsList')).answer;
  const listed = Programs.find(({ ClientId }) => ClientId === 'import');
  assert.match(listed?.LastUsed ?? '', /^\d{4}-/);
  assert.ok(!JSON.stringify(Programs).includes(secret));
});

test('while a secret is replaced both work, and calls go on; then the former ends', async () => {
  const former = await add('rotating', '5001');
  const { access_token: token = '' } = await fetchToken('rotating', former);
  const read = () => service.call('clientList', {}, { merchant: '5001', token });
  assert.equal((await read()).status, 200);

  const { Secret } = (await settings.call(admin, 'programSecret', path('rotating'))).answer;
  const works = async (secret: string) => (await fetchToken('rotating', secret)).access_token !== undefined;
  assert.deepEqual([await works(former), await works(Secret), await works('neither')], [true, true, false]);
  // Longer than a process may remember that the token is valid.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal((await read()).status, 200, 'tokens of the former secret still work');

  assert.equal((await settings.call(admin, 'programSecretEnd', path('rotating'))).status, 200);
  assert.deepEqual([await works(former), await works(Secret)], [false, true]);
  await until(async () => (await read()).status === 401);

  // Replacing twice ends the oldest.
  const third = (await settings.call(admin, 'programSecret', path('rotating'))).answer.Secret;
  const fourth = (await settings.call(admin, 'programSecret', path('rotating'))).answer.Secret;
  assert.deepEqual([await works(Secret), await works(third), await works(fourth)], [false, true, true]);
});

test('a disabled program gets no token, and its tokens end', async () => {
  const secret = await add('stopped', '5001');
  const { access_token: token = '' } = await fetchToken('stopped', secret);
  await settings.call(admin, 'programEdit', { ...path('stopped'), body: { Disabled: true } });
  assert.equal((await fetchToken('stopped', secret)).error, 'invalid_client');
  await until(async () => (await service.call('clientList', {}, { merchant: '5001', token })).status === 401);
});

test('an administrator of one merchant manages its programs only', async () => {
  await add('theirs', '5002');
  await add('shared', '5001', '5002');
  const { Programs } = (await settings.call(local, 'programsList')).answer;
  const names = Programs.map(({ ClientId }) => ClientId);
  assert.ok(names.includes('shared') && !names.includes('theirs'));
  assert.deepEqual(Programs.find(({ ClientId }) => ClientId === 'shared')?.Merchants, ['5001']);

  for (const [clientId, status] of [
    ['theirs', 404],
    ['shared', 401],
    ['nowhere', 404],
  ] as const) {
    assert.equal((await settings.call(local, 'programSecret', path(clientId))).status, status);
    assert.equal((await settings.call(local, 'programSecretEnd', path(clientId))).status, status);
    assert.equal(
      (await settings.call(local, 'programEdit', { ...path(clientId), body: { Disabled: true } })).status,
      status,
    );
  }
  assert.equal((await settings.call(local, 'programAdd', { body: body('own', '5001') })).status, 200);
  assert.equal((await settings.call(local, 'programAdd', { body: body('beyond', '5002') })).status, 401);
  assert.equal((await settings.call(local, 'programAdd', { body: body('beyond', '*') })).status, 401);
  const widened = await settings.call(local, 'programEdit', { ...path('own'), body: { Merchants: ['5001', '5002'] } });
  assert.equal(widened.status, 401);
});

test('a program is refused with the field and the reason, and never gets what is for people', async () => {
  const refused = async (given: object, field: string, code: string) => {
    const { status, errors } = await settings.call(admin, 'programAdd', { body: given as never });
    assert.deepEqual([status, errors[0]?.Field, errors[0]?.Code], [400, field, code]);
  };
  const good = body('new-program', '5001');
  for (const permission of ['release', 'administer', 'everything'])
    await refused({ ...good, Permissions: [permission] }, 'Permissions.0', 'INVALID');
  await refused({ ...good, Permissions: [] }, 'Permissions', 'INVALID');
  await refused({ ...good, Merchants: ['9999'] }, 'Merchants', 'NOT_FOUND');
  await refused({ ...good, ClientId: 'console' }, 'ClientId', 'DUPLICATE');
  await refused({ ...good, ClientId: 'sandbox' }, 'ClientId', 'DUPLICATE');
  for (const taken of ['clearing', 'Clearing', 'ann', 'staff', 'Staff', 'Sandbox'])
    await refused({ ...good, ClientId: taken }, 'ClientId', 'DUPLICATE');
  for (const twin of ['ѕtaff', 'staff\u200b', 'nightly\u202e'])
    await refused({ ...good, ClientId: twin }, 'ClientId', 'INVALID');
  await refused({ ...good, Name: 'Sam\u202eStaff' }, 'Name', 'INVALID');
  await refused({ ...good, Secret: 'my own' }, 'Secret', 'UNKNOWN_WORD');
  const { Programs } = (await settings.call(admin, 'programsList')).answer;
  assert.ok(!Programs.some(({ ClientId }) => ['new-program', 'console'].includes(ClientId)));
});

test('a program’s name that a person, another program or the service has is refused in any case or width', async () => {
  await add('night-run', '5001');
  const asked = async (name: 'programAdd' | 'programEdit', given: object) => {
    const { status, errors } = await settings.call(admin, name, { body: given as never, ...path('night-run') });
    return `${status} ${errors[0]?.Field} ${errors[0]?.Code}`;
  };
  for (const ClientId of ['finance', 'Finance', 'ANN', 'clearing', 'Clearing', 'operator', 'factors', 'Night-Run'])
    assert.equal(await asked('programAdd', body(ClientId, '5001')), '400 ClientId DUPLICATE', ClientId);
  for (const Name of ['Fatima Finance', 'fatima  FINANCE', 'ann', 'name of ann', 'Clearing', 'Collections Console']) {
    const given = { ...body('day-run', '5001'), Name };
    assert.equal(await asked('programAdd', given), '400 Name DUPLICATE', Name);
    assert.equal(await asked('programEdit', { Name }), '400 Name DUPLICATE', Name);
  }
  assert.equal(await asked('programEdit', { Name: 'NIGHTLY import' }), '200 undefined undefined', 'its own');
});
