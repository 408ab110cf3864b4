import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { buildApp } from '#service/app.ts';
import { readSettings } from '#service/config/settings.ts';
import { freePort, numbersKeyFile, testService } from '#service/testing/app.ts';
import { signInAt, startGlewlwyd, unpackGlewlwyd } from '#service/testing/glewlwyd.ts';
import { testClock } from '#service/testing/run.ts';
import { otherIssuerGuard } from './sign-in.ts';

/** The console and the service with a foreign provider. */

const redirectUri = 'http://127.0.0.1:4180/callback';

test('with Glewlwyd as issuer a person signs in with code, PKCE and nonce, for their merchants and scopes', async (t) => {
  const unpacked = await unpackGlewlwyd().catch((error: unknown) => {
    const why = `Glewlwyd cannot be had here: ${(error as Error).message.split('\n')[0]}`;
    console.warn(why);
    t.skip(why);
  });
  if (!unpacked) return;
  const other = await startGlewlwyd(unpacked, redirectUri);
  try {
    const cookie = await signInAt(other.call, 'naledi', 'a long pass phrase');
    const scope = 'openid collections.read';
    assert.equal((await other.call('PUT', '/auth/grant/console', { scope }, cookie)).status, 200);

    const verifier = randomBytes(32).toString('base64url');
    const request = {
      response_type: 'code',
      client_id: 'console',
      redirect_uri: redirectUri,
      scope,
      state: 's',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: scope,
      audience: scope,
    };
    const authorize = async (environment: Record<string, string>) => {
      const query = new URLSearchParams({ ...request, ...environment, g_continue: '' });
      const answer = await other.call('GET', `/oidc/auth?${query}`, undefined, cookie);
      return new URL(answer.headers.get('location') ?? '').searchParams;
    };
    assert.equal((await authorize({})).get('error_description'), 'nonce required');
    const code = (await authorize({ nonce: 'n-1' })).get('code') ?? '';
    const answer = await fetch(`${other.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'console',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    const tokens = (await answer.json()) as { access_token: string; id_token: string };
    assert.equal(decodeJwt(tokens.id_token)['nonce'], 'n-1');
    assert.equal((await fetch(`${other.issuer}/.well-known/openid-configuration`)).status, 200);

    // Its access tokens have their scopes as audience.
    const guardWith = (environment: Record<string, string>) => {
      const settings = readSettings({ OAUTH_ISSUER: other.issuer, ...environment });
      return otherIssuerGuard(other.issuer, settings);
    };
    const environment = { OAUTH_SCOPE_PERMISSIONS: '{"collections.read":"read"}' };
    const guard = guardWith({ ...environment, OAUTH_AUDIENCE: `urn:collections:api,${scope}` });
    const caller = await guard(`Bearer ${tokens.access_token}`);
    assert.deepEqual([...caller.merchants], ['1001']);
    assert.ok(caller.permissions.has('mandates:read') && !caller.permissions.has('mandates:write'));
    await assert.rejects(guard(`Bearer ${tokens.id_token}`), { status: 401 });
    await assert.rejects(guardWith(environment)(`Bearer ${tokens.access_token}`), { status: 401 });
  } finally {
    await other.stop();
  }
});

test('the service accepts a token of a trusted foreign issuer', async () => {
  // The same database behind a second service without a sign-in, which trusts the first one's.
  const service = await testService();
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
    NUMBERS_KEY_FILE: numbersKeyFile,
  });
  const { database } = service;
  const app = await buildApp({ settings, database, clock: testClock, consoleDirectory: '/nonexistent' });
  try {
    const url = `${await app.listen({ host: '127.0.0.1', port })}/v1/payments/1001/maintain/clients/EFT`;
    const headers = { authorization: `Bearer ${await service.token()}` };
    assert.equal((await fetch(url, { headers })).status, 200);
    assert.equal((await fetch(url.replace('1001', '1002'), { headers })).status, 404);
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(new URL('/.well-known/openid-configuration', url))).status, 404);
    const config = (await (await fetch(new URL('/config.json', url))).json()) as { oauth: { issuer: string } };
    assert.equal(config.oauth.issuer, service.origin);
  } finally {
    await app.close();
    await service.close();
  }
});
