import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get as httpGet, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { limits, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { saveProgram } from '#service/auth/users.ts';
import { permissionsFrom } from '#service/base/permissions.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { quickly } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** What passes to a provider and back, and what does not. The provider has more paths than the interface, below and next to its prefix. */

let provider: Server;
let service: TestService;
let port: number;
/** Of a caller whose merchants have names that lead elsewhere in a path. */
let token: string;
/** What reached the provider: method and target, unchanged. */
let reached: string[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-passing-'));

const merchants = ['1001', '..', '.', '%2e%2e', '%2e%2e%2fadmin', '../../admin', '..\\..\\admin', '..;', '1001;a=b'];
const products = ['EFT', '..', '%2e%2e', 'EFT/more'];

before(async () => {
  const tokenFile = path.join(folder, 'token');
  writeFileSync(tokenFile, 'of-this-server');
  provider = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  service = await testService({
    timeouts: { request: 30_000, reader: 1000, rate: 100_000 },
    outgoing: quickly,
    environment: {
      PROVIDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/tenant`,
      PROVIDER_TOKEN_FILE: tokenFile,
      PROVIDER_OFFERS: 'lists-of-all',
      PRODUCTS: products.filter((it) => !it.includes('/')).join(),
    },
  });
  port = Number(new URL(service.origin).port);
  const program = { clientId: 'passing', name: 'Passing', secret: 'a secret of the test' };
  await saveProgram(service.database.pool, { ...program, permissions: permissionsFrom('all'), merchants });
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${btoa(`${program.clientId}:${program.secret}`)}` },
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
beforeEach(() => {
  reached = [];
  respond = (_, response) => response.setHeader('content-type', 'application/json').end('{}');
});
after(async () => {
  await service.close();
  provider.closeAllConnections();
  provider.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request line unchanged: every HTTP client would normalize the target. */
const send = (target: string, method = 'GET'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const body = method === 'GET' ? '' : '{}';
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
          `Authorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    let text = '';
    socket.on('data', (piece) => (text += piece.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const written = (pattern: string) =>
  pattern.replace('{PREFIX}', '/v1/payments/1001').replace('{product}', 'EFT').replace('{organisation}', 'demo');

const clients = '/maintain/clients/EFT';

test('every read of the interface passes with its query, below the prefix of the provider', async () => {
  for (const operation of Object.values<Operation>(operations).filter(({ method }) => method === 'GET'))
    for (const pattern of [operation.path, ...(operation.alias ? [operation.alias] : [])]) {
      reached = [];
      const query = operation.resource === 'lookups' ? '' : '?Version=v1&Note=..%2F..';
      assert.equal(statusOf(await send(written(pattern) + query)), 200, pattern);
      // Of two paths without a merchant the provider needs to know one.
      const there = operation.path.startsWith('{PREFIX}') ? pattern : operation.path;
      assert.deepEqual(reached, [`GET /tenant${written(there)}${query}`]);
    }
});

test('the description lists what is offered in front of a provider, and each call of it that is an operation passes', async () => {
  const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>;
  };
  const calls = Object.entries(paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, it]) => ({ ...it, pattern, method: method.toUpperCase() })),
  );
  const names = new Set(calls.map(({ operationId }) => operationId));
  assert.ok(['outgoingCallList', 'auditList', 'monthClose'].every((it) => names.has(it)));
  assert.deepEqual(
    Object.keys(operations).filter((name) => !names.has(name)),
    ['templateSend'],
  );
  for (const { operationId, pattern, method } of calls) {
    if (!Object.hasOwn(operations, operationId.replace(/Alias$/, ''))) continue;
    const target = pattern.replace('{merchant}', '1001').replace('{product}', 'EFT').replace('{organisation}', 'demo');
    assert.doesNotMatch(await send(target, method), /NOT_OFFERED|^HTTP\/1.1 404/, operationId);
  }
});

const outside = [
  '/v1/../../../admin/secret',
  '/v1/payments/../../admin/secret',
  '/v1/payments/1001/../../../admin',
  '/v1/%2e%2e/%2e%2e/admin',
  '/v1/%2E%2E%2F%2E%2E%2Fadmin',
  '/v1/payments/%2e%2e' + clients,
  '/v1/payments/..' + clients,
  '/v1/payments/.' + clients,
  '/v1/payments/%252e%252e' + clients,
  '/v1/payments/%252e%252e%252fadmin' + clients,
  '/v1/payments/..%2f..%2fadmin' + clients,
  '/v1/payments/..%5c..%5cadmin' + clients,
  '/v1/payments/..\\..\\admin' + clients,
  '/v1\\payments\\1001' + clients,
  '/v1/payments/..;' + clients,
  '/v1/payments/1001;a=b' + clients,
  '/v1/payments/%00' + clients,
  '/v1/payments/%0d%0aX: y' + clients,
  '/v1/payments/%c0%ae%c0%ae' + clients,
  '/v1/payments/%uff0e' + clients,
  '/v1/payments/' + clients,
  '/v1/payments/1001/maintain/clients/..',
  '/v1/payments/1001/maintain/clients/%2e%2e',
  '/v1/payments/1001/maintain/clients/%252e%252e',
  '/v1/payments/1001/maintain/clients/EFT/..',
  '/v1/payments/1001/maintain/clients/EFT/../../../../admin',
  '/v1/payments/1001/maintain/clients/EFT/',
  '/v1/payments/1001/maintain/clients/EFT%2fmore',
  '/v1/payments/1001/maintain/clients',
  '/v1/payments/1001/admin',
  '/v1/other/1001' + clients,
  '/v1/../case',
  '/v1/%2e%2e/case',
  '/api/%2e%2e/case',
  '/api/../admin',
  '/api/anything',
  '/general/../admin',
  '/general/banks/EFT',
  '/general/mandate_reason_codes/%2e%2e',
  '//v1/payments/1001' + clients,
  '/v1//payments/1001' + clients,
  '//evil.example/v1/payments/1001' + clients,
  '/V1/payments/1001' + clients,
  '/v1',
  '/v1/',
  '/../admin',
  '/tenant/v1/payments/1001' + clients,
  '*',
  'admin',
  '@evil.example/v1/payments/1001' + clients,
];

test('no other path reaches the provider, in any spelling', async () => {
  for (const target of outside) {
    const status = statusOf(await send(target));
    assert.ok(status === 404 || status === 400, `${target}: ${status}`);
    assert.deepEqual(reached, [], target);
  }
});

test('a full URL as target never leads to another host or outside the prefix', async () => {
  for (const target of [
    `http://evil.example/v1/payments/1001${clients}`,
    `http://127.0.0.1:${port}/v1/payments/%2e%2e${clients}`,
    'http://evil.example/../admin',
  ])
    await send(target);
  for (const target of reached) assert.equal(target, `GET /tenant/v1/payments/1001${clients}`);
});

test('a path of the interface with another method does not reach the provider', async () => {
  for (const method of ['PATCH', 'OPTIONS', 'HEAD', 'TRACE']) await send(`/v1/payments/1001${clients}`, method);
  await send('/v1/payments/1001/general/banks/EFT', 'POST');
  await send('/v1/send-whatsapp-template', 'GET');
  assert.deepEqual(reached, []);
});

const bearer = () => ({ authorization: `Bearer ${token}` });
const address = () => `${service.origin}/v1/payments/1001${clients}`;

test('no header of the caller reaches the provider but how to answer, and none of its own comes back but what the answer is', async () => {
  let seen: IncomingMessage['headers'] = {};
  respond = (request, response) => {
    request.resume();
    seen = request.headers;
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'session=theirs',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'self'",
        location: 'https://evil.example',
        server: 'theirs',
        'www-authenticate': 'Basic',
        etag: '"one"',
      })
      .end('{"ClientPostResponse":[{"Successful":[],"Failed":[]}],"ClientGetResponse":[]}');
  };
  const own = {
    ...bearer(),
    cookie: 'session=own',
    'x-forwarded-for': '10.0.0.1',
    'x-own': 'own',
    'idempotency-key': 'own',
    'user-agent': 'own',
    'accept-language': 'own',
  };
  const read = await fetch(address(), { headers: { ...own, 'if-none-match': '"none"', 'accept-encoding': 'gzip' } });
  assert.deepEqual(Object.keys(seen).toSorted(), [
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
    'if-none-match',
  ]);
  assert.equal(seen.authorization, 'Bearer of-this-server');
  assert.equal(read.headers.get('etag'), '"one"');
  const body = JSON.stringify({ ClientPostRequest: [client('P-1')] });
  const change = await fetch(address(), {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body,
  });
  assert.deepEqual(Object.keys(seen).toSorted(), [
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
  ]);
  for (const { headers } of [read, change]) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    for (const name of ['set-cookie', 'access-control-allow-origin', 'location', 'server', 'www-authenticate'])
      assert.equal(headers.get(name), null, name);
  }
});

/** The answer's head, with nothing read of its body. */
async function headOf(): Promise<IncomingMessage> {
  const [answer] = (await once(httpGet(address(), { headers: bearer() }), 'response')) as [IncomingMessage];
  return answer;
}

test('a report begins to arrive before the provider has ended it', async () => {
  let end: () => void = () => undefined;
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"ClientGetResponse":[');
    end = () => response.end(']}');
  };
  const answer = await headOf();
  const [first] = (await once(answer, 'data')) as [Buffer];
  assert.equal(first.toString(), '{"ClientGetResponse":[');
  end();
  let rest = '';
  for await (const part of answer as AsyncIterable<Buffer>) rest += part.toString();
  assert.equal(rest, ']}');
});

test('a provider writes as fast as the caller reads, and a caller who stops is disconnected', async () => {
  const part = Buffer.alloc(256 * 1024, ' ');
  let passed = 0;
  let isClosed = false;
  respond = (_, response) => {
    const write = () => {
      while (response.write(part)) passed += part.length;
      response.once('drain', write);
    };
    response.once('close', () => (isClosed = true));
    write();
  };
  const answer = await headOf();
  answer.pause();
  answer.on('error', () => undefined);
  await until(() => isClosed);
  // What buffers on the way hold, and not what there is.
  assert.ok(passed < 64 * 1024 * 1024, `${passed} bytes`);
  answer.destroy();
});

test('a body that is too long, not JSON or too many items does not reach the provider', async () => {
  const post = async (body: string) => {
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const answer = await fetch(address(), { method: 'POST', headers, body });
    return answer.status;
  };
  const items = (count: number) => JSON.stringify({ ClientPostRequest: Array.from({ length: count }, () => ({})) });
  assert.equal(await post(`{"ClientPostRequest":["${'x'.repeat(limits.bytes)}"]}`), 400);
  assert.equal(await post(items(limits.items + 1)), 400);
  assert.equal(await post('{"ClientPostRequest":[}'), 400);
  assert.deepEqual(reached, []);
});

test('a change reaches the provider with a contract ID beyond 2^53 as it was sent, and is told apart from its neighbours', async () => {
  // As numbers both are the second.
  const [one, other] = ['9007199254770003', '9007199254770004'];
  const instalments = `${service.origin}/v1/payments/1001/maintain/instalments/EFT`;
  const bodies: string[] = [];
  let isSilent = false;
  respond = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    // What other tests have left open is read back meanwhile.
    if (request.method !== 'GET') bodies.push(body);
    // What the limits on collecting again count is read before a change leaves.
    if (request.method === 'GET') return void response.writeHead(404).end();
    if (isSilent) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'DELETE')
      return void response.end('{"InstalmentDeleteResponse":[{"Successful":[{}],"Failed":[]}]}');
    const item = (sequence: string) => `{"ContractSequence":${sequence},"InstalmentSequence":2}`;
    response.end(
      `{"InstalmentPutResponse":[{"Successful":[${item(other)}],"Failed":[${body.includes(one) ? item(one) : ''}]}]}`,
    );
  };
  const put = async (sequences: string[], more = '') => {
    const items = sequences.map(
      (it) => `{"ContractSequence":${it}, "InstalmentSequence":2,"InstalmentAmount":5${more}}`,
    );
    const headers = { ...bearer(), 'content-type': 'application/json' };
    const body = `{"InstalmentPutRequest":[${items.join()}]}`;
    const answer = await fetch(instalments, { method: 'PUT', headers, body });
    return { status: answer.status, text: await answer.text(), items };
  };
  const batch = await put([one, other]);
  assert.equal(bodies.at(-1), `{"InstalmentPutRequest":[${batch.items.join()}]}`);
  assert.match(
    batch.text,
    new RegExp(`"Successful":\\[{"ContractSequence":${other}.*"Failed":\\[{"ContractSequence":${one}`),
  );
  const cancel = await fetch(`${instalments}?ContractSequence=${one}&InstalmentSequence=2`, {
    method: 'DELETE',
    headers: bearer(),
  });
  assert.equal(cancel.status, 200);
  const gone = `DELETE /tenant/v1/payments/1001/maintain/instalments/EFT?ContractSequence=${one}&InstalmentSequence=2`;
  assert.ok(reached.includes(gone));

  const { rows } = await service.database.schema.query<{ entry: string }>(
    `select entry from audit_entry where action like 'instalment%' order by sequence`,
  );
  const both = [{ ContractSequence: one }, { ContractSequence: other }];
  assert.deepEqual(
    rows.map(({ entry }) => (JSON.parse(entry) as { Targets: unknown }).Targets),
    [both, both, [{ ContractSequence: one }], [{ ContractSequence: one }]],
  );

  isSilent = true;
  const lost = put([one]);
  await until(() => bodies.at(-1)?.includes(one) === true);
  isSilent = false;
  assert.match(
    (await put([one], ',"TrackingCode":"T1"')).text,
    /"Failed":\[{"ContractSequence":9007199254770003.*"UNSETTLED"/,
  );
  assert.match((await put([other])).text, /"Successful":\[{"ContractSequence":9007199254770004/);
  await lost;

  // The lost one is read back meanwhile.
  const changes = () => reached.filter((it) => !it.startsWith('GET')).length;
  const sent = changes();
  const refused = await put([`"${one}"`, '12345678901234567890']);
  assert.match(refused.text, /must be a whole number.*is more than 9007199254740991/);
  const escaped = await put([one], ',"Note":"\\n"');
  assert.match(escaped.text, /"Failed":\[{"ContractSequence":9007199254770003.*Note is not a field/);
  assert.equal(changes(), sent);
});
