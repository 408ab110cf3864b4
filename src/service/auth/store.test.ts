import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToken, createBrowser, signInForTests } from './test-browser.ts';
import { hasSandboxSignIns, seedSandboxSignIns } from './users.ts';

const signIn = signInForTests();

test('the stored rows contain nothing that signs in', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const signedIn = await browser.signInAs('staff');
  await askToken(signIn.origin, {
    grant_type: 'refresh_token',
    client_id: 'console',
    refresh_token: signedIn.body['refresh_token'] ?? '',
  });
  await browser.openPage({ prompt: 'login' });
  const { rows } = await signIn.pool.query<{ text: string }>(
    `select i::text as text from sign_in.oauth_item i union all select r::text from sign_in.oauth_replay r
     union all select p::text from sign_in.person p union all select p::text from sign_in.program p`,
  );
  const everything = rows.map((row) => row.text).join('\n');
  const secrets = [
    ...[...browser.jar.values()].map((cookie) => cookie.value),
    path.split('/').at(-1) ?? '',
    signedIn.code,
    signedIn.body['refresh_token'] ?? '',
    signedIn.body['access_token'] ?? '',
    'sandbox-only',
  ];
  for (const secret of secrets) {
    assert.ok(secret.length > 10);
    assert.ok(!everything.includes(secret));
    assert.ok(!everything.includes(Buffer.from(secret).toString('hex')));
  }
});

test('the application role cannot read the sign-in tables', async () => {
  await signIn.pool.query(
    `do $$ begin create role collections_app nologin; exception when duplicate_object then null; end $$`,
  );
  const client = await signIn.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role collections_app');
    await assert.rejects(client.query('select secret from sign_in.oauth_key'), /permission denied/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('seeding twice changes nothing, and the well-known accounts are reported', async () => {
  const read = async () => (await signIn.pool.query('select * from sign_in.person order by username')).rows;
  const once = await read();
  await seedSandboxSignIns(signIn.pool);
  assert.deepEqual(await read(), once);
  assert.equal(await hasSandboxSignIns(signIn.pool), true);
});
