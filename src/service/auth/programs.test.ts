import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { askToken, signInForTests } from './test-browser.ts';
import { sandboxProgram, saveProgram } from './users.ts';

const signIn = signInForTests();
const secretOf = (secret: string) => `Basic ${Buffer.from(`${sandboxProgram.clientId}:${secret}`).toString('base64')}`;
const asProgram = (params: Record<string, string> = {}, secret = sandboxProgram.secret) =>
  askToken(signIn.origin, { grant_type: 'client_credentials', ...params }, { authorization: secretOf(secret) });

test('a program gets a token for itself, for one merchant, or for one permission', async () => {
  const whole = await asProgram();
  assert.equal(whole.status, 200);
  assert.equal(whole.body['refresh_token'], undefined);
  const claims = decodeJwt(whole.body['access_token'] ?? '');
  assert.equal(claims.sub, 'sandbox');
  assert.deepEqual(claims['merchants'], ['*']);
  assert.equal((claims['permissions'] as string[]).length, 21);

  const narrow = await asProgram({ scope: 'merchant:1001' });
  const one = await signIn.guard(`Bearer ${narrow.body['access_token']}`);
  assert.deepEqual([...one.merchants], ['1001']);
  assert.equal(one.permissions.size, 21);
  const both = await asProgram({ scope: 'merchant:1002 merchant:1003 mandates:read' });
  const caller = await signIn.guard(`Bearer ${both.body['access_token']}`);
  assert.deepEqual([...caller.merchants], ['1002', '1003']);
  assert.deepEqual([...caller.permissions], ['mandates:read']);

  const limited = { clientId: 'limited', secret: 'a secret of its own', merchants: ['1001'] };
  await saveProgram(signIn.pool, { ...sandboxProgram, ...limited });
  const authorization = `Basic ${Buffer.from(`${limited.clientId}:${limited.secret}`).toString('base64')}`;
  for (const scope of ['merchant:9999', 'merchant:1001 merchant:9999', 'merchant:*', 'openid', 'nonsense:write']) {
    const answer = await askToken(signIn.origin, { grant_type: 'client_credentials', scope }, { authorization });
    assert.equal(answer.body['error'], 'invalid_scope', scope);
  }
  assert.equal((await asProgram({ resource: 'urn:other:api' })).body['error'], 'invalid_target');

  const { clientId: client_id, secret } = sandboxProgram;
  const posted = await askToken(signIn.origin, { grant_type: 'client_credentials', client_id, client_secret: secret });
  assert.equal(posted.status, 200);
  assert.equal((await asProgram({}, 'wrong')).status, 401);
  for (const padding of ['\0', '\0\0\0']) {
    assert.equal((await asProgram({}, secret + padding)).body['access_token'], undefined);
    const padded = { grant_type: 'client_credentials', client_id, client_secret: secret + padding };
    assert.equal((await askToken(signIn.origin, padded)).body['error'], 'invalid_client');
  }
  const unknown = { client_id: 'no\0body', client_secret: 'x', grant_type: 'client_credentials' };
  assert.equal((await askToken(signIn.origin, unknown)).body['error'], 'invalid_client');
  const person = { client_id: 'console', grant_type: 'client_credentials' };
  assert.notEqual((await askToken(signIn.origin, person)).status, 200);
});
