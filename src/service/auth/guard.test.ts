import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { HttpError } from '#service/base/errors.ts';
import { readSettings } from '#service/config/settings.ts';
import { until } from '#service/testing/until.ts';
import { discoveredKeys } from './discovered-keys.ts';
import { createGuard, type Guard } from './guard.ts';

/** A foreign issuer with discovery and keys over HTTP, which can go down. */
let server: Server;
let issuer: string;
let away = false;
const requested: string[] = [];
const audience = 'https://api.example/payments';
const keys = {
  rsa: await generateKeyPair('RS256', { extractable: true }),
  late: await generateKeyPair('ES256', { extractable: true }),
  stranger: await generateKeyPair('RS256', { extractable: true }),
};
const published = ['rsa'];

before(async () => {
  server = createServer(async (request, response) => {
    requested.push(request.url ?? '');
    if (away) return void response.writeHead(503).end();
    if (request.url === '/.well-known/openid-configuration')
      return void response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    const set = [
      { ...(await exportJWK(keys.rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(keys.late.publicKey)), kid: 'late', alg: 'ES256', use: 'sig' },
    ];
    response.end(JSON.stringify({ keys: set.filter((key) => published.includes(key.kid)) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

interface TokenWords {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  key?: keyof typeof keys;
}

const tokenOf = ({ claims = {}, header = {}, key = 'rsa' }: TokenWords = {}): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: issuer, aud: audience, sub: 'u-1', iat: now, exp: now + 300, ...claims };
  return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: key, ...header }).sign(keys[key].privateKey);
};

const guardOf = (options: Partial<Parameters<typeof createGuard>[0]> = {}): Guard =>
  createGuard({ issuer, audiences: [audience], keys: discoveredKeys(issuer), typed: false, ...options });

const statusOf = (guard: Guard, token: string): Promise<number> =>
  guard(`Bearer ${token}`).then(
    () => 200,
    (error: unknown) => (error instanceof HttpError ? error.status : assert.fail(String(error))),
  );

test('maps another issuer’s claims: other names, single values, scope instead of permissions', async () => {
  const guard = guardOf({ merchantsClaim: 'https://x.example/merchants', permissionsClaim: 'roles' });
  const claims = { 'https://x.example/merchants': [1001, '1002'], roles: 'mandates:read  payouts:write' };
  const caller = await guard(`Bearer ${await tokenOf({ claims })}`);
  assert.deepEqual([...caller.merchants], ['1001', '1002']);
  assert.deepEqual([...caller.permissions], ['mandates:read', 'payouts:write']);
  assert.equal(caller.name, 'u-1');

  const plain = await guardOf()(
    `Bearer ${await tokenOf({ claims: { scope: 'openid clients:read', merchants: '*' } })}`,
  );
  assert.deepEqual([...plain.permissions], ['openid', 'clients:read']);
  assert.deepEqual([...plain.merchants], ['*']);
  const empty = await guardOf()(`Bearer ${await tokenOf({ claims: { name: 'Ann' } })}`);
  assert.deepEqual([empty.name, empty.merchants.size, empty.permissions.size], ['Ann', 0, 0]);
});

test('takes roles from the claim that is named for them, and from no other', async () => {
  const claims = {
    roles: ['manager:1001', 'Administrator', 'clerk:1002'],
    merchants: ['1003'],
    permissions: ['audit'],
  };
  const grants = async (rolesClaim?: string) =>
    (await guardOf({ rolesClaim })(`Bearer ${await tokenOf({ claims })}`)).grants;
  assert.deepEqual(
    [...(await grants())].map(([merchant, { size }]) => [merchant, size]),
    [['1003', 1]],
  );
  const named = await grants('roles');
  assert.ok(named.get('1001')?.has('release') && !named.get('1001')?.has('mandates:write'));
  assert.ok(named.get('1002')?.has('mandates:write') && !named.get('1002')?.has('release'));
});

test('a token whose subject is its client is a program’s, and releases nothing', async () => {
  const claims = { permissions: ['release', 'audit'], merchants: ['1001'], client_id: 'u-1' };
  const program = await guardOf()(`Bearer ${await tokenOf({ claims })}`);
  assert.deepEqual([program.isProgram, ...program.permissions], [true, 'audit']);
  const person = await guardOf()(`Bearer ${await tokenOf({ claims: { ...claims, client_id: 'console' } })}`);
  assert.deepEqual([person.isProgram, ...person.permissions], [false, 'release', 'audit']);
});

test('maps another issuer’s values to permissions, from the scope, its other name, or the claim', async () => {
  const { scopePermissions } = readSettings({
    OAUTH_SCOPE_PERMISSIONS: '{"https://api.example/read":"clients:read reports:read","pay":"payouts:write"}',
  });
  const permitted = async (claims: JWTPayload) => [
    ...(await guardOf({ scopePermissions })(`Bearer ${await tokenOf({ claims: { merchants: ['1001'], ...claims } })}`))
      .permissions,
  ];
  const all = ['openid', 'clients:read', 'reports:read', 'payouts:write'];
  assert.deepEqual(await permitted({ scope: 'openid https://api.example/read pay' }), all);
  assert.deepEqual(await permitted({ scp: ['openid', 'https://api.example/read', 'pay'] }), all);
  assert.deepEqual(await permitted({ permissions: ['pay'], scope: 'clients:read' }), ['payouts:write']);

  const refused = (text: string, says: RegExp) =>
    assert.throws(() => readSettings({ OAUTH_SCOPE_PERMISSIONS: text }), says);
  refused('pay=payouts:write', /^Error: OAUTH_SCOPE_PERMISSIONS: must be JSON such as/);
  refused('{"pay":"payouts:steal"}', /^Error: OAUTH_SCOPE_PERMISSIONS: payouts:steal is not a permission/);
});

test('accepts a token that names one of several audiences', async () => {
  const { audiences } = readSettings({ OAUTH_AUDIENCE: `urn:other, ${audience}` });
  assert.deepEqual(audiences, ['urn:other', audience]);
  const guard = guardOf({ audiences });
  assert.equal(await statusOf(guard, await tokenOf()), 200);
  assert.equal(await statusOf(guard, await tokenOf({ claims: { aud: ['x', 'urn:other'] } })), 200);
  assert.equal(await statusOf(guard, await tokenOf({ claims: { aud: 'x' } })), 401);
});

test('trusts a token of ten years no longer than any other', async () => {
  const guard = guardOf({ longestLife: 3600 });
  const now = Math.floor(Date.now() / 1000);
  const year = 365 * 86_400;
  const long = { exp: now + 10 * year };
  assert.equal(await statusOf(guard, await tokenOf({ claims: long })), 200);
  assert.equal(await statusOf(guard, await tokenOf({ claims: { ...long, iat: now - 3700 } })), 401);
  assert.equal(await statusOf(guard, await tokenOf({ claims: { ...long, iat: now + year } })), 401, 'issued tomorrow');
  assert.equal(await statusOf(guard, await tokenOf({ claims: { ...long, iat: undefined } })), 401, 'issued when?');
  assert.equal(await statusOf(guard, await tokenOf({ claims: { iat: undefined } })), 200);

  const ending = await tokenOf({ claims: { ...long, iat: now - 3604 } });
  assert.equal(await statusOf(guard, ending), 200);
  await until(async () => (await statusOf(guard, ending)) === 401);
});

test('answers 401 to tokens that are expired, for another audience, unsigned or not access tokens', async () => {
  const guard = guardOf();
  const now = Math.floor(Date.now() / 1000);
  assert.equal(await statusOf(guard, await tokenOf()), 200);
  assert.equal(await statusOf(guard, await tokenOf({ claims: { exp: now - 5 } })), 200);
  const bad: TokenWords[] = [
    { claims: { exp: now - 15 } },
    { claims: { nbf: now + 60 } },
    { claims: { exp: undefined } },
    { claims: { sub: undefined } },
    { claims: { aud: 'https://api.example/other' } },
    { claims: { aud: undefined } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { cnf: { jkt: 'x' } } },
    { header: { typ: 'logout+jwt' } },
    { key: 'stranger', header: { kid: 'rsa' } },
    { key: 'stranger' },
  ];
  for (const options of bad) assert.equal(await statusOf(guard, await tokenOf(options)), 401, JSON.stringify(options));
  // Our tokens have a type, so one without it is not ours.
  assert.equal(await statusOf(guardOf({ typed: true }), await tokenOf()), 401);
  assert.equal(await statusOf(guardOf({ typed: true }), await tokenOf({ header: { typ: 'at+jwt' } })), 200);
});

test('a cached token ends when it expires', async () => {
  const guard = guardOf();
  // Valid for two more seconds, with the clock skew of ten.
  const token = await tokenOf({ claims: { exp: Math.floor(Date.now() / 1000) - 8 } });
  assert.equal(await statusOf(guard, token), 200);
  assert.equal(await statusOf(guard, token), 200);
  await wait(2100);
  assert.equal(await statusOf(guard, token), 401);
  assert.equal(await statusOf(guard, token), 401);
});

test('while an issuer is down, known keys still work, unknown ones are 503, and it gets few requests', async () => {
  away = true;
  const guard = guardOf();
  requested.length = 0;
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => tokenOf({ claims: { jti: String(n) } })));
  for (const token of tokens) assert.equal(await statusOf(guard, token), 503);
  assert.equal(requested.length, 1);

  away = false;
  const warm = guardOf();
  assert.equal(await statusOf(warm, await tokenOf()), 200);
  away = true;
  assert.equal(await statusOf(warm, await tokenOf({ claims: { jti: 'fresh' } })), 200);
  assert.equal(await statusOf(warm, 'garbage'), 401);
  away = false;
});

test('accepts a new key with its first token, also among many unknown keys', async () => {
  const guard = guardOf();
  assert.equal(await statusOf(guard, await tokenOf()), 200);
  assert.equal(await statusOf(guard, await tokenOf({ key: 'late', header: { alg: 'ES256' } })), 401);
  published.push('late');
  assert.equal(await statusOf(guard, await tokenOf({ key: 'late', header: { alg: 'ES256' } })), 200);

  requested.length = 0;
  for (let n = 0; n < 100; n++)
    assert.equal(await statusOf(guard, await tokenOf({ header: { kid: `made up ${n}` } })), 401);
  assert.ok(requested.length <= 30, `${requested.length} fetches for a hundred made-up keys`);
});

test('a token ends with its key, even if it was verified before', async () => {
  published.push('late');
  const guard = guardOf({ keys: discoveredKeys(issuer, { fresh: 50, usable: 60_000 }), rememberedFor: 0.05 });
  const token = await tokenOf({ key: 'late', header: { alg: 'ES256' } });
  assert.equal(await statusOf(guard, token), 200);
  published.splice(1);
  await until(async () => (await statusOf(guard, token)) === 401);
  assert.equal(await statusOf(guard, await tokenOf()), 200, 'the other key');
});

test('keys of an issuer that stays down expire', async () => {
  const guard = guardOf({ keys: discoveredKeys(issuer, { fresh: 50, usable: 200 }), rememberedFor: 0.05 });
  const token = await tokenOf();
  assert.equal(await statusOf(guard, token), 200);
  away = true;
  try {
    await until(async () => (await statusOf(guard, token)) === 503);
  } finally {
    away = false;
  }
  await until(async () => (await statusOf(guard, token)) === 200);
});

test('refuses a discovery document for another issuer', async () => {
  assert.equal(await statusOf(guardOf({ keys: discoveredKeys(`${issuer}/`) }), await tokenOf()), 503);
});

test('any other text as a token is 401, never 500', async () => {
  const guard = guardOf();
  const part = fc.oneof(
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc
      .record({ alg: fc.constantFrom('RS256', 'ES256', 'PS256', 'EdDSA', 'none', 'HS256'), kid: fc.jsonValue() })
      .map((header) => Buffer.from(JSON.stringify(header)).toString('base64url')),
    fc.base64String(),
    fc.string(),
  );
  const property = fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
    assert.equal(await statusOf(guard, parts.join('.')), 401);
  });
  await fc.assert(property, { numRuns: 500 });
});
