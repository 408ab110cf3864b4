import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get as httpGet, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import { sandboxProgram } from '#service/auth/users.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { quickly } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** A sandbox as provider, and this server in front of it, with people of its own. */
let bank: TestService;
let console_: TestService;
/** A provider of which each test says what it answers. */
let odd: Server;
let oddService: TestService;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let tokensGiven = 0;
let tokenBodies: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'collections-provider-'));
const secretFile = path.join(folder, 'secret');

const environmentOf = (url: string, tokenUrl: string) => ({
  PROVIDER_URL: url,
  PROVIDER_TOKEN_URL: tokenUrl,
  PROVIDER_CLIENT_ID: sandboxProgram.clientId,
  PROVIDER_CLIENT_SECRET_FILE: secretFile,
  PROVIDER_SCOPE: 'merchant:{merchant}',
});

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

before(async () => {
  writeFileSync(secretFile, `${sandboxProgram.secret}\n`);
  bank = await testService();
  console_ = await testService({ environment: environmentOf(bank.origin, `${bank.origin}/oauth/token`) });
  odd = createServer((request, response) => {
    if (request.url !== '/token') return respond(request, response);
    tokensGiven++;
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      tokenBodies.push(body);
      json(response, { access_token: `token-${tokensGiven}`, token_type: 'Bearer', expires_in: 600 });
    });
  }).listen(0, '127.0.0.1');
  await once(odd, 'listening');
  const oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  oddService = await testService({
    environment: { ...environmentOf(oddUrl, `${oddUrl}/token`), PROVIDER_READS: '2' },
  });
});
after(async () => {
  await console_.close();
  await oddService.close();
  odd.closeAllConnections();
  odd.close();
  await bank.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  respond = (_, response) => json(response, { ClientGetResponse: [] });
});

const clientsPath = '/v1/payments/1001/maintain/clients/EFT?ClientNumber=';

async function readHere(service: TestService, address: string, init: RequestInit = {}): Promise<Response> {
  const authorization = `Bearer ${await service.token()}`;
  return fetch(service.origin + address, { ...init, headers: { authorization, ...init.headers } });
}

test('a person of this server reads what is at the provider, as the provider wrote it', async () => {
  await bank.call('clientCreate', client('G-1'));
  const there = await readHere(bank, `${clientsPath}G-1`);
  const here = await readHere(console_, `${clientsPath}G-1`);
  assert.equal(here.status, 200);
  assert.equal(here.headers.get('content-type'), there.headers.get('content-type'));
  const withoutSequence = (text: string) => text.replace(/"CallSequence":\d+/, '');
  assert.equal(withoutSequence(await here.text()), withoutSequence(await there.text()));
  assert.equal((await readHere(console_, `${clientsPath}G-0`)).status, 404);
});

test('who shows a hidden number of the provider’s client is recorded here', async () => {
  const report = { Action: 'unmask', What: 'AccountNumber', Product: 'EFT', ClientNumber: 'G-2' };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(report) };
  assert.equal((await readHere(console_, '/audit/1001', init)).status, 200);
});

test('permission is asked here first: another merchant, no token, a right that is missing', async () => {
  let arrived = 0;
  respond = (_, response) => json(response, { arrived: ++arrived });
  assert.equal((await fetch(`${oddService.origin}${clientsPath}1`)).status, 401);
  assert.equal((await readHere(oddService, clientsPath.replace('1001', '9999'))).status, 404);
  // The clerk's own token has no meaning there, and never leaves.
  assert.equal(arrived, 0);
});

test('callers who arrive together share one request for a token, which is kept', async () => {
  tokensGiven = 0;
  const seen = new Set<string | undefined>();
  respond = (request, response) => {
    seen.add(request.headers.authorization);
    json(response, { ClientGetResponse: [] });
  };
  await oddService.token();
  const before_ = tokensGiven;
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => readHere(oddService, clientsPath + n)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.ok(tokensGiven - before_ <= 1);
  assert.equal(seen.size, 1);
  assert.match([...seen][0] ?? '', /^Bearer token-\d+$/);
});

test('a refused token is replaced once; refused again, the call says that this server is refused, not the person', async () => {
  const authorizations: (string | undefined)[] = [];
  respond = (request, response) => {
    authorizations.push(request.headers.authorization);
    json(response, {}, authorizations.length === 1 ? 401 : 200);
  };
  assert.equal((await readHere(oddService, `${clientsPath}1`)).status, 200);
  assert.equal(new Set(authorizations).size, 2);
  for (const status of [401, 403]) {
    respond = (_, response) => json(response, { secret: 'theirs' }, status);
    const refused = await readHere(oddService, `${clientsPath}1`);
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /PROVIDER_REFUSED(?!.*theirs)/);
  }
});

test('a redirect, a status of no interface and a provider that is away are each said', async () => {
  respond = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  assert.match(await (await readHere(oddService, `${clientsPath}1`)).text(), /PROVIDER_REFUSED.*status 302/);
  respond = (_, response) => json(response, {}, 405);
  assert.match(await (await readHere(oddService, `${clientsPath}1`)).text(), /PROVIDER_REFUSED.*status 405/);
  respond = (request) => request.socket.destroy();
  const away = await readHere(oddService, `${clientsPath}1`);
  assert.equal(away.status, 503);
  assert.equal(away.headers.get('retry-after'), '1');
  assert.match(await away.text(), /"PROVIDER_AWAY"/);
  respond = (_, response) => json(response, {}, 502);
  assert.match(await (await readHere(oddService, `${clientsPath}1`)).text(), /"PROVIDER_AWAY"/);
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(randomBytes(200_000).toString('hex'));
    setTimeout(() => response.destroy(), 50);
  };
  const lookup = '/v1/payments/1001/general/banks/EFT';
  assert.match(await (await readHere(oddService, lookup)).text(), /"PROVIDER_AWAY"/);
});

test('where tokens are given nothing answers: the provider is away, not this server', async () => {
  const service = await testService({ environment: environmentOf(bank.origin, 'http://127.0.0.1:1/token') });
  try {
    const away = await readHere(service, `${clientsPath}1`);
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '1']);
    assert.match(await away.text(), /"PROVIDER_AWAY"/);
  } finally {
    await service.close();
  }
});

test('a provider that asks to wait is left alone until then, and other merchants are served', async () => {
  let arrived = 0;
  respond = (_, response) => {
    arrived++;
    json(response, {}, 429, { 'retry-after': '2' });
  };
  const began = performance.now();
  for (const _ of [1, 2]) {
    const answer = await readHere(oddService, `${clientsPath}1`);
    assert.equal(answer.status, 503);
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    assert.match(await answer.text(), /"PROVIDER_AWAY"/);
  }
  assert.equal(arrived, 1);
  respond = (_, response) => json(response, { ClientGetResponse: [] });
  const other = await oddService.token('1002');
  const address = oddService.origin + clientsPath.replace('1001', '1002');
  assert.equal((await fetch(address, { headers: { authorization: `Bearer ${other}` } })).status, 200);
  await until(async () => (await readHere(oddService, `${clientsPath}1`)).status === 200);
  assert.ok(performance.now() - began >= 1900);
});

test('half an answer ends as half an answer, and the share of a caller who leaves is free again', async () => {
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"ClientGetResponse":[');
    setTimeout(() => response.destroy(), 50);
  };
  const cut = await readHere(oddService, `${clientsPath}1`);
  await assert.rejects(cut.text());
  const cuts = async () => {
    const metrics = await (await fetch(`${oddService.origin}/metrics`)).text();
    return Number(/^collections_provider_answers_total\{outcome="cut"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  await until(async () => (await cuts()) > 0);
  const before = await cuts();

  let closed = 0;
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(randomBytes(200_000).toString('hex'));
    response.once('close', () => closed++);
  };
  const leaving = new AbortController();
  const init = { signal: leaving.signal, headers: { 'accept-encoding': 'gzip' } };
  const parts = [1, 2].map((n) => readHere(oddService, clientsPath + n, init));
  await Promise.all(parts);
  leaving.abort();
  await until(() => closed === 2);
  respond = (_, response) => json(response, { ClientGetResponse: [] });
  assert.equal((await readHere(oddService, `${clientsPath}1`)).status, 200);
  assert.equal(await cuts(), before, 'who left says nothing of the provider');
});

test('bytes that the provider compressed are passed on compressed, and unchanged records are not sent again', async () => {
  const whole = gzipSync(JSON.stringify({ ClientGetResponse: Array.from({ length: 900 }, () => client('G-Z')) }));
  respond = ({ headers }, response) => {
    if (headers['if-none-match'] === '"one"') return response.writeHead(304, { etag: '"one"' }).end();
    const isGzip = headers['accept-encoding'] === 'gzip';
    response.writeHead(200, { etag: '"one"', ...(isGzip && { 'content-encoding': 'gzip' }) });
    return response.end(isGzip ? whole : gunzipSync(whole));
  };
  const authorization = `Bearer ${await oddService.token()}`;
  const request = httpGet(`${oddService.origin}${clientsPath}1`, {
    headers: { authorization, 'accept-encoding': 'gzip' },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
  assert.equal(answer.headers['content-encoding'], 'gzip');
  assert.deepEqual(Buffer.concat(parts), whole);
  const unchanged = await readHere(oddService, `${clientsPath}1`, { headers: { 'if-none-match': '"one"' } });
  assert.equal(unchanged.status, 304);
});

test('lookups are kept for an hour, with 304 for a caller who has the list', async () => {
  let arrived = 0;
  respond = (_, response) => json(response, { FrequencyGetResponse: [{ n: ++arrived }] });
  const lookup = '/v1/payments/1001/general/frequency_codes';
  const first = await readHere(oddService, lookup);
  const second = await readHere(oddService, lookup);
  assert.equal(await first.text(), await second.text());
  assert.equal(arrived, 1);
  const tag = first.headers.get('etag') ?? '';
  assert.equal((await readHere(oddService, lookup, { headers: { 'if-none-match': tag } })).status, 304);
  assert.equal((await readHere(oddService, `${lookup}?Version=v1&Other=1`)).status, 400);
  assert.equal(arrived, 1);
});

test('what the provider is not known to offer is refused here: lists of all, dry runs of changes', async () => {
  const all = await readHere(console_, '/v1/payments/1001/maintain/contracts/EFT?All=true');
  assert.equal(all.status, 400);
  assert.match(await all.text(), /"Field":"All","Code":"NOT_OFFERED"/);
  const tried = await console_.call('clientCreate', client('G-2'), { isDryRun: true });
  assert.deepEqual([tried.status, tried.errors[0]?.Code], [400, 'NOT_OFFERED']);
  assert.equal((await bank.call('clientList', { ClientNumber: 'G-2' })).status, 404);
});

test('a secret that cannot be read is the server’s fault, and the next call finds it again', async () => {
  const file = path.join(folder, 'moved');
  const oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const service = await testService({ environment: { PROVIDER_URL: oddUrl, PROVIDER_TOKEN_FILE: file } });
  try {
    const refused = await readHere(service, `${clientsPath}1`);
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /"PROVIDER_REFUSED".*PROVIDER_TOKEN_FILE: its file cannot be read \(ENOENT\)\./);
    writeFileSync(file, 'any');
    assert.equal((await readHere(service, `${clientsPath}1`)).status, 200);
  } finally {
    await service.close();
  }
});

test('a token that no header can have is this server’s mistake, not the provider’s, and leaves no change open', async () => {
  const file = path.join(folder, 'two-lines');
  writeFileSync(file, 'one\ntwo');
  const oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const service = await testService({
    environment: { PROVIDER_URL: oddUrl, PROVIDER_TOKEN_FILE: file },
    outgoing: quickly,
  });
  try {
    const read = await readHere(service, `${clientsPath}1`);
    assert.equal(read.status, 500);
    assert.match(await read.text(), /"Code":"INTERNAL"/);
    const sent = await service.call('clientCreate', client('G-3'));
    assert.deepEqual([sent.status, sent.errors[0]?.Code], [503, 'UNAVAILABLE']);
    writeFileSync(file, 'any');
    respond = (_, response) => json(response, {}, 404);
    assert.equal((await readHere(service, `${clientsPath}1`)).status, 404);
  } finally {
    await service.close();
  }
});

test('this server proves itself with a private key where the provider wants that', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyFile = path.join(folder, 'key.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const service = await testService({
    environment: {
      ...environmentOf(oddUrl, `${oddUrl}/token`),
      PROVIDER_CLIENT_SECRET_FILE: keyFile,
      PROVIDER_CLIENT_AUTHENTICATION: 'private_key_jwt',
    },
  });
  tokenBodies = [];
  try {
    assert.equal((await readHere(service, `${clientsPath}1`)).status, 200);
    const sent = new URLSearchParams(tokenBodies[0]);
    assert.equal(sent.get('scope'), 'merchant:1001');
    assert.equal(decodeJwt(sent.get('client_assertion') ?? '').sub, sandboxProgram.clientId);
  } finally {
    await service.close();
  }
});
