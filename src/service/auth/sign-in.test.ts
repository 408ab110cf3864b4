import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { HttpError } from '#service/base/errors.ts';
import { askToken, createBrowser, signInForTests } from './test-browser.ts';
import { sandboxProgram, savePerson } from './users.ts';

const signIn = signInForTests();
const secretOf = (secret: string) => `Basic ${Buffer.from(`${sandboxProgram.clientId}:${secret}`).toString('base64')}`;
const asProgram = (params: Record<string, string> = {}, secret = sandboxProgram.secret) =>
  askToken(signIn.origin, { grant_type: 'client_credentials', ...params }, { authorization: secretOf(secret) });

test('a person signs in at the page, and the token has their name and permissions', async () => {
  const browser = createBrowser(signIn.origin);
  const { path, html } = await browser.openPage();
  assert.match(html, /<title>Sign in · Collections Console<\/title>/);
  for (const name of ['staff', 'finance', 'support']) assert.ok(html.includes(`<code>${name}</code>`));

  const back = await browser.follow(await browser.submit(path, 'finance'));
  assert.equal(new URL(back.headers.get('location') ?? '').searchParams.get('iss'), signIn.origin);
  const answer = await browser.exchange(back);
  assert.equal(answer.status, 200);
  assert.equal(answer.body['token_type'], 'Bearer');
  assert.equal(Number(answer.body['expires_in']), 600);

  const jwks = createRemoteJWKSet(new URL(`${signIn.origin}/oauth/jwks`));
  const token = answer.body['access_token'] ?? '';
  const { payload, protectedHeader } = await jwtVerify(token, jwks, {
    issuer: signIn.origin,
    audience: 'urn:collections:api',
  });
  assert.equal(protectedHeader.typ, 'at+jwt');
  assert.equal(protectedHeader.alg, 'ES256');
  assert.equal(payload.sub, 'finance');
  assert.equal(payload['name'], 'Fatima Finance');
  assert.equal(payload['client_id'], 'console');
  assert.ok((payload['permissions'] as string[]).includes('payouts:write'));
  assert.ok(!(payload['permissions'] as string[]).includes('mandates:write'));
  assert.deepEqual(payload['merchants'], ['*']);

  const identity = decodeJwt(answer.body['id_token'] ?? '');
  assert.equal(identity['name'], 'Fatima Finance');
  assert.equal(identity['nonce'], 'n-1');
  assert.equal(identity.aud, 'console');

  const caller = await signIn.guard(`Bearer ${token}`);
  assert.equal(caller.subject, 'finance');
  assert.equal(caller.name, 'Fatima Finance');
  assert.ok(caller.permissions.has('payouts:write') && !caller.permissions.has('mandates:write'));
  assert.deepEqual([...caller.merchants], ['*']);
});

test('a reload signs in without the form; prompt=login shows it again, and another person can sign in', async () => {
  const browser = createBrowser(signIn.origin);
  const staff = await browser.signInAs('staff');
  const silent = await browser.follow(await browser.go(browser.authorizeUrl({ prompt: 'none' })));
  const second = await browser.exchange(silent);
  assert.equal(decodeJwt(second.body['access_token'] ?? '').sub, 'staff');

  const { path, html } = await browser.openPage({ prompt: 'login' });
  assert.match(html, /name="username" value="staff"/);
  const other = await browser.exchange(await browser.follow(await browser.submit(path, 'finance')));
  assert.equal(decodeJwt(other.body['access_token'] ?? '').sub, 'finance');
  const old = await askToken(signIn.origin, {
    grant_type: 'refresh_token',
    client_id: 'console',
    refresh_token: staff.body['refresh_token'] ?? '',
  });
  assert.equal(old.body['error'], 'invalid_grant');
});

test('the session ends 8 hours after the sign-in, however it is used', async () => {
  await signIn.pool.query('truncate sign_in.oauth_item');
  const browser = createBrowser(signIn.origin);
  await browser.signInAs('staff');
  const seconds = async () => {
    const { rows } = await signIn.pool.query<{ left: number }>(
      `select extract(epoch from max(expires_at) - now())::int as left from sign_in.oauth_item
       where kind in ('Session', 'RefreshToken', 'Grant')`,
    );
    return rows[0]?.left ?? 0;
  };
  const left = await seconds();
  assert.ok(left > 8 * 3600 - 30 && left <= 8 * 3600, String(left));
  // Seven hours pass.
  await signIn.pool.query(
    `update sign_in.oauth_item set payload = jsonb_set(payload::jsonb, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 7 * 3600))
     where kind = 'Session' and payload->>'loginTs' is not null`,
  );
  await signIn.pool.query(`delete from sign_in.oauth_item where kind in ('RefreshToken', 'Grant')`);
  const late = await browser.exchange(await browser.follow(await browser.go(browser.authorizeUrl({ prompt: 'none' }))));
  assert.equal(late.status, 200);
  assert.ok((await seconds()) <= 3600);
});

test('a disabled person is signed out at the next refresh', async () => {
  const rights = { permissions: ['clients:read'], merchants: ['1001'] };
  await savePerson(signIn.pool, { username: 'leaver', name: 'Leaver', password: 'a long pass phrase', ...rights });
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const first = await browser.exchange(
    await browser.follow(await browser.submit(path, 'leaver', 'a long pass phrase')),
  );
  assert.equal(first.status, 200);
  await signIn.pool.query(`update sign_in.person set disabled = true where username = 'leaver'`);
  const params = { grant_type: 'refresh_token', client_id: 'console' };
  const next = await askToken(signIn.origin, { ...params, refresh_token: first.body['refresh_token'] ?? '' });
  assert.equal(next.body['error'], 'invalid_grant');
  const page = await browser.openPage();
  assert.match(page.html, /<h1>Sign in<\/h1>/);
  assert.equal((await browser.submit(page.path, 'leaver', 'a long pass phrase')).status, 403);
});

test('the guard gives every bad token the same answer', async () => {
  const refusal = (authorization: string | undefined): Promise<HttpError> =>
    signIn.guard(authorization).then(
      () => assert.fail('accepted'),
      (error: unknown) => (error instanceof HttpError ? error : assert.fail(String(error))),
    );
  const good = (await asProgram()).body['access_token'] ?? '';
  const [head = '', payload = '', signature = ''] = good.split('.');
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = decodeJwt(good);
  const signedIn = await createBrowser(signIn.origin).signInAs('support');
  const bad = {
    none: `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    hmac: `${part({ alg: 'HS256', typ: 'at+jwt' })}.${payload}.${signature}`,
    tampered: `${head}.${part({ ...claims, sub: 'administrator' })}.${signature}`,
    unsigned: `${head}.${payload}.`,
    garbage: 'garbage',
    dots: '...',
    'id token': signedIn.body['id_token'] ?? '',
    'refresh token': signedIn.body['refresh_token'] ?? '',
  };
  const answers = new Set<string>();
  for (const [kind, token] of Object.entries(bad)) {
    const error = await refusal(`Bearer ${token}`);
    answers.add(JSON.stringify([error.status, error.faults, error.headers]));
    assert.equal(error.headers['www-authenticate'], 'Bearer error="invalid_token"', kind);
  }
  assert.equal(answers.size, 1);
  for (const header of [undefined, '', 'Basic eDp5', good]) {
    const error = await refusal(header);
    assert.equal(error.headers['www-authenticate'], 'Bearer');
    assert.equal(error.faults[0]?.Code, 'UNAUTHORIZED');
  }
  assert.equal((await signIn.guard(`bearer ${good}`)).subject, 'sandbox');
});
