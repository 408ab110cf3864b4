import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let admin: string;
let local: string;
let clerk: string;

before(async () => {
  service = await testService();
  settings = settingsOf(service);
  admin = await settings.signIn('ann', 'administrator:*');
  for (const Number of ['5001', '5002'])
    await settings.call(admin, 'merchantAdd', { body: { Number, Name: `Merchant ${Number}` } });
  local = await settings.signIn('lindiwe', 'administrator:5001');
  clerk = await settings.signIn('clara', 'clerk:5001', 'clerk:5002');
});
after(() => service.close());

const edit = (token: string, number: string, body: { Name?: string; Products?: string[]; Disabled?: boolean }) =>
  settings.call(token, 'merchantEdit', { path: { number }, body });
const clients = (merchant: string, product = 'EFT') =>
  service.call('clientList', {}, { merchant, product, token: clerk }).then(({ status }) => status);

test('a merchant is added with its products, and works for those who have a role there', async () => {
  const body = { Number: '5010', Name: ' Karoo Solar ', Products: ['EFT'] };
  const { answer } = await settings.call(admin, 'merchantAdd', { body });
  assert.deepEqual([answer.Name, answer.Products, answer.Status], ['Karoo Solar', ['EFT'], 'Active']);
  const token = await settings.signIn('solar', 'clerk:5010');
  const list = (product: string) => service.call('clientList', {}, { merchant: '5010', product, token });
  assert.equal((await list('EFT')).status, 200);
  await until(async () => (await list('DEBICHECK')).status === 404);
  const session = await fetch(`${service.origin}/session.json`, { headers: { authorization: `Bearer ${token}` } });
  assert.deepEqual(((await session.json()) as { merchants: unknown }).merchants, [
    { number: '5010', name: 'Karoo Solar', products: ['EFT'] },
  ]);
});

test('products are limited and given back within seconds, in every call', async () => {
  assert.equal(await clients('5001', 'DEBICHECK'), 200);
  assert.deepEqual((await edit(admin, '5001', { Products: ['EFT'] })).answer.Products, ['EFT']);
  await until(async () => (await clients('5001', 'DEBICHECK')) === 404);
  assert.deepEqual([await clients('5001'), await clients('5002', 'DEBICHECK')], [200, 200]);
  await edit(admin, '5001', { Products: ['DEBICHECK', 'EFT'] });
  await until(async () => (await clients('5001', 'DEBICHECK')) === 200);
});

test('a disabled merchant does not exist until it is enabled', async () => {
  await edit(admin, '5002', { Disabled: true });
  await until(async () => (await clients('5002')) === 404);
  const { Merchants } = (await settings.call(admin, 'merchantsList')).answer;
  assert.equal(Merchants.find(({ Number }) => Number === '5002')?.Status, 'Disabled');
  await edit(admin, '5002', { Disabled: false });
  await until(async () => (await clients('5002')) === 200);
});

test('an administrator of one merchant changes its name and products, and nothing of others', async () => {
  assert.equal((await edit(local, '5001', { Name: 'Renamed' })).answer.Name, 'Renamed');
  assert.equal((await edit(local, '5002', { Name: 'Renamed' })).status, 404);
  assert.equal((await edit(local, '5999', { Name: 'Renamed' })).status, 404);
  assert.equal((await edit(local, '5001', { Disabled: true })).status, 401);
  const body = { Number: '5011', Name: 'Another' };
  assert.equal((await settings.call(local, 'merchantAdd', { body })).status, 401);
  const { Merchants } = (await settings.call(local, 'merchantsList')).answer;
  assert.deepEqual(
    Merchants.map(({ Number, People }) => [Number, People > 0]),
    [['5001', true]],
  );
  assert.equal((await settings.call(clerk, 'merchantsList')).status, 401);
});

test('a merchant is refused with the field and the reason', async () => {
  const refused = async (body: object, field: string, code: string) => {
    const { status, errors } = await settings.call(admin, 'merchantAdd', { body: body as never });
    assert.deepEqual([status, errors[0]?.Field, errors[0]?.Code], [400, field, code]);
  };
  const good = { Number: '5020', Name: 'New' };
  await refused({ ...good, Number: '50/20' }, 'Number', 'INVALID');
  await refused({ ...good, Number: '5001' }, 'Number', 'DUPLICATE');
  await refused({ ...good, Name: '' }, 'Name', 'INVALID');
  await refused({ ...good, Products: [] }, 'Products', 'INVALID');
  await refused({ ...good, Products: ['CASH'] }, 'Products', 'NOT_IN_LOOKUP');
  const { Merchants } = (await settings.call(admin, 'merchantsList')).answer;
  assert.ok(!Merchants.some(({ Number }) => Number === '5020'));
});

test('a merchant’s form defaults are received by all who work there, and only what its forms may begin with is kept', async () => {
  const keep = (FormDefaults: unknown) =>
    settings.call(admin, 'merchantEdit', { path: { number: '5001' }, body: { FormDefaults } as never });
  const wanted = { EFT: { mandate: { FrequencyCode: 'MNTH', CollectionDay: 25 }, payout: {} } };
  assert.deepEqual((await keep(wanted)).answer.FormDefaults, wanted);
  const reader = await settings.signIn('clerk-of-defaults', 'clerk:5001');
  const headers = { authorization: `Bearer ${reader}` };
  const session = (await (await fetch(`${service.origin}/session.json`, { headers })).json()) as {
    merchants: { formDefaults?: unknown }[];
  };
  assert.deepEqual(session.merchants[0]?.formDefaults, wanted);
  for (const wrong of [
    { NONE: {} },
    { EFT: { client: {} } },
    { EFT: { toString: {} } },
    { EFT: { mandate: { InstalmentAmount: 5 } } },
    { EFT: { mandate: { FrequencyCode: 'x'.repeat(51) } } },
    { EFT: { mandate: { FrequencyCode: 'a\0' } } },
    { EFT: { mandate: { CollectionDay: 1.5 } } },
    { EFT: { mandate: { FrequencyCode: null } } },
    [],
  ]) {
    const { status, errors } = await keep(wrong);
    assert.deepEqual([status, errors[0]?.Field?.split('.')[0]], [400, 'FormDefaults'], JSON.stringify(wrong));
  }
});
