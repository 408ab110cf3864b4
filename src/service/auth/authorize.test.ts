import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { askToken, createBrowser, signInForTests } from './test-browser.ts';

const signIn = signInForTests();

test('discovery lists exactly the supported endpoints and options', async () => {
  const answer = await fetch(`${signIn.origin}/.well-known/openid-configuration`, {
    headers: { host: 'evil.example' },
  });
  const found = (await answer.json()) as Record<string, unknown>;
  assert.equal(found['issuer'], signIn.origin);
  assert.equal(found['authorization_endpoint'], `${signIn.origin}/oauth/authorize`);
  assert.equal(found['token_endpoint'], `${signIn.origin}/oauth/token`);
  assert.equal(found['end_session_endpoint'], `${signIn.origin}/oauth/sign-out`);
  assert.equal(found['revocation_endpoint'], `${signIn.origin}/oauth/revoke`);
  assert.deepEqual(found['code_challenge_methods_supported'], ['S256']);
  assert.deepEqual(found['response_types_supported'], ['code']);
  assert.deepEqual((found['grant_types_supported'] as string[]).toSorted(), [
    'authorization_code',
    'client_credentials',
    'refresh_token',
  ]);
  assert.equal(found['authorization_response_iss_parameter_supported'], true);
  const keys = (await (await fetch(String(found['jwks_uri']))).json()) as { keys: Record<string, unknown>[] };
  assert.equal(keys.keys.length, 1);
  assert.equal(keys.keys[0]?.['d'], undefined);
});

test('refuses a code without PKCE, with plain, or for another address', async () => {
  const browser = createBrowser(signIn.origin);
  const errorOf = async (params: Record<string, string | undefined>) => {
    const answer = await browser.go(browser.authorizeUrl(params));
    const { search, hash } = new URL(answer.headers.get('location') ?? 'about:blank', signIn.origin);
    return new URLSearchParams(search || hash.slice(1)).get('error');
  };
  assert.equal(await errorOf({ code_challenge: undefined, code_challenge_method: undefined }), 'invalid_request');
  assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request');
  assert.equal(await errorOf({ code_challenge_method: undefined }), 'invalid_request');
  assert.equal(await errorOf({ response_type: 'token' }), 'unsupported_response_type');
  assert.equal(await errorOf({ resource: 'urn:other:api' }), 'invalid_target');

  const { port } = new URL(signIn.origin);
  const nearMisses = [
    undefined,
    '',
    `${signIn.origin}/callback/`,
    `${signIn.origin}/callback?x=1`,
    `${signIn.origin}/callback#x`,
    `${signIn.origin}/Callback`,
    `${signIn.origin}/callback/../callback`,
    `${signIn.origin}/%63allback`,
    `${signIn.origin}//callback`,
    `${signIn.origin}/callback%00`,
    `${signIn.origin}/callback `,
    `http://localhost:${port}/callback`,
    `http://[::1]:${port}/callback`,
    `http://127.0.0.1:${Number(port) + 1}/callback`,
    'http://127.0.0.1/callback',
    `http://user@127.0.0.1:${port}/callback`,
    `http://127.0.0.1:${port}@evil.example/callback`,
    `https://127.0.0.1:${port}/callback`,
    `HTTP://127.0.0.1:${port}/callback`,
    `http://127.0.0.1.evil.example:${port}/callback`,
    'https://evil.example/callback',
    'javascript:alert(1)',
  ];
  for (const address of nearMisses) {
    const answer = await browser.go(browser.authorizeUrl({ redirect_uri: address }));
    assert.equal(answer.status, 400, String(address));
    assert.equal(answer.headers.get('location'), null, String(address));
  }
});

test('a code works once, and its second use ends the tokens of the first', async () => {
  const browser = createBrowser(signIn.origin);
  const first = await browser.signInAs('support');
  const params = { grant_type: 'authorization_code', client_id: 'console', redirect_uri: `${signIn.origin}/callback` };
  const again = await askToken(signIn.origin, { ...params, code: first.code, code_verifier: first.verifier });
  assert.equal(again.body['error'], 'invalid_grant');
  const refresh = await askToken(signIn.origin, {
    grant_type: 'refresh_token',
    client_id: 'console',
    refresh_token: first.body['refresh_token'] ?? '',
  });
  assert.equal(refresh.body['error'], 'invalid_grant');
});

test('a code is good for a minute', async () => {
  const browser = createBrowser(signIn.origin);
  /** Signs in; the code is as old as if it had been made so many seconds ago. */
  const exchangedAfter = async (seconds: number) => {
    const { path } = await browser.openPage();
    const back = await browser.follow(await browser.submit(path, 'support'));
    const { rowCount } = await signIn.pool.query(
      `update sign_in.oauth_item set expires_at = expires_at - $1 * interval '1 second' where kind = 'AuthorizationCode'`,
      [seconds],
    );
    assert.ok(rowCount);
    return (await browser.exchange(back)).body['error'];
  };
  assert.equal(await exchangedAfter(61), 'invalid_grant');
  const { rows } = await signIn.pool.query<{ seconds: number }>(
    `select (payload ->> 'exp')::int - (payload ->> 'iat')::int as seconds from sign_in.oauth_item
      where kind = 'AuthorizationCode'`,
  );
  assert.ok(rows.every((it) => it.seconds === 60));
  assert.equal(
    await createBrowser(signIn.origin)
      .signInAs('support')
      .then((it) => it.status),
    200,
  );
});

test('of many simultaneous exchanges of one code at most one succeeds', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const back = await browser.follow(await browser.submit(path, 'support'));
  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.exchange(back)));
  assert.ok(answers.filter((answer) => answer.status === 200).length <= 1);
});

test('a code is bound to its verifier, and a wrong one ends it', async () => {
  const browser = createBrowser(signIn.origin);
  const { path } = await browser.openPage();
  const back = await browser.follow(await browser.submit(path, 'support'));
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const params = {
    grant_type: 'authorization_code',
    client_id: 'console',
    redirect_uri: `${signIn.origin}/callback`,
    code,
  };
  assert.equal(
    (await askToken(signIn.origin, { ...params, code_verifier: 'x'.repeat(43) })).body['error'],
    'invalid_grant',
  );
  assert.equal((await browser.exchange(back)).body['error'], 'invalid_grant');
});

test('the authorization endpoint answers top-level navigations, and scripts of the console only without a prompt', async () => {
  const browser = createBrowser(signIn.origin);
  const modes = ['navigate', 'cors', 'no-cors', 'same-origin', 'websocket', 'nested-navigate'];
  const allowed: string[] = [];
  for (const prompt of ['none', 'login', undefined])
    for (const mode of modes)
      for (const destination of ['document', 'iframe', 'empty', 'script'])
        for (const site of ['same-origin', 'same-site', 'cross-site']) {
          const address = signIn.origin + browser.authorizeUrl({ prompt });
          // Not `fetch`, which adds its own mode.
          const headers = { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, 'sec-fetch-site': site };
          const [answer] = (await once(get(address, { headers, agent: false }), 'response')) as [IncomingMessage];
          answer.resume();
          const isPage = mode === 'navigate' && destination === 'document';
          if (answer.statusCode !== 400 && !isPage) allowed.push(`${prompt} ${mode} ${destination} ${site}`);
          if (isPage) assert.equal(answer.statusCode, 303, `${prompt} ${site}`);
          assert.equal(answer.headers['access-control-allow-origin'], undefined);
        }
  assert.deepEqual(allowed, ['none same-origin empty same-origin']);
});

test('the token endpoint allows no other page to call it, and its own origin may', async () => {
  const allowed = async (from: string) => {
    const headers = {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await fetch(`${signIn.origin}/oauth/token`, { method: 'OPTIONS', headers });
    return answer.headers.get('access-control-allow-origin');
  };
  for (const from of ['https://evil.example', 'null', `${signIn.origin}.evil.example`])
    assert.equal(await allowed(from), null, from);
  assert.equal(await allowed(signIn.origin), signIn.origin);
});
