import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { createBrowser, refresh, signInForTests, startSignIn } from '#service/auth/test-browser.ts';
import { rotateKeys } from './keys.ts';

const signIn = signInForTests();

const keyOf = (token = ''): string => String(decodeProtectedHeader(token).kid);

test('new keys end no session, and work in processes that were started before; stolen ones end at once', async () => {
  const { pool, origin, guard } = signIn;
  const browser = createBrowser(origin);
  const before = (await browser.signInAs('staff')).body;
  await rotateKeys(pool, false);

  // The issuer stays the same: another process of one installation.
  const later = await startSignIn(pool, { origin });
  const renewed = await refresh(later.address, before['refresh_token']);
  assert.equal(renewed.status, 200);
  assert.notEqual(keyOf(renewed.body['access_token']), keyOf(before['access_token']));
  for (const check of [guard, later.guard])
    for (const { access_token } of [before, renewed.body])
      assert.equal((await check(`Bearer ${access_token}`)).subject, 'staff');
  const published = (await (await fetch(`${later.address}/oauth/jwks`)).json()) as {
    keys: { kid: string; d?: string }[];
  };
  assert.deepEqual(
    published.keys.map(({ kid, d }) => [kid, d]),
    [renewed.body, before].map(({ access_token }) => [keyOf(access_token), undefined]),
  );
  // The cookie is signed with the former key.
  const cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const silent = await fetch(later.address + browser.authorizeUrl({ prompt: 'none' }), {
    headers: { cookie },
    redirect: 'manual',
  });
  assert.match(silent.headers.get('location') ?? '', /[?&]code=/);
  await later.close();

  await rotateKeys(pool, true);
  const last = await startSignIn(pool, { origin });
  for (const { access_token } of [before, renewed.body])
    await assert.rejects(last.guard(`Bearer ${access_token}`), /A valid access token/);
  const { rows } = await pool.query('select use from sign_in.oauth_key order by use');
  assert.deepEqual(rows, [{ use: 'cookies' }, { use: 'signing' }]);
  await last.close();
});
