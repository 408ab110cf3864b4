import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { permissionOf, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { grantsOf, may, roleAt, roleNames, roles } from '#contract/permissions.ts';
import { callerWith } from '#service/base/permissions.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { createBrowser } from './test-browser.ts';
import { savePerson } from './users.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const password = 'quiet karoo windmill';
/** Signs in and returns the access token. */
async function tokenOf(username: string, claims: { roles: string[]; permissions?: string[]; merchants?: string[] }) {
  const { permissions = [], merchants = [] } = claims;
  const { pool } = service.database;
  await savePerson(pool, { username, name: username, password, permissions, merchants, roles: claims.roles });
  const { body } = await createBrowser(service.origin).signInAs(username, password);
  return body['access_token'] ?? '';
}

test('a role counts for its merchant only, and several add up', async () => {
  const token = await tokenOf('two-roles', {
    roles: ['auditor:1001', 'clerk:1002'],
    permissions: ['payouts:write'],
    merchants: ['1003'],
  });
  const create = (merchant: string) => service.call('clientCreate', client('R-1'), { merchant, token });
  assert.equal((await create('1002')).successful.length, 1);
  for (const merchant of ['1001', '1003']) {
    const refused = await create(merchant);
    assert.deepEqual([refused.status, refused.errors[0]?.Code], [401, 'NOT_PERMITTED']);
    assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_scope/);
  }
  assert.equal((await service.call('clientList', {}, { merchant: '1001', token })).status, 200);
  assert.equal((await service.call('clientList', {}, { merchant: '1003', token })).status, 401);
  assert.equal((await create('1004')).status, 404);
});

test('a role for every merchant counts for each of them', async () => {
  const token = await tokenOf('everywhere', { roles: ['auditor:*'] });
  await service.database.pool.query(
    `insert into merchant (merchant, name) values ('7001', 'Karoo Solar') on conflict do nothing`,
  );
  assert.equal((await service.call('clientList', {}, { merchant: '7001', token })).status, 200);
  assert.equal((await service.call('clientCreate', client('R-2'), { merchant: '7001', token })).status, 401);
  assert.equal((await service.call('clientList', {}, { merchant: '7999', token })).status, 404);
});

test('every role may call the operations of its permissions, and no others', async (t) => {
  const called = Object.entries<Operation>(operations).filter(([name]) => name !== 'templateSend');
  for (const role of roleNames) {
    const token = await tokenOf(`matrix-${role}`, { roles: [`${role}:1001`] });
    const holder = { grants: grantsOf({ permissions: [], merchants: [], roles: [`${role}:1001`] }) };
    for (const [name, operation] of called) {
      // The permission is checked before the input, which is empty here.
      const answer = await service.call(name as 'clientList', {}, { merchant: '1001', token });
      const isRefused = answer.status === 401 && answer.errors[0]?.Code === 'NOT_PERMITTED';
      assert.equal(isRefused, !may(holder, permissionOf(operation), '1001'), `${role}: ${name} ${answer.status}`);
    }
  }
  t.diagnostic(`${roleNames.length * called.length} inputs tried`);
});

test('another role ends the access tokens issued before', async () => {
  const token = await tokenOf('demoted', { roles: ['clerk:1001'] });
  const read = () => service.call('clientList', {}, { token });
  assert.equal((await read()).status, 200);
  await service.database.pool.query(`update sign_in.person set roles = '{auditor:1001}' where username = 'demoted'`);
  await until(async () => (await read()).status === 401);
});

test('roles that do not exist give nothing', () => {
  for (const text of ['', 'manager', 'manager:', 'owner:1001', 'manager:1001:x', 'constructor:1001', ':1001'])
    assert.equal(roleAt(text), undefined, text);
  const grants = grantsOf({ permissions: [], merchants: [], roles: ['owner:1001', 'manager:1002'] });
  assert.deepEqual([...grants.keys()], ['1002']);
});

test('only managers release, only administrators administer, and neither is for programs', () => {
  const having = (permission: string) =>
    roleNames.filter((name) => (roles[name].permissions as readonly string[]).includes(permission));
  assert.deepEqual(having('release'), ['manager']);
  assert.deepEqual(having('administer'), ['administrator']);
  assert.deepEqual(having('audit'), ['administrator', 'auditor']);
  assert.deepEqual(having('close'), ['manager', 'finance']);
  assert.deepEqual(having('payouts:write'), ['clerk']);

  const claims = { permissions: ['release', 'administer', 'close'], merchants: ['1001'], roles: ['manager:1002'] };
  const program = callerWith({ subject: 'p', name: 'p', isProgram: true }, claims);
  assert.deepEqual([...program.permissions], ['close']);
  const person = callerWith({ subject: 'p', name: 'p', isProgram: false }, claims);
  assert.ok(may(person, 'release', '1001') && may(person, 'release', '1002'));
});
