import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deviceOf } from '#service/auth/uses.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';
import { password, settingsOf } from './testing.ts';

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
before(async () => {
  service = await testService();
  settings = settingsOf(service);
});
after(() => service.close());

test('a person sees their sessions with device and last use, and ends the others', async () => {
  const first = await settings.signIn('two-devices', 'clerk:1001');
  const second = await settings.tokenOf('two-devices');
  const view = async (token: string) => (await settings.call(token, 'profileView')).answer;
  const { Sessions, Roles, Name } = await view(first);
  assert.deepEqual([Name, Roles], ['Name of two-devices', [{ Role: 'clerk', Merchant: '1001' }]]);
  assert.deepEqual(
    Sessions.map(({ IsThis }) => IsThis),
    [false, true],
  );
  for (const { Device, SignedIn, LastUsed } of Sessions) {
    assert.equal(Device, 'Unknown device');
    assert.match(SignedIn, /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    assert.ok(LastUsed >= SignedIn);
  }
  assert.equal((await settings.call(first, 'profileSessionsEnd')).status, 200);
  assert.deepEqual(
    (await view(first)).Sessions.map(({ IsThis }) => IsThis),
    [true],
  );
  await until(async () => (await settings.call(second, 'profileView')).status === 401);
  assert.equal((await settings.call(first, 'profileView')).status, 200);
});

test('a new password needs the current one, and ends every session', async () => {
  const token = await settings.signIn('changes', 'clerk:1001');
  const change = (Current: string, New: string) => settings.call(token, 'profilePassword', { body: { Current, New } });
  const wrong = await change('not this one', 'copper lantern meadow');
  assert.deepEqual([wrong.status, wrong.errors[0]?.Field, wrong.errors[0]?.Code], [400, 'Current', 'WRONG_PASSWORD']);
  const weak = await change(password, 'passwordpassword');
  assert.deepEqual([weak.status, weak.errors[0]?.Field, weak.errors[0]?.Code], [400, 'New', 'WEAK_PASSWORD']);
  assert.equal((await change(password, 'copper lantern meadow')).status, 200);
  await until(async () => (await settings.call(token, 'profileView')).status === 401);
  assert.equal(await settings.tokenOf('changes'), '');
  assert.notEqual(await settings.tokenOf('changes', 'copper lantern meadow'), '');
});

test('a device is a browser and a system, and nothing else of the header', () => {
  const of = (words: string) => deviceOf(`Mozilla/5.0 (${words}`);
  assert.equal(
    of('Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0'),
    'Edge on Windows',
  );
  assert.equal(of('Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1'), 'Safari on Mac');
  assert.equal(of('iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/141.0 Mobile Safari/604.1'), 'Chrome on iPhone');
  assert.equal(
    of('Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130 Mobile'),
    'Samsung Internet on Android',
  );
  assert.equal(deviceOf('<script>'), 'Unknown device');
});
