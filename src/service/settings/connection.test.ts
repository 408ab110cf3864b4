import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

/** A provider of which each test says what it answers, and this server in front of it. */
let provider: Server;
let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let admin: string;
let local: string;
let other: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-connection-'));
const secretFile = path.join(folder, 'secret');
const secret = 'the-secret-of-this-server';

const empty = (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ClientGetResponse":[]}');

before(async () => {
  writeFileSync(secretFile, secret);
  respond = empty;
  provider = createServer((request, response) => {
    if (request.url !== '/token') return respond(request, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ access_token: 'a-token-of-theirs', token_type: 'Bearer', expires_in: 600 }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  service = await testService({ environment: environment() });
  settings = settingsOf(service);
  admin = await settings.signIn('ann', 'administrator:*');
  for (const Number of ['5001', '5002', '5003'])
    await settings.call(admin, 'merchantAdd', { body: { Number, Name: `Merchant ${Number}` } });
  local = await settings.signIn('lindiwe', 'administrator:5001', 'clerk:5001');
  other = await settings.signIn('olga', 'administrator:5002', 'auditor:5001', 'manager:5001');
});
after(async () => {
  await service.close();
  provider.closeAllConnections();
  provider.close();
  rmSync(folder, { recursive: true });
});

const address = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const environment = () => ({
  PROVIDER_URL: address(),
  PROVIDER_TOKEN_URL: `${address()}/token`,
  PROVIDER_CLIENT_ID: 'umthombo',
  PROVIDER_CLIENT_SECRET_FILE: secretFile,
  PROVIDER_SCOPE: 'merchant:{merchant}',
  PROVIDER_OFFERS: 'lists-of-all',
});

const view = (token: string, number = '5001') => settings.call(token, 'connectionView', { path: { number } });
const tryIt = (token: string, number = '5001') => settings.call(token, 'connectionTest', { path: { number } });
const healthOf = async (number = '5001') => (await view(admin, number)).answer.Connection?.Health;
const read = async (token = local, number = '5001') => {
  const answer = await fetch(`${service.origin}/v1/payments/${number}/maintain/clients/EFT?ClientNumber=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.text().catch(() => undefined);
  return answer.status;
};
const entries = async () => {
  const answer = await fetch(`${service.origin}/audit/5001?Chain=installation&Action=merchant.connection.tested`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  return ((await answer.json()) as { Entries: { Actor: { Id: string }; Changes: { New: string }[] }[] }).Entries;
};

test('an administrator of the merchant sees its connection, and others do not', async () => {
  const { status, answer } = await view(local);
  assert.equal(status, 200);
  const { Health, ...facts } = answer.Connection ?? {};
  assert.deepEqual(facts, {
    Address: address(),
    Segment: 'payments',
    Authentication: 'client_secret_basic',
    TokenAddress: `${address()}/token`,
    ClientId: 'umthombo',
    Scope: 'merchant:5001',
    Offers: ['lists-of-all'],
    GraceSeconds: 900,
    ReadsAtOnce: 16,
    PayoutDays: 1,
    Source: 'environment',
    SecretFrom: 'file',
    MayStoreSecret: service.numbers.openJson !== undefined,
    DryRuns: false,
  });
  assert.equal(Health?.State, 'unknown');
  assert.match(Health?.Since ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  const clerk = await settings.signIn('clara', 'clerk:5001');
  for (const call of [view, tryIt]) {
    assert.deepEqual([(await call(other)).status, (await call(admin, '5999')).status], [404, 404]);
    assert.equal((await call(clerk)).status, 401);
  }
  assert.deepEqual(await entries(), []);
});

test('a test says line by line what works and what fails, and who tested is in the audit with the result', async () => {
  const { status, answer } = await tryIt(local);
  assert.equal(status, 200);
  const lines = answer.Findings.map(({ Subject, State, Found }) => `${State}: ${Subject} ${Found}`);
  assert.ok(lines.includes('works: Merchant 5001 can be read.'));
  assert.ok(lines.includes('works: Lists of all They are answered.'));
  respond = ({ headers }, response) =>
    void response.writeHead(headers.authorization === undefined ? 401 : 403).end('{"secret":"theirs"}');
  const refused = (await tryIt(admin)).answer.Findings.at(-1);
  assert.deepEqual(refused, { Subject: 'Merchant', State: 'fails', Found: '5001 cannot be read (403).' });
  respond = empty;
  assert.deepEqual(
    (await entries()).map(({ Actor, Changes }) => [Actor.Id, Changes[0]?.New]),
    [
      ['ann', 'Merchant: 5001 cannot be read (403).'],
      ['lindiwe', 'nothing failed'],
    ],
  );
});

test('tests of one merchant at a time are one test', async () => {
  let arrived = 0;
  respond = (request, response) => {
    if (request.headers.authorization === undefined) arrived++;
    setTimeout(() => empty(request, response), 50);
  };
  const both = await Promise.all([tryIt(local), tryIt(admin)]);
  respond = empty;
  assert.deepEqual(both[0]?.answer, both[1]?.answer);
  assert.equal(arrived, 1);
  assert.equal((await entries()).length, 4);
});

test('neither a secret, a token nor the path of a file is in any answer', async () => {
  const texts = [JSON.stringify((await view(admin)).answer), JSON.stringify((await tryIt(admin)).answer)];
  rmSync(secretFile);
  texts.push(JSON.stringify((await tryIt(admin, '5003')).answer), JSON.stringify(await entries()));
  writeFileSync(secretFile, secret);
  assert.match(texts.join('\n'), /PROVIDER_CLIENT_SECRET_FILE: its file cannot be read \(ENOENT\)/);
  assert.doesNotMatch(texts.join('\n'), new RegExp(`${secret}|a-token-of-theirs|${folder}`));
});

test('the health of a merchant’s reads is shown to its administrators and counted in the metrics', async () => {
  assert.equal(await read(), 200);
  await until(async () => (await healthOf())?.State === 'works');
  assert.equal((await healthOf())?.LastFailure, undefined);
  assert.equal((await healthOf('5002'))?.State, 'unknown');

  respond = (_, response) => void response.writeHead(502).end();
  assert.equal(await read(), 503);
  const failed = await healthOf();
  assert.deepEqual(
    [failed?.State, failed?.LastFailure?.Outcome, failed?.LastFailure?.HttpStatus],
    ['fails', 'failed', 502],
  );
  assert.equal(typeof failed?.LastAnswer, 'string');

  const outcome = async (answer: typeof respond) => {
    respond = answer;
    await read();
    await until(async () => (await healthOf())?.LastFailure?.HttpStatus !== 502);
    return (await healthOf())?.LastFailure?.Outcome;
  };
  assert.equal(await outcome((request) => request.socket.destroy()), 'unreachable');
  assert.equal(await outcome((_, response) => void response.writeHead(403).end()), 'refused');
  respond = (_, response) => {
    response.writeHead(200).write('{');
    setTimeout(() => response.destroy(), 20);
  };
  await read();
  await until(async () => (await healthOf())?.LastFailure?.Outcome === 'cut');
  respond = empty;
  await read();
  await until(async () => (await healthOf())?.State === 'works');

  const figures = await (await fetch(`${service.origin}/metrics`)).text();
  const counted = figures.match(/^collections_provider_answers_total\{.*$/gm);
  assert.deepEqual(
    counted?.map((line) => line.slice('collections_provider_answers_total'.length)),
    [
      '{outcome="answered"} 2',
      '{outcome="refused"} 1',
      '{outcome="failed"} 1',
      '{outcome="cut"} 1',
      '{outcome="unreachable"} 1',
    ],
  );
});

test('a caller who leaves is no failure of the provider', async () => {
  respond = (_, response) => void response.writeHead(200).write('{');
  const { LastFailure } = (await healthOf('5002')) ?? {};
  assert.equal(LastFailure, undefined);
  const leaving = new AbortController();
  const answer = await fetch(`${service.origin}/v1/payments/5002/maintain/clients/EFT?ClientNumber=1`, {
    headers: { authorization: `Bearer ${await settings.signIn('carl', 'clerk:5002')}`, 'accept-encoding': 'identity' },
    signal: leaving.signal,
  });
  assert.equal(answer.status, 200);
  leaving.abort();
  await until(async () => (await healthOf('5002'))?.State !== 'unknown');
  respond = empty;
  assert.deepEqual([(await healthOf('5002'))?.State, (await healthOf('5002'))?.LastFailure], ['works', undefined]);
});

test('without a provider there is no connection, and nothing to test', async () => {
  const alone = await testService({ isLive: true });
  try {
    const own = settingsOf(alone);
    const token = await own.signIn('ann', 'administrator:*');
    await own.call(token, 'merchantAdd', { body: { Number: '5001', Name: 'Merchant 5001' } });
    const at = { path: { number: '5001' } };
    assert.deepEqual((await own.call(token, 'connectionView', at)).answer, {});
    const refused = await own.call(token, 'connectionTest', at);
    assert.deepEqual([refused.status, refused.errors[0]?.Code], [400, 'NOT_OFFERED']);
    assert.doesNotMatch(await (await fetch(`${alone.origin}/metrics`)).text(), /collections_provider/);
  } finally {
    await alone.close();
  }
});
