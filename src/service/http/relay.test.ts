import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import { readSettings } from '#service/config/settings.ts';
import { freePort, numbersKeyFile, testService, type TestService } from '#service/testing/app.ts';
import { testClock } from '#service/testing/run.ts';
import { client } from '#service/testing/samples.ts';

let service: TestService;
let console_: FastifyInstance;
let origin: string;

before(async () => {
  service = await testService();
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: service.origin,
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
  });
  console_ = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  origin = await console_.listen({ host: '127.0.0.1', port });
});
after(async () => {
  await console_.close();
  await service.close();
});

const path = '/v1/payments/1001/maintain/clients/EFT';

test('a console in front of another service passes its calls on unchanged', async () => {
  const headers = { authorization: `Bearer ${await service.token()}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ ClientPostRequest: [client('R-1'), client('R-1')] });
  const created = await fetch(origin + path, { method: 'POST', headers, body });
  assert.equal(created.status, 200);
  const [batch] = ((await created.json()) as { ClientPostResponse: { Successful: unknown[]; Failed: unknown[] }[] })
    .ClientPostResponse;
  assert.deepEqual([batch?.Successful.length, batch?.Failed.length], [1, 1]);
  const near = await fetch(`${origin}${path}?ClientNumber=R-1`, { headers });
  const far = await fetch(`${service.origin}${path}?ClientNumber=R-1`, { headers });
  assert.match(await near.text(), /"ClientNumber":"R-1"/);
  assert.equal(near.headers.get('content-type'), far.headers.get('content-type'));
});

test('passes refusals on with status and challenge; the console’s configuration names the other issuer', async () => {
  const refused = await fetch(origin + path);
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
  const other = await fetch(`${origin}/v1/payments/9999/maintain/clients/EFT`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  assert.equal(other.status, 404);
  const config = (await (await fetch(`${origin}/config.json`)).json()) as { oauth: { issuer: string } };
  assert.equal(config.oauth.issuer, service.origin);
  assert.equal((await fetch(`${origin}/readyz`)).status, 200);
});

test('refuses the automatic retry of a write whose answer was not delivered', async () => {
  const arrived: string[] = [];
  const answers: (() => void)[] = [];
  const other = createServer((request, response) => {
    arrived.push(String(request.headers['idempotency-key']));
    answers.push(() => response.end('{}'));
    other.emit('arrived');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const settings = readSettings({
    PORT: String(await freePort()),
    SERVICE_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  const address = (await app.listen({ host: '127.0.0.1', port: settings.port })) + path;
  const post = (key: string, signal?: AbortSignal) =>
    fetch(address, { method: 'POST', headers: { 'idempotency-key': key }, signal });
  try {
    const leaving = new AbortController();
    const lost = assert.rejects(post('one', leaving.signal));
    await once(other, 'arrived');
    assert.equal((await post('one')).status, 503);
    leaving.abort();
    await lost;
    assert.equal((await post('one')).status, 503);

    // Delivered writes may be repeated: the other service decides whether to run them twice.
    for (const _ of [1, 2]) {
      const answered = post('two');
      await once(other, 'arrived');
      answers.at(-1)?.();
      assert.equal(await (await answered).text(), '{}');
    }
    assert.deepEqual(arrived, ['one', 'two', 'two']);
  } finally {
    answers.forEach((answer) => answer());
    await app.close();
    other.closeAllConnections();
    other.close();
  }
});

test('answers 503 with Retry-After while the other service cannot be reached', async () => {
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: `http://127.0.0.1:${await freePort()}`,
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  try {
    const answer = await fetch((await app.listen({ host: '127.0.0.1', port })) + path);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '1');
  } finally {
    await app.close();
  }
});

test('the service accepts a token of a trusted foreign issuer', async () => {
  // The same database behind a second service without a sign-in, which trusts the first one's.
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
    NUMBERS_KEY_FILE: numbersKeyFile,
  });
  const app = await buildApp({
    settings,
    database: service.database,
    clock: testClock,
    consoleDirectory: '/nonexistent',
  });
  try {
    const url = (await app.listen({ host: '127.0.0.1', port })) + path;
    const headers = { authorization: `Bearer ${await service.token()}` };
    assert.equal((await fetch(url, { headers })).status, 200);
    assert.equal((await fetch(url.replace('1001', '1002'), { headers })).status, 404);
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(new URL('/.well-known/openid-configuration', url))).status, 404);
  } finally {
    await app.close();
  }
});

/** A relay with message credentials; `config.json` says that it has some, not which. */
async function relayWithCredentials(credentials: string): Promise<{ origin: string; close(): Promise<void> }> {
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: service.origin,
    OAUTH_ISSUER: service.origin,
    MESSAGE_CREDENTIALS: credentials,
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  return { origin: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() };
}

/** A token narrowed by a scope. */
async function tokenOf(scope: string): Promise<string> {
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
    headers: { authorization: `Basic ${btoa(`${sandboxProgram.clientId}:${sandboxProgram.secret}`)}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const sending = '/v1/send-whatsapp-template';
const message = {
  from: '27105550100',
  to: '27825550101',
  content: {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 100,00'] } },
  },
};
const post = (url: string, authorization?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify({ messages: [message] }),
  });

test('a relay adds its message credentials only for people who may send messages', async () => {
  const { username, password } = sandboxMessageSignIn;
  const relayed = await relayWithCredentials(`${username}:${password}`);
  try {
    const sent = await post(relayed.origin + sending, `Bearer ${await service.token()}`);
    assert.equal(sent.status, 200);
    const body = (await sent.json()) as { messages: { status: { groupName: string } }[] };
    assert.deepEqual(
      body.messages.map((it) => it.status.groupName),
      ['PENDING'],
    );

    const config = await (await fetch(`${relayed.origin}/config.json`)).text();
    assert.equal((JSON.parse(config) as { messages: { credentials: string } }).messages.credentials, 'server');
    assert.ok(!config.includes(password));

    const refused: [why: string, authorization: string | undefined, challenge: RegExp][] = [
      ['no sign-in', undefined, /^Basic/],
      ['wrong credentials of their own', `Basic ${btoa('demo-messages:wrong')}`, /^Basic/],
      ['a token that nobody issued', 'Bearer made-up', /^Bearer error="invalid_token"/],
      ['no permission', `Bearer ${await tokenOf('merchant:1001 mandates:read')}`, /insufficient_scope/],
    ];
    for (const [why, authorization, challenge] of refused) {
      const answer = await post(relayed.origin + sending, authorization);
      assert.equal(answer.status, 401, why);
      assert.match(answer.headers.get('www-authenticate') ?? '', challenge, why);
    }
    // Other paths, and other spellings of this one, are passed on unchanged.
    for (const other of [`${sending}/`, `${sending}?a=1`, '/v1/%73end-whatsapp-template'])
      assert.notEqual((await post(relayed.origin + other, `Bearer ${await service.token()}`)).status, 200, other);
  } finally {
    await relayed.close();
  }
});

test('message credentials that the other service refuses do not end the person’s session', async () => {
  const relayed = await relayWithCredentials('demo-messages:not-this-one');
  try {
    const answer = await post(relayed.origin + sending, `Bearer ${await service.token()}`);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('www-authenticate'), null);
    const body = (await answer.json()) as { Errors: { Code: string }[] };
    assert.equal(body.Errors[0]?.Code, 'MESSAGE_CREDENTIALS');
  } finally {
    await relayed.close();
  }
});

test('message credentials without a service to relay to are a configuration error', () => {
  assert.throws(() => readSettings({ MESSAGE_CREDENTIALS: 'a:b' }), /^Error: MESSAGE_CREDENTIALS: /);
  const relayed = { SERVICE_URL: 'https://a.example', OAUTH_ISSUER: 'https://b.example' };
  assert.throws(() => readSettings({ ...relayed, MESSAGE_CREDENTIALS: 'no-colon' }), /must be user:password/);
});
