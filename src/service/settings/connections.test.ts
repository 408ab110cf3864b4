import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxProgram } from '#service/auth/users.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { settingsOf } from './testing.ts';

/** A provider, and this server in front of it. */
let provider: TestService;
let service: TestService;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-connection-'));
const secretFile = path.join(folder, 'secret');

before(async () => {
  writeFileSync(secretFile, sandboxProgram.secret);
  provider = await testService();
  service = await testService({
    environment: {
      PROVIDER_URL: provider.origin,
      PROVIDER_TOKEN_URL: `${provider.origin}/oauth/token`,
      PROVIDER_CLIENT_ID: sandboxProgram.clientId,
      PROVIDER_CLIENT_SECRET_FILE: secretFile,
      PROVIDER_SCOPE: 'merchant:{merchant}',
    },
  });
  for (const { database } of [provider, service])
    await asMaintenance(database.pool, (query) =>
      query(`insert into merchant (merchant, name) values ('1001', 'Karoo Solar'), ('1002', 'Highveld Gyms')`),
    );
});
after(async () => {
  await service.close();
  await provider.close();
  rmSync(folder, { recursive: true });
});

const at = { path: { number: '1001' } };

test('an administrator sees how the merchant is connected and tests it, and sees no secret', async () => {
  const { call, signIn } = settingsOf(service);
  const owner = await signIn('owner', 'administrator:1001');
  const { answer } = await call(owner, 'connectionView', at);
  assert.deepEqual(
    { ...answer.Connection, Since: '' },
    {
      Url: provider.origin,
      Segment: 'payments',
      Credentials: 'client',
      TokenUrl: `${provider.origin}/oauth/token`,
      ClientId: sandboxProgram.clientId,
      Authentication: 'client_secret_basic',
      Scope: 'merchant:{merchant}',
      Offers: [],
      ReadsAtOnce: 16,
      Since: '',
    },
  );
  const tested = await call(owner, 'connectionTest', at);
  assert.deepEqual(
    tested.answer.Findings.map(({ Subject, State }) => `${Subject} ${State}`),
    [
      'Address works',
      'Clock works',
      'Token works',
      'Merchant works',
      'Product EFT works',
      'Product DEBICHECK works',
      'Lists of all works',
      'Dry runs, keys unknown',
    ],
  );
  for (const said of [answer, tested.answer])
    assert.doesNotMatch(JSON.stringify(said), new RegExp(`${sandboxProgram.secret}|${folder}`));
});

test('others neither see nor test it', async () => {
  const { call, signIn } = settingsOf(service);
  const auditor = await signIn('auditor-of-it', 'auditor:1001');
  assert.equal((await call(auditor, 'connectionView', at)).status, 200);
  assert.equal((await call(auditor, 'connectionTest', at)).status, 401);
  const other = await signIn('owner-of-another', 'administrator:1002');
  assert.equal((await call(other, 'connectionView', at)).status, 404);
  assert.equal((await call(other, 'connectionTest', at)).status, 404);
});

test('how the provider last answered is shown: an answer, then why a read failed', async () => {
  const { call, signIn } = settingsOf(service);
  const owner = await signIn('owner-who-looks', 'administrator:1001');
  const seen = async () => (await call(owner, 'connectionView', at)).answer.Connection;
  const read = async (merchant: string) => {
    const headers = { authorization: `Bearer ${await service.token(merchant)}` };
    const address = `${service.origin}/v1/payments/${merchant}/maintain/clients/EFT?ClientNumber=none`;
    return (await fetch(address, { headers })).status;
  };
  assert.equal(await read('1001'), 404);
  assert.match((await seen())?.LastAnswer ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  assert.equal((await seen())?.LastFailure, undefined);
  // For the other merchant a token is still to be asked for.
  writeFileSync(secretFile, 'another-secret');
  assert.equal(await read('1002'), 503);
  assert.match((await seen())?.FailureReason ?? '', /^The provider refused this server’s client id or its secret\.$/);
});

test('where the records are the service’s own, there is no connection', async () => {
  const { call, signIn } = settingsOf(provider);
  const owner = await signIn('owner', 'administrator:1001');
  assert.deepEqual((await call(owner, 'connectionView', at)).answer, {});
  assert.equal((await call(owner, 'connectionTest', at)).status, 404);
});
