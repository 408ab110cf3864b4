import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { OwnConnectionEntry } from '#contract/settings-records.ts';
import { backup } from '#service/backup/backup.ts';
import { setApprovalRule } from '#service/cli/approvals.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { freePort, prepare, testService, type TestService } from '#service/testing/app.ts';
import { temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { quickly } from '#service/testing/gateway.ts';
import { programEnvironment, project, serviceProgram } from '#service/testing/programs.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { settingsOf } from './testing.ts';

/** A provider that takes some secrets, and keeps what it gets. */
class Provider {
  readonly secrets = new Set<string>();
  /** The secrets that requests for a token had. */
  offered: string[] = [];
  changes: string[] = [];
  reads = 0;
  /** `silent`: has stored nothing, breaks changes and cannot be read. */
  state: 'works' | 'silent' = 'works';
  clients: object[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get address() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    let body = '';
    for await (const part of request) body += String(part);
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/token')) {
      const secret = new URLSearchParams(body).get('client_secret') ?? '';
      this.offered.push(secret);
      if (!this.secrets.has(secret)) return response.writeHead(401).end('{"error":"invalid_client"}');
      return response.end(JSON.stringify({ access_token: `t-${secret}`, token_type: 'Bearer', expires_in: 600 }));
    }
    if (!this.secrets.has((request.headers.authorization ?? '').replace('Bearer t-', '')))
      return response.writeHead(401).end();
    if (request.method === 'GET') {
      this.reads++;
      if (this.state === 'silent') return response.writeHead(500).end();
      return response.end(JSON.stringify({ ClientGetResponse: this.clients }));
    }
    this.changes.push(body);
    if (this.state === 'silent') return request.socket.destroy();
    const { ClientPostRequest = [] } = JSON.parse(body) as { ClientPostRequest?: object[] };
    return response.end(JSON.stringify({ ClientPostResponse: [{ Successful: ClientPostRequest, Failed: [] }] }));
  }
}

const fileSecret = 'the-secret-of-the-file';
const one = 'MARK-secret-number-one';
const two = 'MARK-secret-number-two';
const all = new Provider();
const own = new Provider();
let folder: string;
let testDb: TestDatabase;
let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let ann: string;
let ben: string;
let clerk: string;
/** Another process on the same database. */
let process_: ChildProcess;
let there: ReturnType<typeof settingsOf>;
let clerkThere: string;
let originThere: string;
let output = '';
const answers: string[] = [];

const environment = () => ({
  PROVIDER_URL: all.address,
  PROVIDER_TOKEN_URL: `${all.address}/token`,
  PROVIDER_CLIENT_ID: 'umthombo',
  PROVIDER_CLIENT_SECRET_FILE: path.join(folder, 'secret'),
  PROVIDER_CLIENT_AUTHENTICATION: 'client_secret_post',
  PROVIDER_ADDRESSES: 'any',
});

before(async () => {
  await Promise.all([all.start(), own.start()]);
  all.secrets.add(fileSecret);
  folder = await temporaryFolder();
  const numbersKeyFile = path.join(folder, 'numbers.key');
  await writeFile(path.join(folder, 'secret'), fileSecret);
  await writeFile(numbersKeyFile, randomBytes(32));
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl, numbersKeyFile);
  service = await testService({ on: testDb, numbersKeyFile, environment: environment(), outgoing: quickly });
  settings = settingsOf(service);
  ann = await settings.signIn('ann', 'administrator:*');
  ben = await settings.signIn('ben', 'administrator:*');
  for (const name of ['mo', 'max']) await settings.signIn(name, 'manager:*');
  clerk = await settings.signIn('clara', 'clerk:*');
  const port = await freePort();
  originThere = `http://localhost:${port}`;
  process_ = spawn(process.execPath, serviceProgram, {
    cwd: project,
    env: programEnvironment({
      ...environment(),
      DATABASE_URL: testDb.databaseUrl,
      NUMBERS_KEY_FILE: numbersKeyFile,
      PORT: String(port),
      SANDBOX: 'off',
      LOG_LEVEL: 'debug',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [process_.stdout, process_.stderr])
    stream?.on('data', (text) => {
      output += String(text);
    });
  await until(() => output.includes('ready in') || process_.exitCode !== null);
  assert.match(output, /ready in/);
  there = settingsOf({ ...service, origin: originThere });
  clerkThere = await there.tokenOf('clara');
});
after(async () => {
  process_.kill('SIGKILL');
  await service.close();
  await testDb.close();
  all.close();
  own.close();
  await rm(folder, { recursive: true });
});

/** Each test has a merchant of its own. */
let number = '';
let merchants = 5100;
beforeEach(async () => {
  number = String(merchants++);
  await settings.call(ann, 'merchantAdd', { body: { Number: number, Name: `Merchant ${number}` } });
  own.secrets.clear();
  own.secrets.add(one);
  for (const provider of [all, own]) Object.assign(provider, { offered: [], changes: [], reads: 0, state: 'works' });
  own.clients = [];
});

const at = () => ({ path: { number } });
const entry = (changes: Partial<OwnConnectionEntry> = {}): OwnConnectionEntry => ({
  Address: own.address,
  Segment: 'payments',
  TokenAddress: `${own.address}/token`,
  ClientId: 'karoo',
  Authentication: 'client_secret_post',
  Offers: [],
  GraceSeconds: 900,
  ReadsAtOnce: 16,
  PayoutDays: 1,
  ...changes,
});
const text = ({ status, errors }: { status: number; errors: { Code: string }[] }) =>
  `${status} ${errors[0]?.Code ?? ''}`.trim();
const save = async (changes?: Partial<OwnConnectionEntry>, token = ann) => {
  const answer = await settings.call(token, 'connectionSave', { ...at(), body: entry(changes) });
  answers.push(JSON.stringify(answer));
  return text(answer);
};
const addSecret = async (Secret: string, token = ann) => {
  const answer = await settings.call(token, 'connectionSecret', { ...at(), body: { Secret } });
  answers.push(JSON.stringify(answer));
  return text(answer);
};
const pauseChanges = async (Paused: boolean) =>
  text(await settings.call(ann, 'connectionPause', { ...at(), body: { Paused } }));
const view = async () => {
  const { answer } = await settings.call(ann, 'connectionView', at());
  answers.push(JSON.stringify(answer));
  return answer.Connection ?? assert.fail('there is no connection');
};
const ofClients = (origin: string) => `${origin}/v1/payments/${number}/maintain/clients/EFT`;
const read = async (origin = service.origin, token = clerk) => {
  const answer = await fetch(`${ofClients(origin)}?ClientNumber=1`, { headers: { authorization: `Bearer ${token}` } });
  const { Errors } = (await answer.json()) as { Errors?: { Code: string; Message: string }[] };
  return `${answer.status} ${Errors?.[0]?.Code ?? ''}`.trim();
};
const create = async (ClientNumber: string, key = ClientNumber, origin = service.origin, token = clerk) => {
  const answer = await fetch(ofClients(origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ClientPostRequest: [client(ClientNumber)] }),
  });
  const { Errors } = (await answer.json()) as { Errors?: { Code: string }[] };
  return `${answer.status} ${Errors?.[0]?.Code ?? ''}`.trim();
};
const entries = async (action = 'merchant.connection') => {
  const address = `${service.origin}/audit/${number}?Chain=installation`;
  const body = await (await fetch(address, { headers: { authorization: `Bearer ${ann}` } })).text();
  answers.push(body);
  const { Entries } = JSON.parse(body) as {
    Entries: {
      Action: string;
      Target?: string;
      Changes?: { Field: string; Old?: unknown; New?: unknown }[];
    }[];
  };
  return Entries.filter((it) => it.Action.startsWith(action) && JSON.stringify(it).includes(number)).toReversed();
};

test('a merchant with a connection of its own is served by that provider, and the others as before', async () => {
  assert.equal(await read(), '200');
  assert.deepEqual([all.reads, own.reads], [1, 0]);
  assert.equal(await save(), '200');
  const { Source, SecretFrom, Address, MayStoreSecret } = await view();
  assert.deepEqual([Source, SecretFrom, Address, MayStoreSecret], ['merchant', 'none', own.address, true]);
  assert.equal(await addSecret(one), '200');
  await until(async () => (await read()) === '200' && own.reads > 0);
  const before = all.reads;
  assert.equal((await view()).SecretFrom, 'stored');
  assert.equal(await read(), '200');
  assert.equal(await create('C-1'), '200');
  assert.deepEqual([all.reads, all.changes.length, own.changes.length], [before, 0, 1]);
  const tested = await settings.call(ann, 'connectionTest', at());
  assert.ok(tested.answer.Findings.some((it) => it.Subject === 'Token' && it.State === 'works'));
  number = '5999';
  await settings.call(ann, 'merchantAdd', { body: { Number: number, Name: 'Another one' } });
  assert.equal(await read(), '200');
  assert.equal(all.reads, before + 1);
});

test('the console lists all contracts of a merchant where its own provider does', async () => {
  const offered = async () => {
    const answer = await fetch(`${service.origin}/session.json`, { headers: { authorization: `Bearer ${ann}` } });
    const session = (await answer.json()) as { merchants: { number: string; listsAll?: boolean }[] };
    return session.merchants.find((it) => it.number === number)?.listsAll;
  };
  assert.equal(await offered(), undefined, 'as the environment says');
  await save();
  assert.equal(await offered(), false);
  await save({ Offers: ['lists-of-all'] });
  assert.equal(await offered(), true);
});

test('another address, token address or client ID never gets the secret', async () => {
  await save();
  await addSecret(one);
  for (const changes of [
    { Address: all.address },
    { TokenAddress: `${all.address}/token-of-another` },
    { ClientId: 'another' },
    { Authentication: 'private_key_jwt' as const },
  ]) {
    await save();
    await addSecret(one);
    assert.equal((await view()).SecretFrom, 'stored');
    Object.assign(all, { offered: [] });
    Object.assign(own, { offered: [] });
    assert.equal(await save(changes), '200');
    assert.equal((await view()).SecretFrom, 'none');
    await until(async () => (await read()) === '503 PROVIDER_REFUSED');
    assert.equal((await settings.call(ann, 'connectionTest', at())).answer.Findings.at(-1)?.State, 'fails');
    assert.deepEqual([all.offered, own.offered], [[], []], JSON.stringify(changes));
  }
  // Nor does it get the environment's.
  assert.equal(await save({ TokenAddress: `${all.address}/token-of-another`, ClientId: 'umthombo' }), '200');
  await read();
  assert.deepEqual(all.offered, []);
  assert.equal(text(await settings.call(ann, 'connectionRemove', at())), '200');
  await until(async () => (await read()) === '200');
  assert.deepEqual([(await view()).Source, all.offered.length < 2], ['environment', true]);
});

test('while the outcome of a change is open, its connection stays', async () => {
  await save();
  await addSecret(one);
  await until(async () => (await read()) === '200');
  own.state = 'silent';
  assert.equal(await create('C-2'), '503 UNSETTLED');
  for (const changes of [{ Address: all.address }, { ClientId: 'another' }, { Segment: 'other' }, { GraceSeconds: 1 }])
    assert.equal(await save(changes), '400 UNSETTLED', JSON.stringify(changes));
  assert.equal(text(await settings.call(ann, 'connectionRemove', at())), '400 UNSETTLED');
  assert.equal((await view()).SecretFrom, 'stored');
  assert.equal(await save({ ReadsAtOnce: 4, PayoutDays: 0 }), '200');
  assert.equal((await view()).PayoutDays, 0);
  own.clients = [client('C-2')];
  own.state = 'works';
  await until(async () => (await create('C-2')) === '200');
  assert.equal(own.changes.length, 1);
  assert.equal(await save({ ClientId: 'another' }), '200');
});

test('where the merchant has a rule, a second administrator confirms another target, and nothing less', async () => {
  await inOwnTransaction(service.database.pool, (_query, db) =>
    setApprovalRule(db, { merchant: number, rule: 'always', amount: '', hold: '', kind: '' }, false),
  );
  assert.equal(await save(), '400 SECOND_ADMINISTRATOR');
  assert.equal((await view()).Source, 'environment');
  const waiting = async () =>
    (await settings.call(ben, 'settingsRequests')).answer.Requests.filter(({ Target }) => Target === number);
  const [request] = await waiting();
  assert.deepEqual(
    request?.Changes.filter(({ Field }) => Field === 'Address').map(({ Before, After }) => [Before, After]),
    [[all.address, own.address]],
  );
  const confirm = (token: string) =>
    settings.call(token, 'settingsRequestDecide', {
      path: { sequence: String(request?.Sequence) },
      body: { Action: 'confirm' },
    });
  assert.equal(text(await confirm(ann)), '400 OWN_WORK');
  assert.equal(text(await confirm(ben)), '200');
  assert.equal((await view()).Address, own.address);
  assert.equal(await addSecret(one), '200');
  assert.equal(await save({ ReadsAtOnce: 2 }), '200');
  assert.equal(await save({ TokenAddress: `${all.address}/token` }), '400 SECOND_ADMINISTRATOR');
  assert.equal((await view()).SecretFrom, 'stored');
  assert.equal(text(await settings.call(ann, 'connectionRemove', at())), '400 SECOND_ADMINISTRATOR');
  assert.equal((await waiting()).length, 2);
});

test('paused changes are refused and not sent, reads go on, and so does what is on its way', async () => {
  await save();
  await addSecret(one);
  await until(async () => (await read()) === '200');
  assert.equal(await create('C-3'), '200');
  own.state = 'silent';
  assert.equal(await create('C-4'), '503 UNSETTLED');
  assert.equal(await pauseChanges(true), '200');
  assert.equal((await view()).Paused?.By, 'Name of ann');
  own.state = 'works';
  own.clients = [client('C-4')];
  assert.equal(await create('C-5'), '503 PAUSED');
  assert.equal(await create('C-5', 'C-5', originThere, clerkThere), '503 PAUSED');
  assert.equal(await read(), '200');
  assert.equal(await create('C-3'), '200');
  await until(async () => (await create('C-4')) === '200');
  assert.equal(own.changes.length, 2);
  assert.equal(await pauseChanges(false), '200');
  assert.equal(await create('C-5'), '200');
  assert.equal(own.changes.length, 3);
  const actions = (await entries('merchant.changes')).map(({ Action }) => Action);
  assert.deepEqual(actions, ['merchant.changes.paused', 'merchant.changes.resumed']);
});

test('of two secrets the newest is used, and the one before it where that is refused, until it is ended', async () => {
  await save();
  await addSecret(one);
  assert.equal(await addSecret(two), '200');
  assert.match((await view()).FormerSecretEnds ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  await until(async () => (await read()) === '200');
  assert.deepEqual(own.offered.slice(-2), [two, one]);
  own.secrets.add(two);
  assert.equal(await save({ ReadsAtOnce: 3 }), '200');
  Object.assign(own, { offered: [] });
  await until(async () => (await read()) === '200' && own.offered.length > 0);
  assert.deepEqual(own.offered, [two]);
  assert.equal(text(await settings.call(ann, 'connectionSecretEnd', at())), '200');
  assert.equal((await view()).FormerSecretEnds, undefined);
  // A change reads the connection itself.
  assert.equal(await create('C-7'), '200');
  own.secrets.delete(two);
  await until(async () => (await read()) === '503 PROVIDER_REFUSED');
  assert.deepEqual(own.offered.slice(-1), [two]);
  assert.equal(own.offered.includes(one), false);
});

test('another process follows a change within seconds, and sends a change by the newest connection at once', async () => {
  assert.equal(await read(originThere, clerkThere), '200');
  assert.equal(all.reads, 1);
  await save();
  await addSecret(one);
  assert.equal(await create('C-6', 'C-6', originThere, clerkThere), '200');
  assert.deepEqual([all.changes.length, own.changes.length], [0, 1]);
  assert.equal(await read(originThere, clerkThere), '200');
  assert.equal(all.reads, 1);
  await settings.call(ann, 'connectionRemove', at());
  const before = own.reads;
  await until(async () => {
    await read(originThere, clerkThere);
    return all.reads > 1;
  });
  assert.ok(own.reads >= before);
});

test('a connection cannot be changed by those who do not administer the merchant, or without what it needs', async () => {
  const olga = await settings.signIn(`olga-${number}`, 'administrator:5998', `manager:${number}`);
  assert.equal(await save({}, olga), '404 NOT_FOUND');
  assert.equal(await save({}, clerk), '401 NOT_PERMITTED');
  assert.equal(await addSecret(one, olga), '404 NOT_FOUND');
  assert.equal(await addSecret(one), '400 CONFLICT');
  for (const [field, value] of [
    ['Address', 'http://api.provider.example'],
    ['Address', 'https://user@api.provider.example'],
    ['TokenAddress', 'https://id.provider.example/token?x=1'],
    ['Segment', 'a/b'],
    ['GraceSeconds', 0],
  ] as const) {
    const answer = await settings.call(ann, 'connectionSave', { ...at(), body: { ...entry(), [field]: value } });
    assert.deepEqual([answer.status, answer.errors[0]?.Field], [400, field], String(value));
  }
  await save({ Authentication: 'private_key_jwt' });
  assert.equal(await addSecret(one), '400 INVALID');
  assert.equal((await view()).SecretFrom, 'none');
});

test('the secret is in no answer, entry of the audit, log line, row or backup', async () => {
  await save();
  await there.call(await there.tokenOf('ann'), 'connectionSecret', { ...at(), body: { Secret: one } });
  await addSecret(two);
  await read(originThere, clerkThere);
  await settings.call(ann, 'connectionTest', at());
  const changed = (await entries()).map(({ Action }) => Action);
  assert.deepEqual(changed, [
    'merchant.connection.changed',
    'merchant.connection.secret.added',
    'merchant.connection.secret.added',
    'merchant.connection.tested',
  ]);
  await view();
  const file = path.join(folder, 'all.backup');
  await backup(service.database, file);
  const pool = new pg.Pool({ connectionString: testDb.databaseUrl, max: 1 });
  const { rows } = await pool
    .query<{ row: string }>('select it::text as row from provider_connection it')
    .finally(() => pool.end());
  const stored = rows.map(({ row }) => row).join('\n');
  assert.ok(stored.includes(number));
  const unzipped = (await readFile(file)).toString('latin1') + gunzipSync(await readFile(file)).toString('latin1');
  assert.ok(unzipped.includes(`${number}\t`));
  assert.ok(output.includes('connectionSecret'));
  for (const seen of [answers.join('\n'), output, stored, unzipped]) assert.doesNotMatch(seen, /MARK-secret/);
});

test('with another key for numbers the secret is the same', async () => {
  const [former, key] = [path.join(folder, 'former.key'), path.join(folder, 'next.key')];
  for (const file of [former, key]) await writeFile(file, randomBytes(32));
  const database = await testDatabase();
  try {
    await prepare(database.databaseUrl, former);
    const earlier = await testService({ on: database, numbersKeyFile: former, environment: environment() });
    const here = settingsOf(earlier);
    const token = await here.signIn('ann', 'administrator:*', 'clerk:*');
    await here.call(token, 'merchantAdd', { body: { Number: number, Name: 'Karoo Solar' } });
    await here.call(token, 'connectionSave', { ...at(), body: entry() });
    for (const Secret of [one, two]) await here.call(token, 'connectionSecret', { ...at(), body: { Secret } });
    await earlier.close();
    const later = await testService({
      on: database,
      numbersKeyFile: key,
      formerNumbersKeyFile: former,
      environment: environment(),
    });
    assert.equal(await read(later.origin, await settingsOf(later).tokenOf('ann')), '200');
    await later.close();
    assert.deepEqual(own.offered, [two, one]);
  } finally {
    await database.close();
  }
});

test('without a key for numbers, a connection has the secret file of the environment, where it goes anyway', async () => {
  // A step's template may have a key.
  const database = await testDatabase();
  await prepare(database.databaseUrl);
  const keyless = await testService({ on: database, environment: environment(), numbersKeyFile: '' });
  try {
    const here = settingsOf(keyless);
    const token = await here.signIn('ann', 'administrator:*');
    await here.call(token, 'merchantAdd', { body: { Number: number, Name: 'Karoo Solar' } });
    const saved = (changes: Partial<OwnConnectionEntry>) =>
      here.call(token, 'connectionSave', { ...at(), body: entry(changes) });
    const refused = await saved({});
    assert.equal(text(refused), '400 NOT_OFFERED');
    assert.match(refused.errors[0]?.Message ?? '', /NUMBERS_KEY_FILE/);
    const same = { Address: all.address, TokenAddress: `${all.address}/token`, ClientId: 'umthombo' };
    assert.equal(text(await saved({ ...same, ReadsAtOnce: 2 })), '200');
    const { Connection } = (await here.call(token, 'connectionView', at())).answer;
    assert.deepEqual(
      [Connection?.Source, Connection?.SecretFrom, Connection?.MayStoreSecret],
      ['merchant', 'file', false],
    );
    assert.equal(
      text(await here.call(token, 'connectionSecret', { ...at(), body: { Secret: one } })),
      '400 NOT_OFFERED',
    );
    const teller = await here.signIn('clara', 'clerk:*');
    assert.equal(await read(keyless.origin, teller), '200');
  } finally {
    await keyless.close();
    await database.close();
  }
});

test('addresses inside a network are for the environment alone, unless it says otherwise', async () => {
  const { PROVIDER_ADDRESSES: _, ...usual } = environment();
  const strict = await testService({
    on: testDb,
    numbersKeyFile: path.join(folder, 'numbers.key'),
    environment: usual,
  });
  try {
    const here = settingsOf(strict);
    const token = await here.tokenOf('ann');
    for (const [field, value] of [
      ['Address', own.address],
      ['Address', 'https://10.0.0.8'],
      ['Address', 'https://169.254.169.254'],
      ['TokenAddress', 'https://localhost/token'],
      ['TokenAddress', 'https://[fd00::1]/token'],
    ] as const) {
      const body = { ...entry({ Address: all.address, TokenAddress: `${all.address}/token` }), [field]: value };
      const answer = await here.call(token, 'connectionSave', { ...at(), body });
      assert.deepEqual([text(answer), answer.errors[0]?.Field], ['400 INVALID', field], value);
    }
    const allowed = { Address: all.address, TokenAddress: `${all.address}/token`, ReadsAtOnce: 2 };
    assert.equal(text(await here.call(token, 'connectionSave', { ...at(), body: entry(allowed) })), '200');
    // One that was allowed before it was forbidden.
    await save();
    await addSecret(one);
    const tested = await here.call(token, 'connectionTest', at());
    assert.equal(tested.answer.Findings.at(-1)?.Found, `${own.address} is not on the public internet.`);
    assert.equal(await read(strict.origin, await here.tokenOf('clara')), '503 PROVIDER_REFUSED');
    assert.deepEqual(own.offered, []);
  } finally {
    await strict.close();
  }
});
